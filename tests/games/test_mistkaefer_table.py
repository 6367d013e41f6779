"""Mistkäfer at the table: what a seat may know, what is told, shown and refused, quick players."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from pasch.core.errors import IllegalAction
from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match import log
from pasch.core.match.match import Match, new
from pasch.core.view.scene import Told
from pasch.engine.record import copies
from pasch.games.mistkaefer import GAME, Options, rules
from pasch.games.mistkaefer.tableau import BONUS_SPACES, BadTableau, read_bonus
from pasch.terminal.screen.prompt import question
from tests import law
from tests.kits.mistkaefer import BONUSES, beetles, give, lay
from tests.moves import play, stories

# Options with which nobody wins for a long time and chips move often.
LONG = {"clovers": 9, "balls": 52, "bonus": BONUSES}
TABLES = [(seats, options) for seats in (2, 3, 4) for options in ({}, LONG)]
EYES = [(2, 1), (3, 0), (4, 2), (4, WATCHER)]


def next_event(match: Match, chooser: random.Random) -> int:
    """Return the next event: of chance, or of a quick player who sometimes chooses at random."""
    if match.player == CHANCE or chooser.random() < 0.2:
        return chooser.choice(match.possible())
    return int(match.game.quick_player.quick(match.view(match.player)))


def positions(seats: int, options: dict[str, Any], every: int) -> Iterator[Match]:
    """Yield the match at every so many events, before its end."""
    chooser = random.Random(f"{seats}{options}")
    match = new("mistkaefer", seats=seats, start=0, **options)
    while match.player != OVER and len(match.events) < 500:
        if len(match.events) % every == 0:
            yield match
        match.apply(next_event(match, chooser))


def apart(match: Match) -> Match:
    twin = match.copy()
    twin._state = match.position()
    return twin


def swapped(match: Match, viewer: int) -> Iterator[Match]:
    """Yield the position with two unlike chips exchanged that the viewer can't see."""
    hidden = [seat for seat in range(match.seats) if seat != viewer]
    s = match._state
    for seat in hidden:
        for one, two in permutations(range(rules.KINDS), 2):
            if s.chips[seat, one] and s.heap[two]:
                twin = apart(match)
                twin._state.chips[seat, one] -= 1
                twin._state.chips[seat, two] += 1
                twin._state.heap[one] += 1
                twin._state.heap[two] -= 1
                yield twin
            for other in hidden:
                if s.chips[seat, one] and s.chips[other, two] and other != seat:
                    twin = apart(match)
                    twin._state.chips[seat, one] -= 1
                    twin._state.chips[seat, two] += 1
                    twin._state.chips[other, one] += 1
                    twin._state.chips[other, two] -= 1
                    yield twin


@pytest.mark.clause("MK-5")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_no_view_and_no_scene_depends_on_chips_the_viewer_cannot_see(
    seats: int, options: dict[str, Any]
) -> None:
    compared = 0
    for match in positions(seats, options, every=29):
        for viewer in (*range(seats), WATCHER):
            view = match.view(viewer)
            twins = list(swapped(match, viewer))
            for twin in twins:
                assert twin.position() != match.position()
                assert twin.view(viewer) == view
            for twin in twins[-1:]:
                assert twin.scene(viewer) == match.scene(viewer)
            compared += len(twins)
    assert compared > 100


def kind(match: Match, a: int) -> str:
    """Return the kind of the chip behind an outcome, or nothing if it is no chip."""
    return str(match.action(a).get("chip", "")).rpartition(" ")[0]


def outcomes(one: Match, two: Match, viewer: int) -> list[tuple[int, int]]:
    """Return pairs of chips, one of each game, that look alike to the viewer; unlike ones first."""
    pairs = []
    for a in {kind(one, a): a for a in one.possible()}.values():
        for b in {kind(two, b): b for b in two.possible()}.values():
            if same_to(viewer, after(one, a), after(two, b)):
                pairs.append((kind(one, a) == kind(two, b), a, b))
    return [(a, b) for _, a, b in sorted(pairs)]


