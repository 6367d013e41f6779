"""Boards of Mmm!: read, checked, and kept as plain data (MMM-2, MMM-3)."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pasch.sdk import Faulty, PaschError

SIDE = 7
FOODS = ("bread", "fish", "cucumber", "cheese", "carrot")
SIZES = (2, 5)
LARGEST = SIZES[1]
FOLDER = Path(__file__).parent / "boards"
LONGEST_TEXT, LONGEST_LINE = 4000, 200  # of a board's file; ours have about 600 letters


class BadBoard(Faulty):
    folder = Path(__file__).parent


class Fault(PaschError):
    folder = Path(__file__).parent


@dataclass(frozen=True)
class Board:
    title: str
    pantry: tuple[str, ...]  # seven rows of seven item letters
    foods: dict[str, str]  # the item letters of each food

    def as_json(self) -> dict[str, Any]:
        return {"title": self.title, "pantry": list(self.pantry), "foods": dict(self.foods)}

    def items(self) -> list[tuple[int, list[int]]]:
        """Return each item as (food, its squares), in the order of its first square."""
        kind = {item: FOODS.index(food) for food in FOODS for item in self.foods[food]}
        squares: dict[str, list[int]] = {}
        for square, item in enumerate("".join(self.pantry)):
            squares.setdefault(item, []).append(square)
        return [(kind[item], where) for item, where in squares.items()]


@cache
def square_name(square: int) -> str:
    """Return the name of a square: the letter of its column, the number of its row; a1 is first."""
    return f"{'abcdefg'[square % SIDE]}{square // SIDE + 1}"


def read_board(value: Any) -> str | dict[str, Any]:
    """Read the board option: a board of ours by name, a file by path, or a board from a log."""
    if isinstance(value, dict):
        return check("", value, {}).as_json()
    if not isinstance(value, str) or not is_known(value):
        known = ", ".join(ours())
        fault = Fault("expected {known} or the path of a board file (TOML)", known=known)
        raise unusable(repr(value), fault)
    return value if value in ours() else load_board(Path(value)).as_json()


def is_known(value: str) -> bool:
    try:
        return value in ours() or Path(value).is_file()
    except (OSError, ValueError):  # no path could be called that
        return False


def board_of(value: str | dict[str, Any]) -> Board:
    """Return the board behind an option's value."""
    return ours()[value] if isinstance(value, str) else check("", value, {})


@cache
def ours() -> dict[str, Board]:
    return {path.stem: load_board(path) for path in sorted(FOLDER.glob("*.toml"))}


def load_board(path: Path) -> Board:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        fault = Fault("it can't be read as TOML: {problem}", problem=problem)
        raise unusable(str(path), fault) from None
    return parse_board(str(path), text)


def read_board_text(text: str) -> dict[str, Any]:
    """Return a board from the text of its file."""
    return parse_board("", text).as_json()


def parse_board(source: str, text: str) -> Board:
    longest = max(map(len, text.splitlines()), default=0)
    if len(text) > LONGEST_TEXT or longest > LONGEST_LINE:
        given = {"letters": LONGEST_TEXT, "a_line": LONGEST_LINE}
        raise unusable(
            source, Fault("expected at most {letters} letters, and {a_line} in a line", **given)
        )
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # a number may have too many digits
        fault = Fault("it can't be read as TOML: {problem}", problem=problem)
        raise unusable(source, fault) from None
    return check(source, data, lines_of_rows(text))


def lines_of_rows(text: str) -> dict[int, int]:
    """Return the line of the file on which each row of the pantry stands."""
    lines = list(enumerate(text.splitlines(), start=1))
    while lines and not lines[0][1].lstrip().startswith("pantry"):
        del lines[0]
    filled = (n for n, line in lines if line.removeprefix("pantry").strip(" \t='\""))
    return dict(enumerate(filled))


