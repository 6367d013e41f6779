"""Mice to Meet You as people meet it: the scene, the story, refusals, and the quick player."""

from dataclasses import replace
from typing import Any

import pytest

from pasch.core.errors import BadOption, IllegalAction
from pasch.core.game.position import WATCHER
from pasch.core.match.match import Match
from pasch.core.view.scene import Choice, Progress, Told
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import DICE_CARDS
from pasch.games.mice_to_meet_you.quick import SHOWN
from pasch.terminal.screen.prompt import question
from tests.kits.mice_to_meet_you import OTHER_CARDS, do, give, mice, offered, roll
from tests.moves import play, stories


@pytest.mark.clause("MTY-2")
def test_the_log_keeps_one_way_of_writing_the_dice_cards() -> None:
    match = mice(dice_cards="6 YELLOW red,9 yellow , 12 yellow,15 red")
    assert match.options_as_json()["dice_cards"] == "15 red, 12 yellow, 9 yellow, 6 red yellow"


@pytest.mark.clause("MTY-2")
@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (7, "dice_cards is a text like '15 red, 12 yellow, 9 yellow, 6 red yellow', not 7"),
        ("15 red, 12", "dice_cards: expected a card and its dice like '6 red yellow', got ' 12'"),
        ("15 blue", "dice_cards: expected a card and its dice like '6 red yellow', got '15 blue'"),
        (
            "15 red, 12 yellow, 9 yellow, 9 red yellow",
            "dice_cards: expected 6, 9, 12 and 15, each once, got 15, 12, 9, 9",
        ),
        (
            "15 red, 12 yellow, 6 red yellow yellow",
            "dice_cards: expected 6, 9, 12 and 15, each once, got 15, 12, 6",
        ),
        (
            "15 red, 12 red, 9 yellow, 6 red yellow",
            "dice_cards: expected 2 red dice in all, got 3",
        ),
        (
            "15 red, 12 yellow, 9 yellow, 6 red",
            "dice_cards: expected 3 yellow dice in all, got 2",
        ),
    ],
)
def test_dice_cards_that_cannot_be_are_refused(given: Any, problem: str) -> None:
    with pytest.raises(BadOption) as refused:
        mice(dice_cards=given)
    assert str(refused.value) == problem


def refused(match: Match, action: Any, reason: str, clause: str) -> None:
    before = match.position()
    with pytest.raises(IllegalAction) as refusal:
        match.apply(action)
    assert (refusal.value.reason, refusal.value.clause) == (reason, clause)
    assert match.position() == before


def active(yellow: int, card: int) -> int:
    return yellow * rules.CARDS + card - 1


@pytest.mark.clause("MTY-4", "MTY-15", "MTY-21")
def test_dice_and_the_end_name_their_clauses() -> None:
    refused(mice(), 6, "a die is rolled: expected an outcome from 0 to 5", "MTY-4")
    ended = do(roll(give(mice(), 0, up=(6,)), "5 1"), play=6, yellow=1)
    refused(ended, 0, "the game is over", "MTY-15")
    ended = do(roll(give(mice(1), 0, up=(6,)), "5 1"), miss="turn down", card=6)
    refused(ended, 0, "the game is over", "MTY-21")


NOT_HELD = "7 is neither in the hand nor an open dice card"
SIX_LAST = "the 6 can only be turned as the last open dice card"
EXPECTED = "expected a card to play, or a miss (342 to 347)"


