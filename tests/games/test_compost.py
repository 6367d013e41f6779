"""Compost, clause by clause."""

import pytest

from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match, new
from pasch.games.compost import rules
from tests.kits.compost import activating, at_turn, dice_on, open_to
from tests.moves import play

RED, BLUE, GREEN, YELLOW = range(4)
STOVED = {"stove": "blue 1, blue 1, blue 1"}


def unrolled(match: Match, seat: int) -> list[int]:
    """Return the dice of a seat that show no face, by colour."""
    return [int(n) for n in match.view(seat).unrolled[seat]]


@pytest.mark.clause("CO-1")
def test_every_seat_has_a_colour_and_four_cards_and_there_is_one_compost() -> None:
    scene = new("compost", seats=4, start=0).scene(0)
    cards = sorted((area for area in scene.areas if area.seat is not None), key=lambda a: a.title)
    colours = ("red", "blue", "green", "yellow")
    assert [area.title for area in cards] == [
        f"Player {n + 1} · {c}" for n, c in enumerate(colours)
    ]
    fronts = ["A Run", "All of a Kind", "Pairs", "Stove"]
    assert [[cell.label for cell in area.cells] for area in cards] == [fronts] * 4
    assert [cell.label for cell in scene.areas[-1].cells] == ["Compost"]


@pytest.mark.clause("CO-1", "CO-16")
@pytest.mark.parametrize(
    ("front", "back"), [("run", "different"), ("kind", "control"), ("pairs", "target")]
)
def test_each_front_has_its_own_back(front: str, back: str) -> None:
    names = {"run": "A Run", "kind": "All of a Kind", "pairs": "One or Two Pair"}
    dice = "red 2, red 3" if front == "run" else "red 2, red 2"
    match = activating({front: dice, "stove": "red 1"}, {}, {}, card=names[front])
    assert dice_on(match, RED, back) == ""


@pytest.mark.clause("CO-2")
@pytest.mark.parametrize("seats", [3, 4])
def test_seats_in_turn_order_start_with_ten_nine_eight_and_seven_dice(seats: int) -> None:
    match = new("compost", seats=seats, start=1)
    for i in range(seats):
        seat = (1 + i) % seats
        assert unrolled(match, seat) == [10 - i if c == seat else 0 for c in range(5)]


@pytest.mark.clause("CO-2")
def test_two_players_take_five_neutral_dice_each() -> None:
    match = new("compost", seats=2, start=1)
    assert [unrolled(match, seat) for seat in range(2)] == [[9, 0, 0, 0, 5], [0, 10, 0, 0, 5]]


@pytest.mark.clause("CO-2")
def test_the_numbers_of_dice_are_options() -> None:
    match = new("compost", seats=2, start=0, dice=4, neutral=1)
    assert [unrolled(match, seat) for seat in range(2)] == [[4, 0, 0, 0, 1], [0, 3, 0, 0, 1]]


def set_up(match: Match, face: str, dice: str) -> None:
    """Let the seat at turn roll this face with all its dice and put them on the Stove."""
    n = sum(match.view(0).unrolled[match.view(0).to_move])
    play(match, *[face] * n, *[f"{dice} on Stove"] * n)


@pytest.mark.clause("CO-3", "CO-20")
def test_every_player_but_the_first_rolls_and_assigns_all_dice_before_the_next_does() -> None:
    match = new("compost", seats=3, start=1)
    assert match.view(0).to_move == GREEN
    play(match, *"111111111")
    assert match.player == GREEN
    play(match, *["green 1 on Stove"] * 9)
    assert (match.player, int(match.view(0).to_move)) == (CHANCE, RED)
    set_up(match, "2", "red 2")
    assert dice_on(match, GREEN, "stove") == ", ".join(["green 1"] * 9)
    assert dice_on(match, RED, "stove") == ", ".join(["red 2"] * 8)


@pytest.mark.clause("CO-20")
def test_the_set_up_goes_in_turn_order_from_the_seat_after_the_first() -> None:
    match = new("compost", seats=4, start=2)
    order = []
    while match.view(0).turn == 0:
        order.append(int(match.view(0).to_move))
        set_up(match, "1", f"{['red', 'blue', 'green', 'yellow'][order[-1]]} 1")
    assert (order, int(match.view(0).to_move)) == ([YELLOW, RED, BLUE], GREEN)


@pytest.mark.clause("CO-3")
def test_the_first_players_dice_lie_on_the_stove_without_a_face() -> None:
    match = new("compost", seats=3, start=1)
    set_up(match, "1", "green 1")
    pieces = match.scene(BLUE).pieces
    assert [p.text for p in pieces if p.cell == "card:1:3"] == ["?"] * 10