def same_to(viewer: int, one: Match, two: Match) -> bool:
    """Return whether neither game is over and the viewer owns the same chips in both."""
    own = [match._state.chips[viewer] if viewer >= 0 else [] for match in (one, two)]
    return OVER not in (one.player, two.player) and own[0] == own[1]


def after(match: Match, a: int) -> Match:
    match = match.copy()
    match.apply(a)
    return match


@pytest.mark.clause("MK-5")
@pytest.mark.parametrize(("seats", "viewer"), EYES)
@pytest.mark.parametrize("options", [{}, LONG], ids=["usual", "long"])
def test_two_games_that_differ_in_unseen_chips_alone_are_told_and_logged_alike(
    seats: int, options: dict[str, Any], viewer: int
) -> None:
    chooser = random.Random(f"{seats}{viewer}")
    one = new("mistkaefer", seats=seats, start=0, **options)
    two = new("mistkaefer", seats=seats, start=0, **options)
    while len(one.events) < 400:
        if one.player == CHANCE and one._state.phase != rules.ROLL:
            pairs = outcomes(one, two, viewer) or [(0, 0)]
            a, b = pairs[0] if chooser.random() < 0.5 else chooser.choice(pairs)
        else:
            a = b = next_event(one, chooser)
        if not same_to(viewer, after(one, a), after(two, b)):
            break
        one.apply(a)
        two.apply(b)
        assert one.view(viewer) == two.view(viewer)
        assert one.scene(viewer) == two.scene(viewer)
        for language in ("en", "de"):
            assert one.story(viewer, language) == two.story(viewer, language)
    assert one.events != two.events
    assert log.write(one) != log.write(two)
    assert log.write(one, viewer) == log.write(two, viewer)


@pytest.mark.clause("MK-5")
def test_a_log_hides_a_drawn_chip_from_everybody_and_shows_a_stolen_one_to_its_owner() -> None:
    match = lay(beetles(), 0, green="123")
    play(match, "score")
    assert match.action(26) == {"chip": "two balls 1"}
    assert [match.action(26, seat) for seat in (0, 1, WATCHER)] == [{"chip": "hidden"}] * 3
    assert match.shown_to(0).text(26) == "a chip"
    match = lay(give(beetles(), 1, one=1, clover=2), 0, blue="123")
    play(match, "roll 1 blue", "4", "put down: 4", "steal from seat 2")
    assert match.action(2) == match.action(2, 1) == {"chip": "clover 2"}
    assert [match.action(2, seat) for seat in (0, 2, WATCHER)] == [{"chip": "hidden"}] * 3


@pytest.mark.clause("MK-5", "MK-17")
def test_at_the_end_all_chips_are_shown() -> None:
    match = lay(give(give(beetles(), 0, clover=3), 1, two=2, clover=1), 0, green="123")
    play(match, "score", "clover 1")
    assert [(seat.count, seat.text) for seat in match.scene(2).seats] == [
        ("4", "chips · 4 🍀 · 0 🟤"),
        ("3", "chips · 1 🍀 · 4 🟤"),
        ("0", "chips · 0 🍀 · 0 🟤"),
    ]


@pytest.mark.clause("MK-5")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_guess_keeps_the_own_chips_and_every_number_and_lets_nobody_have_won(
    seats: int, options: dict[str, Any]
) -> None:
    rng = np.random.default_rng(1)
    for match in positions(seats, options, every=29):
        for viewer in (*range(seats), WATCHER):
            guess = match.guess(viewer, rng)
            whole = match._state
            assert [sum(chips) for chips in guess.chips] == whole.owned
            assert sum(guess.heap) == whole.heaped
            together = [sum(kind) for kind in zip(guess.heap, *guess.chips, strict=True)]
            assert together == list(rules.ALL_CHIPS[seats])
            assert not any(rules.has_won(guess, seat) for seat in range(seats))
            if viewer != WATCHER:
                assert guess.chips[viewer] == whole.chips[viewer]