@pytest.mark.clause("MTY-5", "MTY-6", "MTY-7", "MTY-9")
@pytest.mark.parametrize(
    ("action", "reason", "clause"),
    [
        (active(4, 12), "no choice of the yellow dice (6, 2, 1) shows 4", "MTY-5"),
        (active(0, 7), NOT_HELD, "MTY-7"),
        (active(0, 6), SIX_LAST, "MTY-7"),
        (active(0, 11), "8 is 3 off 11, with 1 nut", "MTY-6"),
        (rules.TAKE_BACK, "the cage is empty", "MTY-9"),
        (rules.TURN_UP + 1, "the 9 lies open", "MTY-9"),
        (rules.USE, EXPECTED, "MTY-7"),
        (rules.TURN_DOWN, EXPECTED, "MTY-7"),
        (True, EXPECTED, "MTY-7"),
    ],
)
def test_what_an_active_player_cannot_do_is_refused_with_its_clause(
    action: Any, reason: str, clause: str
) -> None:
    match = give(mice(), 0, nuts=1)
    match._state.hand[0] ^= rules.BIT[7]
    refused(roll(match, "5 3 6 2 1"), action, reason, clause)


def test_what_is_refused_is_refused_in_german_too() -> None:
    match = roll(give(mice(), 0, nuts=1), "5 3 6 2 1")
    reason = "keine Auswahl der gelben Würfel (6, 2, 1) ergibt 4"
    assert match.refusal(active(4, 12), "de") == (reason, "MTY-5")
    assert match.refusal(active(0, 11), "de") == ("8 liegt um 3 neben 11, bei 1 Nuss", "MTY-6")
    reason = "die 6 wird erst als letzte offene Würfelkarte umgedreht"
    assert match.refusal(active(0, 6), "de") == (reason, "MTY-7")


def test_without_yellow_dice_no_sum_of_theirs_can_be_used() -> None:
    match = roll(give(mice(), 0, up=(15,)), "5")
    refused(match, active(1, 6), "no yellow die was rolled", "MTY-5")


@pytest.mark.clause("MTY-9")
def test_a_miss_without_consequence_is_only_for_those_with_nothing_to_give() -> None:
    match = roll(give(mice(), 0, hand=(1,)), "5 3 6 2 1")
    refused(match, rules.NOTHING, "a miss takes a card back or turns a dice card up", "MTY-9")


@pytest.mark.clause("MTY-10", "MTY-11", "MTY-13")
@pytest.mark.parametrize(
    ("action", "reason", "clause"),
    [
        (rules.USE + 7 - 1, NOT_HELD, "MTY-7"),
        (rules.USE + 6 - 1, SIX_LAST, "MTY-7"),
        (rules.USE + 10 - 1, "7 is 3 off 10, with 2 nuts", "MTY-13"),
        (0, "expected a card to use the 7 for (348 to 365), or to pass (366)", "MTY-10"),
    ],
)
def test_what_a_passive_player_cannot_do_is_refused_with_its_clause(
    action: int, reason: str, clause: str
) -> None:
    match = give(mice(), 1, hand=(1, 8, 10), nuts=2)
    refused(do(roll(match, "5 3 6 2 1"), play=10, yellow=2), action, reason, clause)


@pytest.mark.clause("MTY-12")
def test_the_price_is_named_when_it_is_what_is_missing() -> None:
    match = give(give(mice(nuts=1), 1, hand=(7, 8), nuts=1), 0, nuts=1)
    do(roll(match, "5 3 6 2 1"), play=10, yellow=2)
    assert offered(match) == ["play 7: 7", "pass"]
    refused(match, rules.USE + 8 - 1, "7 is 1 off 8 and the price, with 1 nut", "MTY-13")


@pytest.mark.clause("MTY-18", "MTY-19")
@pytest.mark.parametrize(
    ("open_cards", "faces", "action", "reason"),
    [
        (
            (6, 9, 12, 15),
            "5 3 6 2 1",
            active(1, 9),
            "9 is a dice card: alone, only a miss turns it",
        ),
        ((6, 9), "3 6 1", rules.TURN_DOWN, SIX_LAST),
        ((6, 9), "3 6 1", rules.TURN_DOWN + 3, "the 15 is face down already"),
        ((6, 9), "3 6 1", rules.TAKE_BACK, "expected a card to play, or a miss (386 to 389)"),
    ],
)
def test_what_cannot_be_done_alone_is_refused_with_its_clause(
    open_cards: tuple[int, ...], faces: str, action: int, reason: str
) -> None:
    refused(roll(give(mice(1), 0, up=open_cards), faces), action, reason, "MTY-18")


