"""Mice to Meet You for two to five, clause by clause."""

import pytest

from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match
from pasch.games.mice_to_meet_you import rules
from pasch.terminal.screen.prompt import question
from tests.kits.mice_to_meet_you import (
    OTHER_CARDS,
    cage,
    do,
    give,
    hand,
    mice,
    nuts,
    offered,
    roll,
    up,
)

HAND = [1, 2, 3, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 18]
DICE_CARDS = [6, 9, 12, 15]


def turn(match: Match) -> tuple[int, int]:
    """Return the active seat, and the one that is asked."""
    return int(match.view(0).active), match.player


def plays(match: Match) -> list[tuple[int, int]]:
    """Return the active player's plays: the sum of the yellow dice used, and the card."""
    described = [match.action(a) for a in match.possible()]
    return [(d["yellow"], d["play"]) for d in described if "play" in d]


def uses(match: Match) -> list[int]:
    """Return the cards a passive player can play."""
    return [d["use"] for d in map(match.action, match.possible()) if "use" in d]


@pytest.mark.clause("MTY-1")
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_everybody_holds_fourteen_cards_and_has_four_dice_cards_open(seats: int) -> None:
    match = mice(seats)
    assert [hand(match, seat) for seat in range(seats)] == [HAND] * seats
    assert [up(match, seat) for seat in range(seats)] == [DICE_CARDS] * seats
    assert [cage(match, seat) for seat in range(seats)] == [[]] * seats


@pytest.mark.clause("MTY-2", "MTY-4")
@pytest.mark.parametrize(
    ("open_cards", "reds", "yellows"),
    [
        ((6, 9, 12, 15), 2, 3),
        ((6, 9, 12), 1, 3),
        ((6, 9, 15), 2, 2),
        ((6, 12, 15), 2, 2),
        ((6, 9), 1, 2),
        ((6, 15), 2, 1),
        ((6,), 1, 1),
    ],
)
def test_a_face_down_dice_card_keeps_its_dice_from_the_roll(
    open_cards: tuple[int, ...], reds: int, yellows: int
) -> None:
    match = give(mice(), 0, up=open_cards)
    colours = []
    while match.player == CHANCE:
        colours.append(match.scene(0).prompt.rpartition(" ")[2])
        assert match.chance == 6
        roll(match, "1")
    assert colours == ["red"] * reds + ["yellow"] * yellows
    assert turn(match) == (0, 0)


@pytest.mark.clause("MTY-4")
def test_nothing_of_a_roll_is_left_when_the_next_round_begins() -> None:
    match = do(roll(mice(), "5 3 6 2 1"), play=14, yellow=6)
    assert match.view(0).standing == match.view(0).unused == 3
    while match.player != CHANCE:
        match.apply(match.possible()[-1])
    view = match.view(0)
    assert view.face == [0] * rules.DICE
    assert (view.red, view.yellow, view.unused, view.standing) == (0, 0, 0, 0)


@pytest.mark.clause("MTY-2")
def test_which_dice_a_dice_card_shows_may_be_told_otherwise() -> None:
    match = give(mice(dice_cards=OTHER_CARDS), 0, up=(6, 9))
    roll(match, "5 2")
    assert plays(match) == [(0, 5), (2, 7)]
    match = roll(give(mice(dice_cards=OTHER_CARDS), 0, up=(6,)), "5")
    assert plays(match) == [(5, 5)]


@pytest.mark.clause("MTY-3")
@pytest.mark.parametrize(("seats", "middle"), [(2, 6), (3, 9), (5, 15)])
def test_three_nuts_for_each_player_lie_in_the_middle(seats: int, middle: int) -> None:
    assert nuts(mice(seats)) == [0] * seats + [middle]


@pytest.mark.clause("MTY-3")
def test_another_number_of_nuts_may_be_agreed() -> None:
    assert nuts(mice(3, nuts=1)) == [0, 0, 0, 3]


@pytest.mark.clause("MTY-5")
def test_all_red_dice_are_used_and_any_choice_of_the_yellow_ones() -> None:
    match = roll(mice(), "5 3 6 2 1")
    assert plays(match) == [(0, 8), (1, 9), (2, 10), (3, 11), (6, 14), (7, 15), (8, 16), (9, 17)]


