"""Levels 1 to 5, the same for every game, one above them, and bots by their text.

| level | how it plays |
| --- | --- |
| 1 | like the quick player, but 60 % of its moves are any move at all |
| 2 | like the quick player, with 38 % of such moves |
| 3 | like the quick player, with 20 % of such moves |
| 4 | a search of 200 playouts, with 8 % of such moves |
| 5 | a search of 1,000 playouts, or of more where the game's tuning says so |
| 6 | perfectly; only where the game is solved |

bench/ladder.py measures that each of the first five beats the one below.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from threading import local
from typing import TYPE_CHECKING, Any

from pasch.bots.bot import Bot, Need
from pasch.bots.external import ExternalBot
from pasch.core.errors import BadOption
from pasch.core.game.spec import Game
from pasch.core.match.match import Match

if TYPE_CHECKING:
    from numpy.random import Generator

    from pasch.bots.search.searcher import Searcher

PERFECT = "perfect"
NAMES = ("newcomer", "easygoing", "steady", "clever", "champion")
"""The levels, by the names that stand in a seat."""
TOP = len(NAMES) + 1
"""The number of the perfect player's level."""
MOST_PLAYOUTS = 10_000_000
MOST_MILLISECONDS = 600_000
EXTERNAL = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


@dataclass(frozen=True)
class Random(Bot):
    """Any legal action, each as likely."""

    level: str = NAMES[0]

    def choose(self, match: Match, rng: "Generator") -> int:
        return int(rng.choice(match.legal()))


@dataclass(frozen=True)
class Quick(Bot):
    """The game's own quick player: cheap and sensible."""

    mistake_rate: float = 0.0
    """The share of moves that are any move at all."""
    level: str = NAMES[0]

    def choose(self, match: Match, rng: "Generator") -> int:
        if self.mistake_rate and rng.random() < self.mistake_rate:
            return random.choose(match, rng)
        return match.game.quick_player.quick(match.guess(match.player, rng))


@dataclass(frozen=True)
class Search(Bot):
    """The action that brought most in many playouts, on one core: many tables can think at once."""

    playouts: int = 0
    milliseconds: int = 0
    """Where both are 0: as many playouts as the game's tuning says."""
    mistake_rate: float = 0.0
    """The share of moves that are any move at all."""
    level: str = NAMES[-1]

    def need(self, game: Game, seats: int, options: Any) -> Need:  # noqa: ARG002 - of every game
        return Need.COMPILED

    def choose(self, match: Match, rng: "Generator") -> int:
        if rng.random() < self.mistake_rate:
            return random.choose(match, rng)
        from pasch.bots.search.searcher import Budget, tuning_of  # noqa: PLC0415 - brings in numba

        if self.playouts or self.milliseconds:
            budget = Budget(self.playouts, self.milliseconds)
        else:
            budget = Budget(tuning_of(match.game).playouts)
        return searcher(match).choose(match, budget, int(rng.integers(1 << 62)))


class Searchers(local):
    """The searchers of one thread, one for each game."""

    def __init__(self) -> None:
        self.by_game: dict[str, Searcher] = {}


SEARCHERS = Searchers()


def searcher(match: Match) -> "Searcher":
    """Return this thread's searcher of the match's game."""
    from pasch.bots.search.searcher import Searcher  # noqa: PLC0415 - brings in numba

    found = SEARCHERS.by_game.get(match.game.key)
    if found is None:
        found = SEARCHERS.by_game[match.game.key] = Searcher(match.game)
    return found


@dataclass(frozen=True)
class Perfect(Bot):
    """The action that the exact solution says is best; only where the game is solved."""

    level: str = PERFECT

    def check(self, game: Game, seats: int, options: Any) -> None:
        from pasch import solutions  # noqa: PLC0415 - brings in NumPy

        reason = solutions.refusal(game, seats, options)
        if reason:
            raise BadOption("the perfect player can't play here: {reason}", reason=reason)

    def need(self, game: Game, seats: int, options: Any) -> Need:  # noqa: ARG002 - wherever it plays
        return Need.SOLVED

    def choose(self, match: Match, rng: "Generator") -> int:
        from pasch import solutions  # noqa: PLC0415 - brings in NumPy

        self.check(match.game, match.seats, match.options)
        found = solutions.obtain(match.game, match.seats, match.options)
        choices = found.choices(match.guess(match.player, rng))
        return max(choices, key=choices.__getitem__)


random = Random()
quick = Quick()
perfect = Perfect()

LEVELS: tuple[Bot, ...] = (
    Quick(mistake_rate=0.6, level=NAMES[0]),
    Quick(mistake_rate=0.38, level=NAMES[1]),
    Quick(mistake_rate=0.2, level=NAMES[2]),
    Search(200, mistake_rate=0.08, level=NAMES[3]),
    Search(),
)
"""From the weakest, level 1, to the strongest that every game has."""

BOTS: dict[str, Bot] = {
    **dict(zip(NAMES, LEVELS, strict=True)),
    "quick": quick,
    "random": random,
    PERFECT: perfect,
}


def level(n: int) -> Bot:
    """Return the bot of this level."""
    if not 1 <= n <= TOP:
        raise BadOption("a level is a number from 1 to {top}, not {n}", top=TOP, n=n)
    return perfect if n == TOP else LEVELS[n - 1]


def search(budget: str) -> Bot:
    """Return the search with this budget, `2000` playouts or `50ms`."""
    found = re.fullmatch("([0-9]{1,9})(ms)?", budget)
    if not found or not 0 < int(found[1]) <= (MOST_MILLISECONDS if found[2] else MOST_PLAYOUTS):
        raise BadOption(
            "a search takes 1 to {playouts} playouts (search:2000) "
            "or 1 to {milliseconds} milliseconds (search:50ms), not {budget!r}",
            playouts=MOST_PLAYOUTS,
            milliseconds=MOST_MILLISECONDS,
            budget=budget,
        )
    number = int(found[1])
    return Search(milliseconds=number) if found[2] else Search(playouts=number)


def read_bot(text: str) -> Bot:
    """Return the bot that a text names.

    That is `champion`, `level:3`, `search:2000`, `search:50ms` or `mymodule:MyBot`, for example.
    """
    if text in BOTS:
        return BOTS[text]
    kind, colon, detail = text.partition(":")
    if kind == "level" and re.fullmatch("[0-9]{1,2}", detail):
        return level(int(detail))
    if kind == "search" and colon:
        return search(detail)
    if kind not in ("level", *BOTS) and EXTERNAL.fullmatch(text):
        return ExternalBot(text)
    raise BadOption(
        "a bot is one of {known}, level:1 to level:{top}, "
        "search:PLAYOUTS, search:MILLISECONDSms or your own as MODULE:NAME, not {text!r}",
        known=", ".join(BOTS),
        top=TOP,
        text=text,
    )


def sources_of(bots: Iterable[str]) -> str:
    """Return a hash of the sources of all external bots among these; "" if there are none."""
    return "".join(f"+{own}" for own in (read_bot(bot).sources() for bot in bots) if own)