@pytest.mark.clause("MTY-19")
def test_a_second_card_out_of_reach_is_refused() -> None:
    match = do(roll(give(mice(1), 0, hand=(4, 10, 18)), "5 3 3 2 1"), play=10, yellow=2)
    refused(match, rules.SECOND_CARD + 17, "4 is 14 off 18 and the price, with 3 nuts", "MTY-19")
    refused(match, rules.PASS, "expected a second card (367 to 384) or none (385)", "MTY-19")


ROLL = ("5", "3", "6", "2", "1")


def test_a_round_is_told_in_words() -> None:
    match = give(give(mice(3), 1, nuts=2), 2, nuts=0)
    told = stories(match, *ROLL, "play 10: 5+3+2, leaves 7", "play 8: 7, 1 🥜")
    assert told == [
        "Player 1 rolled: red 5, 3; yellow 6, 2, 1.",
        "Player 1 caged the 10.",
        "Player 2 caged the 8 for 1 nut.",
        "Player 1 got a nut from the middle.",
    ]
    assert stories(match, "pass") == ["Player 3 passed."]
    told = stories(match, *("6",) * 5, "miss: take 8 back")
    assert told[-1] == "Player 2 missed: the 8 is back."


def test_cards_and_nuts_are_told_as_data() -> None:
    match = play(give(mice(nuts=1), 1, nuts=2), *ROLL, "play 10: 5+3+2, leaves 7")
    assert match.story(1) == [
        Told("Player 1 caged the 10.", "place", 0, "🐭", ("card:0:10",), "good")
    ]
    play(match, "play 7: 7")
    assert match.story(1) == [
        Told("Player 2 caged the 7.", "place", 1, "🐭", ("card:1:7",), "good"),
        Told("Player 2 gave Player 1 a nut.", "nut", 1, "🥜", mood="good", to=0),
    ]


def test_a_round_is_told_in_german() -> None:
    match = give(give(mice(nuts=1), 1, nuts=2), 0, up=(6, 9, 12))
    told = stories(
        match,
        *("5", "6", "2", "1"),
        "7 legen: 5+2, Rest 7",
        "7 legen: 7",
        language="de",
    )
    assert told == [
        "Player 1: gewürfelt rot 5; gelb 6, 2, 1.",
        "Player 1: die 7 in den Käfig gelegt.",
        "Player 2: die 7 in den Käfig gelegt.",
        "Player 2: eine Nuss abgegeben; Player 1: eine Nuss erhalten.",
    ]


def told_of(match: Match, faces: str, event: str, language: str = "en") -> list[str]:
    roll(match, faces)
    return stories(match, event, language=language)


def test_dice_cards_turned_and_misses_are_told() -> None:
    assert told_of(mice(), "5 3 6 6 1", "9 down: 5+3+1, leaves 12") == [
        "Player 1 turned the 9 down."
    ]
    assert told_of(give(mice(), 0, nuts=2), "5 3 6 6 6", "9 down: 5+3, 1 🥜, leaves 18") == [
        "Player 1 turned the 9 down for 1 nut."
    ]
    assert told_of(mice(), "6 6 6 6 6", "miss") == ["Player 1 missed."]
    match = give(mice(), 0, up=(6, 9, 12))
    assert told_of(match, "6 6 6 6", "miss: turn 15 up") == [
        "Player 1 missed: the 15 is open again."
    ]
    assert told_of(mice(1), "6 6 6 6 6", "miss: turn 12 down") == [
        "Player 1 missed: the 12 is lost."
    ]


