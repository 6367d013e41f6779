"""Mistkäfer on the board: what lies where, what each choice shows, what a tap means."""

import pytest

from pasch.core.game.position import WATCHER
from pasch.core.match.match import Match
from pasch.core.view.scene import Cell, Choice, Piece, Scene
from tests.kits.mistkaefer import beetles, give, lay
from tests.moves import play

PUT = ("roll 4 green", "1", "4", "5", "4")


def cell_of(scene: Scene, key: str) -> Cell:
    return next(cell for area in scene.areas for cell in area.cells if cell.key == key)


def pieces_in(scene: Scene, cell: str) -> list[Piece]:
    return [piece for piece in scene.pieces if piece.cell == cell]


def choice_at(match: Match, at: str) -> Choice:
    return next(choice for choice in match.scene(match.player).choices if choice.at == at)


def robbers() -> Match:
    """Return a match where a player is in reach of a bonus and of two others' dice."""
    match = lay(beetles(4), 0, green="23", yellow="14", blue="225")
    lay(lay(match, 1, green="14"), 2, green="5")
    return lay(match, 3, yellow="4", blue="4")


def test_all_see_the_same_table_but_for_the_chips() -> None:
    match = lay(give(give(beetles(), 0, one=2, clover=1), 1, two=1), 1, yellow="25")
    scenes = [match.scene(viewer) for viewer in (0, 1, WATCHER)]
    rows = [[area.cells[:3] for area in scene.areas] for scene in scenes]
    assert rows[0] == rows[1] == rows[2]
    dice = [[piece for piece in scene.pieces if piece.kind == "die"] for scene in scenes]
    assert dice[0] == dice[1] == dice[2]
    assert [area.seat for area in scenes[2].areas] == [None, 0, 1, 2]
    assert [seat.colour for seat in scenes[2].seats] == ["red", "purple", "grey"]


@pytest.mark.clause("MK-5", "MK-17")
def test_the_own_chips_lie_in_the_places_of_the_goal_and_those_of_others_face_down() -> None:
    scene = give(give(beetles(4), 0, one=2, two=2, clover=1), 1, clover=2).scene(0)
    clovers, balls = cell_of(scene, "clovers:0"), cell_of(scene, "balls:0")
    assert (len(clovers.slots), clovers.badge) == (4, "1/4")
    assert (len(balls.slots), balls.badge) == (12, "6/12")
    assert [(piece.icon, piece.slot) for piece in pieces_in(scene, "balls:0")] == [
        ("🟤🟤", 0),
        ("🟤🟤", 2),
        ("🟤", 4),
        ("🟤", 5),
    ]
    assert [piece.icon for piece in pieces_in(scene, "beetle:1")] == ["🪙", "🪙"]
    assert pieces_in(scene, "clovers:1") == []


def test_more_balls_than_it_takes_lie_behind_the_others() -> None:
    match = lay(give(beetles(balls=3), 0, one=2), 0, green="123")
    scene = play(match, "score", "two balls 1").scene(1)
    assert [piece.slot for piece in pieces_in(scene, "balls:0")] == [0, 2, None]
    assert cell_of(scene, "balls:0").badge == "4/3"


@pytest.mark.clause("MK-15")
def test_below_a_tableau_stands_what_scores() -> None:
    scene = lay(beetles(), 0, green="12", yellow="1", blue="5").scene(1)
    assert cell_of(scene, "row:0:blue").lines == ("🪙 ✓", "🪙 1/3", "🪙 for each die here")
    whole = beetles(spaces=2, line=2, bonus="").scene(0)
    assert cell_of(whole, "row:0:blue").lines == ("🪙 0/3", "🪙 0/3")


@pytest.mark.clause("MK-6", "MK-8")
def test_the_supply_are_dice_and_the_one_tapped_is_the_last_taken() -> None:
    match = lay(lay(beetles(), 0, green="123", yellow="112233"), 1, blue="56")
    scene = match.scene(0)
    assert [piece.key for piece in pieces_in(scene, "supply:yellow")] == [
        "supply:yellow:1",
        "supply:yellow:2",
    ]
    assert all(piece.faint for piece in pieces_in(scene, "supply:yellow"))
    notes = [cell_of(scene, f"supply:{colour}").note for colour in ("green", "yellow", "blue")]
    assert notes == ["+1", "full", "+2"]
    choice = choice_at(match, "supply:green:3")
    assert (choice.text, choice.label, choice.small) == (
        "roll 3 green",
        "Roll 3",
        "green, above a 3",
    )
    assert choice.lights == ("supply:green:1", "supply:green:2", "supply:green:3")
    assert choice.asks
    assert choice_at(match, "supply:blue:1").small == "blue, any number"


def test_rolling_against_a_six_is_said_to_be_in_vain() -> None:
    choice = choice_at(lay(beetles(), 0, green="26"), "supply:green:1")
    assert (choice.small, choice.quiet) == ("green: bad luck for sure", True)


@pytest.mark.clause("MK-15")
@pytest.mark.parametrize(("green", "chips", "asks"), [("1234", 2, False), ("", 0, True)])
def test_scoring_for_nothing_is_quiet_and_asks(green: str, chips: int, asks: bool) -> None:
    choice = lay(beetles(), 0, green=green).scene(0).choices[-1]
    assert (choice.text, choice.at) == (f"score for {chips} chips", "tableau:0")
    assert (choice.label, choice.small) == ("Score", f"for {chips} chips")
    assert (choice.asks, choice.quiet) == (asks, asks)


def test_dice_being_rolled_lie_together() -> None:
    scene = play(beetles(), "roll 3 green", "4").scene(1)
    assert [piece.pips for piece in pieces_in(scene, "hand")] == [4, 0, 0]
    assert cell_of(scene, "row:0:green").look.endswith("now")
    assert not cell_of(scene, "row:1:green").look.endswith("now")


