"""A prompt in a frame as large as the window.

What a player needs is always visible; in a smaller window the boards get smaller and the rest
folds.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from rich.text import Text

from pasch.core.view.scene import Area
from pasch.core.words import Words
from pasch.terminal.screen.draw import (
    KEY,
    answering,
    draw_area,
    is_seated,
    seat_cells,
    sight_of,
)
from pasch.terminal.screen.layout import (
    GAP,
    PAPER,
    Block,
    as_text,
    beside,
    cropped,
    filled,
    joined,
    padded,
    shelves,
    split,
    stretched,
    widest,
    wrap,
    wrapped,
)
from pasch.terminal.screen.prompt import Prompt, Reply

SMALLEST = (60, 20)
LEAST = (40, 8)  # cells and lines below which nothing can be seen
FEW = 9  # choices: more stand in columns
FEW_SQUARES = 4
EVENTS = 2  # lines of what happened, at least
MARKED, SHORTEST = 7, 6  # cells around a name, and of one
NARROW = 24  # cells of a column in which one can read


@dataclass(frozen=True)
class Way:
    """One of the ways to fit a prompt in."""

    others: str
    choices: str
    small: bool
    beside: str
    """What stands beside the board as well as the seats: "", "events", "choices", "both"; or
    "nothing", not even these."""

    @property
    def arrangement(self) -> tuple[bool, str]:
        return self.small, self.beside


def ways(*folds: tuple[str, str]) -> Iterator[Way]:
    """Yield the ways to arrange a prompt, the roomiest first."""
    for others, choices in folds:
        for small in (False, True):
            for right in ("", "events", "choices", "both", "nothing"):
                yield Way(others, choices, small, right)


OTHERS = ("open", "folded", "none")
# Choices fold last.
WAYS = tuple(ways(*product(OTHERS, ("lines", "columns")), *product(OTHERS, ("folded",))))
# In a lesson the teacher says what to type.
LESSON_WAYS = (*WAYS, *ways(*product(OTHERS, ("none",))))


@dataclass
class LastTime:
    """How one person's table was arranged the last time: things stay where they are."""

    arrangement: tuple[bool, str] | None = None
    wide: dict[tuple[str, bool], int] = field(default_factory=dict)
    """The cells of an area at the widest so far, by the area and whether it is small."""


def frame(
    prompt: Prompt, width: int, height: int, say: Words, last_time: LastTime | None = None
) -> Block:
    """Return exactly so many lines, none wider than the width."""
    under = foot(prompt, width, say)
    return [*body(prompt, width, height - len(under), say, last_time or LastTime()), *under]


def foot(prompt: Prompt, width: int, say: Words, typed: str = "", note: str = "") -> Block:
    """Return the question, what else may be typed, and the input line."""
    asked = wrap(Text(prompt.question, "bold"), width)[:3]
    hint = Text(note, "red") if note else Text(prompt.ways_out(say, width), "dim")
    return [*asked, cropped(hint, width), cropped(Text(f"> {typed}"), width)]


def body(prompt: Prompt, width: int, rows: int, say: Words, last_time: LastTime) -> Block:
    if width < LEAST[0] or rows < LEAST[1]:
        least, high = SMALLEST
        small = say("The window is too small: {w} × {h} at least.", w=least, h=high)
        return filled(wrap(Text(small), max(1, width)), rows)
    fitting = Fitting(prompt, width, rows - 1, say, last_time)
    return [headline(prompt, width), *filled(fitting.body(), rows - 1)]


