"""A choice as bytes and numbers: all that a bot in another process may know."""

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from pasch.bots.turn import Turn
from pasch.core.game.registry import load
from pasch.core.match.match import Match

if TYPE_CHECKING:
    from numpy.random import Generator


@dataclass(frozen=True)
class Question:
    """What the seat may know that has to choose, and a seed for the bot's random numbers."""

    game: str
    options: bytes
    seat: int
    view: bytes
    legal: tuple[int, ...]
    seed: int


def question_of(match: Match, legal: list[int], rng: "Generator") -> Question:
    """Return the choice that is due in this match."""
    view = match.view(match.player)
    return Question(
        game=match.game.key,
        options=msgspec.msgpack.encode(asdict(match.options)),
        seat=match.player,
        view=view.layout.pack(view),
        legal=tuple(legal),
        seed=int(rng.integers(1 << 62)),
    )


def turn_of(question: Question) -> Turn:
    """Return the same choice as a bot gets it."""
    from numpy.random import default_rng  # noqa: PLC0415 - who asks needs no NumPy

    game = load(question.game)
    return Turn(
        game=game,
        options=options_of(question.game, question.options),
        seat=question.seat,
        legal=list(question.legal),
        view=game.rules.STATE.unpack(question.view),
        rng=default_rng(question.seed),
    )


@lru_cache
def options_of(game: str, packed: bytes) -> Any:
    """Return the game's options as they were encoded."""
    return load(game).read_options(msgspec.msgpack.decode(packed))