@pytest.mark.clause("MTY-5")
def test_choices_of_yellow_dice_with_the_same_sum_are_one_choice() -> None:
    match = roll(mice(), "5 3 3 2 1")
    assert plays(match) == [(0, 8), (1, 9), (2, 10), (3, 11), (4, 12), (5, 13), (6, 14)]
    assert offered(match)[3] == "play 11: 5+3+3, leaves 3"


@pytest.mark.clause("MTY-5")
def test_a_sum_without_its_card_plays_nothing() -> None:
    match = roll(give(mice(), 0, hand=(10,)), "5 3 2 2 2")
    assert plays(match) == [(2, 10), (4, 12)]


@pytest.mark.clause("MTY-6")
def test_each_nut_changes_the_sum_used_by_one_up_or_down() -> None:
    match = roll(give(mice(), 0, hand=(3, 5, 8, 11), up=(6,), nuts=2), "4 2")
    assert plays(match) == [(0, 3), (0, 5), (0, 6), (2, 5), (2, 6), (2, 8)]
    do(match, play=8, yellow=2)
    assert nuts(match) == [0, 0, 6]
    assert cage(match)[-1] == 8


@pytest.mark.clause("MTY-6")
def test_a_nut_can_lead_below_what_two_dice_show() -> None:
    match = roll(give(mice(), 0, hand=(1,), nuts=1), "1 1 1 1 1")
    assert plays(match) == [(0, 1)]
    do(match, play=1, yellow=0)
    assert (cage(match)[-1], nuts(match)[0]) == (1, 0)


@pytest.mark.clause("MTY-6")
def test_a_nut_can_bring_a_sum_above_18_back_to_a_card() -> None:
    match = roll(give(mice(), 0, hand=(17, 18), nuts=2), "6 6 6 2 1")
    assert (8, 18) in plays(match)
    assert (8, 17) not in plays(match)


@pytest.mark.clause("MTY-6")
def test_nuts_leave_the_unused_dice_as_rolled() -> None:
    match = roll(give(mice(), 0, nuts=1), "5 3 6 2 1")
    do(match, play=10, yellow=1)
    assert match.view(0).standing == 8


@pytest.mark.clause("MTY-7")
def test_a_hand_card_goes_on_top_of_the_cage() -> None:
    match = give(mice(), 0, hand=tuple(HAND[2:]), cage=(2, 1))
    do(roll(match, "5 3 3 2 1"), play=14, yellow=6)
    assert cage(match) == [2, 1, 14]
    assert 14 not in hand(match)


@pytest.mark.clause("MTY-7")
@pytest.mark.parametrize(("card", "yellow"), [(9, 1), (12, 4), (15, 7)])
def test_the_open_dice_card_of_the_sum_is_turned_down(card: int, yellow: int) -> None:
    match = do(roll(mice(), "5 3 1 3 3"), play=card, yellow=yellow)
    assert up(match) == [c for c in DICE_CARDS if c != card]
    assert (cage(match), hand(match)) == ([], HAND)


@pytest.mark.clause("MTY-7")
def test_a_face_down_dice_card_cannot_be_turned_down_again() -> None:
    match = roll(give(mice(), 0, up=(6, 12, 15)), "5 3 1 3")
    assert plays(match) == [(0, 8), (3, 11), (4, 12)]


@pytest.mark.clause("MTY-7")
@pytest.mark.parametrize(
    ("open_cards", "faces", "can"),
    [((6, 9, 12, 15), "3 3 6 6 6", False), ((6, 15), "3 3 6", False), ((6,), "5 1", True)],
)
def test_the_six_is_turned_only_as_the_last_open_one(
    open_cards: tuple[int, ...], faces: str, can: bool
) -> None:
    match = roll(give(mice(), 0, up=open_cards), faces)
    assert (6 in [card for _, card in plays(match)]) is can


@pytest.mark.clause("MTY-8")
def test_a_dice_card_turned_down_costs_its_dice_from_the_next_roll_on() -> None:
    match = do(roll(mice(), "5 4 6 6 6"), play=9, yellow=0)
    assert int(match.view(0).rolled) == 5
    do(match, **{"pass": True})
    assert question(match.scene(0)) == "Player 2: Roll die 1 of 5, red"
    do(roll(match, "5 3 1 1 1"), play=11, yellow=3)
    assert question(match.scene(0)) == "Player 1: Roll die 1 of 4, red"