class Fitting:
    """A search for the first arrangement in which everything fits."""

    def __init__(
        self, prompt: Prompt, width: int, rows: int, say: Words, last_time: LastTime
    ) -> None:
        self.prompt = prompt
        self.last_time = last_time
        self.scene = prompt.scene
        self.width = width
        self.rows = rows
        self.say = say
        self.seated = [area for area in self.scene.areas[1:] if is_seated(area)]
        self.middle = [area for area in self.scene.areas[1:] if not is_seated(area)]
        self.own = [area for area in self.seated if area.seat == prompt.seat]
        self.made: dict[tuple[object, ...], Block | None] = {}

    def body(self) -> Block:
        """Arrange the table as last time if that still fits, else anew."""
        found = self.arranged()
        if found is None and self.last_time.wide:
            self.last_time.wide.clear()
            self.made.clear()
            found = self.arranged()
        return found or self.squeeze()

    def arranged(self) -> Block | None:
        ways = LESSON_WAYS if self.prompt.needed else WAYS
        before = self.last_time.arrangement
        for way in sorted(ways, key=lambda way: way.arrangement != before):
            if found := self.fit(way):
                self.last_time.arrangement = way.arrangement
                return found
        return None

    def fit(self, way: Way) -> Block | None:
        """Return everything arranged in this way, or None if it does not fit."""
        below = self.once(self.below, way.others) or []
        if way.beside == "nothing":
            above = [*(self.once(self.shelved, way.small) or []), *below]
            return self.told_between(above, self.choices(way.choices, self.width))
        board = self.once(self.left, way.small) or []
        wide = widest(board)
        rest = self.width - wide - GAP
        column = self.once(self.right, way.small, rest) if rest >= NARROW else None
        if column is None:
            return None
        if way.beside == "":
            rows = max(len(board), len(column))
            choices = self.choices(way.choices, self.width)
            if rows + len(below) + len(choices) + EVENTS > self.rows:
                return None
            return self.told_between([*beside(board, column, wide), *below], choices)
        if way.beside == "choices":
            choices = [Text(), *self.choices(way.choices, rest)]
            return self.told_between([*beside(board, [*column, *choices], wide), *below], [])
        if way.beside == "events":
            return self.told_beside(
                board, column, [], [*below, *self.choices(way.choices, self.width)]
            )
        return self.told_beside(board, column, self.choices(way.choices, rest), below)

    def told_between(self, above: Block, below: Block) -> Block | None:
        """Place the story between the table and the choices, with an empty line if possible."""
        room = self.rows - len(above) - len(below)
        least = self.least(self.width)
        if room < least:
            return None
        story = self.story(self.width, room - 1 if room > least + 1 else room)
        return [*above, *[Text()] * (room - len(story)), *story, *below]

    def told_beside(
        self, board: Block, column: Block, choices: Block, below: Block
    ) -> Block | None:
        """Place the story beside the board."""
        wide = widest(board)
        rest = self.width - wide - GAP
        tall = self.rows - len(below)
        room = tall - len(column) - len(choices)
        least = self.least(rest)
        if room < least or len(board) > tall:
            return None
        story = self.story(rest, room - 1 if room > least else room)
        gap = [Text()] * (room - len(story))
        lines = [*column, *gap, *story, *choices] if choices else [*column, *gap[:1], *story]
        return [*filled(beside(board, lines, wide), tall), *below]

    def squeeze(self) -> Block:
        """Fit what is possible: the choices first, then the board."""
        choices = self.choices("folded", self.width)[: self.rows - EVENTS]
        room = self.rows - len(choices)
        least = min(self.least(self.width), room - 3)
        above = [*self.below("none"), *(self.once(self.shelved, True) or [])][: room - least]
        return [*above, *self.story(self.width, room - len(above)), *choices]

    def once(self, make: Callable[..., Block | None], *how: object) -> Block | None:
        """Make a drawing once for all ways that need it."""
        key = (make.__name__, *how)
        if key not in self.made:
            self.made[key] = make(*how)
        return self.made[key]

    def least(self, width: int) -> int:
        """Return how many lines of the story have to be visible."""
        needed = self.prompt.told[-self.prompt.needed :] if self.prompt.needed else ()
        return max(EVENTS, sum(len(wrap(as_text(told), width - 2)) for told in needed))

    def left(self, small: bool) -> Block:
        """Return the board, and the seat's own area if it is no wider."""
        return joined(self.in_place(small), spaced=not small)

    def right(self, small: bool, width: int) -> Block | None:
        """Return the seats and the middle of the table; None if they do not fit."""
        blocks = [self.seats(width), *self.in_the_middle(small, width)]
        return joined(blocks, spaced=not small) if max(map(widest, blocks)) <= width else None

    def in_the_middle(self, small: bool, width: int) -> list[Block]:
        blocks = [self.draw(area, small, width) for area in self.middle]
        remarks = [Text(remark, "italic") for remark in self.scene.remarks]
        return [*blocks, remarks] if remarks else blocks

    def below(self, others: str) -> Block:
        long = [line for area in self.own if self.is_long(area) for line in self.line(area)]
        return long + self.others(others)

    def shelved(self, small: bool) -> Block:
        middle = self.in_the_middle(small, self.width)
        return shelves([*self.in_place(small), self.seats(self.width), *middle], self.width)

    def in_place(self, small: bool) -> list[Block]:
        """Return the board and the seat's own area.

        They are never narrower than before, so that nothing moves.
        """
        blocks, wide = [], self.last_time.wide
        for area in (self.scene.areas[0], *(each for each in self.own if not self.is_long(each))):
            block, key = self.draw(area, small), (area.key, small)
            wide[key] = max(widest(block), wide.get(key, 0))
            blocks.append(padded(block, wide[key]))
        return blocks

    def is_long(self, area: Area) -> bool:
        return len(area.cells) == 1

    def seats(self, width: int) -> Block:
        """Return a line for each seat; names give way."""
        cells = [seat_cells(seat) for seat in self.scene.seats]
        longest = max(name.cell_len for _, _, name, _ in cells)
        room = width - MARKED - max(words.cell_len for *_, words in cells)
        names = max(min(longest, room), SHORTEST)
        return [
            Text.assemble(mark, " ", icon, " ", stretched(cropped(name, names), names + 2), words)
            for mark, icon, name, words in cells
        ]

    def draw(self, area: Area, small: bool, width: int = 0) -> Block:
        """Return an area with its title, on the same line where both are short and room is scarce.

        The board needs no title, nor does a track that is short of room.
        """
        width = width or self.width
        drawn = draw_area(area, sight_of(self.scene, width, small))
        block = [line for piece in split(drawn) for line in wrapped(piece, width)]
        if area.layout == "list":
            block = [line for line in block if line.plain.strip()]
        elif area is self.scene.areas[0] or (small and area.layout == "track"):
            return block
        title = Text(area.title, "bold")
        if small and len(block) == 1 and title.cell_len + 1 + block[0].cell_len <= width:
            return [Text.assemble(title, " ", block[0])]
        return [*wrap(title, width), *block]

    def line(self, area: Area) -> Block:
        """Return an area with its title in front, in as many lines as needed."""
        names = max(Text(each.title).cell_len for each in self.seated) + 1
        block = split(draw_area(area, sight_of(self.scene, self.width - names)))
        return beside([Text(area.title, "bold")], block, names, gap=0)

    def others(self, style: str) -> Block:
        areas = [area for area in self.seated if area.seat != self.prompt.seat]
        if style == "none" or not areas:
            return []
        if style == "folded":
            return [self.folded(area) for area in areas]
        if all(self.is_long(area) for area in areas):
            return [line for area in areas for line in self.line(area)]
        return [Text(), *shelves([self.draw(area, False) for area in areas], self.width)]

    def folded(self, area: Area) -> Text:
        """Return an area in one line, without empty cells."""
        sight = sight_of(self.scene)
        line = Text.assemble((area.title, "bold"), " ")
        for cell in area.cells:
            if sight.where.get(cell.key):
                bare = replace(area, cells=(replace(cell, slots=(), note=""),))
                line.append_text(Text.assemble(" ", draw_area(bare, sight)))
        line.rstrip()
        return cropped(line, self.width)

    def choices(self, style: str, width: int) -> Block:
        if style == "none":
            return []
        return self.once(choices_of, tuple(self.prompt.replies), style, width, self.say) or []

    def story(self, width: int, room: int) -> Block:
        """Return the latest events, the last at the bottom; unseen ones are bright."""
        found: Block = []
        for age, told in enumerate(reversed(self.prompt.told)):
            text = as_text(told)
            if age >= self.prompt.fresh:
                text.stylize("dim")
            lines = [Text.assemble("  ", line) for line in wrap(text, width - 2)]
            found = lines + found
            if len(found) >= room:
                break
        return found[-room:]


