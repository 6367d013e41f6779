"""Compost at the table: what is shown, told and refused, and how the quick player plays."""

import pytest

from pasch.core.errors import IllegalAction
from pasch.core.match.match import Match
from pasch.core.view.scene import Told
from pasch.games.compost import rules
from pasch.terminal.screen.prompt import question
from tests.kits.compost import at_turn
from tests.moves import play, stories

RED, BLUE, GREEN = range(3)
STOVED = {"stove": "blue 1, blue 1, blue 1"}


def test_prompts_follow_the_turn() -> None:
    match = at_turn({"control": "red 2", "stove": "red 1"}, STOVED)
    prompts = []
    for event in (
        "reroll Stove",
        "1",
        "red 1 on Stove",
        "activate Control",
        "set red 2 to 1",
        "lift no more",
    ):
        prompts.append(question(match.scene(RED)))
        play(match, event)
    assert [*prompts, question(match.scene(RED))] == [
        "Player 1: Which dice do you reroll?",
        "Player 1: Roll a die: red",
        "Player 1: Where does red 1 go?",
        "Player 1: Which card do you activate?",
        "Player 1: Set red 2 to which face?",
        "Player 1: Which dice do you lay anew?",
        "Player 1: Where does red 1 go?",
    ]


def test_a_turn_is_told() -> None:
    match = at_turn({"run": "blue 2, red 3, blue 4, green 5", "stove": "red 1"}, STOVED, STOVED)
    told = stories(match, "reroll Stove", "1", "red 1 on Stove", "activate A Run", "give red 3")
    told += stories(match, "give green 5", "green 5 on Stove", "give blue 2", "blue 2 on Stove")
    told += stories(match, "give blue 4", "reroll all blue dice", "4", "2", "4")
    assert told == [
        "Player 1 rerolled Stove.",
        "Player 1 rolled red 1.",
        "Player 1 activated A Run.",
        "Player 1 put red 3 in the Compost.",
        "Player 1 gave green 5 to Player 2.",
        "Player 1 gave blue 2 to Player 3.",
        "Player 1 put blue 4 in the Compost.",
        "Player 2 rerolled all blue dice.",
        "Player 2 rolled blue 2 4 4.",
    ]


def test_a_die_given_is_told_with_who_gets_it() -> None:
    match = at_turn({"run": "blue 2, red 3, blue 4, green 5", "stove": "red 1"}, STOVED, STOVED)
    play(match, "reroll Stove", "1", "red 1 on Stove", "activate A Run", "give red 3")
    text = "Player 1 put red 3 in the Compost."
    assert match.story(BLUE) == [Told(text, "compost", RED, "🌱", mood="good")]
    play(match, "give green 5")
    text = "Player 1 gave green 5 to Player 2."
    dice = ("hand:green-5:0",)
    assert match.story(BLUE) == [Told(text, "give", RED, "🎲", dice, "bad", BLUE)]


def test_target_and_control_are_told() -> None:
    match = at_turn({"target": "blue 2, red 3", "stove": "red 1"}, {"control": "blue 1, blue 2"})
    told = stories(match, "reroll Stove", "1", "red 1 on Stove", "activate Target")
    told += stories(match, "both dice to blue", "red 3 on Stove")
    told += stories(match, "reroll Control", "1", "2", "blue 1 on Stove", "blue 2 on Control")
    told += stories(match, "activate Control", "set blue 2 to 5")
    assert told[3:] == [
        "Player 1 gave red 3 to Player 2.",
        "To the Compost: blue 2, the own colour of Player 2.",
        "Player 2 rerolled Control.",
        "Player 2 rolled blue 1 2.",
        "Player 2 activated Control.",
        "Player 2 set blue 2 to 5.",
    ]


def test_the_end_is_told() -> None:
    match = at_turn({"different": "red 4"}, STOVED)
    play(match, "reroll Different", "6", "red 6 on Different", "activate Different")
    assert stories(match, "give red 6")[-1] == "Player 1 got rid of all dice."
    assert match.scene(0).prompt == "The game is over; the winner: Player 1!"
    assert [seat.share for seat in match.scene(0).seats] == [1, 0]