@pytest.mark.clause("MK-5")
@pytest.mark.parametrize(
    ("options", "expected"),
    [({}, (24, 13, 5)), ({"clovers": 1}, (26, 13, 0))],
)
def test_a_guess_draws_each_chip_that_may_be_there_as_likely(
    options: dict[str, Any], expected: tuple[int, int, int]
) -> None:
    own = {"one": 2, "clover": 1} if not options else {}
    match = give(give(beetles(2, **options), 0, **own), 1, two=1)
    rng = np.random.default_rng(2)
    counts = np.zeros(rules.KINDS)
    for chips in guesses(match, rng):
        counts += chips
    shares = np.array(expected) / sum(expected)
    assert counts / 4000 == pytest.approx(shares, abs=0.03)


def guesses(match: Match, rng: np.random.Generator) -> Iterator[list[int]]:
    """Yield what seat 0 guesses of the chips of seat 1, 4000 times, by the compiled rules."""
    for guess in copies(match.view(0), 4000):
        law.resample(guess, 0, rng)
        yield guess.chips[1].tolist()


def hands(match: Match, seat: int) -> dict[tuple[int, ...], float]:
    """Return every hand another seat may have, with its probability."""
    own = match._state.chips[0]
    unseen = [n - k for n, k in zip(rules.ALL_CHIPS[match.seats], own, strict=True)]
    limits = match._state.clovers, match._state.balls
    weights: dict[tuple[int, ...], float] = {}
    for hand in product(*(range(n + 1) for n in unseen)):
        won = hand[rules.CLOVER] >= limits[0] or hand[0] + 2 * hand[1] >= limits[1]
        if sum(hand) == match._state.owned[seat] and not won:
            weights[hand] = prod(comb(int(n), k) for n, k in zip(unseen, hand, strict=True))
    return {hand: n / sum(weights.values()) for hand, n in weights.items()}


@pytest.mark.clause("MK-5")
def test_deals_that_are_rare_are_drawn_each_as_likely_and_at_once() -> None:
    match = give(beetles(2, balls=20), 1, one=16, clover=3)
    likely = hands(match, 1)
    rng = np.random.default_rng(3)
    guessed = Counter(tuple(chips) for chips in guesses(match, rng))
    assert set(guessed) <= set(likely)
    for hand, share in likely.items():
        assert guessed[hand] / 4000 == pytest.approx(share, abs=0.03)


@pytest.mark.clause("MK-5")
@pytest.mark.parametrize(("seat", "one", "other"), [(0, 1, 2), (1, 0, 2), (2, 0, 1)])
def test_the_deals_of_several_others_are_counted_together(seat: int, one: int, other: int) -> None:
    """One of them may have what is left, in as many ways as there are."""
    match = give(give(beetles(3, clovers=1, balls=4), one, one=2), other, one=1, two=1)
    rng = np.random.default_rng(4)
    s = match.view(seat)
    rules.gather(s, seat)
    counted = rules.ways_to_deal(s, seat)[one, s.heap[0], s.heap[1]]
    tried = hits = 0
    while hits < 200:
        rules.gather(s, seat)
        hits += rules.deal_others(s, seat, rng)
        tried += 1
    unseen = sum(rules.ALL_CHIPS[3])
    deals = comb(unseen, 2) * comb(unseen - 2, 2)
    assert hits / tried == pytest.approx(counted / deals, rel=0.2)


@pytest.mark.clause("MK-5")
def test_who_gets_a_chip_has_seen_something_and_who_chooses_a_victim_has_not() -> None:
    match = lay(give(beetles(), 1, one=2), 0, blue="123")
    play(match, "roll 1 blue", "4", "put down: 4", "steal from seat 2")
    assert not match.revealed
    match.apply(0)
    assert match.revealed
    match = lay(give(beetles(), 1, one=1), 0, blue="123")
    play(match, "roll 1 blue", "4", "put down: 4", "steal from seat 2")
    assert match.revealed


