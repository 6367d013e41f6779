"""Compost's board: what the cards say, what lies where, and what a tap there does."""

import pytest

from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match.match import Match, new
from pasch.core.view.scene import Cell, Choice, Progress, Scene
from pasch.games.compost import rules
from tests.checker import walk
from tests.kits.compost import activating, at_turn
from tests.moves import play

RED, BLUE, GREEN, YELLOW = range(4)
STOVED = {"stove": "blue 1, blue 1, blue 1"}
ROLLED = ("reroll Stove", "1", "red 1 on Stove")


def cells_of(scene: Scene, area: str) -> tuple[Cell, ...]:
    return next((each.cells for each in scene.areas if each.key == area), ())


def card(match: Match, place: int, seat: int = RED) -> Cell:
    return cells_of(match.scene(WATCHER), f"cards:{seat}")[place]


def notes(match: Match, seat: int = RED) -> list[str]:
    return [cell.note for cell in cells_of(match.scene(WATCHER), f"cards:{seat}")]


def slots(match: Match, place: int) -> dict[int | None, str]:
    """Return the dice on a card of red, by slot."""
    lying = [p for p in match.scene(WATCHER).pieces if p.cell == f"card:0:{place}"]
    return {p.slot: f"{p.colour} {p.text}" for p in lying}


def dice_in(match: Match, cell: str) -> list[str]:
    pieces = [p for p in match.scene(WATCHER).pieces if p.cell == cell]
    return [
        f"{p.colour} {p.text}{' pale' * p.faint}{' asked' * (p.look == 'asked')}" for p in pieces
    ]


def choice(match: Match, text: str) -> Choice:
    return next(c for c in match.scene(match.player).choices if c.text == text)


def test_everybody_sees_the_same_but_what_one_may_do() -> None:
    match = at_turn({"run": "red 2"}, STOVED)
    assert match.scene(RED).choices
    assert match.scene(BLUE) == match.scene(WATCHER)
    assert match.scene(RED).areas is match.scene(BLUE).areas


def test_what_did_not_change_is_the_same_thing() -> None:
    match = at_turn({"run": "red 2", "stove": "red 1"}, STOVED, STOVED)
    before = match.scene(WATCHER)
    play(match, "reroll Stove", "1")
    after = match.scene(WATCHER)
    assert after.areas[-1] is before.areas[-1]
    assert after.areas[-2] is before.areas[-2]
    assert after.seats[GREEN] is before.seats[GREEN]


def test_the_cards_of_who_is_asked_come_first_and_the_others_follow_clockwise() -> None:
    match = at_turn(STOVED, STOVED, STOVED, to_move=BLUE)
    found = [(area.key, area.seat) for area in match.scene(WATCHER).areas]
    assert found == [
        ("cards:1", BLUE),
        ("colours", None),
        ("cards:2", GREEN),
        ("cards:0", RED),
        ("compost", None),
    ]


def test_a_card_prints_what_fits_what_completes_it_what_it_does_and_its_back() -> None:
    match = at_turn({}, {}, {"different": "", "control": "", "target": ""})
    run, kind, pairs, stove = (card(match, place) for place in range(4))
    assert (run.slots, kind.slots, pairs.slots) == (tuple("123456"), ("=",) * 6, ("",) * 4)
    assert run.lines == ("✓ 2–6 in a row", "deal out:", "🌱›🔵›🟢›🌱…")
    assert (kind.lines[0], pairs.lines[0]) == ("✓ 2–6 equal", "✓ 1–2 pairs")
    assert (stove.slots, stove.lines, stove.corner) == (
        ("",) * 8,
        ("anything fits", "never ready"),
        "",
    )
    assert [run.corner, kind.corner, pairs.corner] == ["Different", "Control", "Target"]
    different, control, target = (card(match, place, GREEN) for place in range(3))
    assert (different.slots, control.slots, target.slots) == (("≠",) * 3, ("",) * 3, ("",) * 2)
    assert different.lines == ("✓ 1–3 different", "deal out:", "🌱›🔴›🔵›🌱…")
    assert control.lines == ("✓ 1–3, any", "set faces, lay anew")
    assert target.lines == ("✓ 2 dice, any", "both to one 🔴🔵")
    assert [different.corner, control.corner, target.corner] == ["A Run", "All of a Kind", "Pairs"]


def test_dice_lie_where_they_belong() -> None:
    red = {"run": "blue 5, red 2", "kind": "red 4, blue 4", "pairs": "red 6, blue 2, red 2"}
    match = at_turn(red, STOVED)
    assert slots(match, rules.RUN) == {1: "red 2", 4: "blue 5"}
    assert slots(match, rules.KIND) == {0: "red 4", 1: "blue 4"}
    assert card(match, rules.KIND).slots == ("4",) * 6
    assert slots(match, rules.PAIRS) == {0: "red 2", 1: "blue 2", 2: "red 6"}
    assert card(match, rules.PAIRS).slots == ("2", "2", "6", "6")


