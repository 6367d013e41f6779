"""Compost: what the cards take, when they are complete and what they do, clause by clause."""

import pytest

from pasch.core.game.position import OVER
from pasch.core.match.match import Match, new
from pasch.games.compost import rules
from tests.kits.compost import SIDES, activating, at_turn, dice_on, open_to
from tests.moves import play

RED, BLUE, GREEN, YELLOW = range(4)
STOVED = {"stove": "blue 1, blue 1, blue 1"}


def compost(match: Match) -> list[int]:
    """Return the dice in the Compost, by colour."""
    return [int(n) for n in match.view(0).compost]


FITS = [
    ("run", "", "123456"),
    ("run", "red 2, blue 5", "1346"),
    ("run", "red 1, red 2, red 3, red 4, red 5", "6"),
    ("run", "red 1, red 2, red 3, red 4, red 5, red 6", ""),
    ("different", "", "123456"),
    ("different", "red 2, blue 5", "1346"),
    ("different", "red 2, blue 5, red 6", ""),
    ("kind", "", "123456"),
    ("kind", "red 3", "3"),
    ("kind", "red 3, blue 3, red 3, red 3, red 3", "3"),
    ("kind", "red 3, blue 3, red 3, red 3, red 3, red 3", ""),
    ("control", "red 3, red 3", "123456"),
    ("control", "red 3, red 3, blue 5", ""),
    ("pairs", "", "123456"),
    ("pairs", "red 3", "123456"),
    ("pairs", "red 3, blue 3", "123456"),
    ("pairs", "red 3, red 5", "35"),
    ("pairs", "red 3, red 3, red 5", "5"),
    ("pairs", "red 3, red 3, red 3", "3"),
    ("pairs", "red 3, red 3, red 5, red 5", ""),
    ("pairs", "red 3, red 3, red 3, red 3", ""),
    ("target", "red 3", "123456"),
    ("target", "red 3, red 3", ""),
    ("stove", ", ".join(["red 3"] * 12), "123456"),
]


@pytest.mark.clause("CO-9")
@pytest.mark.parametrize(("side", "dice", "faces"), FITS)
def test_what_fits_on_a_card(side: str, dice: str, faces: str) -> None:
    state = at_turn({side: dice}, STOVED).view(0)
    fitting = [str(f + 1) for f in range(6) if rules.fits(state, RED, SIDES[side][0], f)]
    assert "".join(fitting) == faces


COMPLETE = [
    ("run", "red 3", False),
    ("run", "red 3, red 4", True),
    ("run", "red 3, red 5", False),
    ("run", "red 1, red 2, red 4", False),
    ("run", "red 6, red 4, red 5", True),
    ("run", "red 1, red 2, red 3, red 4, red 5, red 6", True),
    ("different", "", False),
    ("different", "red 1", True),
    ("different", "red 1, red 6", True),
    ("different", "red 1, red 6, red 3", True),
    ("kind", "red 1", False),
    ("kind", "red 1, blue 1", True),
    ("kind", ", ".join(["red 4"] * 6), True),
    ("control", "", False),
    ("control", "red 1", True),
    ("control", "red 1, red 1, red 4", True),
    ("pairs", "red 1", False),
    ("pairs", "red 1, blue 1", True),
    ("pairs", "red 1, red 2", False),
    ("pairs", "red 1, red 1, red 2", False),
    ("pairs", "red 1, red 1, red 1", False),
    ("pairs", "red 1, red 2, red 1, red 2", True),
    ("pairs", "red 1, red 1, red 1, red 1", True),
    ("target", "red 1", False),
    ("target", "red 1, red 5", True),
    ("stove", "red 1, red 1", False),
]


@pytest.mark.clause("CO-10")
@pytest.mark.parametrize(("side", "dice", "complete"), COMPLETE)
def test_what_completes_a_card(side: str, dice: str, complete: bool) -> None:
    state = at_turn({side: dice}, STOVED).view(0)
    assert rules.is_complete(state, RED, SIDES[side][0]) == complete


def gifts(match: Match) -> list[str]:
    """Give away the first open die again and again; return who got each, until the turn is over."""
    got = []
    while match.view(0).phase == rules.DISTRIBUTE:
        match.apply(match.legal()[0])
        if match.view(0).phase == rules.RECEIVE:
            got.append(f"Player {match.player + 1}")
            match.apply(match.legal()[-1])
        else:
            got.append("Compost")
    return got


SIX = "red 1, red 2, red 3, red 4, red 5, red 6"


@pytest.mark.clause("CO-11")
@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, ["Compost", "Player 2", "Compost", "Player 2", "Compost", "Player 2"]),
        (3, ["Compost", "Player 2", "Player 3", "Compost", "Player 2", "Player 3"]),
        (4, ["Compost", "Player 2", "Player 3", "Player 4", "Compost", "Player 2"]),
    ],
)
def test_dice_go_round_and_at_the_owner_to_the_compost(seats: int, expected: list[str]) -> None:
    others = [STOVED] * (seats - 1)
    match = activating({"run": SIX, "stove": "red 1"}, *others, card="A Run")
    assert gifts(match) == expected