PUT_UP = "expected a value from 1 to 6 (13 to 18)"
CHOICE = "expected dice of one colour to roll (0 to 11: colour * 4 + dice - 1) or to score (12)"
BONUS = "expected a bonus still to come (21 + its column, from 0)"
VICTIM = "expected a player who has chips (29 + the seat, from 0)"
ROB = "expected to steal the die (19) or to leave it (20)"
ROLLED = ("roll 2 green", "2", "5")
TO_STEAL = ("roll 1 blue", "4", "put down: 4")


@pytest.mark.clause("MK-6", "MK-7", "MK-8", "MK-9", "MK-12", "MK-14", "MK-15", "MK-17")
@pytest.mark.parametrize(
    ("events", "action", "reason", "clause"),
    [
        ((), 13, CHOICE, "MK-6, MK-15"),
        ((), -1, CHOICE, "MK-6, MK-15"),
        ((), 7, "the yellow row is full", "MK-8"),
        ((), 11, "the supply has 3 blue dice", "MK-6"),
        (("roll 1 green",), 6, "a die is rolled: expected an outcome from 0 to 5", "MK-6"),
        (ROLLED, 0, PUT_UP, "MK-7"),
        (ROLLED, 15, "no die shows 3", "MK-7"),
        (ROLLED, 14, "2 is not higher than 3, the end of the green row", "MK-7"),
        ((*ROLLED, "put down: 5"), 12, ROB, "MK-9"),
        (TO_STEAL, 29, VICTIM, "MK-14"),
        (TO_STEAL, 31, "this player has no chips", "MK-14"),
        (("roll 3 blue", "4", "4", "4", "put down: 4"), 22, BONUS, "MK-12"),
        (("score",), 44, "a chip is drawn: expected an outcome from 0 to 43", "MK-15"),
        (
            (*TO_STEAL, "steal from seat 2"),
            3,
            "a chip is stolen blindly: expected an outcome from 0 to 2",
            "MK-14",
        ),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_reason_and_clause(
    events: tuple[str, ...], action: int, reason: str, clause: str
) -> None:
    match = lay(beetles(), 0, green="3", yellow="112233", blue="123")
    lay(lay(match, 1, green="5", blue="66"), 2, green="1")
    match = play(give(match, 1, one=3), *events)
    before = match.position()
    with pytest.raises(IllegalAction) as refused:
        match.apply(action)
    assert str(refused.value) == f"{action} is not possible: {reason} ({clause})"
    assert match.position() == before


def test_what_is_refused_is_refused_in_german_too() -> None:
    match = lay(beetles(), 0, green="3", yellow="112233", blue="1")
    lay(lay(match, 1, blue="666"), 2, blue="555")
    assert match.refusal(7, "de") == ("die Reihe gelb ist voll", "MK-8")
    assert match.refusal(11, "de") == ("im Vorrat liegt 1 Würfel (blau)", "MK-6")
    play(match, *ROLLED)
    assert match.refusal(15, "de") == ("kein Würfel zeigt 3", "MK-7")
    reason = "2 ist nicht höher als 3, das Ende der Reihe grün"
    assert match.refusal(14, "de") == (reason, "MK-7")


def test_nothing_happens_after_the_end() -> None:
    match = play(lay(beetles(clovers=1), 0, green="123"), "score", "clover 1")
    with pytest.raises(IllegalAction) as refused:
        match.apply(0)
    assert (refused.value.reason, refused.value.clause) == ("the game is over", "MK-17")


def told_table() -> Match:
    match = lay(lay(beetles(), 0, blue="123", green="1"), 1, blue="5", green="2")
    return give(give(match, 0, one=1, clover=1), 1, two=1, one=1)


STEALS = (
    *("roll 3 blue", "5", "1", "5", "put down: 5", "steal the die"),
    *("bonus of column 6", "two balls 1", "steal from seat 2"),
    *("roll 1 green", "3", "put down: 3", "roll 1 green", "2", "put down: 2", "leave the die"),
)
COMMON = [
    "Player 1 rolled blue: 1, 5, 5.",
    "Player 1 put down blue: 5, 5.",
    "Player 1 stole the blue 5 of Player 2.",
    "A bonus for Player 1: a chip from everybody.",
]


def test_a_turn_of_thefts_is_told_to_a_watcher_without_the_kinds_of_chips() -> None:
    match = lay(told_table(), 0, green="")
    assert stories(match, *STEALS[:9]) == [
        *COMMON,
        "Player 1 stole a chip from Player 2.",
        "A bonus for Player 1: steal a chip.",
        "Player 1 stole a chip from Player 2.",
    ]


@pytest.mark.parametrize(
    ("seat", "seen"), [(0, ["Player 1 got: 2 🟤."]), (1, ["Player 2 lost: 2 🟤."])]
)
def test_thief_and_victim_are_told_what_was_stolen(seat: int, seen: list[str]) -> None:
    told = stories(told_table(), *STEALS[:8], seat=seat)
    assert told == [
        *COMMON,
        "Player 1 stole a chip from Player 2.",
        "A bonus for Player 1: steal a chip.",
        *seen,
    ]


def test_thefts_are_told_as_data() -> None:
    match = play(told_table(), *STEALS[:5])
    text = "Player 1 put down blue: 5, 5."
    dice = ("die:0:blue:4", "die:0:blue:5")
    assert match.story(1)[0] == Told(text, "place", 0, pieces=dice)
    play(match, STEALS[5])
    text = "Player 1 stole the blue 5 of Player 2."
    assert match.story(1)[0] == Told(text, "steal", 0, "✋", ("die:0:blue:6",), "bad", 1)
    play(match, *STEALS[6:8])
    assert [(told.kind, told.seat, told.to, told.mood) for told in match.story(1)] == [
        ("steal", 0, 1, "bad"),
        ("bonus", 0, None, "good"),
        ("turn", 1, None, "bad"),
    ]


def test_a_score_is_told_in_german() -> None:
    match = lay(lay(beetles(), 0, yellow="1234"), 2, green="4")
    told = stories(match, "werten", "zwei Kugeln 1", "Kleeblatt 1", seat=0, language="de")
    assert told == [
        "Player 1: gewertet für 2 Chips.",
        "Player 1: bekommen: 2 🟤.",
        "Player 1: bekommen: 1 🍀.",
    ]
    events = ("1 × grün würfeln", "4", "ablegen: 4", "Würfel liegen lassen")
    assert stories(match, *events, language="de") == [
        "Player 2: grün gewürfelt: 4.",
        "Player 2: grün abgelegt: 4.",
        "Player 2: die 4 (grün) bei Player 3 liegen gelassen.",
    ]


def test_a_victory_is_told_with_what_it_was_won_by() -> None:
    match = lay(give(beetles(), 0, one=2, clover=3), 0, green="123")
    assert stories(match, "score", "clover 1")[-1] == (
        "Player 1 won with 4 clovers and 2 dung balls."
    )


@pytest.mark.parametrize(
    ("events", "prompt"),
    [
        ((), "Player 1: Take 1 to 4 dice, or score"),
        (("roll 3 green", "1"), "Player 1: Roll die 2 of 3"),
        (STEALS[:4], "Player 1: Which value goes into blue?"),
        (STEALS[:5], "Player 1: Steal the 5 of Player 2?"),
        (STEALS[:6], "Player 1: Which bonus first?"),
        (STEALS[:7], "Player 1: Take a chip of Player 2, unseen"),
        (STEALS[:8], "Player 1: From whom do you take a chip?"),
        (("score",), "Player 1: Draw a chip"),
    ],
)
def test_the_prompt_says_what_is_due(events: tuple[str, ...], prompt: str) -> None:
    assert question(play(told_table(), *events).scene(WATCHER)) == prompt


@pytest.mark.clause("MK-3", "MK-4")
@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Blue 2 steal,green 3 EXTRA", "green 3 extra, blue 2 steal"),
        ("", ""),
        (BONUS_SPACES, BONUS_SPACES),
    ],
)
def test_bonus_spaces_are_kept_in_one_spelling(given: str, kept: str) -> None:
    assert read_bonus(given) == kept
    assert GAME.read_options({"bonus": given}).bonus == kept