@pytest.mark.clause("MK-7", "MK-9", "MK-12")
def test_each_value_rolled_is_a_tile_that_says_what_it_brings() -> None:
    match = play(robbers(), *PUT)
    scene = match.scene(0)
    tiles = next(area for area in scene.areas if area.key == "rolled").cells
    assert [(tile.label, tile.lines) for tile in tiles] == [
        ("1", ("too low",)),
        ("4", ("🔄 extra turn", "✋ Player 2")),
        ("5", ("✋ Player 3", "🔄 extra turn")),
    ]
    assert [tile.look for tile in tiles] == ["tile no", "tile", "tile"]
    assert [len(pieces_in(scene, tile.key)) for tile in tiles] == [1, 2, 1]
    assert [piece.key for piece in scene.pieces if "prey" in piece.look] == [
        "die:1:green:2",
        "die:2:green:1",
    ]


@pytest.mark.clause("MK-9")
def test_a_value_shows_where_its_dice_will_lie_and_what_is_stolen() -> None:
    choice = choice_at(play(robbers(), *PUT), "rolled:4")
    assert choice.text == "put down: 4 (🔄 extra turn, ✋ Player 2)"
    assert choice.lights == ("die:1:green:2",)
    assert [(ghost.cell, ghost.slot, ghost.pips) for ghost in choice.ghosts] == [
        ("row:0:green", 2, 4),
        ("row:0:green", 3, 4),
        ("row:0:green", 4, 4),
    ]


@pytest.mark.clause("MK-8", "MK-10")
@pytest.mark.parametrize(("row", "later"), [("12333", True), ("3", False)])
def test_nobody_is_robbed_without_space_or_in_the_first_round(row: str, later: bool) -> None:
    match = lay(lay(beetles(later=later), 0, blue=row), 1, blue="4")
    scene = play(match, "roll 2 blue", "4", "4").scene(0)
    assert not any("prey" in piece.look for piece in scene.pieces)
    assert "✋ Player 2" not in cell_of(scene, "rolled:4").lines
    faint = [piece.faint for piece in pieces_in(scene, "rolled:4")]
    assert faint == [False, len(row) == 5]


@pytest.mark.clause("MK-9")
def test_a_die_is_stolen_by_a_tap_on_its_owner_and_left_by_a_button() -> None:
    take, leave = play(robbers(), *PUT, "put down: 4").scene(0).choices
    assert (take.at, take.lights, take.badge) == ("beetle:1", ("die:1:green:2",), "✋")
    assert [(ghost.cell, ghost.slot) for ghost in take.ghosts] == [("row:0:green", 4)]
    assert (leave.at, leave.label) == ("tableau:1", "Leave it")


@pytest.mark.clause("MK-12")
def test_two_bonuses_are_two_buttons() -> None:
    match = give(lay(beetles(), 0, blue="123"), 1, one=1)
    choices = play(match, "roll 3 blue", "5", "5", "5", "put down: 5").scene(0).choices
    assert [(choice.text, choice.label, choice.lights) for choice in choices] == [
        ("steal a chip, space 4", "✋ steal", ("die:0:blue:4",)),
        ("a chip from everybody, space 6", "✋✋ from all", ("die:0:blue:6",)),
    ]


@pytest.mark.clause("MK-14")
def test_a_chip_is_stolen_by_a_tap_on_its_owner() -> None:
    match = give(lay(beetles(4), 0, blue="123"), 2, one=1)
    (choice,) = play(match, "roll 1 blue", "4", "put down: 4").scene(0).choices
    assert (choice.text, choice.at) == ("steal from Player 3", "beetle:2")


TO_STEAL = ("roll 1 blue", "4", "put down: 4")
ROLLED = ("roll 2 green", "2", "5")
TOO_LOW = "2 is not higher than 3, the end of the green row"


@pytest.mark.parametrize(
    ("events", "key", "reason"),
    [
        ((), "supply:yellow:1", "the yellow row is full"),
        ((), "supply:blue", "the supply has 2 blue dice"),
        ((), "supply:green", ""),
        ((), "die:0:yellow:2", "the yellow row is full"),
        ((), "row:1:yellow", ""),
        ((), "heap", ""),
        (ROLLED, "rolled:2", TOO_LOW),
        (ROLLED, "rolled:die:0", TOO_LOW),
        (ROLLED, "die:1:blue:1", ""),
        (TO_STEAL, "beetle:2", "this player has no chips"),
        (TO_STEAL, "die:1:blue:1", ""),
        (TO_STEAL, "row:0:green", ""),
    ],
)
def test_a_tap_on_what_is_not_open_is_answered(
    events: tuple[str, ...], key: str, reason: str
) -> None:
    match = lay(beetles(), 0, green="3", yellow="112233", blue="123")
    lay(lay(match, 1, blue="66"), 2, blue="5")
    play(give(match, 1, one=3), *events)
    assert match.why_not(key, 0)[0] == reason


def test_the_goal_is_said_in_both_languages() -> None:
    match = beetles(4)
    assert match.scene(0).goal == "First to 4 🍀 or 12 🟤"
    assert match.scene(0, "de").goal == "Zuerst 4 🍀 oder 12 🟤"


def test_what_has_not_changed_is_the_same_thing() -> None:
    match = robbers()
    before = match.scene(1)
    after = play(match, "roll 1 yellow").scene(1)
    kept = {id(area) for area in before.areas} & {id(area) for area in after.areas}
    assert len(kept) == 3
    assert len({*map(id, before.pieces)} & {*map(id, after.pieces)}) > 20
