"""Draws docs/pictures/speed.svg: the figures of docs/speed.md, as dots."""

import math
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parent
SOURCE = DOCS / "speed.md"
PATH = DOCS / "pictures" / "speed.svg"

WIDTH, LEFT, RIGHT = 860, 310, 70
ROW, GAP, TOP = 20, 60, 30
LEAST, MOST = 1e-3, 1e5
"""Million steps a second."""
OURS, OTHERS, INK, FAINT = "#2e7d4f", "#9a9a9a", "#222222", "#dddddd"


class Dot(NamedTuple):
    name: str
    millions: float
    is_ours: bool


def tables() -> list[list[list[str]]]:
    """Return the tables of the last section, row by row."""
    section = SOURCE.read_text(encoding="utf-8").partition("## Simulations")[2]
    found = re.findall(r"(?:^\|.*\n)+", section, re.M)
    steps = [table for table in found if "million steps a second" in table.partition("\n")[0]]
    return [[line.strip("| \n").split(" | ") for line in table.splitlines()] for table in steps]


def groups() -> dict[str, list[Dot]]:
    cores, gpu, peers = (table[2:] for table in tables())
    whole, seen = (gpu_dots(gpu, column) for column in (1, 4))
    theirs = [Dot(f"pgx {name}", number(n), False) for name, n in peers]
    return {
        "One core: So ein Mist, and OpenSpiel's own games": [
            Dot(name, number(n), name.startswith("our ")) for name, n in cores
        ],
        "One NVIDIA H200: whole games in one call": whole,
        "One NVIDIA H200: step by step, with observations": seen + theirs,
    }


def gpu_dots(rows: list[list[str]], column: int) -> list[Dot]:
    return [Dot(row[0], number(row[column]), True) for row in rows]


def number(text: str) -> float:
    return float(text.replace(",", ""))


def place(millions: float) -> float:
    """Return the place from the left; ten times as much is always as far."""
    part = math.log(millions / LEAST) / math.log(MOST / LEAST)
    return LEFT + part * (WIDTH - LEFT - RIGHT)


def svg() -> str:
    drawn, y = [], TOP
    for title, dots in groups().items():
        drawn += [label(16, y, title, 'font-weight="bold"'), *scale(y + 10, len(dots))]
        for n, dot in enumerate(sorted(dots, key=lambda dot: -dot.millions)):
            drawn += row(dot, y + 10 + n * ROW)
        y += len(dots) * ROW + GAP
    drawn.append(label(16, y - 14, "million steps a second; ours are green"))
    box = f'viewBox="0 0 {WIDTH} {y}" font-family="sans-serif" font-size="13"'
    paper = '<rect width="100%" height="100%" fill="white"/>'
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', paper, *drawn, "</svg>", ""]
    )


def scale(top: int, rows: int) -> Iterator[str]:
    bottom = top + rows * ROW
    for power in range(round(math.log10(LEAST)), round(math.log10(MOST)) + 1):
        x = place(10**power)
        yield f'<path d="M{x:.1f} {top}V{bottom}" stroke="{FAINT}"/>'
        yield label(x, bottom + 14, f"{10.0**power:,g}", 'text-anchor="middle" font-size="11"')


def row(dot: Dot, y: int) -> Iterator[str]:
    end, middle = place(dot.millions), y + ROW // 2
    colour = OURS if dot.is_ours else OTHERS
    yield label(LEFT - 8, middle + 4, dot.name, 'text-anchor="end"')
    yield f'<path d="M{LEFT} {middle}H{end:.1f}" stroke="{colour}" stroke-width="2"/>'
    yield f'<circle cx="{end:.1f}" cy="{middle}" r="5" fill="{colour}"/>'
    yield label(end + 9, middle + 4, told(dot.millions))


def told(millions: float) -> str:
    return f"{millions:,.0f}" if millions >= 100 else f"{millions:.3g}"


def label(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y}" fill="{INK}" {more}>{escape(text)}</text>'


if __name__ == "__main__":
    PATH.write_text(svg(), encoding="utf-8")
