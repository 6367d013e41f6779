"""Blocks of lines: wrapped and measured, set beside each other or below."""

import io

from rich.console import Console
from rich.text import Text

from pasch.terminal.screen.draw import GAP, width_of

Block = list[Text]
PAPER = Console(file=io.StringIO(), color_system=None, width=1000)  # to measure on


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


def widest(block: Block) -> int:
    return max(map(width_of, block), default=0)


def padded(block: Block, wide: int) -> Block:
    """Make a block at least this wide."""
    if not block:
        return block
    first = block[0].copy()
    first.pad_right(wide - first.cell_len)
    return [first, *block[1:]]


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
