"""Draws any scene: its first area large, the others and the seats beside or below it."""

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pasch.core.scene import Area, Cell, Piece, Scene
from pasch.terminal.canvas import Canvas

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
OPEN = "bold bright_white"
PANEL = 30
GAP = 2

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


def draw(scene: Scene, width: int) -> RenderableType:
    where: Where = {}
    for piece in scene.pieces:
        where.setdefault(piece.cell, []).append(piece)
    open_cells = {choice.at for choice in scene.choices}
    main = draw_area(scene.areas[0], where, open_cells)
    if scene.areas[0].layout == "list":
        main = Text.assemble((scene.areas[0].title, "bold"), "\n", main)
    beside: list[RenderableType] = [draw_seats(scene)]
    seated = [area for area in scene.areas[1:] if area.layout == "list" and area.seat is not None]
    for area in scene.areas[1:]:
        if area in seated:
            continue
        beside += [Text(), Text(area.title, style="bold"), draw_area(area, where, open_cells)]
    progress = [scene.progress.text] if scene.progress.text else []
    beside += [Text(line, style="italic") for line in (*progress, *scene.remarks)]
    panel = max([PANEL, *(width_of(part) for part in beside if isinstance(part, Text))])
    below = draw_seated(seated, where, open_cells, width)
    if width_of(main) + 1 + panel > width:
        return Group(main, *beside, *below)
    table = Table.grid(padding=(0, 1))
    table.add_column(width=width_of(main))
    table.add_column()
    table.add_row(main, Group(*beside))
    return Group(table, *below) if below else table


