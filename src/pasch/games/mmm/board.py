"""Boards of Mmm!: read, checked, and kept as plain data (MMM-2, MMM-3)."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pasch.core.errors import PaschError

SIDE = 7
FOODS = ("bread", "fish", "cucumber", "cheese", "carrot")
SIZES = (2, 5)
FOLDER = Path(__file__).parent / "boards"


class BadBoard(PaschError):
    """Names every fault of a board at once."""

    def __init__(self, source: str, faults: list[str]) -> None:
        listed = "\n".join(f"  {fault}" for fault in faults)
        super().__init__(f"the board {source} can't be used:\n{listed}")
        self.faults = faults


@dataclass(frozen=True)
class Board:
    title: str
    pantry: tuple[str, ...]  # seven rows of seven item letters
    foods: dict[str, str]  # the item letters of each food

    def as_json(self) -> dict[str, Any]:
        return {"title": self.title, "pantry": list(self.pantry), "foods": dict(self.foods)}

    def items(self) -> list[tuple[int, list[int]]]:
        """Each item as (food, its squares), in the order of its first square."""
        kind = {item: FOODS.index(food) for food in FOODS for item in self.foods[food]}
        squares: dict[str, list[int]] = {}
        for square, item in enumerate("".join(self.pantry)):
            squares.setdefault(item, []).append(square)
        return [(kind[item], where) for item, where in squares.items()]


def square_name(square: int) -> str:
    """Columns are letters, rows are numbers from the top: a1 is the first square."""
    return f"{'abcdefg'[square % SIDE]}{square // SIDE + 1}"


def read_board(value: Any) -> str | dict[str, Any]:
    """The board option: a board of ours by name, an owner's file by path, or a board from a log."""
    if isinstance(value, dict):
        return check("in the log", value, {}).as_json()
    if not isinstance(value, str) or not is_known(value):
        expected = f"expected {', '.join(ours())} or the path of a board file (TOML)"
        raise BadBoard(repr(value), [expected])
    return value if value in ours() else load_board(Path(value)).as_json()


def is_known(value: str) -> bool:
    try:
        return value in ours() or Path(value).is_file()
    except (OSError, ValueError):  # no path could be called that
        return False


def board_of(value: str | dict[str, Any]) -> Board:
    """The board behind an option's value."""
    return ours()[value] if isinstance(value, str) else check("in the log", value, {})


@cache
def ours() -> dict[str, Board]:
    return {path.stem: load_board(path) for path in sorted(FOLDER.glob("*.toml"))}


def load_board(path: Path) -> Board:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadBoard(str(path), [f"it can't be read as TOML: {problem}"]) from None
    return parse_board(str(path), text)


def read_board_text(text: str) -> dict[str, Any]:
    """A board from the text of its file."""
    return parse_board("that came", text).as_json()


def parse_board(source: str, text: str) -> Board:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadBoard(source, [f"it can't be read as TOML: {problem}"]) from None
    return check(source, data, lines_of_rows(text))


def lines_of_rows(text: str) -> dict[int, int]:
    """The line of the file on which each row of the pantry stands; lines after it don't matter."""
    lines = list(enumerate(text.splitlines(), start=1))
    while lines and not lines[0][1].lstrip().startswith("pantry"):
        del lines[0]
    filled = (n for n, line in lines if line.removeprefix("pantry").strip(" \t='\""))
    return dict(enumerate(filled))


def check(source: str, data: dict[str, Any], lines: dict[int, int]) -> Board:
    """A board, or BadBoard with every fault by its line or square."""
    faults = list(shape_faults(data))
    rows = rows_of(data.get("pantry"))
    faults += size_faults(rows, lines) if rows else []
    if faults:
        raise BadBoard(source, faults)
    foods = {food: "".join(items.split()) for food, items in data["foods"].items()}
    board = Board(title=data["title"], pantry=tuple(rows), foods=foods)
    faults = list(content_faults(board))
    if faults:
        raise BadBoard(source, faults)
    return board


def rows_of(pantry: Any) -> list[str]:
    """The rows without blanks: from the text of a file, or from the list in a log."""
    rows = pantry.splitlines() if isinstance(pantry, str) else pantry
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        return []
    return ["".join(row.split()) for row in rows if row.strip()]


def shape_faults(data: dict[str, Any]) -> Iterator[str]:
    for key in sorted(data.keys() - {"title", "pantry", "foods"}):
        yield f"unknown entry {key!r}; expected title, pantry, foods"
    if not isinstance(data.get("title"), str):
        yield f"title: expected a text, got {data.get('title')!r}"
    if not rows_of(data.get("pantry")):
        yield f"pantry: expected a text of seven rows, got {data.get('pantry')!r}"
    foods = data.get("foods")
    if not isinstance(foods, dict):
        yield f"foods: expected a table of the five foods, got {foods!r}"
        return
    for food, items in foods.items():
        if food not in FOODS:
            yield f"foods: unknown food {food!r}; expected {', '.join(FOODS)}"
        elif not isinstance(items, str) or not items.strip():
            yield f"foods: {food} has no items; expected their letters as a text"
    for food in FOODS:
        if food not in foods:
            yield f"foods: {food} is missing"


def size_faults(rows: list[str], lines: dict[int, int]) -> Iterator[str]:
    if len(rows) != SIDE:
        yield f"pantry: expected {SIDE} rows, got {len(rows)}"
    for row, squares in enumerate(rows):
        if len(squares) != SIDE:
            place = f"line {lines[row]}" if row in lines else f"row {row + 1}"
            yield f"{place}: expected {SIDE} squares, got {len(squares)}: {squares!r}"


def content_faults(board: Board) -> Iterator[str]:
    kind: dict[str, str] = {}
    for food, items in board.foods.items():
        for item in items:
            if item in kind:
                yield f"foods: item {item} is listed as {kind[item]} and as {food}"
            kind[item] = food
    squares: dict[str, set[int]] = {}
    for square, item in enumerate("".join(board.pantry)):
        squares.setdefault(item, set()).add(square)
        if item not in kind:
            yield f"square {square_name(square)}: item {item!r} belongs to no food (a hole?)"
    for item, food in kind.items():
        if item not in squares:
            yield f"foods: item {item} ({food}) is nowhere in the pantry"
    for item, where in squares.items():
        if item not in kind:
            continue
        apart = where - connected(min(where), where)
        if apart:
            names = ", ".join(square_name(square) for square in sorted(apart))
            yield f"item {item} ({kind[item]}) is split: {names} is apart from the rest"
        elif not SIZES[0] <= len(where) <= SIZES[1]:
            yield (
                f"item {item} ({kind[item]}) at {square_name(min(where))} has {len(where)} "
                f"squares; expected {SIZES[0]} to {SIZES[1]}"
            )


def connected(first: int, among: set[int]) -> set[int]:
    reached: set[int] = set()
    edge = {first}
    while edge:
        reached |= edge
        edge = {n for square in edge for n in neighbours(square)} & among - reached
    return reached


def neighbours(square: int) -> Iterator[int]:
    row, column = divmod(square, SIDE)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < SIDE and 0 <= c < SIDE:
            yield r * SIDE + c