@pytest.mark.clause("MTY-9")
def test_a_miss_takes_the_top_card_of_the_cage_back() -> None:
    match = roll(give(mice(), 0, hand=tuple(HAND[3:]), cage=(2, 3, 1)), "6 6 6 6 6")
    assert offered(match)[-1] == "miss: take 1 back"
    do(match, miss="take back")
    assert (hand(match), cage(match)) == ([1, *HAND[3:]], [2, 3])


@pytest.mark.clause("MTY-9")
def test_or_a_miss_turns_a_dice_card_up_again_with_its_dice_from_the_next_roll_on() -> None:
    match = roll(give(mice(), 0, hand=(17,), up=(6, 12)), "6 6 6")
    assert offered(match) == [
        "12 down: 6+6, leaves 6",
        "miss: take 18 back",
        "miss: turn 9 up",
        "miss: turn 15 up",
    ]
    do(match, miss="turn up", card=15)
    assert up(match) == [6, 12, 15]
    assert int(match.view(0).standing) == 18
    do(roll(do(match, use=18), "5 3 3 1 2"), play=14, yellow=6)
    assert question(match.scene(0)) == "Player 1: Roll die 1 of 4, red"


@pytest.mark.clause("MTY-9")
def test_a_miss_with_nothing_to_give_back_has_no_consequence() -> None:
    match = roll(mice(), "6 6 6 6 6")
    assert offered(match) == ["12 down: 6+6, leaves 18", "play 18: 6+6+6, leaves 12", "miss"]
    do(match, miss="nothing")
    assert (hand(match), up(match), cage(match)) == (HAND, DICE_CARDS, [])
    assert match.view(0).active == 1


@pytest.mark.clause("MTY-9", "MTY-10")
def test_the_miss_is_settled_before_anybody_else_acts() -> None:
    match = roll(give(mice(), 0, hand=tuple(HAND[1:])), "1 1 1 1 1")
    assert match.player == 0
    do(match, miss="take back")
    assert (hand(match), turn(match)) == (HAND, (0, 1))


@pytest.mark.clause("MTY-10")
@pytest.mark.parametrize(("start", "asked"), [(0, [1, 2]), (1, [2, 0]), (2, [0, 1])])
def test_the_others_are_asked_clockwise_from_the_left(start: int, asked: list[int]) -> None:
    match = do(roll(mice(3, start), "5 3 6 2 1"), play=10, yellow=2)
    assert match.view(0).standing == 7
    assert turn(match) == (start, asked[0])
    do(match, **{"pass": True})
    assert turn(match) == (start, asked[1])
    do(match, use=7)
    assert turn(match) == ((start + 1) % 3, CHANCE)


@pytest.mark.clause("MTY-10")
def test_the_sum_of_all_unused_yellow_dice_stands_and_no_selection_of_them() -> None:
    match = do(roll(mice(), "5 3 6 2 1"), play=8, yellow=0)
    assert turn(match) == (0, 1)
    assert offered(match) == ["9 down: 9", "pass"]


@pytest.mark.clause("MTY-10")
def test_after_a_miss_the_sum_of_all_rolled_dice_stands() -> None:
    match = do(roll(mice(), "5 3 3 2 1"), miss="nothing")
    assert offered(match) == ["play 14: 14", "pass"]


@pytest.mark.clause("MTY-10")
def test_with_no_die_unused_nobody_is_asked() -> None:
    match = do(roll(give(mice(), 1, nuts=3), "5 3 3 2 1"), play=14, yellow=6)
    assert turn(match) == (1, CHANCE)


@pytest.mark.clause("MTY-10")
def test_whoever_can_do_nothing_with_the_sum_is_not_asked() -> None:
    match = give(give(mice(4), 1, hand=(1, 2)), 3, hand=(1, 2))
    do(roll(match, "5 3 6 2 1"), play=10, yellow=2)
    assert turn(match) == (0, 2)
    do(match, use=7)
    assert turn(match) == (1, CHANCE)


@pytest.mark.clause("MTY-11")
def test_a_passive_player_plays_one_hand_card() -> None:
    match = do(do(roll(mice(), "5 3 6 2 1"), play=10, yellow=2), use=7)
    assert cage(match, 1) == [7]
    assert turn(match) == (1, CHANCE)


