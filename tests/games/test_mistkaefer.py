"""Mistkäfer, clause by clause."""

import pytest

from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match.match import Match
from pasch.core.view.scene import Progress
from pasch.games.mistkaefer.tableau import COLOURS
from pasch.terminal.screen.prompt import question
from tests.kits.mistkaefer import beetles, give, lay
from tests.moves import play, stories

ONE, TWO, CLOVER = "one ball 1", "two balls 1", "clover 1"


def row(match: Match, seat: int, colour: str) -> str:
    view = match.view(WATCHER)
    n = view.filled[seat, COLOURS.index(colour)]
    return "".join(map(str, view.row[seat, COLOURS.index(colour)][:n]))


def rows(match: Match, seat: int) -> list[str]:
    return [row(match, seat, colour) for colour in COLOURS]


def chips(match: Match, seat: int) -> list[int]:
    """Return the seat's chips by kind: one ball, two balls, clover."""
    return [int(n) for n in match._state.chips[seat]]


def supply(match: Match) -> list[int]:
    return [int(n) for n in match.view(WATCHER).dice]


def offered(match: Match) -> list[str]:
    return [match.text(a) for a in match.possible()]


@pytest.mark.clause("MK-1")
def test_there_are_nine_dice_of_each_colour_and_forty_eight_chips() -> None:
    match = beetles(4)
    assert supply(match) == [9, 9, 9]
    play(lay(match, 0, green="123"), "score")
    assert match.chance == 48
    kinds = [text.rpartition(" ")[0] for text in offered(match)]
    assert kinds == ["one ball"] * 26 + ["two balls"] * 13 + ["clover"] * 9


@pytest.mark.clause("MK-2")
@pytest.mark.parametrize(("seats", "dice", "clovers"), [(2, 6, 6), (3, 8, 8), (4, 9, 9)])
def test_with_fewer_players_dice_and_clovers_are_taken_out(
    seats: int, dice: int, clovers: int
) -> None:
    match = beetles(seats)
    assert supply(match) == [dice] * 3
    play(lay(match, 0, green="123"), "score")
    assert offered(match)[-1] == f"clover {clovers}"
    assert match.chance == 26 + 13 + clovers


@pytest.mark.clause("MK-3")
def test_a_tableau_has_three_rows_of_six_spaces_and_a_line_after_the_second() -> None:
    rows = next(area for area in beetles().scene(0).areas if area.seat == 1).cells[:3]
    assert [row.colour for row in rows] == [*COLOURS]
    assert {(len(row.slots), row.look) for row in rows} == {(6, "lane spaces-6 line-2")}


@pytest.mark.clause("MK-4")
def test_the_bonus_spaces_are_the_fourth_and_the_sixth_of_each_row() -> None:
    rows = next(area for area in beetles().scene(0).areas if area.seat == 0).cells[:3]
    assert [row.slots for row in rows] == [
        (*"···", "🔄\nturn", "·", "🔄\nturn"),
        (*"···", "🪙\n1 chip", "·", "🪙🪙\n2 chips"),
        (*"···", "✋🪙\nsteal", "·", "✋🪙\nfrom all"),
    ]


@pytest.mark.clause("MK-5")
def test_how_many_chips_one_has_is_public_and_what_they_are_only_the_owner_sees() -> None:
    match = give(give(beetles(), 0, one=2, clover=1), 1, two=3)
    words = [[seat.text for seat in match.scene(viewer).seats] for viewer in (0, 1, WATCHER)]
    assert words == [
        ["chips · 1 🍀 · 2 🟤", "chips", "chips"],
        ["chips", "chips · 0 🍀 · 6 🟤", "chips"],
        ["chips"] * 3,
    ]
    assert [seat.count for seat in match.scene(WATCHER).seats] == ["3", "3", "0"]
    view = match.view(1)
    assert view.chips == [(0, 0, 0), (0, 3, 0), (0, 0, 0), (0, 0, 0)]
    assert (view.owned, view.heap, view.heaped) == ([3, 3, 0, 0], [0, 0, 0], 41)


