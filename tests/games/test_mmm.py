"""Mmm!, clause by clause.

The gentle board; each letter is one item:

      a b c d e f g
    1 U U U K K K P      A B C bread
    2 L L L V F K P      F G H fish
    3 L A V V F B B      K L M cucumber
    4 G A A A F Q M      P Q R cheese
    5 G R R R F Q M      U V W carrot
    6 G G C R W Q H
    7 C C C W W Q H
"""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from pasch.core.errors import IllegalAction
from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match.ending import ending_of
from pasch.core.match.match import Match, new
from pasch.core.view.scene import Told
from pasch.games.mmm import rules
from pasch.games.mmm.board_files import FOODS, board_of, square_name
from pasch.terminal.screen.prompt import question
from tests.moves import pantry, play, stories

SQUARE = {square_name(square): square for square in range(rules.SQUARES)}
BREAD = [f"bread on {at}" for at in ("b3", "f3", "g3", "b4", "c4", "d4", "c6", "a7", "b7", "c7")]
FISH = [f"fish on {at}" for at in ("e2", "e3", "a4", "e4", "a5", "e5", "a6", "b6", "g6", "g7")]
GO_ON = ["roll again", "gather"]
BUST = ("X", "X", "X")
ONE_BITE = ("bread", "X", "X", "bread on f3")
TWO_BITES = ("bread", "bread", "X", "bread on f3", "bread on g3")  # a complete item


def offered(match: Match) -> list[str]:
    return [match.text(a) for a in match.possible()]


def left(match: Match, *squares: str) -> Match:
    """Put mouse chips on all squares but these."""
    match._state.chips = rules.ALL & ~sum(int(rules.BIT[SQUARE[name]]) for name in squares)
    return match


def gathered(match: Match, *squares: str) -> Match:
    """Put mouse chips on these squares, and on no other."""
    match._state.chips = sum(int(rules.BIT[SQUARE[name]]) for name in squares)
    return match


def chips(match: Match) -> set[str]:
    return {p.cell for p in match.scene(0).pieces if p.kind == "chip"}


def dice(match: Match) -> dict[str, str]:
    """Return the faces of the dice by the cell they lie in."""
    return {p.cell: p.text for p in match.scene(0).pieces if p.kind == "die"}


def cat(match: Match) -> int:
    return int(match.view(0).cat)


def quick(match: Match) -> str:
    return match.text(int(match.game.quick_player.quick(match.view(match.player))))


def games_of_quick(**options: Any) -> Iterator[Match]:
    """Yield each position in which the quick player is to choose, game after game."""
    faces = cycle([*FOODS, "X", "cheese", "bread", "bread", "carrot", "X"])
    while True:
        match = pantry(**options)
        while match.player != OVER:
            if match.player == CHANCE:
                play(match, next(faces))
            else:
                yield match
                play(match, quick(match))


@pytest.mark.clause("MMM-1")
@pytest.mark.parametrize("die", [0, 1, 2])
def test_each_of_the_three_dice_shows_five_foods_and_an_x(die: int) -> None:
    match = play(pantry(), *BUST[:die])
    assert match.chance == 6
    assert offered(match) == ["bread", "fish", "cucumber", "cheese", "carrot", "X"]
    assert [match.action(a) for a in match.possible()][-1] == {"die": "x"}


def test_the_record_keeps_who_began() -> None:
    match = play(pantry(seats=3, start=2), *BUST)
    assert (match.view(0).start, match.view(0).to_move) == (2, 0)


@pytest.mark.clause("MMM-2")
def test_two_items_of_one_food_may_touch_and_stay_two_items() -> None:
    one_paw = board_of("one-paw")
    foods = one_paw.foods | {"cucumber": "K U M", "carrot": "L V W"}  # the items U and K touch
    board = one_paw.as_json() | {"foods": foods}
    match = gathered(pantry(board=board), "a1", "b1")
    told = stories(match, "cucumber", "X", "X", "cucumber on c1", "gather")
    assert told[-1] == "An item is complete: the cat stays."


@pytest.mark.clause("MMM-2")
def test_a_pantry_may_hold_24_items_the_most_there_is_room_for() -> None:
    pairs = [row for row in ("ABCDEFG", "HIJKLMN", "OPQRSTU") for _ in range(2)]
    items = {"bread": "ABCDE", "fish": "FGHIJ", "cucumber": "KLMNO", "cheese": "PQRST"}
    board = {"title": "Crumbs", "pantry": [*pairs, "VVWWXXX"], "foods": items | {"carrot": "UVWX"}}
    match = gathered(pantry(board=board), "e7", "f7")
    told = stories(match, "carrot", "X", "X", "carrot on g7", "gather")
    assert told[-1] == "An item is complete: the cat stays."


