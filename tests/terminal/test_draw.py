"""The drawings of the terminal, checked cell by cell."""

import io
import re
import unicodedata
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from rich.cells import cell_len, get_character_cell_size
from rich.console import Console, RenderableType
from rich.text import Text

from pasch.core.game.position import OVER, WATCHER
from pasch.core.match.match import Match, new
from pasch.core.view.scene import Area, Cell, Choice, Piece, Scene, SeatLine
from pasch.terminal.screen.canvas import Canvas
from pasch.terminal.screen.draw import draw, draw_area, draw_seats, sight_of
from tests.moves import ANIMALS, pantry, play, ring_of

WIDTHS = [80, 100, 120]
ICONS = ("🐄", "🐑", "🐖", "🐔", "🐎", "🐇")
STARTING = tuple(f"grey {value} ({which})" for value in ("−3", "−1", "+2") for which in "ab")
SIDE = 7


def ring_for(seats: int) -> Match:
    return ring_of(*(f"{animal} +10" for animal in ANIMALS[:seats]), *STARTING)


def moments(match: Match) -> list[Match]:
    """Return a game from its first to its last event, always by the last thing possible."""
    looks = [match.copy()]
    while match.player != OVER and len(match.events) < 150:
        match.apply(match.possible()[-1] if len(match.events) % 3 else match.possible()[0])
        looks.append(match.copy())
    return looks


@cache
def evening(key: str, seats: int) -> list[Match]:
    names = [f"Spielerin {seat}" for seat in range(seats)]
    return moments(new(key, seats=seats, start=0, names=names))[::23]


def lines_of(drawn: RenderableType, width: int) -> list[str]:
    file = io.StringIO()
    Console(file=file, width=width, color_system=None).print(drawn)
    return file.getvalue().splitlines()


def area_of(scene: Scene, key: str) -> str:
    """Draw one area of a scene alone."""
    area = next(area for area in scene.areas if area.key == key)
    return draw_area(area, sight_of(scene)).plain


def cells_of(line: str) -> list[str]:
    """Return the line by cells of the screen; a wide character leaves an empty one behind it."""
    cells = []
    for character in line:
        cells += [character, ""][: get_character_cell_size(character)]
    return cells


def icons_in(text: str) -> Counter[str]:
    return Counter(character for character in text if cell_len(character) == 2)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("key", "seats"),
    [("mmm", n) for n in range(1, 7)] + [("so-ein-mist", n) for n in range(3, 7)],
)
def test_no_line_is_wider_than_the_terminal_and_nothing_is_cut_off(
    key: str, seats: int, language: str, width: int
) -> None:
    for match in evening(key, seats):
        scene = match.scene(match.player if match.player >= 0 else WATCHER, language)
        lines = lines_of(draw(scene, width), width)
        assert max(cell_len(line) for line in lines) <= width
        assert "…" not in "".join(lines)
        shown = " ".join(lines)
        for line in area_of(scene, scene.areas[0].key).splitlines():
            assert line.rstrip() in shown
        for area in scene.areas[1:]:
            assert area.title in shown
            for line in area_of(scene, area.key).splitlines():
                assert line.rstrip() in shown
        for seat in scene.seats:
            assert seat.name in shown
            assert all(word in shown for word in seat.text.split())


@pytest.mark.parametrize("width", WIDTHS)
def test_a_long_way_for_the_cat_is_wrapped_and_keeps_cat_and_pantry(width: int) -> None:
    scene = pantry(cat_steps=99).scene(0)
    lines = lines_of(draw(scene, width), width)
    assert max(cell_len(line) for line in lines) <= width
    assert sum(line.count("🐈") for line in lines) == 2  # on her path, and beside her steps
    assert sum(line.count("🧺") for line in lines) == 1
    assert sum(line.count("·") for line in lines) == 98