@pytest.mark.parametrize(
    ("options", "faults"),
    [
        ({"bonus": 7}, [f"bonus: expected a text such as {BONUS_SPACES!r}, got 7"]),
        (
            {"bonus": "green four"},
            ["bonus 'green four': expected a colour, a column and a bonus, as in 'green 4 extra'"],
        ),
        (
            {"bonus": "red 9 gold"},
            [
                "bonus 'red 9 gold': expected green, yellow, blue, got 'red'",
                "bonus 'red 9 gold': expected a column from 1 to 8, got '9'",
                "bonus 'red 9 gold': expected extra, chip, chips, steal, steal-all, got 'gold'",
            ],
        ),
        (
            {"bonus": "green 1 chip, green 1 extra"},
            ["bonus 'green 1 extra': green 1 has a bonus already"],
        ),
        (
            {"spaces": 5, "line": 6},
            [
                "line: expected at most 5, the spaces of a row, got 6",
                "bonus: green 6 lies beyond the 5 spaces of a row",
                "bonus: yellow 6 lies beyond the 5 spaces of a row",
                "bonus: blue 6 lies beyond the 5 spaces of a row",
            ],
        ),
    ],
)
def test_a_tableau_that_cannot_be_is_refused_with_every_fault(
    options: dict[str, Any], faults: list[str]
) -> None:
    with pytest.raises(BadTableau) as refused:
        GAME.read_options(options)
    assert [str(fault) for fault in refused.value.faults] == faults