@pytest.mark.clause("MMM-2", "MMM-3")
@pytest.mark.parametrize(
    ("board", "sizes"),
    [("one-paw", {(2, 4, 4): 4, (3, 3, 3): 1}), ("two-paws", {(5, 5): 4, (2, 3, 4): 1})],
)
def test_the_49_squares_and_the_items(board: str, sizes: dict[tuple[int, ...], int]) -> None:
    items = board_of(board).items()
    assert sorted(square for _, squares in items for square in squares) == list(range(49))
    by_food = [sorted(len(where) for food, where in items if food == f) for f in range(5)]
    assert Counter(map(tuple, by_food)) == sizes


@pytest.mark.clause("MMM-4")
def test_the_cat_needs_eleven_steps() -> None:
    match = play(pantry(), *BUST * 10, "X", "X")
    assert (match.player, cat(match)) == (CHANCE, 10)
    play(match, "X")
    assert (match.player, cat(match)) == (OVER, 11)


@pytest.mark.clause("MMM-4")
@pytest.mark.parametrize("steps", [1, 10, 12])
def test_another_number_of_steps_may_be_agreed(steps: int) -> None:
    match = play(pantry(cat_steps=steps), *BUST * (steps - 1))
    assert match.player == CHANCE
    assert play(match, *BUST).player == OVER


@pytest.mark.clause("MMM-5")
def test_all_three_dice_are_rolled_before_anything_is_placed() -> None:
    match = pantry()
    assert question(match.scene(0)) == "Player 1: Roll die 1 of 3"
    play(match, "bread", "fish")
    assert match.player == CHANCE
    assert question(match.scene(0)) == "Player 1: Roll die 3 of 3"
    play(match, "cheese")
    assert match.player == 0
    assert dice(match) == {"hand:0": "bread", "hand:1": "fish", "hand:2": "cheese"}


@pytest.mark.clause("MMM-6")
def test_at_least_one_die_must_be_placed_on_a_square_of_its_food_and_an_x_never() -> None:
    match = play(pantry(), "X", "bread", "X")
    assert offered(match) == BREAD
    assert question(match.scene(0)) == "Player 1: Place at least one die"


@pytest.mark.clause("MMM-6")
def test_more_dice_may_be_placed_and_each_is_used_once() -> None:
    match = play(pantry(), "bread", "fish", "X", "fish on g6")
    assert offered(match) == [*BREAD, *GO_ON]
    play(match, "bread on f3")
    assert offered(match) == GO_ON
    assert dice(match) == {"f3": "bread", "g6": "fish", "hand:2": "X"}


@pytest.mark.clause("MMM-6")
def test_a_square_covered_by_a_die_is_not_free() -> None:
    match = play(pantry(), "bread", "bread", "X", "bread on f3")
    assert offered(match) == [*(text for text in BREAD if text != "bread on f3"), *GO_ON]


@pytest.mark.clause("MMM-6")
def test_a_square_covered_by_a_mouse_chip_is_not_free() -> None:
    match = play(gathered(pantry(), "f3", "b4", "a1"), "bread", "X", "X")
    assert offered(match) == [text for text in BREAD if text not in ("bread on f3", "bread on b4")]


@pytest.mark.clause("MMM-6")
def test_a_die_that_could_be_placed_may_be_kept_back_and_rolled_again() -> None:
    match = play(pantry(), "bread", "cheese", "X", "bread on f3", "roll again", "bread", "fish")
    play(match, "bread on g3", "gather")
    assert (chips(match), cat(match)) == ({"f3", "g3"}, 0)


@pytest.mark.clause("MMM-6")
def test_after_rolling_again_one_of_the_dice_just_rolled_must_be_placed() -> None:
    match = play(pantry(), *ONE_BITE, "roll again", "fish", "X")
    assert offered(match) == FISH


@pytest.mark.clause("MMM-7")
def test_with_all_three_dice_placed_they_are_gathered_at_once() -> None:
    match = play(pantry(), "bread", "fish", "carrot", "bread on f3", "fish on g6", "carrot on a1")
    assert (match.player, match.view(0).to_move) == (CHANCE, 1)
    assert (chips(match), dice(match)) == ({"f3", "g6", "a1"}, {})