@pytest.mark.clause("CO-11")
@pytest.mark.parametrize(
    ("side", "dice", "card"),
    [
        ("run", "red 4, red 5, red 6", "A Run"),
        ("different", "red 2, red 4, red 6", "Different"),
        ("kind", "red 4, red 4, red 4", "All of a Kind"),
        ("pairs", "red 4, red 4, red 5, red 5", "One or Two Pair"),
    ],
)
def test_these_four_sides_distribute_all_their_dice(side: str, dice: str, card: str) -> None:
    match = activating({side: dice, "stove": "red 1"}, STOVED, STOVED, card=card)
    rounds = ["Compost", "Player 2", "Player 3", "Compost"]
    assert gifts(match) == rounds[: dice.count("red")]
    assert match.view(0).many[: rules.PLACES] == [0, 0, 0, 1]


@pytest.mark.clause("CO-11")
def test_the_owner_chooses_each_die_when_it_is_due_in_any_order() -> None:
    match = activating({"run": "red 4, red 5, red 6", "stove": "red 1"}, {}, {}, card="A Run")
    assert open_to(match) == ["give red 4", "give red 5", "give red 6"]
    play(match, "give red 5")
    assert compost(match) == [1, 0, 0, 0, 0]
    assert open_to(match) == ["give red 4", "give red 6"]
    play(match, "give red 6")
    assert match.player == BLUE
    play(match, "red 6 on A Run")
    assert (match.player, open_to(match)) == (RED, ["give red 4"])


@pytest.mark.clause("CO-12")
def test_target_gives_both_dice_to_one_other_player() -> None:
    match = activating({"target": "red 4, red 2", "stove": "red 1"}, {}, {}, {}, card="Target")
    assert open_to(match) == ["both dice to blue", "both dice to green", "both dice to yellow"]
    play(match, "both dice to yellow")
    assert match.player == YELLOW
    in_hand = [piece.text for piece in match.scene(YELLOW).pieces if piece.cell == "hand"]
    assert in_hand == ["2", "4"]
    play(match, "red 2 on A Run", "red 4 on One or Two Pair")
    assert dice_on(match, YELLOW, "run") == "red 2"
    assert dice_on(match, YELLOW, "pairs") == "red 4"
    assert (match.player, compost(match)) == (BLUE, [0] * 5)


@pytest.mark.clause("CO-12")
def test_with_two_players_the_only_target_is_asked_for() -> None:
    match = activating({"target": "red 4, red 2", "stove": "red 1"}, {}, card="Target")
    assert open_to(match) == ["both dice to blue"]


@pytest.mark.clause("CO-12", "CO-14")
def test_target_composts_each_die_of_the_receivers_own_colour() -> None:
    cards = {"target": "blue 4, red 2", "stove": "red 1"}
    match = play(activating(cards, {}, {}, card="Target"), "both dice to blue")
    assert compost(match) == [0, 1, 0, 0, 0]
    assert open_to(match)[-1] == "red 2 on Stove"
    play(match, "red 2 on Stove")
    assert (match.player, dice_on(match, BLUE, "stove")) == (BLUE, "red 2")


@pytest.mark.clause("CO-12", "CO-14")
def test_target_with_nothing_but_the_receivers_colour_gives_nothing() -> None:
    cards = {"target": "blue 4, blue 2", "stove": "red 1"}
    match = play(activating(cards, STOVED, STOVED, card="Target"), "both dice to blue")
    assert compost(match) == [0, 2, 0, 0, 0]
    assert (match.player, match.view(0).phase) == (BLUE, rules.REROLL)


@pytest.mark.clause("CO-18")
@pytest.mark.parametrize(("dice", "composted"), [("blue 4, blue 2", 2), ("blue 4, red 2", 1)])
def test_target_may_be_given_to_its_own_colour_though_another_could_take_both(
    dice: str, composted: int
) -> None:
    cards = {"target": dice, "stove": "red 1"}
    match = activating(cards, STOVED, STOVED, card="Target")
    assert open_to(match) == ["both dice to blue", "both dice to green"]
    play(match, "both dice to blue")
    assert compost(match) == [0, composted, 0, 0, 0]
    assert sum(match.view(0).many[rules.heap_of(GREEN, 0) :][: rules.PLACES]) == 3
    other = play(activating(cards, {}, {}, card="Target"), "both dice to green")
    assert (other.player, compost(other)) == (GREEN, [0] * 5)


@pytest.mark.clause("CO-19")
def test_control_sets_each_die_to_its_own_face() -> None:
    cards = {"control": "red 4, red 4, red 4", "stove": "red 1"}
    match = activating(cards, STOVED, card="Control")
    play(match, "set red 4 to 1", "set red 4 to 3", "set red 4 to 6", "lift no more")
    play(match, *[f"red {face} on A Run" for face in (1, 3, 6)])
    assert dice_on(match, RED, "run") == "red 1, red 3, red 6"