@pytest.mark.clause("MK-6")
def test_one_may_take_one_to_four_dice_of_a_colour_that_has_them() -> None:
    match = lay(lay(beetles(), 1, yellow="123456"), 2, blue="12345", yellow="12")
    greens = [f"roll {n} green" for n in (1, 2, 3, 4)]
    assert offered(match) == [*greens, "roll 1 blue", "roll 2 blue", "roll 3 blue", "score"]


@pytest.mark.clause("MK-6")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_dice_taken_are_rolled_once_one_after_the_other(n: int) -> None:
    match = play(beetles(), f"roll {n} yellow")
    assert supply(match) == [8, 8 - n, 8]
    for _ in range(n):
        assert (match.player, match.chance) == (CHANCE, 6)
        play(match, "2")
    assert offered(match) == ["put down: 2"]


@pytest.mark.clause("MK-7")
def test_all_dice_of_the_chosen_value_go_into_the_row_and_the_others_back() -> None:
    match = play(beetles(), "roll 4 blue", "5", "2", "5", "1")
    assert offered(match) == ["put down: 1", "put down: 2", "put down: 5"]
    play(match, "put down: 5")
    assert (rows(match, 0), supply(match)) == (["", "", "55"], [8, 8, 6])
    assert match.player == 1


@pytest.mark.clause("MK-7")
def test_a_value_must_be_strictly_higher_than_the_rightmost_die() -> None:
    match = play(lay(beetles(), 0, green="13"), "roll 4 green", "1", "3", "4", "6")
    assert offered(match) == ["put down: 4", "put down: 6"]
    assert row(play(match, "put down: 4"), 0, "green") == "134"


@pytest.mark.clause("MK-7", "MK-11")
def test_a_row_that_ends_in_a_six_may_be_rolled_and_that_is_bad_luck() -> None:
    match = lay(beetles(), 0, green="6")
    assert "roll 1 green" in offered(match)
    play(match, "roll 2 green", "6", "6")
    assert (row(match, 0, "green"), supply(match), match.player) == ("", [8, 8, 8], 1)


@pytest.mark.clause("MK-8")
def test_what_does_not_fit_into_the_row_goes_back() -> None:
    match = play(lay(beetles(), 0, yellow="11223"), "roll 3 yellow", "4", "4", "4", "put down: 4")
    assert (row(match, 0, "yellow"), supply(match)) == ("112234", [8, 2, 8])


@pytest.mark.clause("MK-8")
def test_a_colour_whose_row_is_full_may_not_be_rolled() -> None:
    match = lay(beetles(4), 0, blue="112233")
    assert not [text for text in offered(match) if "blue" in text]
    assert len(offered(match)) == 9


@pytest.mark.clause("MK-9")
def test_one_die_may_be_stolen_from_each_whose_row_ends_with_the_value() -> None:
    match = lay(lay(lay(beetles(4, 2), 3, green="133"), 0, green="35"), 1, green="3", blue="3")
    play(match, "roll 1 green", "3", "put down: 3")
    assert question(match.scene(2)) == "Player 3: Steal the 3 of Player 4?"
    assert offered(match) == ["steal the die", "leave the die"]
    play(match, "steal the die")
    assert question(match.scene(2)) == "Player 3: Steal the 3 of Player 2?"
    play(match, "steal the die")
    assert [row(match, seat, "green") for seat in range(4)] == ["35", "", "333", "13"]
    assert (row(match, 1, "blue"), match.player) == ("3", 3)


@pytest.mark.clause("MK-9")
def test_a_die_may_be_left_where_it_is() -> None:
    match = lay(lay(beetles(), 1, green="3"), 2, green="3")
    play(match, "roll 1 green", "3", "put down: 3", "leave the die", "steal the die")
    assert [row(match, seat, "green") for seat in range(3)] == ["33", "3", ""]


@pytest.mark.clause("MK-9")
@pytest.mark.parametrize("theirs", [{"green": "34"}, {"green": "2"}, {"yellow": "3"}, {}])
def test_only_the_same_value_at_the_end_of_the_same_row_can_be_stolen(
    theirs: dict[str, str],
) -> None:
    match = play(lay(beetles(), 1, **theirs), "roll 1 green", "3", "put down: 3")
    assert match.player == 1