@pytest.mark.clause("MMM-7")
def test_three_dice_placed_over_several_rolls_are_gathered_at_once_too() -> None:
    match = play(pantry(), *ONE_BITE, "roll again", "fish", "X")
    play(match, "fish on g6", "roll again", "carrot", "carrot on a1")
    assert chips(match) == {"f3", "g6", "a1"}


@pytest.mark.clause("MMM-8")
def test_after_placing_one_may_gather_or_roll_again() -> None:
    match = play(pantry(), *ONE_BITE)
    assert offered(match) == GO_ON
    assert question(match.scene(0)) == "Player 1: Roll again or gather?"
    play(match, "gather")
    assert chips(match) == {"f3"}


def test_what_is_gathered_and_what_the_cat_does_is_told_as_data() -> None:
    match = play(pantry(), *ONE_BITE)
    bread = Told("Player 1 placed some bread.", "place", 0, "🍞", ("die:0",))
    assert match.story(1) == [bread]
    play(match, "gather")
    text = "No item is complete: the cat takes a step."
    assert match.story(1) == [
        Told("Player 1 gathered 1 bite.", "gather", 0, "🐭", ("chip:f3",), "good"),
        Told(text, "cat", 0, "🐈", ("cat",), "bad"),
    ]


@pytest.mark.clause("MMM-8")
def test_only_the_dice_in_hand_are_rolled_again_and_placed_ones_stay() -> None:
    match = play(pantry(), "X", "bread", "fish", "bread on f3")
    assert question(match.scene(0)) == "Player 1: Place more, roll again or gather?"
    play(match, "roll again")
    assert dice(match) == {"f3": "bread"}
    play(match, "cheese")
    assert match.player == CHANCE
    play(match, "carrot")
    assert match.player == 0
    assert dice(match) == {"f3": "bread", "hand:0": "cheese", "hand:2": "carrot"}


@pytest.mark.clause("MMM-8")
def test_rolling_again_is_offered_even_when_dice_cover_the_last_free_squares() -> None:
    match = play(left(pantry(), "f3", "g3"), *TWO_BITES)
    assert match.player == 0
    assert offered(match) == GO_ON
    told = stories(match, "roll again", "bread")
    assert told[-1] == "Nothing fits: the cat takes a step."


@pytest.mark.clause("MMM-9")
@pytest.mark.parametrize("roll", [BUST, ("bread", "X", "fish"), ("bread", "bread", "bread")])
def test_a_first_roll_that_fits_nowhere_lets_the_cat_move(roll: tuple[str, ...]) -> None:
    match = play(left(pantry(), "a1", "g1"), *roll)
    assert (match.player, match.view(0).to_move) == (CHANCE, 1)
    assert (len(chips(match)), cat(match)) == (47, 1)


@pytest.mark.clause("MMM-9")
def test_a_later_roll_that_fits_nowhere_loses_even_a_complete_item() -> None:
    match = play(pantry(), *TWO_BITES, "roll again", "X")
    assert (match.player, match.view(0).to_move, cat(match)) == (CHANCE, 1, 1)
    assert (chips(match), dice(match)) == (set(), {})
    assert offered(play(match, "bread", "X", "X")) == BREAD


@pytest.mark.clause("MMM-10")
def test_the_cat_stays_when_the_chips_of_this_turn_complete_an_item() -> None:
    match = play(pantry(), *TWO_BITES, "gather")
    assert (chips(match), cat(match)) == ({"f3", "g3"}, 0)


@pytest.mark.clause("MMM-10")
def test_earlier_chips_help_to_complete_an_item() -> None:
    match = play(gathered(pantry(), "g3"), "X", "X", "bread", "bread on f3", "gather")
    assert (chips(match), cat(match)) == ({"f3", "g3"}, 0)


@pytest.mark.clause("MMM-10")
def test_the_cat_moves_when_nothing_is_completed_this_turn() -> None:
    match = gathered(pantry(), "f3", "g3")
    play(match, "bread", "fish", "X", "bread on b3", "fish on e2", "gather")
    assert (chips(match), cat(match)) == ({"f3", "g3", "b3", "e2"}, 1)