@pytest.mark.clause("MTY-11")
def test_or_turns_an_own_dice_card_down() -> None:
    match = do(do(roll(mice(), "5 3 6 2 1"), play=8, yellow=0), use=9)
    assert (up(match, 0), up(match, 1)) == (DICE_CARDS, [6, 12, 15])


@pytest.mark.clause("MTY-11")
@pytest.mark.parametrize(("open_cards", "can"), [((6, 9), False), ((6,), True)])
def test_the_six_is_the_last_for_a_passive_player_too(
    open_cards: tuple[int, ...], can: bool
) -> None:
    match = give(give(mice(), 1, hand=(5,), up=open_cards), 1, nuts=1)
    do(roll(match, "5 3 6 2 1"), play=11, yellow=3)
    assert uses(match) == ([5, 6] if can else [5])


@pytest.mark.clause("MTY-12")
def test_the_active_player_receives_a_nut_from_the_middle() -> None:
    match = do(roll(mice(3), "5 3 6 2 1"), play=10, yellow=2)
    assert nuts(match) == [0, 0, 0, 9]
    do(match, use=7)
    assert nuts(match) == [1, 0, 0, 8]
    do(match, use=7)
    assert nuts(match) == [2, 0, 0, 7]


@pytest.mark.clause("MTY-12")
def test_from_an_empty_middle_the_passive_player_pays() -> None:
    match = give(mice(nuts=1), 1, nuts=2)
    do(roll(match, "5 3 6 2 1"), play=10, yellow=2)
    assert uses(match) == [7, 8]
    do(match, use=7)
    assert nuts(match) == [1, 1, 0]


@pytest.mark.clause("MTY-12")
def test_who_cannot_pay_cannot_use_the_dice() -> None:
    match = roll(give(mice(3, nuts=1), 2, nuts=3), "5 3 6 2 1")
    do(match, play=10, yellow=2)
    assert turn(match) == (0, 2)


@pytest.mark.clause("MTY-12")
def test_the_last_nut_of_the_middle_pays_for_one_player_only() -> None:
    match = give(mice(3, nuts=1), 0, nuts=2)
    do(do(roll(match, "5 3 6 2 1"), play=10, yellow=2), use=7)
    assert nuts(match) == [3, 0, 0, 0]
    assert turn(match) == (1, CHANCE)


@pytest.mark.clause("MTY-12", "MTY-13")
def test_the_price_is_paid_before_the_sum_is_changed() -> None:
    """A nut given back for the change comes too late to pay the price with."""
    match = give(mice(nuts=1), 1, hand=(8,), nuts=2)
    do(do(roll(match, "5 3 6 2 1"), play=10, yellow=2), use=8)
    assert nuts(match) == [1, 0, 1]
    match = give(give(mice(nuts=1), 0, nuts=1), 1, hand=(8,), nuts=1)
    do(roll(match, "5 3 6 2 1"), play=10, yellow=2)
    assert turn(match) == (1, CHANCE)


@pytest.mark.clause("MTY-12", "MTY-15")
def test_the_price_is_paid_also_for_the_card_that_ends_the_game() -> None:
    match = give(mice(nuts=1), 1, up=(6,), nuts=2)
    do(do(roll(match, "5 3 6 2 1"), play=11, yellow=3), use=6)
    assert match.player == OVER
    assert nuts(match) == [1, 1, 0]


@pytest.mark.clause("MTY-13")
def test_a_passive_player_changes_the_sum_with_own_nuts() -> None:
    match = give(mice(3), 1, nuts=2)
    do(roll(match, "5 3 6 2 1"), play=10, yellow=2)
    assert uses(match) == [5, 7, 8, 9]
    do(match, use=5)
    assert nuts(match) == [1, 0, 0, 8]


@pytest.mark.clause("MTY-13")
def test_a_changed_sum_stands_for_the_players_after() -> None:
    match = give(mice(3), 1, nuts=2)
    do(do(roll(match, "5 3 6 2 1"), play=10, yellow=2), use=5)
    assert (turn(match), uses(match)) == ((0, 2), [5])


