"""Mice to Meet You alone, clause by clause."""

import pytest

from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match
from pasch.games.mice_to_meet_you import rules
from pasch.terminal.screen.prompt import question
from tests.kits.mice_to_meet_you import cage, do, give, hand, mice, nuts, offered, roll, up

DICE_CARDS = [6, 9, 12, 15]


def alone(*cards: int, own: int = 3, **options: int) -> Match:
    """Return a solo match with these cards in hand and this many nuts."""
    return give(mice(1, **options), 0, hand=cards, nuts=own)


def misses(match: Match) -> list[str]:
    return [text for text in offered(match) if text.startswith("miss")]


@pytest.mark.clause("MTY-17")
@pytest.mark.parametrize(("level", "held"), [(0, [3, 0]), (1, [2, 1]), (2, [1, 2]), (3, [0, 3])])
def test_a_higher_level_leaves_more_of_the_three_nuts_in_the_middle(
    level: int, held: list[int]
) -> None:
    assert nuts(mice(1, level=level)) == held


@pytest.mark.clause("MTY-17")
@pytest.mark.parametrize(("agreed", "held"), [(5, [3, 2]), (1, [0, 1]), (0, [0, 0])])
def test_another_number_of_nuts_may_be_agreed_alone_too(agreed: int, held: list[int]) -> None:
    assert nuts(mice(1, level=2, nuts=agreed)) == held


@pytest.mark.clause("MTY-18")
def test_a_sum_never_turns_a_dice_card() -> None:
    match = roll(alone(10, 11, own=0), "5 4 3 3 1")
    assert offered(match)[:1] == ["play 10: 5+4+1, leaves 6"]
    assert misses(match) == offered(match)[1:]


@pytest.mark.clause("MTY-18")
@pytest.mark.parametrize(
    ("open_cards", "faces", "turnable"),
    [
        ((6, 9, 12, 15), "6 6 6 6 6", [9, 12, 15]),
        ((6, 12), "6 6 6", [12]),
        ((6,), "6 6", [6]),
    ],
)
def test_a_miss_turns_an_open_dice_card_down_the_six_last(
    open_cards: tuple[int, ...], faces: str, turnable: list[int]
) -> None:
    match = roll(give(alone(1), 0, up=open_cards), faces)
    assert misses(match) == [f"miss: turn {card} down" for card in turnable]
    do(match, miss="turn down", card=turnable[0])
    assert up(match) == [card for card in open_cards if card != turnable[0]]


@pytest.mark.clause("MTY-18")
def test_one_may_miss_though_a_card_could_be_played_and_nothing_comes_back() -> None:
    match = roll(alone(14, 13, own=0), "5 3 3 2 1")
    assert offered(match)[0] == "play 13: 5+3+3+2, leaves 1"
    caged = cage(match)
    do(match, miss="turn down", card=15)
    assert (hand(match), cage(match), up(match)) == ([13, 14], caged, [6, 9, 12])
    assert question(match.scene(0)) == "Player 1: Roll die 1 of 4, red"
    roll(match, "6 6 6 6")
    assert misses(match) == ["miss: turn 9 down", "miss: turn 12 down"]


@pytest.mark.clause("MTY-19")
def test_nuts_for_the_sum_go_to_the_middle() -> None:
    match = do(roll(alone(1, 16), "5 3 3 2 1"), play=16, yellow=6)
    assert nuts(match) == [1, 2]
    assert hand(match) == [1]


@pytest.mark.clause("MTY-19")
def test_for_a_nut_a_second_card_is_played_with_all_unused_yellow_dice() -> None:
    match = do(
        roll(
            alone(1, 4, 10),
            "5 3 3 2 1",
        ),
        play=10,
        yellow=2,
    )
    assert match.player == 0
    assert offered(match) == ["also play 4: 4, 1 🥜", "no second card"]
    do(match, second=4)
    assert (hand(match), cage(match)[-2:], nuts(match)) == ([1], [10, 4], [2, 1])
    assert match.player == CHANCE


@pytest.mark.clause("MTY-19")
def test_further_nuts_change_the_second_sum_too() -> None:
    match = do(roll(alone(2, 5, 7, 10), "5 3 3 2 1"), play=10, yellow=2)
    assert offered(match) == ["also play 2: 4, 3 🥜", "also play 5: 4, 2 🥜", "no second card"]
    do(match, second=5)
    assert nuts(match) == [1, 2]


@pytest.mark.clause("MTY-19")
def test_nuts_paid_for_the_first_card_are_gone_for_the_second() -> None:
    match = do(roll(alone(2, 4, 5, 11), "5 3 3 2 1"), play=11, yellow=2)
    assert offered(match) == ["also play 4: 4, 1 🥜", "also play 5: 4, 2 🥜", "no second card"]


@pytest.mark.clause("MTY-19")
def test_a_second_card_is_a_hand_card() -> None:
    match = do(roll(alone(1, 8), "5 3 3 3 3"), play=8, yellow=0)
    assert match.player == CHANCE
    assert up(match) == DICE_CARDS


@pytest.mark.clause("MTY-19")
@pytest.mark.parametrize(
    ("own", "play", "yellow"), [(0, 10, 2), (3, 14, 6)], ids=["no nut", "no unused die"]
)
def test_without_a_nut_or_an_unused_die_there_is_no_second_card(
    own: int, play: int, yellow: int
) -> None:
    match = do(roll(alone(1, 4, 10, 14, own=own), "5 3 3 2 1"), play=play, yellow=yellow)
    assert match.player == CHANCE


