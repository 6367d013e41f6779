"""Sealed dice."""

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import pasch
from pasch.core.errors import BadOption
from pasch.core.game.dice import WORDS, Dice, deal_code, deal_seed
from pasch.core.match.match import Match
from pasch.core.match.tally import fit
from tests import vectors
from tests.moves import pantry, play

DOCUMENT = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip().strip("`") for cell in line.strip("|").split("|")]
    for line in DOCUMENT.splitlines()
    if line.startswith("| `")
]


def test_the_document_holds_the_vectors_that_are_made() -> None:
    rows = [line for line in DOCUMENT.splitlines() if line.startswith("| `")]
    assert rows == vectors.commitments() + vectors.rolls()


@pytest.mark.parametrize(("seed", "commitment"), [row for row in ROWS if len(row) == 2])
def test_a_commitment_is_the_hash_of_the_seed(seed: str, commitment: str) -> None:
    assert Dice(seed).commitment == commitment == hashlib.sha256(seed.encode()).hexdigest()


@pytest.mark.parametrize(
    ("seed", "salts", "turn", "die", "outcomes", "result"), [row for row in ROWS if len(row) == 6]
)
def test_a_roll_is_what_the_document_describes(
    seed: str, salts: str, turn: str, die: str, outcomes: str, result: str
) -> None:
    mixed = json.loads(salts)
    assert Dice(seed, mixed).roll(int(turn), int(die), int(outcomes)) == int(result)
    words = words_by_the_book(seed, mixed, f"{turn}|{die}")
    fair = [word for word in words if word < 2**64 - 2**64 % int(outcomes)]
    assert fair[0] % int(outcomes) == int(result)


def words_by_the_book(seed: str, salts: list[str], roll: str) -> list[int]:
    """Return what the first attempts draw, written down from the document alone."""
    messages = [f"{','.join(salts)}|{roll}|{attempt}" for attempt in range(32)]
    digests = [hmac.new(seed.encode(), m.encode(), "sha256").digest() for m in messages]
    return [int.from_bytes(digest[:8], "big") for digest in digests]


def test_the_starting_seat_is_the_first_die_of_the_turn_before_the_first() -> None:
    for seed in ("a", "b", "c", "d"):
        (word, *_) = words_by_the_book(seed, ["salt"], "-1|0")
        assert Dice(seed, ["salt"]).draw_start(5) == word % 5


def test_the_vectors_hold_a_roll_whose_first_attempt_is_thrown_away() -> None:
    big = [row for row in vectors.ROLLS if row[4] == vectors.BIG]
    firsts = [words_by_the_book(seed, list(s), f"{t}|{d}")[0] for seed, s, t, d, _ in big]
    assert any(first >= vectors.BIG for first in firsts)
    assert any(first < vectors.BIG for first in firsts)


def test_what_is_past_the_last_whole_round_of_outcomes_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bytes] = []
    drawn: Iterator[int] = iter([WORDS - 1, WORDS - WORDS % 6, WORDS - WORDS % 6 - 1])

    class Drawing:
        def copy(self) -> "Drawing":
            return self

        def update(self, message: bytes) -> None:
            asked.append(message)

        def digest(self) -> bytes:
            return next(drawn).to_bytes(8, "big") + bytes(24)

    monkeypatch.setattr(hmac, "new", lambda *_, **__: Drawing())
    assert Dice("any").roll(7, 2, 6) == 5
    assert asked == [b"|7|2|0", b"|7|2|1", b"|7|2|2"]


def test_a_roll_falls_the_same_way_whenever_it_is_asked() -> None:
    keys = list(product(range(10), range(5)))
    forwards = [Dice("a").roll(*key, 6) for key in keys]
    dice = Dice("a")
    assert [dice.roll(*key, 6) for key in reversed(keys)] == forwards[::-1]
    assert [Dice("b").roll(*key, 6) for key in keys] != forwards
    assert [Dice("a", ["00" * 16]).roll(*key, 6) for key in keys] != forwards


def test_without_a_seed_the_dice_are_new_each_time() -> None:
    assert Dice().seed != Dice().seed
    assert re.fullmatch("[0-9a-f]{64}", Dice().seed)


@pytest.mark.parametrize("outcomes", [2, 6, 47])
def test_every_outcome_comes_about_as_often(outcomes: int) -> None:
    """Fresh dice have a p value this small once in a billion runs."""
    dice = Dice()
    rolled = Counter(dice.roll(turn, die, outcomes) for turn in range(2000) for die in range(3))
    assert fit([rolled[face] for face in range(outcomes)]) > 1e-9


def test_neighbouring_rolls_have_nothing_to_do_with_each_other() -> None:
    dice = Dice()
    pairs = Counter((dice.roll(turn, 0, 6), dice.roll(turn, 1, 6)) for turn in range(4000))
    assert fit([pairs[first, second] for first in range(6) for second in range(6)]) > 1e-9


def test_a_seed_that_is_no_text_is_refused() -> None:
    with pytest.raises(BadOption, match="a seed is text, not"):
        Dice("\udcff")


def test_a_deal_is_the_same_in_every_case() -> None:
    assert deal_code(" daily-2026-11-15 ") == "DAILY-2026-11-15"
    assert deal_seed("anna-1") == deal_seed("ANNA-1") == "pasch deal ANNA-1"


@pytest.mark.parametrize("code", ["", "two words", "x" * 41, "Käse", "straße", "a|b"])
def test_a_code_that_is_none_is_named(code: str) -> None:
    with pytest.raises(BadOption, match="1 to 40 letters, digits and hyphens"):
        deal_code(code)


def key(match: Match) -> tuple[int, int]:
    return match.turn, match.die


def test_turn_and_die_count_the_events_of_chance_of_a_turn() -> None:
    match = pantry()
    keys = []
    for event in ("bread", "X", "X", "bread on f3", "gather", "fish", "fish"):
        keys.append(key(match))
        play(match, event)
    assert keys == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 3), (1, 0), (1, 1)]


def test_a_copy_counts_on_its_own_and_undo_counts_back() -> None:
    match = play(pantry(), "bread", "X", "X", "bread on f3")
    twin = match.copy()
    play(match, "gather", "fish")
    assert (key(match), key(twin)) == ((1, 1), (0, 3))
    keys = []
    while match.events:
        match.undo()
        keys.append(key(match))
    assert keys == [(1, 0), (0, 3), (0, 3), (0, 2), (0, 1), (0, 0)]


def test_another_decision_leaves_the_dice_of_the_next_turn_alone() -> None:
    dice = Dice()
    rolled: list[list[int]] = []
    for decisions in (["bread on f3", "gather"], ["bread on f3", "roll again", "X", "X"]):
        match = play(pantry(), "bread", "X", "X", *decisions)
        assert key(match) == (1, 0)
        rolled.append([])
        for _ in range(3):
            rolled[-1].append(dice.roll(match.turn, match.die, match.chance))
            match.apply(rolled[-1][-1])
    assert rolled[0] == rolled[1]


@pytest.mark.parametrize("name", list(pasch.games()))
def test_no_two_events_of_chance_of_a_match_share_turn_and_die(name: str) -> None:
    match, dice = pasch.new(name), Dice()
    keys = []
    while match.player != pasch.OVER:
        if match.player == pasch.CHANCE:
            keys.append(key(match))
            match.apply(dice.roll(*keys[-1], match.chance))
        else:
            match.apply(int(match.game.quick_player.quick(match.view(match.player))))
    assert keys == sorted(set(keys))
    assert match.turn > 1