def test_in_a_narrow_terminal_everything_else_stands_below_the_table() -> None:
    scene = ring_for(6).scene(0)
    lines = lines_of(draw(scene, 70), 70)
    assert [line.strip() for line in lines[:11]] == [
        line.strip() for line in area_of(scene, "ring").splitlines()
    ]
    assert "Player 1" in lines[11]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_ring_shows_every_card_and_every_figure(seats: int) -> None:
    for match in moments(ring_for(seats)):
        scene = match.scene(WATCHER)
        on_ring = [piece for piece in scene.pieces if piece.kind in ("card", "figure")]
        drawn = area_of(scene, "ring")
        expected = Counter(piece.icon for piece in on_ring if piece.icon)
        assert icons_in(drawn) == expected
        texts = Counter(piece.text for piece in on_ring if piece.kind == "card")
        shown = Counter(word for word in drawn.replace("│", " ").split() if word[0] in "+−")
        assert shown == texts
        assert {cell_len(line) for line in drawn.splitlines()} == {44 if seats > 4 else 35}


def queue_scene(places: int, at: dict[int, str]) -> Scene:
    """Return a ring of cards with these figures at these places, first come first."""
    cells = tuple(Cell(key=f"place:{i}") for i in range(places))
    cards = [
        Piece(key=f"card:{i}", kind="card", cell=f"place:{i}", text=f"{i:+d}")
        for i in range(places)
    ]
    figures = [
        Piece(key=f"figure:{icon}", kind="figure", cell=f"place:{place}", icon=icon)
        for place, queue in at.items()
        for icon in queue
    ]
    area = Area(key="ring", layout="ring", title="", cells=cells)
    return Scene(prompt="", areas=(area,), pieces=(*cards, *figures), seats=())


@pytest.mark.parametrize(
    ("seats", "place"), [(seats, place) for seats in (3, 4, 5, 6) for place in range(seats + 6)]
)
def test_everybody_in_one_queue_is_shown_wherever_it_stands(seats: int, place: int) -> None:
    everybody = ICONS[:seats]
    drawn = area_of(queue_scene(seats + 6, {place: "".join(everybody)}), "ring")
    assert icons_in(drawn) == Counter(everybody)
    assert len({cell_len(line) for line in drawn.splitlines()}) == 1


@pytest.mark.parametrize("place", range(9))
def test_a_queue_stands_in_the_order_of_coming(place: int) -> None:
    """It stands from left to right; right of the ring the first one is next to the card."""
    drawn = area_of(queue_scene(9, {place: "🐑🐄"}), "ring")
    assert ("🐄🐑" if place == 4 else "🐑🐄") in drawn


def test_the_ring_runs_clockwise_from_the_top_left() -> None:
    rows = area_of(queue_scene(9, {}), "ring").splitlines()
    assert rows[1].replace("│", " ").split() == ["+0", "+1", "+2", "+3"]
    assert rows[5].replace("│", " ").split() == ["+8", "↻", "+4"]
    assert rows[9].replace("│", " ").split() == ["+7", "+6", "+5"]


@pytest.mark.parametrize("place", range(9))
def test_a_gap_is_an_empty_place(place: int) -> None:
    scene = queue_scene(9, {})
    gap = replace(scene, pieces=tuple(p for p in scene.pieces if p.cell != f"place:{place}"))
    drawn = area_of(gap, "ring")
    assert drawn.count("· · ·") == 1
    assert drawn.count("╭") == 8
    assert f"{place:+d}" not in drawn


def test_a_card_one_may_move_to_is_bright() -> None:
    scene = queue_scene(9, {})
    there = replace(scene, choices=(Choice(action=0, text="move 2", at="place:2"),))
    styles = {}
    for look in (scene, there):
        drawn = draw_area(look.areas[0], sight_of(look))
        styles[len(look.choices)] = [str(span.style) for span in drawn.spans]
    assert not any("bold magenta" in style for style in styles[0])
    assert any("bold magenta" in style for style in styles[1])


