"""What an exact solution can tell, and what working it out takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from pasch.core.position import Position

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Arrays = dict[str, "npt.NDArray[Any]"]
"""What is kept of a solution, by name."""
Tell = Callable[[int, int], None]
"""Hears how much is done, of how much."""


class Solution(Protocol):
    """Knows the value of every position, as a share of the victory."""

    def value(self, s: Position) -> float:
        """Of any position, before what comes next."""

    def choices(self, s: Position) -> dict[int, float]:
        """At a seat's turn: every legal action, and its value."""

    def playouts(self, s: Position, games: int, seed: int) -> "npt.NDArray[np.float64]":
        """What the perfect player reaches from here in so many games."""


@dataclass(frozen=True)
class Size:
    """What solving takes, estimated before it begins."""

    states: int
    bytes: int
    seconds: float
