"""Pig: roll as long as you dare; a one and the turn was for nothing."""

from dataclasses import dataclass

from pasch.sdk import Game, option


@dataclass(frozen=True)
class Options:
    goal: int = option(100, "points that win (PIG-6)", between=(10, 1000))


GAME = Game(
    key="pig",
    title="Pig",
    icon="🎲",
    author="",
    year=0,
    summary="roll as long as you dare; a one and the turn was for nothing",
    seats=(2, 4),
    table=("me", "steady"),
    options=Options,
    version=1,
    package=__name__,
)
