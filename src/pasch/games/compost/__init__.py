"""Compost: get rid of your dice, most of them to the neighbours."""

from dataclasses import dataclass

from pasch.sdk import Game, option


@dataclass(frozen=True)
class Options:
    dice: int = option(
        10, "dice of the first player; each seat after it has one fewer (CO-2)", between=(4, 15)
    )
    neutral: int = option(
        5, "dice of the neutral colour each of two players takes (CO-2)", between=(0, 10)
    )
    turn_limit: int = option(
        500, "turns after which the game is drawn (CO-17)", between=(1, 10_000)
    )


GAME = Game(
    key="compost",
    title="Compost",
    icon="🌱",
    author="",
    year=0,
    summary="get rid of your dice, most of them to the neighbours",
    seats=(2, 4),
    table=("me", "steady", "steady"),
    options=Options,
    version=1,
    package=__name__,
    minutes=13,
    thinking="planning ahead",
    scenery=("🎲", "🍂", "🍎", "🎲"),
)