def test_a_draw_is_told() -> None:
    match = at_turn({"stove": "red 4"}, {"stove": "blue 4"})
    play(match, "reroll Stove", "6")
    told = stories(match, "red 6 on Stove")
    assert told == ["Nobody can finish any more."]
    assert match.scene(0).prompt == "The game is drawn."
    late = at_turn(STOVED, STOVED, turn_limit=1)
    play(late, "reroll Stove", "6", "6", "6", "blue 6 on Stove", "blue 6 on Stove")
    assert stories(late, "blue 6 on Stove") == ["1 turn is over."]


def test_german_is_spoken_at_the_table() -> None:
    match = at_turn({"run": "blue 2, red 3", "stove": "red 1"}, STOVED)
    told = stories(match, "Herd neu werfen", "1", "Rot 1 auf Herd", language="de")
    told += stories(match, "Straße aktivieren", "Rot 3 geben", language="de")
    assert told == [
        "Player 1: Herd neu geworfen.",
        "Player 1: Rot 1 gewürfelt.",
        "Player 1: Straße aktiviert.",
        "Player 1: Rot 3 in den Kompost.",
    ]


def refused(match: Match, a: object) -> str:
    with pytest.raises(IllegalAction) as error:
        match.apply(a)  # type: ignore[arg-type] # whatever a client may send
    return str(error.value).partition(" is not possible: ")[2]


def test_an_illegal_choice_is_refused_with_reason_and_clause() -> None:
    match = at_turn({"run": "red 2, red 4", "kind": "red 6, red 6", "stove": "red 1"}, STOVED)
    assert refused(match, 2) == "no die lies on One or Two Pair (CO-4)"
    assert refused(match, 6) == "no green die lies on your cards (CO-4)"
    assert refused(match, "x") == "expected a card (0 to 3) or a colour (4 to 8) (CO-4)"
    play(match, "reroll Stove")
    assert refused(match, 6) == "a die is rolled: expected an outcome from 0 to 5 (CO-4)"
    play(match, "2")
    assert refused(match, 9) == "red 2 does not fit on A Run (CO-9)"
    assert refused(match, 0) == "expected a card for red 2 (9 to 12) (CO-5)"
    play(match, "red 2 on Stove")
    assert refused(match, 13) == "A Run is not complete (CO-10)"
    assert refused(match, 12) == "expected a card (13 to 15) or none (16) (CO-6)"


def test_what_is_refused_is_refused_in_german_too() -> None:
    match = at_turn({"run": "red 2, red 4", "kind": "red 6, red 6", "stove": "red 1"}, STOVED)
    assert match.refusal(2, "de") == ("auf Ein/zwei Paare liegt kein Würfel", "CO-4")
    assert match.refusal(6, "de") == ("auf deinen Karten liegt kein Würfel in Grün", "CO-4")
    play(match, "reroll Stove", "2")
    assert match.refusal(9, "de") == ("Rot 2 passt nicht auf Straße", "CO-9")
    play(match, "red 2 on Stove")
    assert match.refusal(13, "de") == ("Straße ist nicht fertig", "CO-10")


def test_an_illegal_gift_is_refused_with_reason_and_clause() -> None:
    match = at_turn({"kind": "blue 4, red 4, blue 4", "stove": "red 1"}, STOVED)
    play(match, "reroll Stove", "1", "red 1 on Stove", "activate All of a Kind")
    assert refused(match, 1) == "expected a die to give (17 to 46) (CO-11)"
    assert refused(match, rules.GIVE) == "no red 1 is left to be given (CO-11)"
    play(match, "give blue 4")
    own = "nobody is given a die of the own colour while there is another (CO-14)"
    assert refused(match, rules.GIVE + 9) == own
    play(match, "give red 4")
    assert refused(match, 1) == "expected a card for red 4 (9 to 12) (CO-8)"