@pytest.mark.clause("MMM-11")
@pytest.mark.parametrize("turn", [BUST, (*ONE_BITE, "gather")])
@pytest.mark.parametrize(("seats", "start", "after"), [(3, 0, 1), (3, 2, 0), (1, 0, 0)])
def test_the_next_seat_takes_the_dice(
    turn: tuple[str, ...], seats: int, start: int, after: int
) -> None:
    match = play(new("mmm", seats=seats, start=start), *turn, "carrot", "X", "X")
    assert match.player == after


@pytest.mark.clause("MMM-12")
def test_everybody_wins_once_all_squares_have_chips_and_not_before_gathering() -> None:
    match = play(left(pantry(seats=3), "f3", "g3"), *TWO_BITES)
    assert match.player == 0
    play(match, "gather")
    assert match.player == OVER
    assert match.returns() == [1, 1, 1]
    assert [seat.share for seat in match.scene(0).seats] == [1, 1, 1]
    assert match.legal() == []


@pytest.mark.clause("MMM-12")
def test_everybody_loses_when_the_cat_is_in_the_pantry() -> None:
    match = play(pantry(seats=3, cat_steps=2), *BUST, *ONE_BITE, "gather")
    assert match.player == OVER
    assert match.returns() == [0, 0, 0]
    assert [seat.to_move for seat in match.scene(0).seats] == [False, False, False]


@pytest.mark.clause("MMM-12")
def test_the_last_squares_are_won_with_one_step_to_go() -> None:
    match = play(left(pantry(cat_steps=1), "f3", "g3"), *TWO_BITES, "gather")
    assert match.returns() == [1, 1]
    assert match.scene(0).prompt == "Won: By a whisker!"


@pytest.mark.clause("MMM-9", "MMM-12")
def test_the_last_squares_are_lost_by_a_bust_with_one_step_to_go() -> None:
    match = play(left(pantry(cat_steps=1), "f3", "g3"), *TWO_BITES, "roll again", "X")
    assert match.returns() == [0, 0]
    assert match.scene(0).prompt == "Lost: A full corner."


@pytest.mark.clause("MMM-13")
@pytest.mark.parametrize(
    ("counts", "grade", "german"),
    [
        ((6, 7, 11), "The pantry is ours", "Die Kammer gehört uns"),
        ((4, 5), "A feast", "Ein Festmahl"),
        ((2, 3), "Well nibbled", "Gut genascht"),
        ((1,), "By a whisker", "Um Schnurrhaaresbreite"),
    ],
)
def test_a_win_is_graded_by_the_steps_the_cat_still_had_to_go(
    counts: tuple[int, ...], grade: str, german: str
) -> None:
    for steps in counts:
        match = left(pantry(), "f3")
        match._state.cat = 11 - steps
        play(match, *ONE_BITE, "gather")
        assert match.scene(0).prompt == f"Won: {grade}!"
        assert match.scene(0, "de").prompt == f"Gewonnen: {german}!"


@pytest.mark.clause("MMM-13")
@pytest.mark.parametrize(
    ("counts", "grade", "german"),
    [
        ((1,), "One bite short", "Ein Bissen fehlt"),
        ((2, 3), "A full corner", "Eine Ecke voll"),
        ((4, 5), "Crumbs for supper", "Krümel zum Abendbrot"),
        ((6, 7, 49), "The cat licks her whiskers", "Die Katze leckt sich die Pfoten"),
    ],
)
def test_a_loss_is_graded_by_the_squares_without_a_chip(
    counts: tuple[int, ...], grade: str, german: str
) -> None:
    for squares in counts:
        match = play(left(pantry(cat_steps=1), *list(SQUARE)[:squares]), *BUST)
        assert match.scene(0).prompt == f"Lost: {grade}."
        assert match.scene(0, "de").prompt == f"Verloren: {german}."


@pytest.mark.clause("MMM-14")
def test_the_first_die_may_lie_anywhere_whatever_chips_there_are() -> None:
    match = play(pantry(line=True), *TWO_BITES, "gather", "X", "fish", "X")
    assert offered(match) == FISH


@pytest.mark.clause("MMM-14")
def test_one_die_leaves_its_row_and_its_column_open() -> None:
    match = play(pantry(line=True), "bread", "bread", "bread", "bread on c4")
    assert offered(match) == [f"bread on {at}" for at in ("b4", "d4", "c6", "c7")] + GO_ON