def arms(character: str) -> set[str]:
    """Return the directions in which the lines of a box-drawing character go."""
    if character == " ":
        return set()
    words = unicodedata.name(character).split()
    found = {word for word in words if word in ("UP", "DOWN", "LEFT", "RIGHT")}
    if "VERTICAL" in words:
        found |= {"UP", "DOWN"}
    if "HORIZONTAL" in words:
        found |= {"LEFT", "RIGHT"}
    return found


@pytest.mark.parametrize("board", ["one-paw", "two-paws"])
def test_the_walls_of_the_pantry_stand_between_items_only(board: str) -> None:
    scene = pantry(board=board).scene(0)
    sheet = [cells_of(line) for line in area_of(scene, "pantry").splitlines()]
    groups = [cell.group for cell in scene.areas[0].cells]

    def item(row: int, column: int) -> str:
        return groups[row * SIDE + column] if 0 <= row < SIDE and 0 <= column < SIDE else ""

    for row in range(SIDE + 1):
        for column in range(SIDE + 1):
            x, y = 2 + column * 6, 1 + row * 2
            above, left = item(row - 1, column), item(row, column - 1)
            here, across = item(row, column), item(row - 1, column - 1)
            walls = {"UP": across != above, "DOWN": left != here}
            walls |= {"LEFT": across != left, "RIGHT": above != here}
            assert arms(sheet[y][x]) == {side for side, stands in walls.items() if stands}
            if column < SIDE:
                assert "".join(sheet[y][x + 1 : x + 6]) == ("─────" if walls["RIGHT"] else "     ")
            if row < SIDE:
                assert sheet[y + 1][x] == ("│" if walls["DOWN"] else " ")


def square_of(scene: Scene, name: str) -> str:
    """Return what is drawn within one square of the pantry."""
    column, row = "abcdefg".index(name[0]), int(name[1]) - 1
    line = cells_of(area_of(scene, "pantry").splitlines()[2 + row * 2])
    return "".join(line[3 + column * 6 : 8 + column * 6])


def test_columns_and_rows_of_the_pantry_are_named_at_its_edges() -> None:
    lines = area_of(pantry().scene(0), "pantry").splitlines()
    assert lines[0].split() == list("abcdefg")
    assert [line[0] for line in lines[2::2]] == list("1234567")


def test_a_square_one_may_choose_shows_its_name_and_no_other_does() -> None:
    match = play(pantry(), "carrot", "X", "fish")
    scene = match.scene(0)
    chosen = {choice.at for choice in scene.choices}
    assert chosen
    for cell in scene.areas[0].cells:
        name = cell.label if cell.key in chosen else "  "
        assert square_of(scene, cell.key) == f"{cell.icon} {name}"
    assert not any(name in area_of(match.scene(1), "pantry") for name in chosen)


def test_a_placed_die_and_a_gathered_bite_cover_their_square() -> None:
    match = play(pantry(), "carrot", "X", "fish", "carrot on a1")
    assert square_of(match.scene(0), "a1") == "[🥕] "
    play(match, "gather")
    assert square_of(match.scene(0), "a1") == " 🐭  "


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_it_shows(face: int) -> None:
    drawn = area_of(play(ring_for(3), str(face)).scene(0), "dice")
    assert drawn.count("●") == face
    assert drawn.count("╭") == 1
    upside_down = [line.rstrip()[::-1] for line in reversed(drawn.splitlines()[1:-1])]
    assert upside_down == [line.rstrip() for line in drawn.splitlines()[1:-1]]


def test_dice_put_aside_lie_before_the_one_that_counts() -> None:
    drawn = area_of(play(ring_for(3), "6", "roll on", "2", "roll on", "1").scene(0), "dice")
    dice = [[line[x : x + 5] for line in drawn.splitlines()] for x in (0, 6, 12)]
    assert ["".join(die).count("●") for die in dice] == [2, 6, 1]


def test_a_die_without_pips_shows_its_picture() -> None:
    drawn = area_of(play(pantry(), "carrot", "X", "fish").scene(0), "hand")
    assert drawn.splitlines()[1].split() == ["│", "🥕", "│", "│", "❌", "│", "│", "🐟", "│"]


