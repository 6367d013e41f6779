"""The envelope: what it catches, and when there is none to open."""

import json
from typing import Any

import msgspec
import pytest

from pasch.core.errors import BadOption, BrokenLog, PaschError
from pasch.core.game.dice import Dice, Draws, commitment_of, deal_seed, draws_of
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.journal import Chain, TakenBack, chain_of, digest_of
from pasch.core.match.log import Header, header_of, read, write
from pasch.core.match.match import Match, new
from pasch.core.match.verify import Check, CheckedRoll, Verdict, taken_back, verify
from tests.moves import pantry, play

SALTS = ("0123456789abcdef" * 2, "")


def sealed(dice: Dice, begun: Match | None = None) -> Match:
    """Return a match played to its end by these dice and always the first choice."""
    match = begun or pantry(start=dice.draw_start(2), cat_steps=5)
    while match.player != OVER:
        is_chance = match.player == CHANCE
        match.apply(
            dice.roll(match.turn, match.die, match.chance) if is_chance else match.legal()[0]
        )
    return match


def header_for(match: Match, dice: Dice) -> Header:
    return header_of(match, commitment=dice.commitment, salts=dice.salts, drawn=True)


@pytest.fixture
def dice() -> Dice:
    return Dice(salts=SALTS)


@pytest.fixture
def match(dice: Dice) -> Match:
    return sealed(dice)


@pytest.fixture
def header(match: Match, dice: Dice) -> Header:
    return header_for(match, dice)


def part(verdict: Verdict, name: str) -> Check:
    return next(check for check in verdict.checks if check.part == name)


def test_sealed_dice_hold(match: Match, header: Header, dice: Dice) -> None:
    verdict = verify(header, match, dice.seed)
    assert verdict.ok
    assert [check.part for check in verdict.checks] == ["envelope", "salts", "start"]
    assert [(roll.n, roll.got) for roll in verdict.rolls] == rolled_in(match)


def rolled_in(match: Match) -> list[tuple[int, int]]:
    lines = [json.loads(line) for line in write(match).splitlines()[1:-1]]
    return [(line["n"], line["outcome"]) for line in lines if "chance" in line]


def test_the_journal_comes_to_the_match_of_the_log(
    match: Match, header: Header, dice: Dice
) -> None:
    """One event was taken back on the way; the running hash follows from all entries."""
    first, *others = [f'Did|{{"a":{a}}}' for a in match.events]
    started = f'Started|{{"start":{match.start},"drawn":true}}'
    laid = json.dumps({"commitment": dice.commitment, "key": "a key", "origin": None})
    journal = [f"Laid|{laid}", "0" * 64, started, first, first, "Undid|{}", *others]
    verdict = verify(header, match, dice.seed, "a key", journal)
    assert verdict.ok
    assert verdict.chain == chain_of("a key", journal)
    other_seal = laid.replace(dice.commitment, "0" * 64)
    played_on = laid.replace("null", '{"events": []}')
    for wrong in (
        journal[:-1],
        [*journal, "Undid|{}"],
        [*journal[:2], *journal[3:]],
        journal[1:],
        [*journal[:-1], digest_of("a key", journal[-1])],
        [*journal, digest_of("a key", "Undid|{}")],
        *([f"Laid|{other}", *journal[1:]] for other in (other_seal, played_on)),
        [f"Laid|{laid.replace('a key', 'another')}", *journal[1:]],
    ):
        verdict = verify(header, match, dice.seed, "a key", wrong)
        assert not verdict.ok
        assert not part(verdict, "journal").ok
    with pytest.raises(PaschError, match=r"expected an entry of the journal, got '\[\]'"):
        verify(header, match, dice.seed, "a key", ["Did|[]"])


def test_the_journal_says_what_was_typed_and_taken_back() -> None:
    """Event 2 was a 3; then event 1, a 5, is taken back too, and both stood at the beginning."""
    typed = [f'Undid|{{"seat":{seat},"fell":{{"en":"a {n}"}}}}' for seat, n in ((1, 3), (0, 5))]
    journal = ["Laid|{}", "Did|{}", "Did|{}", typed[0], typed[1], "Did|{}", "Did|{}", "Undid|{}"]
    assert taken_back(journal) == [TakenBack(0, 1, {"en": "a 3"}), TakenBack(0, 0, {"en": "a 5"})]
    assert taken_back(journal[:4]) == [TakenBack(1, 1, {"en": "a 3"})]
    assert taken_back([*journal, "Started|{}"]) == taken_back(journal)