@pytest.mark.clause("CO-13")
def test_control_sets_each_of_its_dice_to_any_face() -> None:
    cards = {"control": "red 4, red 2, blue 3", "stove": "red 1"}
    match = activating(cards, STOVED, STOVED, card="Control")
    assert open_to(match) == [f"set red 2 to {face}" for face in range(1, 7)]
    play(match, "set red 2 to 6", "set red 4 to 4", "set blue 3 to 6", "lift no more")
    play(match, "red 4 on Stove", "red 6 on All of a Kind", "blue 6 on All of a Kind")
    assert dice_on(match, RED, "kind") == "red 6, blue 6"
    assert dice_on(match, RED, "stove") == "red 1, red 4"
    assert (match.player, compost(match)) == (BLUE, [0] * 5)


@pytest.mark.clause("CO-13")
def test_control_lifts_any_further_dice_and_lays_all_down_unrolled() -> None:
    cards = {"control": "red 4", "run": "blue 2, red 5", "pairs": "red 5", "stove": "red 1"}
    match = play(activating(cards, STOVED, STOVED, card="Control"), "set red 4 to 5")
    assert open_to(match) == [
        "lift red 5 from A Run",
        "lift blue 2 from A Run",
        "lift red 5 from One or Two Pair",
        "lift red 1 from Stove",
        "lift no more",
    ]
    play(match, "lift red 5 from A Run", "lift red 1 from Stove", "lift no more")
    assert open_to(match)[0] == "red 1 on A Run"
    play(match, "red 1 on A Run", "red 5 on One or Two Pair", "red 5 on All of a Kind")
    assert dice_on(match, RED, "run") == "red 1, blue 2"
    assert dice_on(match, RED, "pairs") == "red 5, red 5"
    assert dice_on(match, RED, "kind") == "red 5"
    assert match.player == BLUE


@pytest.mark.clause("CO-13", "CO-16")
def test_control_is_flipped_first_so_that_dice_may_be_laid_on_its_other_side() -> None:
    match = activating({"control": "red 4", "stove": "red 1"}, STOVED, card="Control")
    assert dice_on(match, RED, "kind") == ""
    play(match, "set red 4 to 2", "lift no more", "red 2 on All of a Kind")
    assert dice_on(match, RED, "kind") == "red 2"


@pytest.mark.clause("CO-14")
def test_another_colour_than_the_receivers_must_be_chosen_while_there_is_one() -> None:
    cards = {"kind": "blue 4, blue 4, red 4, green 4", "stove": "red 1"}
    match = activating(cards, STOVED, STOVED, card="All of a Kind")
    assert open_to(match) == ["give red 4", "give blue 4", "give green 4"]
    play(match, "give red 4")
    assert open_to(match) == ["give green 4"]
    play(match, "give green 4", "green 4 on Stove")
    assert open_to(match) == ["give blue 4"]


@pytest.mark.clause("CO-14")
def test_where_no_other_is_left_the_die_is_composted_and_counts_as_the_players() -> None:
    cards = {"kind": "blue 4, blue 4, blue 4", "stove": "red 1"}
    match = activating(cards, STOVED, STOVED, card="All of a Kind")
    play(match, "give blue 4", "give blue 4")
    assert compost(match) == [0, 2, 0, 0, 0]
    assert match.view(0).due == GREEN
    play(match, "give blue 4")
    assert match.player == GREEN


@pytest.mark.clause("CO-14")
def test_neutral_dice_are_nobodys_own() -> None:
    cards = {"kind": "neutral 4, neutral 4", "stove": "red 1"}
    match = activating(cards, STOVED, card="All of a Kind")
    play(match, "give neutral 4", "give neutral 4")
    assert match.player == BLUE


@pytest.mark.clause("CO-15")
def test_what_is_in_the_compost_stays_there() -> None:
    match = new("compost", seats=3, start=0, dice=6)
    before = [0] * 5
    while match.player != OVER:
        match.apply(match.possible()[len(match.events) % len(match.possible())])
        assert all(now >= then for now, then in zip(compost(match), before, strict=True))
        before = compost(match)
    assert sum(before) > 0


@pytest.mark.clause("CO-16")
def test_the_other_side_is_up_and_empty_and_takes_dice_from_then_on() -> None:
    blue = {"stove": "blue 4"}
    match = activating({"pairs": "red 4, red 4", "stove": "red 1"}, blue, card="One or Two Pair")
    assert dice_on(match, RED, "target") == ""
    play(match, "give red 4", "give red 4", "red 4 on Stove")
    play(match, "reroll all blue dice", "4", "blue 4 on Stove")
    assert match.player == RED
    play(match, "reroll Stove", "6")
    assert open_to(match)[2] == "red 6 on Target"