@pytest.mark.clause("CO-3")
def test_the_first_turn_begins_with_the_roll_of_all_dice_and_no_choice() -> None:
    match = new("compost", seats=2, start=0)
    set_up_neutrals = ["neutral 2 on Stove"] * 5
    play(match, *["1"] * 9, *["2"] * 5, *["blue 1 on Stove"] * 9, *set_up_neutrals)
    assert (match.player, int(match.view(0).to_move), int(match.view(0).turn)) == (CHANCE, RED, 1)
    play(match, *["3"] * 10, *["4"] * 5)
    assert open_to(match) == [
        f"red 3 on {card}" for card in ("A Run", "All of a Kind", "One or Two Pair", "Stove")
    ]


@pytest.mark.clause("CO-4")
def test_one_rerolls_a_card_or_a_colour_that_has_a_die() -> None:
    match = at_turn({"run": "red 2, blue 5", "target": "blue 1"}, STOVED, STOVED)
    assert open_to(match) == [
        "reroll A Run",
        "reroll Target",
        "reroll all red dice",
        "reroll all blue dice",
    ]


@pytest.mark.clause("CO-4")
def test_the_stove_counts_as_a_card_and_the_same_dice_may_be_chosen_as_a_colour() -> None:
    match = at_turn({"stove": "neutral 3, neutral 3"}, STOVED)
    assert open_to(match) == ["reroll Stove", "reroll all neutral dice"]


@pytest.mark.clause("CO-4")
def test_a_colour_is_rerolled_on_all_cards_at_once() -> None:
    cards = {"run": "red 2, blue 5", "kind": "blue 6, blue 6", "stove": "green 1, blue 1"}
    match = play(at_turn(cards, STOVED, STOVED), "reroll all blue dice")
    assert unrolled(match, RED) == [0, 4, 0, 0, 0]
    assert [dice_on(match, RED, c) for c in ("run", "kind", "stove")] == ["red 2", "", "green 1"]


@pytest.mark.clause("CO-4")
def test_a_card_is_rerolled_whole_in_the_order_of_the_colours() -> None:
    match = at_turn({"stove": "green 1, red 4, red 6", "kind": "red 3"}, STOVED, STOVED)
    play(match, "reroll Stove", "5", "5", "2")
    assert dice_on(match, RED, "kind") == "red 3"
    assert match.text(match.legal()[0]) == "red 5 on A Run"
    play(match, "red 5 on Stove", "red 5 on Stove")
    assert open_to(match)[0] == "green 2 on A Run"


@pytest.mark.clause("CO-5")
def test_every_rolled_die_goes_where_it_fits_or_to_the_stove_and_the_others_stay() -> None:
    cards = {"run": "red 4", "kind": "blue 6", "pairs": "red 1, red 2", "stove": "red 1, red 1"}
    match = play(at_turn(cards, STOVED, STOVED), "reroll Stove", "6", "4")
    assert open_to(match) == ["red 4 on Stove"]
    play(match, "red 4 on Stove")
    assert open_to(match) == ["red 6 on A Run", "red 6 on All of a Kind", "red 6 on Stove"]
    play(match, "red 6 on A Run")
    assert dice_on(match, RED, "run") == "red 4, red 6"
    assert dice_on(match, RED, "pairs") == "red 1, red 2"


@pytest.mark.clause("CO-5")
def test_dice_waiting_to_be_assigned_lie_on_no_card() -> None:
    match = at_turn({"run": "red 2, red 3", "stove": "red 5"}, STOVED)
    play(match, "reroll A Run", "6", "6")
    assert open_to(match)[0] == "red 6 on A Run"
    play(match, "red 6 on A Run")
    assert open_to(match) == [
        f"red 6 on {c}" for c in ("All of a Kind", "One or Two Pair", "Stove")
    ]


@pytest.mark.clause("CO-6")
def test_one_complete_card_may_be_activated_or_none() -> None:
    cards = {
        "run": "red 2, red 3",
        "kind": "red 1, red 1",
        "pairs": "red 1, red 2",
        "stove": "red 6",
    }
    match = play(at_turn(cards, STOVED, STOVED), "reroll Stove", "6", "red 6 on Stove")
    assert open_to(match) == ["activate A Run", "activate All of a Kind", "activate nothing"]
    play(match, "activate nothing")
    assert match.player == BLUE
    assert open_to(match)[0] == "reroll Stove"
    assert dice_on(match, RED, "run") == "red 2, red 3"


@pytest.mark.clause("CO-6")
def test_after_one_card_the_turn_is_over_though_another_is_complete() -> None:
    cards = {"target": "red 2, red 3", "kind": "red 1, red 1", "stove": "red 6"}
    match = activating(cards, STOVED, STOVED, card="Target")
    play(match, "both dice to blue", "red 2 on Stove", "red 3 on Stove")
    assert (match.player, match.view(0).phase) == (BLUE, rules.REROLL)
    assert dice_on(match, RED, "kind") == "red 1, red 1"


