"""Drawings of scenes: the first area large, the others and the seats beside or below it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rich.style import Style
from rich.text import Text

from pasch.core.view.scene import Area, Cell, Piece, Scene, SeatLine
from pasch.terminal.screen.canvas import Canvas
from pasch.terminal.screen.layout import (
    GAP,
    Block,
    abreast,
    columns,
    widest,
    width_of,
    wrap,
)

STYLE = {
    "": "default",
    "red": "red",
    "orange": "dark_orange",
    "yellow": "yellow",
    "green": "green",
    "blue": "dodger_blue1",
    "purple": "medium_purple",
    "brown": "orange3",
    "grey": "bright_black",
}
KEY = "bold cyan"  # what to type
OPEN = "bold magenta"  # readable on light and dark
PANEL = 30  # cells for what stands beside the board, at least

PIPS = {
    0: ("   ", "   ", "   "),
    1: ("   ", " ● ", "   "),
    2: ("●  ", "   ", "  ●"),
    3: ("●  ", " ● ", "  ●"),
    4: ("● ●", "   ", "● ●"),
    5: ("● ●", " ● ", "● ●"),
    6: ("● ●", "● ●", "● ●"),
}

Where = dict[str, list[Piece]]


@dataclass(frozen=True)
class Sight:
    """What lies where, what may be chosen, and how much room there is for it."""

    where: Where
    open_cells: frozenset[str] = frozenset()
    width: int = 1000
    small: bool = False
    """Whether boards, cards and dice are drawn as small as they can be read."""


def sight_of(scene: Scene, width: int = 1000, small: bool = False) -> Sight:
    where: Where = {}
    for piece in scene.pieces:
        where.setdefault(piece.cell, []).append(piece)
    return Sight(where, frozenset(choice.at for choice in scene.choices), width, small)


def draw(scene: Scene, width: int) -> Text:
    """Draw the whole table, however long it gets."""
    sight = sight_of(scene, width)
    first, *others = scene.areas
    board = wrap(titled(first, sight) if first.layout == "list" else draw_area(first, sight), width)
    told: Block = []
    for area in others:
        if not is_seated(area):
            told += [Text(), Text(area.title, "bold"), *wrap(draw_area(area, sight), width)]
    for line in filter(None, (scene.progress.text, *scene.remarks)):
        told += wrap(Text(line, "italic"), width)
    wide = widest(board)
    room = width - wide - 1
    if room < max(PANEL, widest(told)):
        lines = [*board, *draw_seats(scene.seats, width), *told]
    else:
        panel = [*draw_seats(scene.seats, room), *told]
        lines = abreast([board, panel], [wide, widest(panel)], gap=1)
    seated = [area for area in others if is_seated(area)]
    return Text("\n").join([*lines, *draw_seated(seated, sight)])


def is_seated(area: Area) -> bool:
    """Return whether the area is the list of a single seat."""
    return area.layout == "list" and area.seat is not None


def titled(area: Area, sight: Sight) -> Text:
    return Text.assemble((area.title, "bold"), "\n", draw_area(area, sight))


def draw_seated(areas: list[Area], sight: Sight) -> Block:
    """Draw the lists of single seats, as many side by side as fit."""
    if not areas:
        return []
    if all(len(area.cells) == 1 for area in areas):
        names = max(Text(area.title).cell_len for area in areas)
        narrower = replace(sight, width=sight.width - names - 1)
        rows = [[Text(area.title, "bold"), draw_area(area, narrower)] for area in areas]
        return [Text(), *columns(rows, sight.width)]
    drawn = [titled(area, sight) for area in areas]
    wide = max(map(width_of, drawn))
    across = max(1, (sight.width + GAP) // (wide + GAP))
    wide = min(wide, sight.width - GAP)
    blocks = [[Text(), *wrap(each, wide)] for each in drawn]
    blocks += [[]] * (-len(blocks) % across)
    shelves = [blocks[i : i + across] for i in range(0, len(blocks), across)]
    return [line for shelf in shelves for line in abreast(shelf, [wide] * across, GAP)]


def draw_seats(seats: Sequence[SeatLine], width: int) -> Block:
    return columns([seat_cells(seat) for seat in seats], width)


def seat_cells(seat: SeatLine) -> tuple[Text, Text, Text, Text]:
    """Return whose turn it is or who has won, the seat's icon, its name, and how it stands."""
    mark = "★" if seat.share else "▶" if seat.to_move else " "
    name = Text(seat.name, "bold" if seat.to_move or seat.share else "")
    words = " ".join(filter(None, (seat.count, seat.text)))
    return Text(mark, "bold yellow"), Text(seat.icon), name, Text(words)


def answering(key: str) -> Style:
    """Return a style that makes a click type this key."""
    return Style(meta={"answer": key})