def choices_of(replies: Sequence[Reply], style: str, width: int, say: Words) -> Block:
    """Return the choices: squares by what goes there, the others in lines or columns."""
    squares: dict[str, list[Reply]] = {}
    places: dict[str, list[Reply]] = {}
    for reply in replies:
        if reply.is_cell:
            what = reply.text.removesuffix(reply.shown).strip()
            squares.setdefault(what, []).append(reply)
        elif reply.text:
            place = reply.at if style == "folded" and reply.at else str(reply.action)
            places.setdefault(place, []).append(reply)
    entries = [entry(several, style == "lines", width, say) for several in places.values()]
    if style == "folded":
        lines, name = flowing(entries, width), counted
    else:
        few = style == "lines" and len(entries) <= FEW
        lines, name = entries if few else in_columns(entries, width), named
    return [*(line for what in squares for line in name(what, squares[what], width)), *lines]


def entry(replies: list[Reply], with_small: bool, width: int, say: Words) -> Text:
    """Return one choice, or the number of choices at one place."""
    first = replies[0]
    if len(replies) == 1:
        text = told_choice(first)
        small = Text(f" · {first.small}", "dim")
        is_new = bool(first.small) and first.small not in first.text
        if with_small and is_new and text.cell_len + small.cell_len <= width:
            text.append_text(small)
        return clickable(cropped(text, width), first.shown)
    key = first.shown[:-1]
    ways = say.many("{n} way", "{n} ways", len(replies))
    return clickable(Text.assemble("  ", (key, KEY), "  ", ways), key)