@pytest.mark.clause("MTY-19")
def test_after_a_miss_there_is_no_second_card() -> None:
    match = do(roll(alone(4, 14), "5 3 3 2 1"), miss="turn down", card=9)
    assert (match.player, hand(match)) == (CHANCE, [4, 14])


@pytest.mark.clause("MTY-19")
def test_a_round_has_one_second_card_at_most() -> None:
    match = do(roll(alone(1, 3, 4, 5, 10), "5 3 3 2 1"), play=10, yellow=2)
    do(match, second=4)
    assert (match.player, hand(match)) == (CHANCE, [1, 3, 5])


@pytest.mark.clause("MTY-20")
@pytest.mark.parametrize(("faces", "earned"), [("5 3 6 5 4", 1), ("5 3 6 5 3", 0)])
def test_fifteen_on_the_unused_yellow_dice_earn_a_nut(faces: str, earned: int) -> None:
    match = do(roll(alone(1, 8, own=0), faces), play=8, yellow=0)
    assert nuts(match) == [earned, 3 - earned]


@pytest.mark.clause("MTY-20")
def test_another_threshold_may_be_agreed() -> None:
    match = do(roll(alone(1, 8, own=0, threshold=14), "5 3 6 5 3"), play=8, yellow=0)
    assert nuts(match) == [1, 2]


@pytest.mark.clause("MTY-20")
def test_from_an_empty_middle_no_nut_is_earned() -> None:
    match = do(roll(alone(1, 8), "5 3 6 5 4"), play=8, yellow=0)
    assert (match.player, nuts(match)) == (CHANCE, [3, 0])


@pytest.mark.clause("MTY-20")
def test_nuts_just_paid_can_be_earned_back() -> None:
    match = do(roll(alone(1, 7), "5 3 6 5 4"), play=7, yellow=0)
    assert nuts(match) == [3, 0]


@pytest.mark.clause("MTY-20")
def test_after_a_miss_no_nut_is_earned() -> None:
    match = do(roll(alone(1, own=0), "5 3 6 5 4"), miss="turn down", card=9)
    assert nuts(match) == [0, 3]


@pytest.mark.clause("MTY-20")
@pytest.mark.parametrize(("second", "held"), [(16, [0, 3]), ("none", [3, 0])])
def test_dice_used_for_a_second_card_are_not_unused(second: int | str, held: list[int]) -> None:
    match = do(roll(alone(1, 7, 16), "5 3 6 5 4"), play=7, yellow=0)
    assert nuts(match) == [2, 1]
    do(match, second=second)
    assert nuts(match) == held


@pytest.mark.clause("MTY-21")
def test_the_game_ends_at_once_when_the_hand_is_empty() -> None:
    match = do(roll(alone(8, own=0), "5 3 6 5 4"), play=8, yellow=0)
    assert (match.player, nuts(match)) == (OVER, [0, 3])


@pytest.mark.clause("MTY-21")
def test_or_when_a_second_card_empties_it() -> None:
    match = do(do(roll(alone(4, 10), "5 3 3 2 1"), play=10, yellow=2), second=4)
    assert (match.player, hand(match)) == (OVER, [])


@pytest.mark.clause("MTY-21")
def test_or_when_all_four_dice_cards_are_down() -> None:
    match = roll(give(alone(1), 0, up=(6,)), "6 6")
    do(match, miss="turn down", card=6)
    assert (match.player, up(match), hand(match)) == (OVER, [], [1])


GRADES = [
    (6, "Not a crumb left lying", "Kein Krümel bleibt liegen"),
    (5, "The best cat in the street", "Die beste Katze der Straße"),
    (4, "Caught with a steady paw", "Mit ruhiger Pfote gefangen"),
    (3, "All caught, just about", "Alle gefangen, so gerade eben"),
    (2, "One mouse waves goodbye", "Eine Maus winkt zum Abschied"),
    (1, "The mice know your traps", "Die Mäuse kennen deine Fallen"),
    (0, "The mice dance on the table", "Die Mäuse tanzen auf dem Tisch"),
]


def graded(match: Match, grade: int) -> None:
    _, english, german = next(each for each in GRADES if each[0] == grade)
    assert match.player == OVER
    assert rules.grade(match.view(0)) == grade
    assert match.returns() == [grade / 6]
    assert match.scene(0).prompt == f"The game is over: {english}! (grade {grade} of 6)"
    assert match.scene(0, "de").prompt == f"Das Spiel ist aus: {german}! (Stufe {grade} von 6)"


@pytest.mark.clause("MTY-22")
@pytest.mark.parametrize(
    ("open_cards", "faces", "grade"),
    [
        ((6, 9, 12, 15), "1 1 6 6 6", 6),
        ((6, 9, 12), "2 6 6 6", 5),
        ((6, 9, 15), "1 1 6 6", 5),
        ((6, 9), "2 6 6", 4),
        ((6,), "2 6", 3),
    ],
)
def test_with_an_empty_hand_the_grade_is_by_the_dice_cards_open(
    open_cards: tuple[int, ...], faces: str, grade: int
) -> None:
    match = roll(give(alone(2), 0, up=open_cards), faces)
    graded(do(match, play=2, yellow=0), grade)


@pytest.mark.clause("MTY-22")
@pytest.mark.parametrize(
    ("cards", "grade"), [((18,), 2), ((1, 2), 1), ((1, 2, 3), 0), ((1, 2, 3, 4, 18), 0)]
)
def test_with_cards_left_the_grade_is_by_their_number(cards: tuple[int, ...], grade: int) -> None:
    match = roll(give(alone(*cards), 0, up=(6,)), "6 6")
    graded(do(match, miss="turn down", card=6), grade)