def test_the_end_is_told() -> None:
    match = give(mice(), 0, up=(6,))
    assert told_of(match, "5 1", "6 down: 5+1") == [
        "Player 1 turned the 6 down.",
        "The last dice card is down!",
    ]
    match = give(mice(1), 0, hand=(10, 4))
    roll(match, "5 3 3 2 1")
    assert stories(match, "play 10: 5+3+2, leaves 4", "also play 4: 4, 1 🥜") == [
        "Player 1 caged the 10.",
        "Player 1 caged the 4 for 1 nut.",
        "The hand is empty!",
    ]
    match = mice()
    match._state.turn = rules.MOST_ROUNDS - 1
    assert told_of(match, "6 6 6 6 6", "miss") == [
        "Player 1 missed.",
        "It went on too long: all share the victory.",
    ]


def test_a_nut_earned_alone_is_told() -> None:
    match = give(mice(1, level=3), 0, hand=(1, 8))
    assert told_of(match, "5 3 6 5 4", "play 8: 5+3, leaves 15") == [
        "Player 1 caged the 8.",
        "Player 1 earned a nut.",
    ]
    match = give(mice(1), 0, hand=(1, 8, 16), nuts=2)
    match = do(roll(match, "5 3 6 5 4"), play=8, yellow=0)
    assert stories(match, "no second card") == ["Player 1 earned a nut."]


def test_a_roll_of_one_colour_is_told() -> None:
    match = give(mice(dice_cards=OTHER_CARDS), 0, up=(6,))
    assert stories(match, "4") == ["Player 1 rolled: yellow 4."]
    match = give(mice(dice_cards="15 yellow yellow, 12 yellow, 9 red, 6 red"), 0, up=(6, 9))
    assert stories(match, "4", "2")[-1] == "Player 1 rolled: red 4, 2."
    assert offered(match)[0] == "miss: turn 12 up"


def test_without_a_red_die_nothing_but_nuts_may_be_used() -> None:
    match = roll(give(mice(dice_cards=OTHER_CARDS), 0, up=(6,), nuts=1), "4")
    assert offered(match)[0] == "play 1: 0, 1 🥜, leaves 4"


def test_a_card_is_played_where_it_lies_and_a_miss_is_a_quiet_button() -> None:
    match = roll(give(mice(), 0, hand=(8, 14), up=(6, 9, 12)), "5 3 3 1")
    assert {choice.text: (choice.at, choice.quiet) for choice in match.scene(0).choices} == {
        "play 8: 5+3, leaves 4": ("card:0:8", False),
        "9 down: 5+3+1, leaves 3": ("card:0:9", False),
        "12 down: 5+3+3+1": ("card:0:12", False),
        "miss: take 18 back": ("tray", True),
        "miss: turn 15 up": ("tray", True),
    }
    match = do(roll(mice(), "5 3 6 2 1"), play=10, yellow=2)
    assert [choice.at for choice in match.scene(1).choices] == ["card:1:7", "tray"]


def offers(match: Match, card: int) -> dict[str, Choice]:
    """Return the ways to play this card, by their labels."""
    seat = match.player
    choices = match.scene(seat).choices
    return {each.label: each for each in choices if each.at == f"card:{seat}:{card}"}


def test_the_ways_to_pay_for_a_card_tell_what_they_leave_and_who_could_use_it() -> None:
    ways = offers(roll(give(give(mice(4), 2, hand=(1,)), 0, nuts=1), "2 3 1 4 5"), 10)
    assert {label: way.small for label, way in ways.items()} == {
        "9 + 1 🥜": "leaves 6",
        "free": "leaves 5 🔷⭐",
        "11 − 1 🥜": "leaves 4 🔷⭐",
    }
    assert [label for label, way in ways.items() if not way.quiet] == ["free"]
    assert ways["free"].lights == ("die:0", "die:1", "die:4", "card:1:5", "card:3:5")
    assert {way.badge for way in ways.values()} == {""}
    assert all(way.asks for way in ways.values())