def draw_area(area: Area, sight: Sight) -> Text:
    draw_layout: dict[str, Callable[[Area, Sight], Text]] = {
        "ring": draw_ring,
        "grid": draw_grid,
        "row": draw_row,
        "track": draw_track,
        "list": draw_list,
    }
    return draw_layout[area.layout](area, sight)


CARD_WIDTH = 8
STEP = CARD_WIDTH + 1
CARDS_A_LINE = 8


def draw_ring(area: Area, sight: Sight) -> Text:
    """Draw a ring clockwise from the top left, one cell on either side; queues stand inside."""
    high = 1 if sight.small else 3
    n = len(area.cells)
    top = (n - 1) // 2
    bottom = n - 2 - top
    width = top * STEP - 1
    middle = high + 1
    canvas = Canvas(width, 3 * high + 2)
    canvas.centre(0, middle + high // 2, width, "↻", "dim")
    for i, cell in enumerate(area.cells):
        pieces = sight.where.get(cell.key, [])
        figures = [piece for piece in pieces if piece.kind == "figure"]
        queue = "".join(piece.icon for piece in figures)
        if i < top:
            x, y = i * STEP, 0
            canvas.centre(x, high, CARD_WIDTH, queue)
        elif i == top:
            x, y = width - CARD_WIDTH, middle
            queue = "".join(piece.icon for piece in reversed(figures))
            canvas.put(x - 1 - 2 * len(figures), y + high // 2, queue)
        elif i < n - 1:
            x = (width + bottom * STEP - 1) // 2 - CARD_WIDTH - (i - top - 1) * STEP
            y = middle + high + 1
            canvas.centre(x, y - 1, CARD_WIDTH, queue)
        else:
            x, y = 0, middle
            canvas.put(STEP, y + high // 2, queue)
        cards = [piece for piece in pieces if piece.kind == "card"]
        draw_card(canvas, x, y, cards, cell.key in sight.open_cells, sight.small)
    return canvas.render()


def draw_card(
    canvas: Canvas, x: int, y: int, cards: list[Piece], is_open: bool, small: bool = False
) -> None:
    if not cards:
        canvas.centre(x, y if small else y + 1, CARD_WIDTH, "· · ·", "dim")
        return
    card = cards[-1]
    style = STYLE[card.colour]
    edge = OPEN if is_open else style
    if small:
        canvas.put(x, y, "[      ]", edge)
    else:
        canvas.box(x, y, CARD_WIDTH, 3, edge)
        y += 1
    canvas.put(x + 1, y, card.icon)
    canvas.put(x + 3, y, f"{card.text:>4}", f"bold {style}")


SQUARE, SMALL_SQUARE = 5, 3


def draw_grid(area: Area, sight: Sight) -> Text:
    """Draw a grid with walls between groups.

    A square that may be chosen shows its name, or a point.
    """
    columns = area.columns
    rows = len(area.cells) // columns
    left, wide = 2, SMALL_SQUARE if sight.small else SQUARE
    canvas = Canvas(left + columns * (wide + 1) + 1, rows * 2 + 2)

    def group(row: int, column: int) -> str:
        inside = 0 <= row < rows and 0 <= column < columns
        return area.cells[row * columns + column].group if inside else ""

    for row in range(rows + 1):
        for column in range(columns + 1):
            x, y = left + column * (wide + 1), 1 + row * 2
            canvas.put(x, y, corner(group, row, column), "grey58")
            if column < columns and group(row - 1, column) != group(row, column):
                canvas.put(x + 1, y, "─" * wide, "grey58")
            if row < rows and group(row, column - 1) != group(row, column):
                canvas.put(x, y + 1, "│", "grey58")
    for i, cell in enumerate(area.cells):
        row, column = divmod(i, columns)
        x, y = left + column * (wide + 1) + 1, 2 + row * 2
        is_open = cell.key in sight.open_cells
        draw_square(canvas, x, y, cell, sight.where.get(cell.key, []), is_open, sight.small)
        if column == 0:
            canvas.put(0, y, cell.label[1:], "dim")
        if row == 0:
            canvas.centre(x, 0, wide, cell.label[:1], "dim")
    return canvas.render()


def draw_square(
    canvas: Canvas,
    x: int,
    y: int,
    cell: Cell,
    pieces: list[Piece],
    is_open: bool,
    small: bool = False,
) -> None:
    if not pieces:
        canvas.put(x, y, cell.icon)
        if is_open:
            style = Style.parse(f"bold {STYLE[cell.colour]}") + answering(cell.label)
            canvas.put(x + (2 if small else 3), y, "•" if small else cell.label, style)
    elif pieces[-1].kind == "die":
        die = pieces[-1]
        shown = f"{die.icon or die.text}]" if small else f"[{die.icon or die.text}]"
        canvas.put(x, y, shown, f"bold {STYLE[die.colour]}")
    else:
        canvas.put(x if small else x + 1, y, pieces[-1].icon)


def corner(group: Callable[[int, int], str], row: int, column: int) -> str:
    """Return the character where four squares meet, from the walls that arrive there."""
    up = group(row - 1, column - 1) != group(row - 1, column)
    down = group(row, column - 1) != group(row, column)
    left = group(row - 1, column - 1) != group(row, column - 1)
    right = group(row - 1, column) != group(row, column)
    return " ╶╴─╷┌┐┬╵└┘┴│├┤┼"[right + 2 * left + 4 * down + 8 * up]


def draw_row(area: Area, sight: Sight) -> Text:
    """Draw cards or dice side by side, in as many lines as needed."""
    pieces = [piece for cell in area.cells for piece in sight.where.get(cell.key, [])]
    if any(piece.kind == "card" for piece in pieces):
        return draw_cards(pieces, sight)
    if sight.small:
        return Text().join(small_die(die) for die in pieces)
    return draw_dice(pieces, len(area.cells))


def draw_cards(cards: list[Piece], sight: Sight) -> Text:
    columns = max(1, min(CARDS_A_LINE, sight.width // STEP))
    high = 1 if sight.small else 3
    canvas = Canvas(columns * STEP, high * -(-len(cards) // columns))
    for i, card in enumerate(cards):
        line, column = divmod(i, columns)
        is_open = card.key in sight.open_cells or card.cell in sight.open_cells
        draw_card(canvas, column * STEP, line * high, [card], is_open, sight.small)
    return canvas.render()


def small_die(die: Piece) -> Text:
    style = "dim" if die.faint else f"bold {STYLE[die.colour]}"
    return Text(f"[{die.pips or die.icon or die.text}]", style)


def draw_dice(dice: list[Piece], room: int) -> Text:
    """Draw dice with pips where they have them, else with their picture."""
    has_pips = any(die.pips for die in dice) or not any(die.icon for die in dice)
    width, height = (5, 5) if has_pips else (6, 3)
    canvas = Canvas(room * (width + 1), height)
    for i, die in enumerate(dice):
        x = i * (width + 1)
        style = "dim" if die.faint else f"bold {STYLE[die.colour]}"
        canvas.box(x, 0, width, height, style)
        if die.pips:
            for row, pips in enumerate(PIPS[die.pips]):
                canvas.put(x + 1, row + 1, pips, style)
        else:
            canvas.put(x + 2, 1, die.icon)
    return canvas.render()


def draw_list(area: Area, sight: Sight) -> Text:
    """Draw a line for each cell: its name, its content and a note; long cells take more lines."""
    width = max((Text(cell.label).cell_len for cell in area.cells), default=0)
    lines: list[Text] = []
    for cell in area.cells:
        pad = " " * (width - Text(cell.label).cell_len)
        style = OPEN if cell.key in sight.open_cells else ""
        line = Text(f"{cell.icon}{cell.label}{pad} ", style)
        indent = line.cell_len
        for part in (*parts_of(cell, sight), Text(f" {cell.note}", "italic")):
            if line.cell_len > indent and line.cell_len + part.cell_len > sight.width:
                lines.append(line)
                line = Text(" " * indent)
                part.plain = part.plain.lstrip()
            line.append_text(part)
        lines.append(line)
    return Text("\n").join(lines)


def parts_of(cell: Cell, sight: Sight) -> list[Text]:
    """Return every piece and every empty slot of a cell."""
    parts = []
    for printed, piece in contents(cell, sight.where.get(cell.key, [])):
        if piece:
            token = f"[{piece.text}]" if piece.kind == "die" else piece.icon + piece.text
            part = Text(token, "dim" if piece.faint else f"bold {STYLE[piece.colour]}")
            if piece.kind == "card" and piece.key in sight.open_cells:
                part.stylize(answering(piece.text))
            parts.append(part)
        elif printed:
            sign = printed.split()[0]
            parts.append(Text(f" {sign}{' ' * (2 - Text(sign).cell_len)}", "dim"))
    return parts


def contents(cell: Cell, pieces: list[Piece]) -> list[tuple[str, Piece | None]]:
    """Return the slots, each with its piece or its printed text, and the pieces in no slot."""
    filled = {piece.slot: piece for piece in pieces}
    slots = [(printed, filled.get(n)) for n, printed in enumerate(cell.slots)]
    return slots + [("", piece) for piece in pieces if piece.slot is None or not cell.slots]


def draw_track(area: Area, sight: Sight) -> Text:
    text = Text()
    for cell in area.cells:
        pieces = sight.where.get(cell.key, [])
        text.append(pieces[-1].icon if pieces else cell.icon or "· ")
    return text