def draw_seated(
    areas: list[Area], where: Where, open_cells: set[str], width: int
) -> list[RenderableType]:
    """Lists of one seat each, as many side by side as there is room for."""
    if not areas:
        return []
    if all(len(area.cells) == 1 for area in areas):
        return [Text(), draw_lines(areas, where, open_cells)]
    drawn = [
        Text.assemble((area.title, "bold"), "\n", draw_area(area, where, open_cells))
        for area in areas
    ]
    widest = max(map(width_of, drawn))
    columns = max(1, (width + GAP) // (widest + GAP))
    table = Table.grid(padding=(0, GAP, 0, 0))
    for _ in range(columns):
        table.add_column(width=min(widest, width - GAP))
    for i in range(0, len(drawn), columns):
        table.add_row(*(Text() for _ in range(columns)))
        table.add_row(*drawn[i : i + columns])
    return [table]


def draw_lines(areas: list[Area], where: Where, open_cells: set[str]) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    for area in areas:
        table.add_row(Text(area.title, "bold"), draw_area(area, where, open_cells))
    return table


def width_of(text: Text) -> int:
    return max(line.cell_len for line in text.split("\n", allow_blank=True))


def draw_area(area: Area, where: Where, open_cells: set[str]) -> Text:
    draw_layout: dict[str, Callable[[Area, Where, set[str]], Text]] = {
        "ring": draw_ring,
        "grid": draw_grid,
        "row": draw_row,
        "track": draw_track,
        "list": draw_list,
    }
    return draw_layout[area.layout](area, where, open_cells)


def draw_seats(scene: Scene) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    for seat in scene.seats:
        mark = "★" if seat.share else "▶" if seat.to_move else " "
        style = "bold" if seat.to_move or seat.share else ""
        words = " ".join(filter(None, (seat.count, seat.text)))
        table.add_row(Text(mark, "bold yellow"), seat.icon, Text(seat.name, style), words)
    return table


CARD_WIDTH = 8
STEP = CARD_WIDTH + 1
CARDS_A_LINE = 8


def draw_ring(area: Area, where: Where, open_cells: set[str]) -> Text:
    """Clockwise from the top left, one cell on either side; queues stand on the inside."""
    n = len(area.cells)
    top = (n - 1) // 2
    bottom = n - 2 - top
    width = top * STEP - 1
    canvas = Canvas(width, 11)
    canvas.centre(0, 5, width, "↻", "dim")
    for i, cell in enumerate(area.cells):
        pieces = where.get(cell.key, [])
        figures = [piece for piece in pieces if piece.kind == "figure"]
        queue = "".join(piece.icon for piece in figures)
        if i < top:
            x, y = i * STEP, 0
            canvas.centre(x, 3, CARD_WIDTH, queue)
        elif i == top:
            x, y = width - CARD_WIDTH, 4
            queue = "".join(piece.icon for piece in reversed(figures))
            canvas.put(x - 1 - 2 * len(figures), 5, queue)
        elif i < n - 1:
            x, y = (width + bottom * STEP - 1) // 2 - CARD_WIDTH - (i - top - 1) * STEP, 8
            canvas.centre(x, 7, CARD_WIDTH, queue)
        else:
            x, y = 0, 4
            canvas.put(STEP, 5, queue)
        draw_card(canvas, x, y, [p for p in pieces if p.kind == "card"], cell.key in open_cells)
    return canvas.render()


def draw_card(canvas: Canvas, x: int, y: int, cards: list[Piece], is_open: bool) -> None:
    if not cards:
        canvas.centre(x, y + 1, CARD_WIDTH, "· · ·", "dim")
        return
    card = cards[-1]
    style = STYLE[card.colour]
    canvas.box(x, y, CARD_WIDTH, 3, OPEN if is_open else style)
    canvas.put(x + 1, y + 1, card.icon)
    canvas.put(x + 3, y + 1, f"{card.text:>4}", f"bold {style}")


SQUARE = 5


def draw_grid(area: Area, where: Where, open_cells: set[str]) -> Text:
    """Walls stand between groups only. A square one may choose shows its name."""
    columns = area.columns
    rows = len(area.cells) // columns
    left = 2
    canvas = Canvas(left + columns * (SQUARE + 1) + 1, rows * 2 + 2)

    def group(row: int, column: int) -> str:
        inside = 0 <= row < rows and 0 <= column < columns
        return area.cells[row * columns + column].group if inside else ""

    for row in range(rows + 1):
        for column in range(columns + 1):
            x, y = left + column * (SQUARE + 1), 1 + row * 2
            canvas.put(x, y, corner(group, row, column), "grey58")
            if column < columns and group(row - 1, column) != group(row, column):
                canvas.put(x + 1, y, "─" * SQUARE, "grey58")
            if row < rows and group(row, column - 1) != group(row, column):
                canvas.put(x, y + 1, "│", "grey58")
    for i, cell in enumerate(area.cells):
        row, column = divmod(i, columns)
        x, y = left + column * (SQUARE + 1) + 1, 2 + row * 2
        draw_square(canvas, x, y, cell, where.get(cell.key, []), cell.key in open_cells)
        if column == 0:
            canvas.put(0, y, cell.label[1:], "dim")
        if row == 0:
            canvas.centre(x, 0, SQUARE, cell.label[:1], "dim")
    return canvas.render()


def draw_square(
    canvas: Canvas, x: int, y: int, cell: Cell, pieces: list[Piece], is_open: bool
) -> None:
    if not pieces:
        canvas.put(x, y, cell.icon)
        if is_open:
            canvas.put(x + 3, y, cell.label, f"bold {STYLE[cell.colour]}")
    elif pieces[-1].kind == "die":
        die = pieces[-1]
        canvas.put(x, y, f"[{die.icon or die.text}]", f"bold {STYLE[die.colour]}")
    else:
        canvas.put(x + 1, y, pieces[-1].icon)


def corner(group: Callable[[int, int], str], row: int, column: int) -> str:
    """The character where four squares meet, from the walls that arrive there."""
    up = group(row - 1, column - 1) != group(row - 1, column)
    down = group(row, column - 1) != group(row, column)
    left = group(row - 1, column - 1) != group(row, column - 1)
    right = group(row - 1, column) != group(row, column)
    return " ╶╴─╷┌┐┬╵└┘┴│├┤┼"[right + 2 * left + 4 * down + 8 * up]


def draw_row(area: Area, where: Where, open_cells: set[str]) -> Text:
    """Cards or dice side by side, in as many lines as it takes."""
    pieces = [piece for cell in area.cells for piece in where.get(cell.key, [])]
    if any(piece.kind == "card" for piece in pieces):
        return draw_cards(pieces, open_cells)
    return draw_dice(pieces, len(area.cells))


def draw_cards(cards: list[Piece], open_cells: set[str]) -> Text:
    canvas = Canvas(CARDS_A_LINE * STEP, 3 * -(-len(cards) // CARDS_A_LINE))
    for i, card in enumerate(cards):
        line, column = divmod(i, CARDS_A_LINE)
        is_open = card.key in open_cells or card.cell in open_cells
        draw_card(canvas, column * STEP, line * 3, [card], is_open)
    return canvas.render()


def draw_dice(dice: list[Piece], room: int) -> Text:
    """With pips where they have them, else with their picture."""
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


def draw_list(area: Area, where: Where, open_cells: set[str]) -> Text:
    """A line for each cell: its name, what lies in it, a word about it."""
    text = Text()
    width = max((Text(cell.label).cell_len for cell in area.cells), default=0)
    for i, cell in enumerate(area.cells):
        if i:
            text.append("\n")
        pad = " " * (width - Text(cell.label).cell_len)
        text.append(f"{cell.icon}{cell.label}{pad} ", OPEN if cell.key in open_cells else "")
        for printed, piece in contents(cell, where.get(cell.key, [])):
            if piece:
                token = f"[{piece.text}]" if piece.kind == "die" else piece.icon + piece.text
                text.append(token, "dim" if piece.faint else f"bold {STYLE[piece.colour]}")
            elif printed:
                sign = printed.split()[0]
                text.append(f" {sign}{' ' * (2 - Text(sign).cell_len)}", "dim")
        text.append(f" {cell.note}", "italic")
    return text


def contents(cell: Cell, pieces: list[Piece]) -> list[tuple[str, Piece | None]]:
    """The slots, each with its piece or what is printed there, and the pieces in no slot."""
    filled = {piece.slot: piece for piece in pieces}
    slots = [(printed, filled.get(n)) for n, printed in enumerate(cell.slots)]
    return slots + [("", piece) for piece in pieces if piece.slot is None or not cell.slots]


def draw_track(area: Area, where: Where, open_cells: set[str]) -> Text:  # noqa: ARG001
    text = Text()
    for cell in area.cells:
        pieces = where.get(cell.key, [])
        text.append(pieces[-1].icon if pieces else cell.icon or "· ")
    return text