def test_the_running_hash_notices_what_is_lost_changed_or_in_another_order() -> None:
    journal = ["Laid|{}", "Did|{}", "Undid|{}"]
    chain = chain_of("a key", journal)
    assert chain.n == 3
    others = [journal[:2], ["Laid|{}", "Undid|{}", "Did|{}"], ["Laid|{ }", *journal[1:]]]
    hashes = {chain_of("a key", other).hash for other in others}
    assert len(hashes | {chain.hash, chain_of("another", journal).hash}) == 5
    hidden = digest_of("a key", "Did|{}")
    assert chain_of("a key", ["Laid|{}", hidden, "Undid|{}"]) == chain
    assert chain_of("", journal) == Chain(n=3), "a table of an older pasch has no hashes"


def test_a_changed_roll_is_found_and_named(match: Match, header: Header, dice: Dice) -> None:
    """The last die of the first roll falls otherwise; what follows is played by the dice again."""
    forged = match.at(0)
    for a in match.events[:2]:
        forged.apply(a)
    other = (match.events[2] + 1) % 6
    forged.apply(other)
    sealed(dice, forged)
    verdict = verify(header, forged, dice.seed)
    assert not verdict.ok
    assert verdict.wrong_rolls == [
        CheckedRoll(n=3, turn=0, die=2, outcomes=6, expected=match.events[2], got=other)
    ]
    assert all(check.ok for check in verdict.checks)


def test_another_seed_is_found(match: Match, header: Header, dice: Dice) -> None:
    verdict = verify(header, match, dice.seed + "x")
    assert not verdict.ok
    assert part(verdict, "envelope") == Check(
        "envelope", expected=dice.commitment, got=Dice(dice.seed + "x").commitment
    )


def test_another_start_is_found(dice: Dice) -> None:
    other = 1 - dice.draw_start(2)
    match = sealed(dice, pantry(start=other, cat_steps=5))
    verdict = verify(header_for(match, dice), match, dice.seed)
    assert not verdict.ok
    assert part(verdict, "start") == Check("start", expected=str(1 - other), got=str(other))
    assert not verdict.wrong_rolls


def test_a_named_start_is_not_checked(match: Match, header: Header, dice: Dice) -> None:
    header = msgspec.structs.replace(header, drawn=False)
    assert [check.part for check in verify(header, match, dice.seed).checks] == [
        "envelope",
        "salts",
    ]


@pytest.mark.parametrize("salts", [("ab",), ("",), ("AB" * 16, ""), ("ab" * 16, "", "")])
def test_salts_that_are_none_are_found(salts: tuple[str, ...]) -> None:
    dice = Dice(salts=salts)
    match = sealed(dice)
    verdict = verify(header_for(match, dice), match, dice.seed)
    assert not part(verdict, "salts").ok
    assert part(verdict, "salts").expected == "none or 2 of 32 hex digits"
    assert not verdict.wrong_rolls


def test_changed_salts_are_found(match: Match, header: Header, dice: Dice) -> None:
    header = msgspec.structs.replace(header, salts=["ff" * 16, ""])
    assert verify(header, match, dice.seed).wrong_rolls


def test_the_dice_of_a_deal_follow_from_its_code() -> None:
    dice = Dice(deal_seed("Anna-1"))
    match = sealed(dice)
    header = msgspec.structs.replace(header_for(match, dice), deal="ANNA-1")
    assert verify(header, match, dice.seed).ok
    other = verify(msgspec.structs.replace(header, deal="BEN"), match, dice.seed)
    assert part(other, "deal") == Check("deal", "pasch deal BEN", "pasch deal ANNA-1")
    salted = verify(msgspec.structs.replace(header, salts=list(SALTS)), match, dice.seed)
    assert part(salted, "salts") == Check("salts", "none", f"{SALTS[0]}, (none)")
    with pytest.raises(BadOption, match="a deal's code"):
        verify(msgspec.structs.replace(header, deal="no code"), match, dice.seed)


OTHER = "a seed that nobody sealed"