@pytest.mark.clause("MMM-14")
@pytest.mark.parametrize(("second", "third"), [("d4", "b4"), ("c7", "c6")])
def test_the_second_die_need_not_touch_and_decides_for_the_third(second: str, third: str) -> None:
    match = play(pantry(line=True), "bread", "bread", "bread", "bread on c4", f"bread on {second}")
    assert offered(match) == [f"bread on {third}", *GO_ON]


@pytest.mark.clause("MMM-14")
def test_dice_of_an_earlier_roll_of_the_turn_keep_the_line_too() -> None:
    match = play(pantry(line=True), "bread", "X", "X", "bread on c4", "roll again")
    play(match, "cheese", "fish")
    assert offered(match) == ["fish on a4", "fish on e4", "cheese on f4", "cheese on c5"]


@pytest.mark.clause("MMM-14")
def test_a_die_that_cannot_keep_to_the_line_cannot_be_placed() -> None:
    match = play(pantry(line=True), "bread", "bread", "fish", "bread on c4", "bread on c7")
    assert offered(match) == GO_ON


@pytest.mark.clause("MMM-9", "MMM-14")
@pytest.mark.parametrize(("line", "taken", "steps"), [(True, 1, 1), (False, 0, 0)])
def test_a_roll_that_fits_only_off_the_line_is_a_bust(line: bool, taken: int, steps: int) -> None:
    match = play(pantry(line=line), "bread", "bread", "X", "bread on c4", "bread on c7")
    play(match, "roll again", "fish")
    assert (match.view(0).to_move, cat(match)) == (taken, steps)


COVERED = (*TWO_BITES, "gather", "bread", "X", "X")
ONE_OF_TWO = ("bread", "fish", "X", "bread on f3")
COVERED_SQUARE = "this square is covered"
NO_BREAD = "no die in hand shows bread"
OFF_LINE = "this square is not in line with the dice of this turn"
FIRST = "first place at least one of the dice just rolled"
RANGE = (
    "expected a square (0 to 48), to roll again (49) or to gather (50), "
    "as far as these are open now"
)