@pytest.mark.clause("CO-6")
def test_nobody_is_asked_without_a_complete_card_and_the_stove_never_is_one() -> None:
    match = at_turn({"stove": "red 2, red 2, red 2"}, STOVED, STOVED)
    play(match, "reroll Stove", "1", "2", "2", "red 1 on Stove", *["red 2 on Stove"] * 2)
    assert (match.player, match.view(0).phase) == (BLUE, rules.REROLL)


@pytest.mark.clause("CO-7")
def test_who_has_no_dice_at_the_end_of_the_own_turn_wins() -> None:
    match = at_turn({"different": "red 4"}, STOVED, STOVED)
    play(match, "reroll Different", "6", "red 6 on Different", "activate Different", "give red 6")
    assert match.player == OVER
    assert match.returns() == [1, 0, 0]


@pytest.mark.clause("CO-7")
def test_dice_given_away_last_are_still_assigned() -> None:
    match = at_turn({"target": "red 4, red 6"}, STOVED, STOVED)
    play(match, "reroll Target", "6", "4", "red 4 on Target", "red 6 on Target")
    play(match, "activate Target", "both dice to green")
    assert match.player == GREEN
    play(match, "red 4 on A Run", "red 6 on Stove")
    assert match.player == OVER
    assert dice_on(match, GREEN, "run") == "red 4"
    assert match.returns() == [1, 0, 0]


@pytest.mark.clause("CO-7")
def test_an_empty_table_wins_only_at_the_end_of_its_own_turn() -> None:
    match = at_turn({"stove": "red 1, red 1"}, {}, STOVED)
    play(match, "reroll Stove", "1", "2", "red 1 on Stove", "red 2 on Stove")
    assert match.player != OVER
    assert match.view(0).winner == rules.NOBODY


@pytest.mark.clause("CO-8")
def test_a_die_given_is_assigned_at_once_by_its_receiver_as_it_lies() -> None:
    match = at_turn({"different": "red 4, red 6"}, {"run": "red 1", "kind": "blue 2"}, STOVED)
    play(match, "reroll Different", "5", "2", "red 2 on Different", "red 5 on Different")
    play(match, "activate Different", "give red 5", "give red 2")
    assert match.player == BLUE
    assert open_to(match) == [
        f"red 2 on {card}" for card in ("A Run", "All of a Kind", "One or Two Pair", "Stove")
    ]
    play(match, "red 2 on All of a Kind")
    assert dice_on(match, BLUE, "kind") == "red 2, blue 2"


@pytest.mark.clause("CO-8")
def test_a_receiver_is_asked_even_where_only_the_stove_is_open() -> None:
    blue = {"run": "red 2", "kind": "blue 1", "pairs": "red 1, red 3"}
    match = at_turn({"different": "red 4, red 6"}, blue, STOVED)
    play(match, "reroll Different", "5", "2", "red 2 on Different", "red 5 on Different")
    play(match, "activate Different", "give red 5", "give red 2")
    assert (match.player, open_to(match)) == (BLUE, ["red 2 on Stove"])


def one_die_each(side: str) -> Match:
    """Return a match where blue has one die on this side, and red one after All of a Kind."""
    red = {"kind": "red 4, blue 4", "run": "red 1"}
    return at_turn(red, {side: "blue 2"})


@pytest.mark.clause("CO-17")
def test_one_die_each_and_no_different_up_is_drawn_at_once() -> None:
    match = play(one_die_each("stove"), "reroll A Run", "5", "red 5 on A Run")
    play(match, "activate All of a Kind", "give red 4", "give blue 4")
    assert match.player == OVER
    assert match.returns() == [0.5, 0.5]


@pytest.mark.clause("CO-17")
def test_one_die_each_goes_on_while_somebody_has_different_up() -> None:
    match = play(one_die_each("different"), "reroll A Run", "5", "red 5 on A Run")
    play(match, "activate All of a Kind", "give red 4", "give blue 4")
    assert match.player == BLUE


@pytest.mark.clause("CO-17")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_last_turn_the_game_is_drawn(seats: int) -> None:
    match = at_turn(*[{"stove": "red 1, red 1"}] * seats, turn=500)
    play(match, "reroll Stove", "1", "1", "red 1 on Stove", "red 1 on Stove")
    assert match.player == OVER
    assert match.returns() == [1 / seats] * seats


@pytest.mark.clause("CO-17")
def test_a_win_in_the_last_turn_counts() -> None:
    match = at_turn({"different": "red 4"}, STOVED, turn=500)
    play(match, "reroll Different", "6", "red 6 on Different", "activate Different", "give red 6")
    assert match.returns() == [1, 0]


@pytest.mark.clause("CO-17")
def test_the_set_up_is_no_turn() -> None:
    match = new("compost", seats=2, start=0, dice=4, neutral=0, turn_limit=1)
    play(match, *["1"] * 3, *["blue 1 on Stove"] * 3)
    assert match.player == CHANCE
    play(match, *["1"] * 4, *["red 1 on Stove"] * 4)
    assert match.player == OVER
    assert match.view(0).turn == 1