@pytest.mark.clause("MK-9")
def test_dice_are_stolen_only_while_the_row_has_space() -> None:
    match = lay(lay(lay(beetles(4), 0, blue="1122"), 1, blue="3"), 2, blue="3")
    play(match, "roll 1 blue", "3", "put down: 3", "steal the die")
    assert [row(match, seat, "blue") for seat in range(3)] == ["112233", "", "3"]
    full = lay(lay(beetles(4), 0, green="11224"), 1, green="5")
    play(full, "roll 1 green", "5", "put down: 5")
    assert (row(full, 1, "green"), full.player) == ("5", 0)


ONE_TURN = ("roll 1 green", "1", "put down: 1")


@pytest.mark.clause("MK-10")
def test_no_dice_are_stolen_until_every_seat_has_finished_its_first_turn() -> None:
    match = play(beetles(3, 1, later=False), *ONE_TURN, *ONE_TURN)
    assert match.scene(0).progress == Progress("first round: no thefts")
    play(match, *ONE_TURN)
    assert match.scene(0).progress.text == ""
    assert [row(match, seat, "green") for seat in range(3)] == ["1", "1", "1"]
    play(match, "roll 1 yellow", "1", "put down: 1", "roll 1 yellow", "1", "put down: 1")
    assert offered(match) == ["steal the die", "leave the die"]


@pytest.mark.clause("MK-10", "MK-13")
def test_the_extra_turns_of_a_first_turn_belong_to_the_first_round() -> None:
    match = lay(beetles(2, later=False), 1, green="123", yellow="5")
    lay(match, 0, yellow="5")
    play(match, "score", "roll 1 green", "4", "put down: 4")
    assert match.player == 1
    play(match, "roll 1 blue", "5", "put down: 5", "roll 1 blue", "5", "put down: 5")
    assert offered(match) == ["steal the die", "leave the die"]


@pytest.mark.clause("MK-10", "MK-14")
def test_chips_are_stolen_in_the_first_round_too() -> None:
    match = give(lay(beetles(later=False), 0, blue="123"), 2, clover=1)
    play(match, "roll 1 blue", "4", "put down: 4", "steal from seat 3")
    assert chips(match, 0) == [0, 0, 1]


@pytest.mark.clause("MK-11")
def test_bad_luck_takes_the_row_rolled_and_all_dice_right_of_the_line() -> None:
    match = lay(lay(beetles(), 0, green="1224", yellow="135", blue="2"), 1, yellow="566")
    told = stories(match, "roll 2 green", "4", "1")
    assert rows(match, 0) == ["", "13", "2"]
    assert rows(match, 1) == ["", "566", ""]
    assert (supply(match), match.player) == ([8, 3, 7], 1)
    assert told == [
        "Player 1 rolled green: 1, 4.",
        "Bad luck in green: 5 dice come off.",
    ]


BONUS_ROLLS = ("roll 1 {0}", "4", "put down: 4")


def reach(match: Match, colour: str, faces: str = "123") -> Match:
    """Let seat 0 put a die right after these."""
    lay(match, 0, **{colour: faces})
    return play(match, *(event.format(colour) for event in BONUS_ROLLS))


@pytest.mark.clause("MK-12")
def test_a_bonus_is_triggered_anew_after_a_die_was_stolen_from_the_space() -> None:
    match = play(reach(beetles(), "yellow"), ONE)
    play(match, "roll 1 yellow", "4", "put down: 4", "steal the die", "score")
    assert [row(match, seat, "yellow") for seat in range(3)] == ["123", "44", ""]
    play(match, "roll 1 yellow", "5", "put down: 5", ONE)
    assert chips(match, 0) == [2, 0, 0]


@pytest.mark.clause("MK-12")
def test_a_stolen_die_triggers_a_bonus_after_all_thefts() -> None:
    match = lay(lay(lay(beetles(4), 0, yellow="12"), 1, yellow="4"), 3, yellow="14")
    play(match, "roll 1 yellow", "4", "put down: 4", "steal the die")
    assert question(match.scene(0)) == "Player 1: Steal the 4 of Player 4?"
    assert chips(match, 0) == [0, 0, 0]
    play(match, "steal the die")
    assert (row(match, 0, "yellow"), match.chance) == ("12444", 48)