def secret_deal(draws: Draws) -> Match:
    """Return a game of Mistkäfer by these dice; with real ones people type 1, 2, 3 and so on."""
    dice = draws.open or draws.secret
    match = new("mistkaefer", seats=2, start=dice.draw_start(2), clovers=2)
    while match.player != OVER:
        due = match.due(draws)
        if due is None and match.player == CHANCE:
            due = len(match.events) % match.chance
        match.apply(match.game.quick_player.quick(match.view(match.player)) if due is None else due)
    return match


def header_of_secrets(match: Match, draws: Draws, **facts: Any) -> Header:
    commitment, salts = draws.secret.commitment, draws.secret.salts
    return header_of(match, commitment=commitment, salts=salts, hidden=True, **facts)


def test_what_is_drawn_in_secret_follows_from_a_seed_that_the_code_does_not_tell() -> None:
    draws = draws_of(None, SALTS, deal="ANNA-1")
    match = secret_deal(draws)
    header = header_of_secrets(match, draws, deal="ANNA-1", drawn=True)
    verdict = verify(header, match, draws.secret.seed)
    assert verdict.ok
    assert [check.part for check in verdict.checks] == ["envelope", "deal", "salts", "start"]
    assert len(verdict.rolls) == rolled(match)
    other = verify(msgspec.structs.replace(header, deal="BEN"), match, draws.secret.seed)
    assert other.wrong_rolls
    text = write(match, header=header, seed=draws.secret.seed)
    secret = text.partition("\n")[2].count('"hidden":true}')
    assert secret == drawn_in_secret(match) > 0
    die = next(line for line in text.splitlines() if '"do":{"die"' in line)
    with pytest.raises(BrokenLog, match="expected hidden False, got hidden True"):
        read(text.replace(die, die[:-1] + ',"hidden":true}'))


def rolled(match: Match) -> int:
    again, n = match.at(0), 0
    for a in match.events:
        n += again.player == CHANCE
        again.apply(a)
    return n


def drawn_in_secret(match: Match) -> int:
    again, n = match.at(0), 0
    for a in match.events:
        n += again.is_secret
        again.apply(a)
    return n


@pytest.mark.parametrize("facts", [{"deal": "ANNA-1"}, {"dice": "real"}], ids=["deal", "real"])
def test_another_seed_for_what_was_drawn_in_secret_is_found(facts: dict[str, Any]) -> None:
    draws = draws_of(None, SALTS, deal=facts.get("deal"), real="dice" in facts)
    match = secret_deal(draws)
    header = header_of_secrets(match, draws, **facts)
    assert verify(header, match, draws.secret.seed).ok
    swapped = verify(header, match, OTHER)
    assert not part(swapped, "envelope").ok
    assert len(swapped.wrong_rolls) > drawn_in_secret(match) / 2
    forged = msgspec.structs.replace(header, commitment=commitment_of(OTHER))
    assert len(verify(forged, match, OTHER).wrong_rolls) > drawn_in_secret(match) / 2


def test_a_secret_seed_that_is_the_code_s_own_is_found() -> None:
    draws = draws_of(deal_seed("ANNA-1"), deal="ANNA-1")
    match = secret_deal(draws)
    verdict = verify(header_of_secrets(match, draws, deal="ANNA-1"), match, draws.secret.seed)
    assert part(verdict, "deal") == Check("deal", "a seed of its own", "pasch deal ANNA-1")
    assert not verdict.wrong_rolls


@pytest.mark.parametrize(
    ("change", "seed", "problem"),
    [
        ({"dice": "real"}, "any", "real dice were rolled"),
        ({"commitment": None}, "any", "never sealed"),
        ({}, None, "still closed"),
    ],
)
def test_what_cannot_be_checked_says_why(
    match: Match, header: Header, change: dict[str, str], seed: str | None, problem: str
) -> None:
    with pytest.raises(PaschError, match=problem):
        verify(msgspec.structs.replace(header, **change), match, seed)


def test_an_unfinished_game_keeps_its_envelope_closed(dice: Dice) -> None:
    begun = play(pantry(), "bread", "X")
    with pytest.raises(PaschError, match=r"not finished \(event 2 is its last\)"):
        verify(header_for(begun, dice), begun, dice.seed)