def test_the_only_way_to_play_a_card_says_all_of_it_and_has_its_price_at_the_card() -> None:
    match = roll(give(mice(), 0, nuts=1), "2 3 1 4 5")
    (way,) = offers(match, 12).values()
    assert (way.label, way.small, way.badge) == (
        "Turn the 12 down",
        "11 + 1 🥜, leaves 4 🔷",
        "1 🥜",
    )


def test_who_uses_what_is_left_sees_the_price_with_the_nut_for_the_active_player() -> None:
    match = do(roll(give(mice(nuts=1), 1, nuts=2), "5 3 6 2 1"), play=10, yellow=2)
    (way,) = offers(match, 8).values()
    assert (way.label, way.small, way.badge) == (
        "Cage the 8",
        "7 + 1 🥜, 1 🥜 for Player 1",
        "2 🥜",
    )
    assert way.lights == ("die:2", "die:4")
    (way,) = offers(do(roll(mice(), "5 3 6 2 1"), play=10, yellow=2), 7).values()
    assert (way.small, way.badge) == ("free", "")


def test_alone_one_sees_what_the_dice_left_would_bring() -> None:
    match = roll(give(mice(1), 0, hand=(7, 8, 10), nuts=1), "5 3 6 2 1")
    assert [way.small for way in offers(match, 8).values()] == ["leaves 9", "leaves 8"]
    assert [way.small for way in offers(match, 10).values()] == [
        "leaves 8",
        "leaves 7 for the 7",
        "leaves 6",
    ]
    match = roll(give(mice(1), 0, hand=(8,), nuts=2), "5 3 6 5 4")
    (way,) = offers(match, 8).values()
    assert way.small == "free, leaves 15: + 1 🥜"


def pieces_in(match: Match, cell: str) -> list[str]:
    return [piece.icon + piece.text for piece in match.scene(WATCHER).pieces if piece.cell == cell]


def test_everybody_has_18_places_where_a_caught_mouse_is_missing() -> None:
    match = roll(give(mice(), 0, hand=(1, 18), cage=(13, 4), up=(6, 9, 12)), "5 6 2 1")
    assert pieces_in(match, "hand:0") == ["🐭1", "🔒4", "🥓🧀6", "🧀9", "🧀12", "🚫15", "🐭18"]
    assert len(pieces_in(match, "hand:1")) == rules.CARDS
    scene = match.scene(0)
    assert all(piece.slot == int(piece.text) - 1 for piece in scene.pieces if piece.kind == "card")
    areas = {area.key: area for area in scene.areas}
    assert [areas[f"cards:{seat}"].seat for seat in range(2)] == [0, 1]
    assert areas["cards:0"].cells[0].slots[3] == "4"


def test_the_roll_lies_in_a_tray_with_the_name_of_who_rolled() -> None:
    match = give(mice(3, names=("Anna", "Ben", "Cleo")), 1, nuts=1)
    tray = match.scene(0).areas[0]
    assert (tray.title, tray.cells[0].slots) == ("Anna's roll", ("🥓", "🥓", "🧀", "🧀", "🧀"))
    tray = roll(match, "5 3 6 2 1").scene(0).areas[0]
    assert tray.cells[0].note == "makes 8, 9, 10, 11, 14, 15, 16, 17"
    do(match, play=10, yellow=2)
    assert (pieces_in(match, "used"), pieces_in(match, "roll")) == (["5", "3", "2"], ["6", "1"])
    assert [cell.label for cell in match.scene(0).areas[0].cells] == ["10 used", "7 left"]
    do(match, use=8)
    assert (pieces_in(match, "used"), pieces_in(match, "roll")) == (["5", "3", "2"], ["6", "1"])
    aside, left = match.scene(0).areas[0].cells
    assert (aside.label, left.label, left.badge) == ("10 used", "8 left", "+ 1 🥜")