@pytest.mark.clause("MK-19")
def test_a_bonus_that_the_roll_reached_waits_until_all_dice_are_stolen() -> None:
    match = give(lay(beetles(), 0, blue="123"), 2, one=2)
    lay(lay(match, 1, blue="4"), 2, blue="4")
    play(match, "roll 1 blue", "4", "put down: 4")
    for victim in (2, 3):
        assert question(match.scene(0)) == f"Player 1: Steal the 4 of Player {victim}?"
        play(match, "steal the die")
    assert offered(match) == ["bonus of column 4", "bonus of column 6"]
    assert (row(match, 0, "blue"), chips(match, 0)) == ("123444", [0, 0, 0])


@pytest.mark.clause("MK-12")
def test_two_bonuses_are_carried_out_in_the_order_one_chooses() -> None:
    match = give(lay(beetles(), 0, blue="123"), 2, one=2, two=1)
    play(match, "roll 3 blue", "5", "5", "5", "put down: 5")
    assert offered(match) == ["bonus of column 4", "bonus of column 6"]
    play(match, "bonus of column 6", ONE)
    assert offered(match) == ["steal from seat 3"]
    play(match, "steal from seat 3", TWO)
    assert (chips(match, 0), chips(match, 2), match.player) == ([1, 1, 0], [1, 0, 0], 1)


@pytest.mark.clause("MK-12")
def test_three_bonuses_are_asked_for_until_one_is_left() -> None:
    match = beetles(bonus="green 1 chip, green 2 extra, green 3 chip")
    play(match, "roll 3 green", "5", "5", "5", "put down: 5")
    assert offered(match) == [f"bonus of column {n}" for n in (1, 2, 3)]
    play(match, "bonus of column 3", ONE)
    assert offered(match) == ["bonus of column 1", "bonus of column 2"]
    play(match, "bonus of column 2")
    assert match.chance == 46
    play(match, ONE)
    assert (chips(match, 0), match.player, offered(match)[-1]) == ([2, 0, 0], 0, "score")


@pytest.mark.clause("MK-13")
def test_an_extra_turn_follows_the_turn_that_earned_it() -> None:
    match = reach(beetles(), "green")
    assert (match.player, match.view(0).turn, match.view(0).extra) == (0, 1, 0)
    assert offered(match)[-1] == "score"
    play(match, "roll 1 blue", "1", "put down: 1")
    assert match.player == 1


@pytest.mark.clause("MK-13")
def test_extra_turns_add_up_and_scoring_and_bad_luck_cancel_none() -> None:
    match = lay(beetles(), 0, green="123", yellow="6")
    play(match, "roll 3 green", "4", "4", "4", "put down: 4", "bonus of column 4")
    assert (match.player, match.view(0).extra) == (0, 1)
    assert match.scene(0).progress == Progress("1 extra turn to come")
    play(match, "roll 1 yellow", "1")
    assert (match.player, match.view(0).extra, row(match, 0, "yellow")) == (0, 0, "")
    play(lay(match, 0, green="123"), "roll 1 green", "5", "put down: 5")
    play(match, "score", ONE, ONE)
    assert match.player == 1


@pytest.mark.clause("MK-13")
def test_an_extra_turn_is_a_turn_of_its_own_for_thefts() -> None:
    match = lay(lay(beetles(2), 0, green="123"), 1, green="4", blue="44")
    play(match, "roll 1 green", "4", "put down: 4", "steal the die")
    play(match, "roll 1 blue", "4", "put down: 4", "steal the die")
    assert (rows(match, 0), rows(match, 1)) == (["12344", "", "44"], ["", "", "4"])


@pytest.mark.clause("MK-4", "MK-12")
@pytest.mark.parametrize(("faces", "n"), [("123", 1), ("11233", 2)])
def test_the_yellow_bonus_spaces_give_one_and_two_chips_from_the_supply(faces: str, n: int) -> None:
    match = reach(beetles(), "yellow", faces)
    for left in range(n):
        assert match.chance == 47 - left
        play(match, TWO)
    assert (chips(match, 0), match.player) == ([0, n, 0], 1)