def test_the_stove_always_has_room_for_one_more() -> None:
    match = at_turn({"stove": ", ".join(["red 1"] * 8)}, STOVED)
    assert len(card(match, rules.STOVE).slots) == 9
    assert list(slots(match, rules.STOVE)) == list(range(8))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            {"run": "red 2, red 3", "kind": "red 6", "pairs": "red 1, red 3"},
            ["✓ ready", "1 more", "2 more", ""],
        ),
        ({"run": "red 2, red 3, red 5"}, ["gap at 4", "", "", ""]),
        ({"run": "red 1, red 4"}, ["2 gaps", "", "", ""]),
        ({"run": "red 1"}, ["1 more", "", "", ""]),
        (
            {"different": "red 1", "control": "red 1", "target": "red 1"},
            ["✓ ready", "✓ ready", "1 more", ""],
        ),
    ],
)
def test_a_card_says_what_is_missing(cards: dict[str, str], expected: list[str]) -> None:
    match = at_turn(cards, STOVED)
    assert notes(match) == expected
    ready = [" ready" in card(match, place).look for place in range(4)]
    assert ready == [note == "✓ ready" for note in expected]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ({}, ["→ 1 more", "→ 1 more", "→ 1 more", "waits"]),
        ({"run": "red 3", "kind": "red 4", "pairs": "blue 4"}, ["→ ready"] * 3 + ["waits"]),
        (
            {"run": "red 1, red 2", "pairs": "red 1, red 1"},
            ["→ gap at 3", "→ 1 more", "→ 1 more", "waits"],
        ),
        (
            {"run": "red 4", "kind": "red 6", "pairs": "red 1, red 3"},
            ["has a 4", "only 6", "only 1, 3", "waits"],
        ),
        (
            {"control": "red 1, red 1, red 1", "target": "red 1"},
            ["→ 1 more", "full", "→ ready", "waits"],
        ),
    ],
)
def test_while_a_die_is_in_hand_a_card_says_what_it_would_do_there(
    cards: dict[str, str], expected: list[str]
) -> None:
    match = at_turn({**cards, "stove": "red 6"}, STOVED)
    play(match, "reroll Stove", "4")
    assert notes(match) == expected
    closed = [place for place in range(4) if "closed" in card(match, place).look]
    assert closed == [c for c in range(4) if expected[c].startswith(("has", "only", "full"))]
    assert notes(match, BLUE) == ["", "", "", ""]


def test_the_die_in_hand_is_marked_and_may_be_dragged_where_it_would_lie() -> None:
    match = at_turn({"run": "red 2", "pairs": "red 1, blue 4", "stove": "red 6, blue 6"}, STOVED)
    play(match, "reroll Stove", "4", "4")
    assert dice_in(match, "hand") == ["red 4 asked", "blue 4"]
    run = choice(match, "red 4 on A Run")
    assert (run.at, run.by, run.asks) == ("card:0:0", "hand:red-4:0", False)
    ghosts = [c.ghosts[0] for c in match.scene(RED).choices]
    assert [(g.cell, g.slot) for g in ghosts] == [
        ("card:0:0", 3),
        ("card:0:1", 0),
        ("card:0:2", 3),
        ("card:0:3", 0),
    ]


def test_one_card_or_one_colour_is_rerolled() -> None:
    match = at_turn({"run": "red 2, blue 3", "stove": "red 1"}, STOVED)
    colours = cells_of(match.scene(RED), "colours")
    assert [(c.key, c.label, c.note, c.colour) for c in colours] == [
        ("colour:0", "red", "2", "red"),
        ("colour:1", "blue", "1", "blue"),
    ]
    red = choice(match, "reroll all red dice")
    assert (red.at, red.label, red.small, red.asks) == (
        "colour:0",
        "Roll these again",
        "2 dice",
        True,
    )
    assert red.lights == ("card:0:0:red-2:0", "card:0:3:red-1:0")
    assert choice(match, "reroll A Run").at == "card:0:0"


def test_activating_shows_who_gets_how_many() -> None:
    red = {
        "run": "red 2, red 3, red 4, blue 5",
        "target": "red 6, red 6",
        "control": "red 2",
        "stove": "red 1",
    }
    match = play(at_turn(red, STOVED, STOVED), *ROLLED)
    run = choice(match, "activate A Run")
    assert (run.at, run.badge, run.label, run.asks) == (
        "card:0:0",
        "Deal out",
        "Deal out · 4 dice",
        True,
    )
    assert run.small == "🌱 2 · 🔵 Player 2 1 · 🟢 Player 3 1"
    assert len(run.lights) == 4
    assert (choice(match, "activate Target").label, choice(match, "activate Target").small) == (
        "Give both · 2 dice",
        "to one player",
    )
    assert choice(match, "activate Control").label == "Set faces · 1 die"
    none = choice(match, "activate nothing")
    assert (none.at, none.label, none.small, none.quiet) == (
        "cards:0",
        "Activate nothing",
        "end the turn",
        True,
    )