@pytest.mark.clause("MMM-5", "MMM-6", "MMM-8", "MMM-12", "MMM-14")
@pytest.mark.parametrize(
    ("options", "events", "action", "reason", "clause"),
    [
        ({}, COVERED, SQUARE["f3"], COVERED_SQUARE, "MMM-6"),
        ({}, TWO_BITES, SQUARE["g3"], COVERED_SQUARE, "MMM-6"),
        ({}, ("fish", "X", "X"), SQUARE["g3"], NO_BREAD, "MMM-6"),
        ({}, ONE_OF_TWO, SQUARE["g3"], NO_BREAD, "MMM-6"),
        ({"line": True}, ONE_OF_TWO, SQUARE["e2"], OFF_LINE, "MMM-14"),
        ({}, ("bread", "X", "X"), rules.GATHER, FIRST, "MMM-6"),
        ({}, ("bread", "X", "X"), rules.ROLL_AGAIN, FIRST, "MMM-6"),
        ({}, ("bread", "X", "X"), 51, RANGE, "MMM-6, MMM-8"),
        ({}, TWO_BITES, -1, RANGE, "MMM-6, MMM-8"),
        ({}, ("bread",), 6, "a die is rolled: expected an outcome from 0 to 5", "MMM-5"),
        ({"cat_steps": 1}, BUST, 0, "the game is over", "MMM-12"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_reason_and_clause(
    options: dict[str, Any], events: tuple[str, ...], action: int, reason: str, clause: str
) -> None:
    match = play(pantry(**options), *events)
    before = match.position()
    with pytest.raises(IllegalAction) as refused:
        match.apply(action)
    assert str(refused.value) == f"{action} is not possible: {reason} ({clause})"
    assert match.position() == before


def test_what_is_refused_is_refused_in_german_too() -> None:
    match = play(pantry(line=True), *ONE_OF_TWO)
    reason = "kein Würfel in der Hand zeigt Brot"
    assert match.refusal(SQUARE["g3"], "de") == (reason, "MMM-6")
    reason = "dieses Feld liegt mit den Würfeln dieses Zuges nicht in einer Zeile oder Spalte"
    assert match.refusal(SQUARE["e2"], "de") == (reason, "MMM-14")


def test_yes_is_no_square() -> None:
    match = play(pantry(), "carrot", "X", "X")
    with pytest.raises(IllegalAction) as refused:
        match.apply(True)
    assert refused.value.reason == RANGE


ENGLISH = (
    *(*ONE_BITE, "roll again", "X", "fish"),
    *(*ONE_BITE, "gather"),
    *("bread", "cheese", "X", "cheese on g1", "bread on g3", "gather"),
)
IN_ENGLISH = (
    "Player 1 rolled: bread, X, X. Player 1 placed some bread. Player 1 rolled: X, fish. "
    "Nothing fits: the cat takes a step. "
    "Player 2 rolled: bread, X, X. Player 2 placed some bread. Player 2 gathered 1 bite. "
    "No item is complete: the cat takes a step. "
    "Player 1 rolled: bread, cheese, X. Player 1 placed some cheese. "
    "Player 1 placed some bread. Player 1 gathered 2 bites. "
    "An item is complete: the cat stays. All is gathered!"
)
GERMAN = (
    *("Brot", "X", "X", "Brot auf f3", "nochmal würfeln", "X", "Fisch"),
    *("Brot", "X", "X", "Brot auf f3", "einsammeln"),
    *("Brot", "Käse", "X", "Käse auf g1", "Brot auf g3", "einsammeln"),
)
IN_GERMAN = (
    "Player 1: gewürfelt Brot, X, X. Player 1: ein Brot gelegt. Player 1: gewürfelt X, Fisch. "
    "Nichts passt: Die Katze kommt näher. "
    "Player 2: gewürfelt Brot, X, X. Player 2: ein Brot gelegt. "
    "Player 2: 1 Bissen eingesammelt. Kein Stück ist komplett: Die Katze kommt näher. "
    "Player 1: gewürfelt Brot, Käse, X. Player 1: einen Käse gelegt. "
    "Player 1: ein Brot gelegt. Player 1: 2 Bissen eingesammelt. "
    "Ein Stück ist komplett: Die Katze bleibt. Alles ist eingesammelt!"
)


@pytest.mark.parametrize(
    ("language", "events", "told"), [("en", ENGLISH, IN_ENGLISH), ("de", GERMAN, IN_GERMAN)]
)
def test_a_game_won_is_told_in_words(language: str, events: tuple[str, ...], told: str) -> None:
    match = left(pantry(), "f3", "g3", "g1")
    assert " ".join(stories(match, *events, language=language)) == told


@pytest.mark.parametrize(
    ("language", "events", "told"),
    [
        ("en", BUST, "The cat is in the pantry!"),
        ("en", (*ONE_BITE, "gather"), "The cat is in the pantry!"),
        ("de", BUST, "Die Katze ist in der Kammer!"),
    ],
)
def test_a_game_lost_is_told_in_words(language: str, events: tuple[str, ...], told: str) -> None:
    assert stories(pantry(cat_steps=1), *events, language=language)[-1] == told


def test_each_choice_is_tied_to_its_square_or_to_its_area() -> None:
    match = play(left(pantry(), "f3", "g3", "g1"), "bread", "bread", "X", "bread on f3")
    assert [(c.action, c.text, c.at) for c in match.scene(0).choices] == [
        (SQUARE["g3"], "bread on g3", "g3"),
        (rules.ROLL_AGAIN, "roll again", "hand"),
        (rules.GATHER, "gather", "pantry"),
    ]


def test_choices_are_for_the_seat_to_move_alone() -> None:
    match = play(pantry(seats=3, start=1), "bread", "X", "X")
    assert [len(match.scene(seat).choices) for seat in (0, 1, 2, WATCHER)] == [0, 10, 0, 0]
    assert [seat.to_move for seat in match.scene(0).seats] == [False, True, False]


@pytest.mark.parametrize("events", [(), ("bread",), (*ONE_BITE, "roll again"), COVERED[:-2]])
def test_while_dice_roll_nobody_has_a_choice_and_all_see_alike(events: tuple[str, ...]) -> None:
    match = play(pantry(), *events)
    assert match.player == CHANCE
    assert match.scene(0).choices == ()
    assert match.scene(WATCHER) == match.scene(0)


def test_the_scene_shows_chips_and_dice_in_their_squares_and_the_cat_on_its_way() -> None:
    match = play(pantry(), *BUST, *TWO_BITES, "gather", "fish", "X", "cheese", "fish on g6")
    assert [(p.key, p.kind, p.cell, p.text) for p in match.scene(0).pieces] == [
        ("chip:f3", "chip", "f3", ""),
        ("chip:g3", "chip", "g3", ""),
        ("cat", "figure", "step:1", "cat"),
        ("die:0", "die", "g6", "fish"),
        ("die:1", "die", "hand:1", "X"),
        ("die:2", "die", "hand:2", "cheese"),
    ]


def test_the_scene_has_a_grid_of_squares_by_item_a_way_of_eleven_steps_and_a_hand() -> None:
    squares, way, hand = pantry().scene(0).areas
    assert (squares.key, squares.layout, squares.columns) == ("pantry", "grid", 7)
    assert [cell.key for cell in squares.cells] == list(SQUARE)
    groups = "".join(board_of("one-paw").pantry)
    names = {cell.group: groups[SQUARE[cell.key]] for cell in squares.cells}
    assert [names[cell.group] for cell in squares.cells] == list(groups)
    assert (len(names), len({cell.colour for cell in squares.cells})) == (15, len(FOODS))
    assert (way.layout, [cell.key for cell in way.cells][-1]) == ("track", "step:11")
    assert [cell.key for cell in hand.cells] == ["hand:0", "hand:1", "hand:2"]


def look_of(match: Match) -> dict[str, str]:
    """Return what is not as usual, by cell and by piece."""
    scene = match.scene(0)
    cells = {cell.key: cell.look for area in scene.areas for cell in area.cells}
    looks = cells | {piece.key: piece.look for piece in scene.pieces if piece.kind == "die"}
    return {key: look for key, look in looks.items() if look}


def test_the_scene_counts_what_is_left() -> None:
    progress = pantry().scene(0).progress
    assert progress is not None
    assert (progress.text.replace("\xa0", " "), progress.done) == (
        "🐭 49 bites left 🐈 11 steps",
        0,
    )
    match = left(pantry(cat_steps=1), "f3")
    progress = match.scene(0, "de").progress
    assert progress is not None
    assert (progress.text.replace("\xa0", " "), progress.done) == (
        "🐭 1 übrig 🐈 1 Schritt",
        48,
    )


def test_finished_items_prints_behind_the_cat_and_dice_that_fit_nowhere_are_marked() -> None:
    match = play(gathered(pantry(), "f3", "g3", "g1"), *BUST, *BUST, "X", "bread", "cheese")
    marks = {"f3": "done", "g3": "done", "step:0": "been", "step:1": "been", "die:0": "idle"}
    assert look_of(match) == marks
    play(match, "bread on b3", "roll again", "fish", "X")
    assert look_of(match) == {"die:2" if key == "die:0" else key: marks[key] for key in marks}


def test_each_mouse_has_its_colour_and_the_next_one_is_named() -> None:
    seats = pantry(seats=3, start=2).scene(0).seats
    assert len({seat.colour for seat in pantry(seats=6).scene(0).seats}) == 6
    assert [seat.text for seat in seats] == ["next", "", ""]
    assert [seat.text for seat in pantry().scene(0).seats] == ["", ""]


def test_a_star_marks_the_square_that_finishes_an_item_and_the_item_is_lit() -> None:
    match = play(gathered(pantry(), "g3"), "bread", "bread", "X")
    starred = [choice for choice in match.scene(0).choices if choice.badge]
    assert [(choice.at, choice.badge, choice.lights) for choice in starred] == [
        ("f3", "★", ("f3", "g3"))
    ]
    play(match, "bread on b4")
    assert [c.at for c in match.scene(0).choices if c.badge] == ["f3"]
    play(match, "bread on f3")
    assert [c.at for c in match.scene(0).choices if c.badge] == []


def test_either_of_two_dice_alike_may_be_dragged_and_a_die_on_the_board_no_more() -> None:
    match = play(pantry(), "fish", "bread", "fish")
    by = {choice.text.split()[0]: choice.by for choice in match.scene(0).choices}
    assert by == {"bread": "die:1", "fish": "die:0 die:2"}
    play(match, "fish on g6")
    by = {choice.text.split()[0]: choice.by for choice in match.scene(0).choices if choice.by}
    assert by == {"bread": "die:1", "fish": "die:2"}


GIVEN_UP = "🐟 ❌"


@pytest.mark.clause("MMM-10", "MMM-12")
@pytest.mark.parametrize(
    ("squares", "steps", "label", "small", "quiet"),
    [
        (("f3", "g3", "e2"), 11, "Gather 1", "the cat takes a step", False),
        (("f3", "e2"), 11, "Gather 1", "the cat stays", False),
        (("f3", "g3", "e2"), 1, "Gather 1", "the cat gets in: lost", True),
        (("f3",), 1, "Gather 1", "and you have won!", False),
    ],
)
def test_buttons_say_what_they_bring(
    squares: tuple[str, ...], steps: int, label: str, small: str, quiet: bool
) -> None:
    match = play(left(pantry(cat_steps=steps), *squares), "bread", "fish", "X", "bread on f3")
    *_, roll, gather = match.scene(0).choices
    assert (roll.label, roll.small, roll.quiet) == ("Roll 2 again", GIVEN_UP, squares == ("f3",))
    assert (gather.label, gather.small, gather.quiet) == (label, small, quiet)
    assert (roll.lights, gather.lights) == (("die:1", "die:2"), ("f3",))


@pytest.mark.clause("MMM-7")
def test_placing_the_last_die_asks_first_where_the_cat_would_come() -> None:
    match = play(gathered(pantry(), "g3"), "bread", "fish", "fish", "fish on g6", "fish on a4")
    asked = {c.at: (c.label, c.small) for c in match.scene(0).choices if c.asks}
    assert set(asked.values()) == {("Place and gather 3", "the cat takes a step")}
    assert set(asked) == {at.removeprefix("bread on ") for at in BREAD} - {"f3", "g3"}


def test_what_is_tapped_is_meant_and_says_why_not() -> None:
    match = play(pantry(), *TWO_BITES, "gather", "bread", "fish", "X")
    assert match.why_not("b3", 1) == ("", "")
    assert match.why_not("chip:f3", 1) == ("this square is covered", "MMM-6")
    assert match.why_not("a1", 1) == ("no die in hand shows carrot", "MMM-6")
    assert match.why_not("die:2", 1) == (FIRST, "MMM-6")
    play(match, "bread on b3")
    assert match.why_not("die:0", 1) == ("this square is covered", "MMM-6")
    assert match.why_not("die:2", 1) == ("", "")
    for thing in ("cat", "step:3", "hand:0"):
        assert match.why_not(thing, 1) == ("", "")


@pytest.mark.clause("MMM-13")
def test_the_grade_is_a_rung_of_the_ladder() -> None:
    match = play(left(pantry(cat_steps=1), "f3", "g3"), *BUST)
    ladder = ending_of(match).ladder
    assert [rung.takes.split(",")[0] for rung in ladder] == ["won"] * 4 + ["lost"] * 4
    reached = [(rung.name, rung.takes) for rung in ladder if rung.is_reached]
    assert reached == [("A full corner", "lost, 2 or 3 bites left")]


def test_the_quick_player_completes_an_item_where_one_die_does() -> None:
    assert quick(play(gathered(pantry(), "g3"), "bread", "X", "X")) == "bread on f3"
    two_fish_would_complete_one_too = play(gathered(pantry(), "g3"), "fish", "fish", "bread")
    assert quick(two_fish_would_complete_one_too) == "bread on f3"


def test_the_quick_player_keeps_a_second_completion_for_another_turn() -> None:
    match = play(gathered(pantry(), "g3", "g2"), "bread", "cheese", "fish", "cheese on g1")
    assert quick(match) == "fish on g6"
    play(match, "fish on g6")
    assert quick(match) == "bread on b3"


def test_the_quick_player_takes_a_second_completion_last() -> None:
    match = play(left(pantry(), "f3", "g1", "e2", "e3", "e4"), "bread", "cheese", "fish")
    play(match, "cheese on g1")
    assert quick(match) == "fish on e2"
    play(match, "fish on e2")
    assert quick(match) == "bread on f3"


def test_the_quick_player_gathers_a_complete_item_when_few_foods_are_left() -> None:
    assert quick(play(left(pantry(), "f3", "g3", "g1", "g2"), *TWO_BITES)) == "gather"


def test_the_quick_player_rolls_on_while_every_food_is_left() -> None:
    assert quick(play(pantry(), *ONE_BITE)) == "roll again"


@pytest.mark.parametrize("board", ["one-paw", "two-paws"])
@pytest.mark.parametrize("line", [False, True])
def test_the_quick_player_always_finds_something_the_rules_allow(board: str, line: bool) -> None:
    for match in islice(games_of_quick(board=board, line=line), 300):
        assert int(match.game.quick_player.quick(match.view(match.player))) in match.legal()