def test_the_options_of_a_match_come_back_from_its_log() -> None:
    match = play(new("mistkaefer", seats=2, start=0, spaces=8, line=3, bonus=BONUSES), "score")
    again = log.read(log.write(match)).match
    assert again.options == match.options == Options(spaces=8, line=3, bonus=BONUSES)


def quick(match: Match) -> str:
    return match.text(int(match.game.quick_player.quick(match.view(match.player))))


def test_the_quick_player_scores_a_rich_tableau_it_could_lose() -> None:
    assert quick(lay(beetles(), 0, green="12355", yellow="1255", blue="1255")) == "score"


def test_the_quick_player_scores_what_may_win() -> None:
    assert quick(lay(give(beetles(), 0, one=15), 0, green="112")) == "score"


def test_the_quick_player_never_scores_nothing_while_dice_are_left() -> None:
    assert quick(lay(beetles(), 0, green="6", yellow="6")) == "roll 4 blue"


def test_the_quick_player_puts_down_many_and_low_dice() -> None:
    assert quick(play(beetles(), "roll 4 green", "1", "1", "6", "5")) == "put down: 1"
    assert quick(play(beetles(), "roll 4 green", "2", "5", "5", "5")) == "put down: 5"


def test_the_quick_player_steals_dice_and_from_the_richest() -> None:
    match = give(give(lay(told_table(), 2, blue="5"), 2, one=3), 1, one=2)
    play(match, *STEALS[:5])
    assert quick(match) == "steal the die"
    assert quick(play(match, "steal the die")) == "bonus of column 6"
    play(match, "bonus of column 6", "one ball 1", "one ball 1")
    assert quick(match) == "steal from seat 2"