def test_after_a_miss_no_die_is_used() -> None:
    match = do(roll(mice(), "5 3 3 2 1"), miss="nothing")
    assert [cell.label for cell in match.scene(0).areas[0].cells] == ["14 left"]


def test_at_the_end_the_last_roll_lies_there_whole() -> None:
    match = do(roll(give(mice(), 0, up=(6,)), "5 1"), play=6, yellow=1)
    assert [piece.slot for piece in match.scene(0).pieces if piece.kind == "die"] == [0, 1]
    assert len(match.scene(0).areas[0].cells[0].slots) == 2


def test_everybody_sees_the_same() -> None:
    match = roll(mice(3), "5 3 6 2 1")
    looks = [replace(match.scene(seat), choices=()) for seat in (0, 1, 2, WATCHER)]
    assert all(look is looks[0] or look == looks[0] for look in looks)


def test_one_line_tells_how_each_player_stands() -> None:
    match = give(mice(3), 1, hand=(5, 18), up=(6,), nuts=1)
    scene = match.scene(0)
    assert [f"{seat.count} {seat.text}" for seat in scene.seats] == [
        "129 left · 🥜 0",
        "23 left · 🥜 1",
        "129 left · 🥜 0",
    ]
    assert [seat.colour for seat in scene.seats] == ["red", "blue", "green"]
    assert scene.areas[1].cells[0].label == "8"
    assert (scene.goal, scene.progress) == (
        "Fewest points win",
        Progress("3 of 4 dice cards down", 3, 4),
    )


def test_alone_the_ladder_tells_which_grades_are_still_in_reach() -> None:
    match = give(mice(1), 0, hand=(5, 18), up=(6, 9, 12), nuts=1)
    scene = match.scene(0)
    assert f"{scene.seats[0].count} {scene.seats[0].text}" == "2 mice · 🥜 1"
    assert scene.progress == Progress("12 of 14 caught", 12, 14)
    _, nuts, grades, _ = scene.areas
    assert (nuts.cells[0].label, nuts.cells[0].note) == ("2", "from 15 left: 1 nut")
    assert grades.title == "Best grade in reach: 5"
    assert [(cell.label, *cell.lines, cell.look) for cell in grades.cells] == [
        ("6", "4 open", "lost"),
        ("5", "3 open", "best"),
        ("4", "2 open", ""),
        ("3", "1 open", ""),
        ("2", "1 left", ""),
        ("1", "2 left", ""),
        ("0", "3+ left", ""),
    ]
    ended = do(roll(give(mice(1), 0, hand=(1, 2), up=(6,)), "6 6"), miss="turn down", card=6)
    assert ended.scene(0).areas[2].title == "Best grade in reach: 1"


@pytest.mark.parametrize(
    ("key", "reason", "clause"),
    [
        ("card:0:14", "12 is 2 off 14, with 0 nuts", "MTY-6"),
        ("card:0:6", SIX_LAST, "MTY-7"),
        ("card:0:7", NOT_HELD, "MTY-7"),
        ("card:0:10", "", ""),
        ("card:1:14", "", ""),
        ("die:0", "", ""),
        ("card:0:x", "", ""),
    ],
)
def test_a_card_that_is_tapped_says_why_it_cannot_be_played(
    key: str, reason: str, clause: str
) -> None:
    match = roll(give(mice(), 0, hand=(10, 14)), "4 3 3 1 1")
    assert match.why_not(key, 0) == (reason, clause)


def test_a_card_that_is_tapped_for_what_is_left_says_why_not_too() -> None:
    match = do(roll(mice(), "5 3 6 2 1"), play=10, yellow=2)
    assert match.why_not("card:1:8", 1) == ("7 is 1 off 8, with 0 nuts", "MTY-13")
    match = do(roll(give(mice(1), 0, hand=(4, 10, 18)), "5 3 3 2 1"), play=10, yellow=2)
    assert match.why_not("card:0:18", 0)[1] == "MTY-19"


