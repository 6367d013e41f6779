"""Mistkäfer: dice in rows, dice and chips stolen, four clovers or a heap of dung to win."""

from dataclasses import dataclass

from pasch.games.mistkaefer.tableau import BONUS_SPACES, SPACES, check_tableau, read_bonus
from pasch.sdk import Game, option


@dataclass(frozen=True)
class Options:
    clovers: int = option(4, "clovers that win the game (MK-17)", between=(1, 9))
    balls: int = option(
        0, "dung balls that win the game; 0: 20, 16 or 12 by seats (MK-17)", between=(0, 52)
    )
    spaces: int = option(6, "spaces of a row (MK-3)", between=(1, SPACES))
    line: int = option(2, "columns left of the white line (MK-3)", between=(0, SPACES))
    bonus: str = option(
        BONUS_SPACES,
        "the bonus spaces: colour, column and extra, chip, chips, steal or steal-all (MK-4)",
        read=read_bonus,
    )

    def __post_init__(self) -> None:
        check_tableau(self.spaces, self.line, self.bonus)


GAME = Game(
    key="mistkaefer",
    title="Mistkäfer",
    icon="🐞",
    author="Klaus-Jürgen Wrede",
    year=2017,
    summary="fill rows with dice, steal from the others, collect clovers and dung",
    seats=(2, 4),
    table=("me", "steady", "steady"),
    options=Options,
    version=1,
    package=__name__,
    minutes=12,
    age=8,
    thinking="collecting and stealing",
    scenery=("🎲", "🍀", "💩", "🎲"),
)
