"""Blocks of lines: wrapped and measured, set beside each other or below."""

import io
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

Block = list[Text]
PAPER = Console(file=io.StringIO(), color_system=None, width=1000)  # to measure on
GAP = 2


def as_text(told: str | Text) -> Text:
    return told.copy() if isinstance(told, Text) else Text(told)


def split(text: Text) -> Block:
    return list(text.split("\n", allow_blank=True))


def wrap(text: Text, width: int) -> Block:
    return list(text.wrap(PAPER, max(width, 1)))


def wrapped(line: Text, width: int) -> Block:
    """Wrap a line that is too wide; leave drawings as they are."""
    line.rstrip()
    return [line] if line.cell_len <= width or "─" in line.plain else wrap(line, width)


def width_of(text: Text) -> int:
    return max(line.cell_len for line in split(text))


def widest(block: Block) -> int:
    return max(map(width_of, block), default=0)


def padded(block: Block, wide: int) -> Block:
    """Make a block at least this wide."""
    if not block:
        return block
    return [stretched(block[0], wide), *block[1:]]


def even(block: Block, wide: int) -> Block:
    """Pad every line to this width, each in its own style."""
    return [stretched(line, wide) for line in block]


def stretched(line: Text, wide: int) -> Text:
    line = line.copy()
    line.pad_right(wide - line.cell_len)
    return line


def cropped(text: Text, width: int) -> Text:
    text.truncate(width, overflow="ellipsis")
    return text


def filled(block: Block, rows: int) -> Block:
    return [*block[:rows], *[Text()] * (rows - len(block))]


def joined(blocks: list[Block], *, spaced: bool) -> Block:
    """Place blocks below each other."""
    lines: Block = []
    for n, block in enumerate(blocks):
        lines += [Text(), *block] if n and spaced else block
    return lines


def beside(left: Block, right: Block, wide: int, gap: int = GAP) -> Block:
    rows = max(len(left), len(right))
    lines = []
    for ours, theirs in zip(filled(left, rows), filled(right, rows), strict=True):
        pad = " " * (wide + gap - ours.cell_len) if theirs.plain.strip() else ""
        lines.append(Text.assemble(ours, pad, theirs))
    return lines


def shelves(blocks: list[Block], width: int) -> Block:
    """Place as many blocks side by side as fit, then the next below."""
    lines: Block = []
    shelf: Block = []
    for block in blocks:
        wide = widest(shelf)
        if shelf and wide + GAP + widest(block) <= width:
            shelf = beside(shelf, block, wide)
        else:
            lines += shelf
            shelf = block
    return [*lines, *shelf]


def abreast(blocks: Sequence[Block], widths: Sequence[int], gap: int) -> Block:
    """Place blocks side by side, each padded to its width in every line."""
    rows = max(map(len, blocks))
    evened = [even(filled(block, rows), wide) for block, wide in zip(blocks, widths, strict=True)]
    return [Text(" " * gap).join(lines) for lines in zip(*evened, strict=True)]


def columns(rows: Sequence[Sequence[Text]], width: int, gap: int = 1) -> Block:
    """Arrange texts in columns; the widest column gives way where they need more than the width."""
    if not rows:
        return []
    *before, last = (max(map(width_of, column)) for column in zip(*rows, strict=True))
    widths = narrowed([*(wide + gap for wide in before), last or 1], width)
    widths = [*(wide - gap for wide in widths[:-1]), widths[-1]]
    lines: Block = []
    for row in rows:
        cells = [
            list(text.wrap(PAPER, wide, overflow="ellipsis"))
            for text, wide in zip(row, widths, strict=True)
        ]
        lines += abreast(cells, widths, gap)
    return lines


def narrowed(widths: Sequence[int], room: int) -> list[int]:
    """Return widths that fit into the room: the greatest become smaller, all by the same."""
    found = list(widths)
    while (excess := sum(found) - room) > 0:
        greatest = max(found)
        next_to_it = max((wide for wide in found if wide < greatest), default=0)
        places = [place for place, wide in enumerate(found) if wide == greatest]
        for n, place in enumerate(places):
            less = min(round(excess / (len(places) - n)), greatest - next_to_it)
            found[place] -= less
            excess -= less
    return found