def check(source: str, data: dict[str, Any], lines: dict[int, int]) -> Board:
    """Return a board, or raise BadBoard with every fault by its line or square."""
    faults = list(shape_faults(data))
    rows = rows_of(data.get("pantry"))
    faults += size_faults(rows, lines) if rows else []
    if faults:
        raise unusable(source, *faults)
    foods = {food: "".join(items.split()) for food, items in data["foods"].items()}
    board = Board(title=data["title"], pantry=tuple(rows), foods=foods)
    faults = list(content_faults(board))
    if faults:
        raise unusable(source, *faults)
    return board


def unusable(source: str, *faults: Fault) -> BadBoard:
    """Return a board from a log or a browser; it has no name."""
    if source:
        return BadBoard("the board {source} can't be used:", faults, source=source)
    return BadBoard("the board can't be used:", faults)


def rows_of(pantry: Any) -> list[str]:
    """Return the rows without blanks, from the text of a file or the list in a log."""
    rows = pantry.splitlines() if isinstance(pantry, str) else pantry
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        return []
    return ["".join(row.split()) for row in rows if row.strip()]


def shape_faults(data: dict[str, Any]) -> Iterator[Fault]:
    for key in sorted(data.keys() - {"title", "pantry", "foods"}):
        yield Fault("unknown entry {key!r}; expected title, pantry, foods", key=key)
    if not isinstance(data.get("title"), str):
        yield Fault("title: expected a text, got {got!r}", got=data.get("title"))
    if not rows_of(data.get("pantry")):
        yield Fault("pantry: expected a text of seven rows, got {got!r}", got=data.get("pantry"))
    foods = data.get("foods")
    if not isinstance(foods, dict):
        yield Fault("foods: expected a table of the five foods, got {got!r}", got=foods)
        return
    for food, items in foods.items():
        if food not in FOODS:
            known = ", ".join(FOODS)
            yield Fault("foods: unknown food {food!r}; expected {known}", food=food, known=known)
        elif not isinstance(items, str) or not items.strip():
            yield Fault("foods: {food} has no items; expected their letters as a text", food=food)
    for food in FOODS:
        if food not in foods:
            yield Fault("foods: {food} is missing", food=food)


def size_faults(rows: list[str], lines: dict[int, int]) -> Iterator[Fault]:
    if len(rows) != SIDE:
        yield Fault("pantry: expected {side} rows, got {n}", side=SIDE, n=len(rows))
    for row, squares in enumerate(rows):
        if len(squares) != SIDE:
            yield Fault(
                "{place}: expected {side} squares, got {n}: {squares!r}",
                place=place_of(row, lines),
                side=SIDE,
                n=len(squares),
                squares=squares,
            )


def place_of(row: int, lines: dict[int, int]) -> Fault:
    """Return where in the file that is, if there is one."""
    if row in lines:
        return Fault("line {n}", n=lines[row])
    return Fault("row {n}", n=row + 1)


def content_faults(board: Board) -> Iterator[Fault]:
    kind: dict[str, str] = {}
    for food, items in board.foods.items():
        for item in items:
            if item in kind:
                yield Fault(
                    "foods: item {item} is listed as {food} and as {other}",
                    item=item,
                    food=kind[item],
                    other=food,
                )
            kind[item] = food
    squares: dict[str, set[int]] = {}
    for square, item in enumerate("".join(board.pantry)):
        squares.setdefault(item, set()).add(square)
        if item not in kind:
            yield Fault(
                "square {square}: item {item!r} belongs to no food (a hole?)",
                square=square_name(square),
                item=item,
            )
    for item, food in kind.items():
        if item not in squares:
            yield Fault(
                "foods: item {item} ({food}) is nowhere in the pantry", item=item, food=food
            )
    for item, where in squares.items():
        if item not in kind:
            continue
        apart = where - connected(min(where), where)
        if apart:
            yield Fault(
                "item {item} ({food}) is split: {squares} is apart from the rest",
                item=item,
                food=kind[item],
                squares=", ".join(square_name(square) for square in sorted(apart)),
            )
        elif not SIZES[0] <= len(where) <= SIZES[1]:
            yield Fault(
                "item {item} ({food}) at {square} has {n} squares; expected {low} to {high}",
                item=item,
                food=kind[item],
                square=square_name(min(where)),
                n=len(where),
                low=SIZES[0],
                high=SIZES[1],
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