def test_the_end_names_the_winners() -> None:
    match = do(roll(give(mice(), 0, up=(6,)), "5 1"), play=6, yellow=1)
    assert match.scene(0).prompt == "The game is over; the winner: Player 1!"
    assert [seat.share for seat in match.scene(0).seats] == [1, 0]
    match = give(give(give(mice(3), 0, up=(6,)), 1, hand=(3,)), 2, hand=(1, 2))
    do(roll(match, "5 1"), play=6, yellow=1)
    assert match.scene(0).prompt == "The game is over; a shared victory: Player 2, Player 3!"


def test_the_price_stands_in_the_question() -> None:
    match = do(roll(mice(), "5 3 6 2 1"), play=10, yellow=2)
    assert question(match.scene(1)) == "Player 2: Use the 7? Player 1 gets a nut."
    match = do(roll(give(mice(nuts=1), 1, nuts=2), "5 3 6 2 1"), play=10, yellow=2)
    assert question(match.scene(1)) == "Player 2: Use the 7? Player 1 gets a nut of yours."
    match = do(roll(give(mice(1), 0, hand=(4, 10)), "5 3 3 2 1"), play=10, yellow=2)
    assert question(match.scene(0)) == "Player 1: A second card with the 4 left?"


def quick(match: Match) -> str:
    return match.text(int(match.game.quick_player.quick(match.view(match.player))))


def test_the_chances_of_a_roll_are_exact() -> None:
    assert SHOWN[2, 0, 2] == pytest.approx(1 / 36)
    assert SHOWN[2, 3, 1] == 0
    assert SHOWN[1, 1, 6] == pytest.approx(1 / 6 + 5 / 36)
    assert SHOWN[0, 1, 6] == pytest.approx(1 / 6)


def test_the_quick_player_sheds_the_higher_card() -> None:
    match = roll(give(mice(), 0, hand=(8, 17)), "5 3 6 2 1")
    assert quick(match) == "play 17: 5+3+6+2+1"


def test_the_quick_player_ends_the_game_only_when_ahead() -> None:
    ahead = roll(give(mice(), 0, hand=(2,), up=(6,)), "5 1")
    assert quick(ahead) == "6 down: 5+1"
    behind = roll(give(give(mice(), 0, hand=(2,), up=(6,)), 1, hand=(1,)), "5 1")
    assert quick(behind) != "6 down: 5+1"


def test_the_quick_player_uses_what_is_left_when_it_pays() -> None:
    match = do(roll(give(mice(), 0, hand=(1, 8)), "5 3 6 5 2"), play=8, yellow=0)
    assert quick(match) == "play 13: 13"


def test_the_quick_player_never_gives_the_last_turn_to_one_who_is_ahead() -> None:
    match = give(give(mice(), 0, hand=(8, 10, 11)), 1, hand=(1,), up=(6,))
    assert quick(roll(match, "5 3 3 2 1")) != "play 8: 5+3, leaves 6"


@pytest.mark.parametrize("cards", [DICE_CARDS, OTHER_CARDS])
def test_the_quick_player_alone_keeps_its_dice_cards_while_it_can_play(cards: str) -> None:
    match = roll(mice(1, dice_cards=cards), "5 3 6 2 1")
    assert quick(match).startswith("play")


def test_the_quick_player_alone_empties_its_hand_with_a_second_card() -> None:
    match = do(roll(give(mice(1), 0, hand=(4, 10)), "5 3 3 2 1"), play=10, yellow=2)
    assert quick(match) == "also play 4: 4, 1 🥜"


def test_the_quick_player_alone_keeps_a_nut_that_buys_little() -> None:
    match = do(roll(give(mice(1), 0, hand=(1, 8, 10)), "5 3 3 4 1"), play=8, yellow=0)
    assert quick(match) == "no second card"