@pytest.mark.clause("MK-14")
def test_who_steals_from_one_chooses_among_those_with_chips_and_gets_one_blindly() -> None:
    match = give(give(beetles(4), 1, one=1), 3, one=2, two=1, clover=1)
    reach(match, "blue")
    assert offered(match) == ["steal from seat 2", "steal from seat 4"]
    play(match, "steal from seat 4")
    assert offered(match) == ["one ball 1", "one ball 2", "two balls 1", "clover 1"]
    play(match, CLOVER)
    assert (chips(match, 0), chips(match, 3)) == ([0, 0, 1], [2, 1, 0])


@pytest.mark.clause("MK-14")
def test_the_only_chip_of_a_player_is_certain_and_no_event() -> None:
    match = reach(give(beetles(), 1, two=1), "blue")
    assert offered(match) == ["steal from seat 2"]
    play(match, "steal from seat 2")
    assert (chips(match, 0), chips(match, 1), match.player) == ([0, 1, 0], [0, 0, 0], 1)


@pytest.mark.clause("MK-14")
def test_where_nobody_else_has_chips_a_steal_from_one_takes_from_the_supply() -> None:
    match = reach(give(beetles(), 0, one=3), "blue")
    assert (match.player, match.chance) == (CHANCE, 44)
    play(match, CLOVER)
    assert chips(match, 0) == [3, 0, 1]


@pytest.mark.clause("MK-14")
def test_a_steal_from_everybody_goes_clockwise_from_the_left() -> None:
    match = give(give(beetles(4, 2), 3, one=2), 1, one=1, two=1)
    lay(match, 2, blue="11233")
    told = stories(match, "roll 1 blue", "4", "put down: 4", ONE, TWO)
    assert [chips(match, seat) for seat in range(4)] == [[0] * 3, [1, 0, 0], [1, 1, 0], [1, 0, 0]]
    assert told[2:] == [
        "A bonus for Player 3: a chip from everybody.",
        "Player 3 stole a chip from Player 4.",
        "Player 3 stole a chip from Player 2.",
    ]


@pytest.mark.clause("MK-14")
def test_a_steal_from_everybody_where_nobody_has_chips_brings_nothing() -> None:
    match = reach(beetles(), "blue", "11233")
    assert (match.player, match._state.heaped) == (1, 47)


@pytest.mark.clause("MK-18")
def test_the_thiefs_own_chips_are_none_to_steal() -> None:
    one = reach(give(beetles(), 0, one=2), "blue")
    assert (one.player, one.chance) == (CHANCE, 45)
    play(one, TWO)
    assert (chips(one, 0), one.player) == ([2, 1, 0], 1)
    every = reach(give(beetles(), 0, one=2), "blue", "11233")
    assert (chips(every, 0), every._state.heaped, every.player) == ([2, 0, 0], 45, 1)


@pytest.mark.clause("MK-15")
@pytest.mark.parametrize(
    ("green", "yellow", "blue", "n"),
    [
        ("", "", "", 0),
        ("1", "2", "", 0),
        ("1", "2", "3", 1),
        ("11", "22", "3", 1),
        ("11", "22", "33", 2),
        ("123", "", "", 1),
        ("123456", "12", "5", 5),
        ("123456", "123456", "1236", 2 + 4 + 4 + 2),
    ],
)
def test_a_score_counts_full_columns_left_of_the_line_and_dice_right_of_it(
    green: str, yellow: str, blue: str, n: int
) -> None:
    match = lay(beetles(2, balls=52, clovers=9), 0, green=green, yellow=yellow, blue=blue)
    play(match, "score")
    for left in range(n):
        assert match.chance == 45 - left
        assert rows(match, 0) == [green, yellow, blue]
        play(match, ONE)
    assert (rows(match, 0), supply(match), match.player) == (["", "", ""], [6, 6, 6], 1)
    assert chips(match, 0) == [n, 0, 0]


@pytest.mark.clause("MK-16")
def test_an_empty_supply_gives_what_it_has_left() -> None:
    match = give(beetles(clovers=9, balls=52), 1, one=26, two=12, clover=7)
    lay(match, 0, green="12345")
    play(match, "score", ONE.replace("one ball", "two balls"))
    assert (chips(match, 0), match._state.heaped) == ([0, 1, 1], 0)
    assert (rows(match, 0), match.player) == (["", "", ""], 1)
    play(lay(match, 1, yellow="123"), "roll 1 yellow", "4", "put down: 4")
    assert (match.player, match.view(0).owned) == (2, [2, 45, 0, 0])