def single(area: Area, *pieces: Piece) -> Scene:
    return Scene(prompt="", areas=(area,), pieces=pieces, seats=())


@pytest.mark.parametrize("count", [1, 8, 9, 17])
def test_cards_in_a_row_take_as_many_lines_as_they_need(count: int) -> None:
    cells = tuple(Cell(key=f"hand:{i}") for i in range(count))
    cards = [
        Piece(key=f"card:{i}", kind="card", cell=f"hand:{i}", icon="🐄", text=str(100 + i))
        for i in range(count)
    ]
    scene = single(Area(key="hand", layout="row", title="", cells=cells), *cards)
    drawn = area_of(scene, "hand")
    assert re.findall(r"🐄 *(\d+)", drawn) == [str(100 + i) for i in range(count)]
    assert drawn.count("╭") == count
    assert max(cell_len(line) for line in lines_of(draw(scene, 80), 80)) <= 80


def test_a_list_has_a_line_for_each_cell() -> None:
    cells = (Cell(key="a", label="Anna", note="12"), Cell(key="b", label="Ben", note="is out"))
    die = Piece(key="die:0", kind="die", cell="a", text="5")
    aside = Piece(key="die:1", kind="die", cell="a", text="1", faint=True)
    chip = Piece(key="chip", kind="chip", cell="b", icon="🐭", text="2")
    area = Area(key="list", layout="list", title="", cells=cells)
    drawn = area_of(single(area, die, aside, chip), "list")
    assert drawn.splitlines() == ["Anna [5][1] 12", "Ben  🐭2 is out"]


def test_the_seat_to_move_and_the_winner_are_marked() -> None:
    seats = (
        SeatLine(name="Anna", icon="🐄", text="cow"),
        SeatLine(name="Ben", icon="🐑", text="sheep", to_move=True),
        SeatLine(name="Cem", icon="🐖", text="pig", share=0.5),
    )
    assert [line.plain.rstrip() for line in draw_seats(seats, 80)] == [
        "  🐄 Anna cow",
        "▶ 🐑 Ben  sheep",
        "★ 🐖 Cem  pig",
    ]


def rows(canvas: Canvas) -> list[str]:
    return canvas.render().plain.split("\n")


def test_a_canvas_cuts_off_what_does_not_fit() -> None:
    canvas = Canvas(5, 2)
    canvas.put(3, 0, "abcdef")
    canvas.put(7, 1, "x")
    assert rows(canvas) == ["   ab", "     "]


def test_a_wide_character_covers_two_cells() -> None:
    canvas = Canvas(6, 1)
    canvas.put(1, 0, "🐄x")
    assert rows(canvas) == [" 🐄x  "]


def test_half_a_wide_character_is_not_drawn_at_the_edge() -> None:
    canvas = Canvas(4, 1)
    canvas.put(1, 0, "🐄🐑")
    assert rows(canvas) == [" 🐄 "]


def test_what_follows_a_character_that_does_not_fit_is_cut_off_too() -> None:
    canvas = Canvas(4, 1)
    canvas.put(1, 0, "🐄🐑x")
    assert rows(canvas) == [" 🐄 "]


@pytest.mark.parametrize(("x", "expected"), [(0, "x "), (1, " x")])
def test_writing_over_half_a_wide_character_wipes_it_out(x: int, expected: str) -> None:
    canvas = Canvas(4, 1)
    canvas.put(1, 0, "🐄")
    canvas.put(1 + x, 0, "x")
    assert rows(canvas) == [f" {expected} "]


def test_a_character_without_width_takes_no_cell() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "a\u200bb\ufe0fc")
    assert rows(canvas) == ["abc "]


def test_a_box_has_round_corners_and_centred_text() -> None:
    canvas = Canvas(7, 3)
    canvas.box(0, 0, 7, 3)
    canvas.centre(1, 1, 5, "🐄")
    assert rows(canvas) == ["╭─────╮", "│ 🐄  │", "╰─────╯"]
    assert isinstance(canvas.render(), Text)
