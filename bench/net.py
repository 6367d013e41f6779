"""Small nets that estimate positions for the search: how they learn, and how they are written."""

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

RATE = 0.01
KEEP, KEEP_SQUARES = 0.9, 0.999  # kept of the running means of the gradient and its square

Part = npt.NDArray[np.float32]
Net = list[Part]
Lessons = TypeVar("Lessons", bound=tuple[Any, ...])
"""A named tuple of arrays: the facts about each position, and the truth."""


def some_of(lessons: Lessons, which: npt.NDArray[np.int64]) -> Lessons:
    return type(lessons)(*(part[which] for part in lessons))


def all_of(several: Iterable[Lessons]) -> Lessons:
    first, *rest = several
    return type(first)(*map(np.concatenate, zip(first, *rest, strict=True)))


def train(
    net: Net,
    lessons: Lessons,
    slopes: Callable[[Net, Lessons], Net],
    rounds: int,
    batch: int,
    rng: np.random.Generator,
) -> Net:
    """Train by Adam, with a rate that falls to 0; return the net, rounded as it is written."""
    mean = [np.zeros_like(part) for part in net]
    square = [np.zeros_like(part) for part in net]
    size = len(lessons[0])
    batches = size // batch
    done = 0
    for _ in range(rounds):
        order = rng.permutation(size)
        for i in range(batches):
            rate = RATE * (1 - done / (rounds * batches))
            done += 1
            for k, slope in enumerate(slopes(net, some_of(lessons, order[i::batches]))):
                mean[k] = KEEP * mean[k] + (1 - KEEP) * slope
                square[k] = KEEP_SQUARES * square[k] + (1 - KEEP_SQUARES) * slope**2
                step = mean[k] / (1 - KEEP**done)
                net[k] -= rate * step / (np.sqrt(square[k] / (1 - KEEP_SQUARES**done)) + 1e-8)
    return [np.round(part, 3) for part in net]


def off(found: Part, truth: Part, weight: Part) -> float:
    """Return the root mean square."""
    return float(np.sqrt(np.average((found - truth) ** 2, weights=weight)))


def json_of(title: str, net: dict[str, Part], **constants: Any) -> str:
    """Return the weights.json of a game's folder."""
    entries = [f'"about": {json.dumps(title)}']
    entries += [f'"{name}": {value}' for name, value in constants.items()]
    for name, part in net.items():
        numbers = np.array2string(
            part,
            max_line_width=99,
            separator=", ",
            threshold=part.size,
            formatter={"float": "{:.3f}".format},
        )
        entries.append(f'"{name}": {numbers}')
    return "{\n" + ",\n".join(entries) + "\n}\n"