@pytest.mark.clause("MK-17")
def test_four_clovers_win_at_once_whatever_is_pending() -> None:
    match = lay(give(beetles(), 0, clover=3), 0, green="123", yellow="123456")
    play(match, "score", ONE, CLOVER)
    assert (match.player, match.mover, match.returns()) == (OVER, WATCHER, [1, 0, 0])
    assert chips(match, 0) == [1, 0, 4]
    assert rows(match, 0) == ["123", "123456", ""]


@pytest.mark.clause("MK-17")
@pytest.mark.parametrize(("seats", "balls"), [(2, 20), (3, 16), (4, 12)])
def test_enough_dung_balls_win_and_a_chip_with_two_counts_two(seats: int, balls: int) -> None:
    match = reach(give(beetles(seats), 0, one=balls - 4, two=1, clover=3), "yellow")
    play(match, ONE)
    assert match.player == 1
    match = reach(give(beetles(seats), 0, one=balls - 4, two=1, clover=3), "yellow")
    play(match, TWO)
    assert match.returns() == [1.0] + [0.0] * (seats - 1)
    assert match.scene(WATCHER).prompt == "The game is over; the winner: Player 1!"


@pytest.mark.clause("MK-17")
def test_a_stolen_chip_wins_too_and_nothing_more_is_stolen() -> None:
    match = give(give(give(beetles(), 0, clover=3), 1, clover=2), 2, one=2)
    reach(match, "blue", "11233")
    play(match, CLOVER)
    assert (match.player, chips(match, 2)) == (OVER, [2, 0, 0])


@pytest.mark.clause("MK-17")
def test_after_a_thousand_turns_the_game_is_drawn() -> None:
    match = beetles(4)
    match._state.turn = 998
    play(match, "score")
    assert match.player == 1
    assert stories(match, "score")[-1] == "1000 turns are over: nobody wins."
    assert (match.player, match.returns()) == (OVER, [0.25] * 4)
    assert [seat.share for seat in match.scene(0).seats] == [0.25] * 4
    assert match.scene(0).prompt == "The game is over; nobody wins."


@pytest.mark.clause("MK-17")
def test_an_extra_turn_counts_as_one_of_the_thousand() -> None:
    match = beetles()
    match._state.turn = 998
    reach(match, "green")
    assert (match.player, match.view(0).turn) == (0, 999)
    play(match, "roll 1 blue", "1", "put down: 1")
    assert match.player == OVER


@pytest.mark.clause("MK-3", "MK-4", "MK-15", "MK-17")
def test_the_line_the_spaces_the_bonuses_and_the_thresholds_are_data() -> None:
    match = beetles(4, spaces=7, line=1, clovers=6, balls=9, bonus="blue 7 chips")
    lay(match, 0, green="12", yellow="1", blue="112233")
    play(match, "roll 1 blue", "6", "put down: 6", "clover 9", "clover 8")
    assert (row(match, 0, "blue"), chips(match, 0), match.player) == ("1122336", [0, 0, 2], 1)
    play(match, "score", "score", "score", "score")
    chips_due = 1 + 1 + 6
    for left in range(chips_due):
        assert match.chance == 46 - left
        play(match, ONE)
    assert (match.player, chips(match, 0)) == (1, [8, 0, 2])
    play(lay(give(match, 1, clover=5), 1, green="12"), "score", CLOVER)
    assert match.returns() == [0, 1, 0, 0]


@pytest.mark.clause("MK-5")
def test_a_chip_comes_to_light_when_somebody_gets_it_and_all_do_with_the_end() -> None:
    match = beetles(2, bonus="green 1 chip", balls=1)
    for event in ("roll 1 green", "3", "put down: 3"):
        play(match, event)
        assert not match.revealed, event
    play(match, "clover 1")
    assert match.revealed
    match = play(beetles(2, bonus="green 1 chip", balls=1), "roll 1 green", "3", "put down: 3")
    play(match, "one ball 1")
    assert match.player == OVER
    assert match.revealed
