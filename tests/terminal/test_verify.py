"""`pasch verify` as it is typed: dice that hold, and all that can be wrong with them."""

import json
from pathlib import Path

import pytest

from pasch.core.game.dice import Dice
from pasch.core.match.journal import chain_of
from pasch.core.match.log import Log
from tests.command import Pasch


@pytest.fixture
def sealed(pasch: Pasch, tmp_path: Path) -> Path:
    """Return the log of a short game of bots with sealed dice."""
    path = tmp_path / "sealed.jsonl"
    pasch("play", "mmm", "--seats", "quick,quick", "--set", "cat_steps=3", "--log", path)
    return path


def test_verify_tells_that_the_dice_hold_and_what_was_rolled(pasch: Pasch, sealed: Path) -> None:
    answer = pasch("verify", sealed)
    read = Log.open(sealed).held
    assert answer.code == 0
    envelope, salts, start, rolls, verdict, *tally = answer.out.splitlines()
    assert envelope == f"✓ Envelope: the seed in it has the hash {read.header.commitment}."
    assert salts == "✓ Salts: 0 of 2 seats mixed one in."
    assert start == f"✓ Starting seat: Quick {read.match.start + 1}, as drawn."
    chances = sealed.read_text().count('"chance"')
    assert rolls == f"✓ Rolls: all {chances} fell as the seed says."
    assert verdict.startswith("Every roll is the one in the envelope.")
    assert tally[1] == f"Dice with 6 faces · {chances}"
    assert sum(int(line.split()[1]) for line in tally[3:9]) == chances


def test_verify_tells_the_running_hash_of_a_live_table(pasch: Pasch, sealed: Path) -> None:
    """The log of a table at a server holds its journal."""
    *lines, end = sealed.read_text().splitlines()
    match = Log.open(sealed).held.match
    seal = json.loads(lines[0])["commitment"]
    journal = [f'Laid|{{"commitment":"{seal}","key":"a key"}}']
    journal += [f'Started|{{"start":{match.start},"drawn":true}}']
    journal += [f'Did|{{"a":{a}}}' for a in match.events]

    def told(entries: list[str]) -> str:
        last = json.dumps({**json.loads(end), "key": "a key", "journal": entries})
        sealed.write_text("\n".join([*lines, last, ""]))
        answer = pasch("verify", sealed)
        assert answer.code == (entries != journal)
        return next(line for line in answer.out.splitlines() if "Journal" in line)

    chain = chain_of("a key", journal)
    assert told(journal) == (
        f"✓ Journal: its {chain.n} entries come to this match; "
        f"the running hash after them is {chain.hash}."
    )
    assert told(journal[:-1]).startswith("✗ Journal: its entries come to another match: seat ")


@pytest.mark.parametrize("after", [0, 7])
def test_a_match_played_on_says_so(pasch: Pasch, sealed: Path, after: int) -> None:
    """A match played on from its very beginning, or with real dice, says so too."""
    told = f"These dice are not secret: they go on from event {after} of another match."
    assert "not secret" not in pasch("verify", sealed).out + pasch("replay", sealed).out
    forged(sealed, after=after)
    for command in ("verify", "replay"):
        answer = pasch(command, sealed)
        assert answer.code == 0
        assert told in answer.out
    forged(sealed, dice="real", commitment=None, seed=None)
    assert told in pasch("verify", sealed).out


def test_verify_speaks_german(pasch: Pasch, sealed: Path) -> None:
    answer = pasch("verify", sealed, "--language", "de")
    assert "✓ Umschlag: " in answer.out
    assert "Würfel mit 6 Seiten" in answer.out


def test_verify_names_another_seed_and_another_start(pasch: Pasch, sealed: Path) -> None:
    text = sealed.read_text()
    seed = Log.open(sealed).header.seed
    sealed.write_text(text.replace(f'"seed":"{seed}"', '"seed":"my own"'))
    answer = pasch("verify", sealed)
    assert answer.code == 1
    assert "✗ Envelope: the seed is not the one that was sealed: expected " in answer.out
    assert "✗ Rolls: " in answer.out
    assert "These are not the dice in the envelope." in answer.out


def forged(path: Path, **facts: object) -> None:
    """Change facts in the header of this log."""
    header, *lines = path.read_text().splitlines()
    told = {**json.loads(header), **facts}
    path.write_text("\n".join([json.dumps(told), *lines]) + "\n")


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ({"drawn": False}, "  The starting seat was named, not drawn."),
        ({"salts": ["ab"]}, "✗ Salts: expected none or 2 of 32 hex digits, got ab."),
        ({"deal": "ANNA"}, "✗ Deal: the seed doesn't follow from the code: expected pasch deal "),
    ],
)
def test_verify_names_what_the_header_says_of_the_dice(
    pasch: Pasch, sealed: Path, facts: dict[str, object], line: str
) -> None:
    forged(sealed, **facts)
    answer = pasch("verify", sealed)
    assert answer.code == (0 if facts == {"drawn": False} else 1)
    assert line in answer.out


def test_verify_names_the_seat_that_was_to_start(pasch: Pasch, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    drawn = Dice("yard").draw_start(2) + 1
    other = 3 - drawn
    game = ("play", "mmm", "--seats", "quick,quick", "--set", "cat_steps=3", "--seed", "yard")
    pasch(*game, "--start", other, "--log", path)
    forged(path, drawn=True)
    answer = pasch("verify", path)
    assert answer.code == 1
    told = f"✗ Starting seat: the seed draws Quick {drawn}, the log says Quick {other}."
    assert told in answer.out
    assert "✓ Rolls: " in answer.out


def test_verify_names_the_first_wrong_roll(pasch: Pasch, tmp_path: Path) -> None:
    """All rolls were typed as X; then somebody claims that they came out of an envelope."""
    path = tmp_path / "game.jsonl"
    game = ("play", "mmm", "--set", "cat_steps=9", "--real-dice", "--log", path)
    assert pasch(*game, typed=("x",) * 27).code == 0
    dice = Dice()
    forged(path, dice="sealed", seed=dice.seed, commitment=dice.commitment)
    rolls = [json.loads(line) for line in path.read_text().splitlines()[1:-1]]
    due = [dice.roll(roll["turn"], roll["die"], 6) for roll in rolls]
    first = next(n for n, outcome in enumerate(due) if outcome != 5)
    food = ("bread", "fish", "cucumber", "cheese", "carrot")[due[first]]
    answer = pasch("verify", path)
    assert answer.code == 1
    assert (
        f"✗ Rolls: {27 - due.count(5)} of 27 are not the seed's. The first is event {first + 1} "
        f"(turn {first // 3}, die {first % 3}, 6 outcomes): the seed says {food}, the log says X."
    ) in answer.out