def test_dealing_out_shows_the_way_and_who_is_due() -> None:
    match = activating({"run": "red 2, blue 3, red 4", "stove": "red 1"}, {}, STOVED, card="A Run")
    (tray,) = cells_of(match.scene(RED), "tray")
    assert tray.lines == ("🌱 Compost", "🔵 Player 2", "🟢 Player 3")
    assert cells_of(match.scene(RED), "compost")[0].look == "due"
    play(match, "give red 2")
    assert cells_of(match.scene(RED), "tray")[0].lines == ("🔵 Player 2", "🟢 Player 3")
    assert dice_in(match, "tray") == ["red 4", "blue 3 pale"]
    assert choice(match, "give red 4").at == "tray:red-4:0"
    assert [card(match, 0, seat).look.endswith("due") for seat in range(3)] == [False, True, False]
    assert cells_of(match.scene(RED), "compost")[0].note == "1 die"
    play(match, "give red 4")
    assert cells_of(match.scene(RED), "tray")[0].lines == ("🔵 Player 2", "🟢 Player 3")
    assert dice_in(match, "hand") == ["red 4 asked"]


def test_target_is_aimed_at_a_rival() -> None:
    match = activating({"target": "red 2, blue 3", "stove": "red 1"}, {}, STOVED, card="Target")
    assert dice_in(match, "tray") == ["red 2", "blue 3"]
    assert [c.key for c in cells_of(match.scene(RED), "cards:1")][4:] == ["taker:1"]
    assert len(cells_of(match.scene(RED), "cards:0")) == 4
    assert choice(match, "both dice to Player 3").at == "taker:2"


def test_control_shows_six_faces_then_the_dice_that_may_be_lifted() -> None:
    red = {"control": "red 2, blue 3", "pairs": "blue 6", "stove": "red 1"}
    match = activating(red, STOVED, card="Control")
    assert dice_in(match, "tray") == ["red 2 asked", "blue 3"]
    assert dice_in(match, "faces") == [f"red {face}" for face in range(1, 7)]
    assert choice(match, "set red 2 to 5").at == "face:4"
    assert match.scene(RED).seats[RED].count == "4"
    play(match, "set red 2 to 5", "set blue 3 to 5")
    assert dice_in(match, "hand") == ["red 5", "blue 5"]
    assert choice(match, "lift blue 6 from One or Two Pair").at == "card:0:2:blue-6:0"
    done = choice(match, "lift no more")
    assert (done.at, done.label, done.small) == ("cards:0", "Done lifting", "lay 2 dice")


def test_the_seats_count_their_dice() -> None:
    match = at_turn({"run": "red 2", "stove": "red 1, neutral 3"}, {"stove": "blue 1"})
    red, blue = match.scene(RED).seats
    assert (red.count, red.text, red.colour, red.to_move) == ("3", "dice", "red", True)
    assert (blue.count, blue.text, blue.colour, blue.to_move) == ("1", "die", "blue", False)
    play(match, "reroll Stove", "1")
    assert match.scene(RED).seats[RED].count == "3"


def test_goal_and_progress_are_said() -> None:
    match = at_turn(STOVED, STOVED, turn=7)
    assert match.scene(RED).goal == "No dice left wins"
    assert match.scene(RED).progress == Progress("Turn 7")
    assert new("compost", seats=2).scene(RED).progress == Progress("Setting up")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_tap_on_the_place_of_a_choice_means_this_choice(seats: int) -> None:
    match = new("compost", seats=seats, start=0, turn_limit=40)
    for _ in walk(match, f"taps {seats}"):
        if match.player not in (CHANCE, OVER):
            view = match.shown_to(match.player)
            for c in match.scene(match.player).choices:
                assert c.at == f"cards:{match.player}" or view.intended_action(c.at) == c.action


def test_a_tap_on_what_is_not_open_is_answered() -> None:
    red = {"run": "red 2, red 4", "kind": "red 6, red 6", "stove": "red 1"}
    match = at_turn(red, STOVED)
    assert match.why_not("card:0:2", RED) == ("no die lies on One or Two Pair", "CO-4")
    assert match.why_not("card:1:0", RED) == ("", "")
    play(match, "reroll Stove", "2")
    assert match.why_not("card:0:0:red-2:0", RED) == ("red 2 does not fit on A Run", "CO-9")
    assert match.why_not("hand:red-2:0", RED) == ("", "")
    play(match, "red 2 on Stove")
    assert match.why_not("card:0:0", RED) == ("A Run is not complete", "CO-10")
    assert match.why_not("card:0:3", RED) == ("", "")
    match = activating(
        {"kind": "blue 4, red 4, blue 4", "stove": "red 1"}, {}, card="All of a Kind"
    )
    play(match, "give blue 4")
    own = "nobody is given a die of the own colour while there is another"
    assert match.why_not("tray:blue-4:0", RED) == (own, "CO-14")