def told_choice(reply: Reply) -> Text:
    """Return the key and the words of a choice, unless they are the same."""
    text = Text.assemble("  ", (reply.shown, KEY))
    return text if reply.text == reply.shown else text.append(f"  {reply.text}")


def named(what: str, replies: list[Reply], width: int) -> Block:
    """Return the names of squares, in as many lines as needed."""
    line = Text(f"  {what}")
    indent, lines = 4, []
    for reply in replies:
        if line.cell_len + 1 + len(reply.shown) > width:
            lines.append(line)
            line = Text(" " * (indent - 1))
        line.append(" ")
        line.append_text(clickable(Text(reply.shown, KEY), reply.shown))
    return [*lines, line]


def counted(what: str, replies: list[Reply], width: int) -> Block:
    """Return how many squares there are: the board shows which."""
    first, last = replies[0].shown, replies[-1].shown
    if len(replies) <= FEW_SQUARES:
        return named(what, replies, width)
    names = Text.assemble(f"  {what} ", (first, KEY), " … ", (last, KEY), f" ({len(replies)} •)")
    return [cropped(names, width)]


def in_columns(entries: list[Text], width: int) -> Block:
    """Arrange entries in columns, downwards first."""
    if not entries:
        return []
    wide = max(entry.cell_len for entry in entries) + 1
    columns = max(1, (width + 1) // wide)
    rows = -(-len(entries) // columns)
    lines = []
    for row in range(rows):
        line = Text()
        for column, entry in enumerate(entries[row::rows]):
            line.append(" " * (column * wide - line.cell_len))
            line.append_text(entry)
        lines.append(line)
    return lines


def flowing(entries: list[Text], width: int) -> Block:
    """Arrange entries one after another."""
    lines: Block = []
    for entry in entries:
        if lines and lines[-1].cell_len + entry.cell_len <= width:
            lines[-1].append_text(entry)
        else:
            lines.append(entry)
    return lines


def clickable(text: Text, answer: str) -> Text:
    """Make a click on the text type this answer."""
    text.stylize(answering(answer))
    return text


def answer_at(line: Text, x: int) -> str | None:
    """Return what a click on this cell of a line types."""
    offset = len(line.plain)
    for offset in range(len(line.plain)):
        if Text(line.plain[: offset + 1]).cell_len > x:
            break
    else:
        return None
    return line.get_style_at_offset(PAPER, offset).meta.get("answer")


def headline(prompt: Prompt, width: int) -> Text:
    line = Text.assemble(("── ", "dim"), (prompt.title, "bold"), " ")
    progress = prompt.scene.progress.text
    room = width - line.cell_len - (len(" ──") + Text(progress).cell_len + 1 if progress else 0)
    line.append("─" * max(0, room), "dim")
    if progress:
        line.append_text(Text.assemble(" ", (progress, "italic"), (" ──", "dim")))
    return cropped(line, width)