def test_illegal_uses_of_target_and_control_are_refused() -> None:
    match = at_turn({"target": "red 2, red 3", "stove": "red 1"}, {"control": "blue 1"})
    play(match, "reroll Stove", "1", "red 1 on Stove", "activate Target")
    assert refused(match, rules.AIM_AT) == "expected another player (47 to 48) (CO-12)"
    play(match, "both dice to blue", "red 2 on Stove", "red 3 on Stove")
    play(match, "reroll Control", "1", "blue 1 on Control", "activate Control")
    assert refused(match, 1) == "expected a face of the die (51 to 56) (CO-13)"
    play(match, "set blue 1 to 1")
    assert refused(match, 1) == "expected a die to lift (57 to 176) or no more (177) (CO-13)"
    assert refused(match, rules.LIFT_FROM) == "no red 1 lies on A Run (CO-13)"
    play(match, "lift no more")
    assert refused(match, 1) == "expected a card for blue 1 (9 to 12) (CO-13)"


def test_nothing_is_possible_after_the_end() -> None:
    match = at_turn({"stove": "red 4"}, {"stove": "blue 4"})
    play(match, "reroll Stove", "6", "red 6 on Stove")
    assert refused(match, 0) == "the game is over (CO-7)"


def quick(match: Match) -> str:
    return match.text(match.game.quick_player.quick(match.view(match.player)))


def test_the_quick_player_rerolls_the_stove_and_keeps_what_is_complete() -> None:
    red = {"run": "red 3, red 4, red 5", "kind": "red 6, red 6", "stove": "red 1, blue 1"}
    assert quick(at_turn(red, STOVED, STOVED)) == "reroll Stove"


def test_the_quick_player_assigns_where_the_die_completes_a_card() -> None:
    red = {
        "run": "red 3, red 4",
        "kind": "blue 1",
        "pairs": "red 6",
        "stove": "red 1, red 2, red 2",
    }
    match = play(at_turn(red, STOVED, STOVED), "reroll Stove", "1", "5", "6")
    assert quick(match) == "red 1 on All of a Kind"
    play(match, "red 1 on All of a Kind")
    assert quick(match) == "red 5 on A Run"
    play(match, "red 5 on A Run")
    assert quick(match) == "red 6 on One or Two Pair"


def test_the_quick_player_activates_what_sheds_most_and_gives_its_own_colour_away() -> None:
    red = {"run": "blue 3, red 4, red 5", "kind": "red 6, red 6", "stove": "red 1, red 1"}
    match = play(at_turn(red, STOVED, STOVED), "reroll Stove", "1", "2")
    play(match, "red 1 on Stove", "red 2 on Stove")
    assert quick(match) == "activate A Run"
    play(match, "activate A Run")
    assert quick(match) == "give blue 3"


def test_the_quick_player_keeps_away_from_a_last_die_that_nothing_sheds() -> None:
    match = at_turn({"kind": "red 6, red 6", "run": "red 1"}, STOVED)
    play(match, "reroll A Run", "1", "red 1 on A Run")
    assert quick(match) == "activate nothing"
    ready = at_turn({"kind": "red 6, red 6", "different": "red 1"}, STOVED)
    play(ready, "reroll Different", "1", "red 1 on Different")
    assert quick(ready) == "activate All of a Kind"


def test_the_quick_player_targets_whoever_has_the_fewest_dice() -> None:
    match = at_turn({"target": "red 6, red 2", "stove": "red 1"}, STOVED, {"stove": "blue 1"})
    play(match, "reroll Stove", "1", "red 1 on Stove", "activate Target")
    assert quick(match) == "both dice to green"


def test_the_quick_player_uses_control_to_build_a_card() -> None:
    match = at_turn({"control": "red 6", "stove": "red 3, blue 3, red 1"}, STOVED, STOVED)
    play(match, "reroll Control", "6", "red 6 on Control", "activate Control")
    assert quick(match) == "set red 6 to 3"
    play(match, "set red 6 to 3")
    assert quick(match) == "lift red 1 from Stove"