@pytest.mark.clause("MTY-13")
def test_a_passive_player_who_does_not_play_changes_nothing() -> None:
    match = give(mice(3), 1, nuts=2)
    do(do(roll(match, "5 3 6 2 1"), play=10, yellow=2), **{"pass": True})
    assert (turn(match), uses(match)) == ((0, 2), [7])
    assert nuts(match) == [0, 2, 0, 7]


@pytest.mark.clause("MTY-14")
@pytest.mark.parametrize(("seats", "start", "after"), [(2, 0, 1), (2, 1, 0), (5, 3, 4), (5, 4, 0)])
def test_the_next_player_clockwise_is_active(seats: int, start: int, after: int) -> None:
    match = do(roll(mice(seats, start), "5 3 3 2 1"), play=14, yellow=6)
    assert turn(match) == (after, CHANCE)
    assert question(match.scene(0)) == f"Player {after + 1}: Roll die 1 of 5, red"


@pytest.mark.clause("MTY-15")
def test_the_last_dice_card_of_the_active_player_ends_the_game_at_once() -> None:
    match = roll(give(mice(3), 0, up=(6,), nuts=1), "4 1")
    do(match, play=6, yellow=1)
    assert (match.player, nuts(match)) == (OVER, [0, 0, 0, 9])
    assert match.legal() == []


@pytest.mark.clause("MTY-15")
def test_the_last_dice_card_of_a_passive_player_ends_it_before_the_next_is_asked() -> None:
    match = do(roll(give(mice(3), 1, up=(6,)), "5 3 4 2 1"), play=9, yellow=1)
    assert turn(match) == (0, 1)
    do(match, use=6)
    assert match.player == OVER


@pytest.mark.clause("MTY-15")
def test_an_empty_hand_does_not_end_it() -> None:
    match = roll(give(mice(), 0, hand=(14,)), "5 3 3 2 1")
    do(match, play=14, yellow=6)
    assert hand(match) == []
    assert turn(match) == (1, CHANCE)


@pytest.mark.clause("MTY-15")
@pytest.mark.parametrize("seats", [2, 5])
def test_after_five_thousand_rounds_all_share_the_victory(seats: int) -> None:
    match = give(mice(seats), 1, hand=(1,))
    match._state.turn = 4998
    do(roll(match, "5 3 3 2 1"), play=14, yellow=6)
    assert match.player == CHANCE
    do(roll(match, "6 6 6 6 6"), miss="take back")
    assert match.player == OVER
    assert match.returns() == [1 / seats] * seats


def ended(*seats: tuple[tuple[int, ...], tuple[int, ...], int]) -> Match:
    """Return the end by the first seat; each seat has its hand, its open dice cards, its nuts."""
    match = mice(len(seats))
    for seat, (cards, open_cards, own) in enumerate(seats):
        give(match, seat, hand=cards, up=open_cards or (6,), nuts=own)
    return do(roll(match, "5 1"), play=6, yellow=1)


@pytest.mark.clause("MTY-16")
def test_the_fewest_points_left_in_hand_win_and_dice_cards_count_nothing() -> None:
    match = ended(((18,), (), 0), ((1, 2, 3, 4, 5), (6, 9, 12, 15), 0), ((16,), (6,), 0))
    view = match.view(0)
    assert [rules.points(view, seat) for seat in range(3)] == [18, 15, 16]
    assert match.returns() == [0, 1, 0]


@pytest.mark.clause("MTY-16")
def test_a_tie_goes_to_more_dice_cards_face_down() -> None:
    assert ended(((3,), (), 0), ((1, 2), (6,), 3)).returns() == [1, 0]
    match = ended(((18,), (), 0), ((3,), (6, 9), 3), ((1, 2), (6,), 0))
    assert match.returns() == [0, 0, 1]


@pytest.mark.clause("MTY-16")
def test_then_to_more_nuts_and_then_it_is_shared() -> None:
    last = ((18,), (), 0)
    assert ended(last, ((3,), (6, 9), 2), ((1, 2), (6, 15), 1)).returns() == [0, 1, 0]
    assert ended(last, ((3,), (6, 9), 2), ((1, 2), (6, 15), 2)).returns() == [0, 0.5, 0.5]


@pytest.mark.clause("MTY-16")
def test_an_empty_hand_beats_the_one_who_ended_the_game() -> None:
    assert ended(((1,), (), 6), ((), (6, 9, 12, 15), 0)).returns() == [0, 1]
