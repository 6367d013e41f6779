"""Plots of plain HTML: a line for each name, what is drawn, and its number.

They use the whole width, their text keeps its size, and the numbers appear under the pointer.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from pasch.arena.statistics.intervals import Estimate

Tell: TypeAlias = Callable[[float], str]
"""A number as the reader writes it."""

MOST_BINS = 40
STEPS = (1, 2, 2.5, 5, 10)


class Line(NamedTuple):
    name: str
    estimate: Estimate
    text: str
    colour: str = ""
    group: str = ""
    """The name that stands above the lines of a group."""


class Bars(NamedTuple):
    name: str
    counts: Mapping[int, int]
    text: str
    colour: str = ""


class Scale(NamedTuple):
    low: float
    high: float

    def at(self, value: float) -> str:
        """Return a value's distance from the left."""
        return f"{100 * (value - self.low) / (self.high - self.low):.2f}%"

    def ticks(self) -> list[float]:
        rough = (self.high - self.low) / 4
        size = 10.0 ** math.floor(math.log10(rough))
        step = size * next(each for each in STEPS if rough <= each * size)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [n * step for n in range(first, last + 1)]


def scale_of(lines: Iterable[Line], *more: float) -> Scale:
    """Return a scale from the least to the greatest value, with a margin."""
    values = [
        *more,
        *(
            value
            for line in lines
            for value in (line.estimate.mean, line.estimate.low, line.estimate.high)
            if value is not None
        ),
    ]
    low, high = min(values), max(values)
    air = (high - low) * 0.05 or 0.5
    return Scale(low - air, high + air)


def intervals(lines: Sequence[Line], scale: Scale, tell: Tell, mark: float | None = None) -> str:
    """Draw each mean as a dot on its interval; the dot is full where the mark lies outside."""
    rule = "" if mark is None else f'<i class="mark" style="left:{scale.at(mark)}"></i>'
    return plot(lines, lambda line: rule + interval(line.estimate, scale, mark), axis(scale, tell))


def shares(lines: Sequence[Line]) -> str:
    """Draw parts of a whole as bars."""
    return plot(
        lines, lambda line: f'<i class="part" style="width:{line.estimate.mean:.1%}"></i>', ""
    )


def plot(lines: Sequence[Line], draw: Callable[[Line], str], below: str) -> str:
    drawn, group = "", ""
    for line in lines:
        if line.group != group:
            drawn += f"<h4>{escape(line.group)}</h4>"
            group = line.group
        drawn += entry(line, draw(line), "track")
    return f'<div class="plot">{drawn}{below}</div>'


def interval(estimate: Estimate, scale: Scale, mark: float | None) -> str:
    low = estimate.mean if estimate.low is None else estimate.low
    high = estimate.mean if estimate.high is None else estimate.high
    clear = mark is None or not low <= mark <= high
    left, right = scale.at(low), scale.at(high)
    return (
        f'<i class="range" style="left:{left};right:calc(100% - {right})"></i>'
        f'<i class="dot{" clear" if clear else ""}" style="left:{scale.at(estimate.mean)}"></i>'
    )


class Bins(NamedTuple):
    """What all distributions of a plot share."""

    names: list[str]
    parts: list[list[float]]
    """For each line, of each bin."""


def bins_of(lines: Sequence[Bars]) -> Bins:
    low = min(min(line.counts) for line in lines)
    high = max(max(line.counts) for line in lines)
    width = (high - low) // MOST_BINS + 1
    bins = range(low, high + 1, width)
    names = [str(first) if width == 1 else f"{first}…{first + width - 1}" for first in bins]
    return Bins(names, [portions(line.counts, bins, width) for line in lines])


def histograms(lines: Sequence[Bars], bins: Bins, unit: str, tell: Tell) -> str:
    """Draw each distribution as bars."""
    most = max(map(max, bins.parts))
    drawn = ""
    for line, parts in zip(lines, bins.parts, strict=True):
        said = [
            f"{unit} {name}: {tell(each)}" for name, each in zip(bins.names, parts, strict=True)
        ]
        drawn += entry(line, "".join(map(bar, said, (each / most for each in parts))), "bars")
    ends = f"<span>{bins.names[0]}</span><span>{bins.names[-1]}</span>"
    return f'<div class="plot">{drawn}<div class="line ends"><b></b><span>{ends}</span></div></div>'


def portions(counts: Mapping[int, int], bins: range, width: int) -> list[float]:
    total = sum(counts.values())
    return [sum(counts.get(value, 0) for value in range(b, b + width)) / total for b in bins]


def bar(said: str, height: float) -> str:
    return f'<i title="{escape(said)}"><i style="height:{height:.1%}"></i></i>'


def entry(line: Line | Bars, drawn: str, kind: str) -> str:
    name, text = escape(line.name), escape(line.text)
    colour = f' style="--colour:{line.colour}"' if line.colour else ""
    return (
        f'<div class="line" title="{name}: {text}"{colour}><b>{name}</b>'
        f'<span class="{kind}">{drawn}</span><span class="value">{text}</span></div>'
    )


def axis(scale: Scale, tell: Tell) -> str:
    ticks = "".join(
        f'<i style="left:{scale.at(tick)}">{escape(tell(tick))}</i>' for tick in scale.ticks()
    )
    return f'<div class="line axis"><b></b><span class="track">{ticks}</span></div>'
