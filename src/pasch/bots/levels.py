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

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import local
from typing import TYPE_CHECKING, Any

from pasch.bots.external import OwnBot
from pasch.bots.perfect import NAME, check_table, perfect
from pasch.core.errors import BadOption
from pasch.core.game.spec import Game
from pasch.core.match.match import Match

if TYPE_CHECKING:
    from numpy.random import Generator

    from pasch.bots.search.searcher import Searcher

Bot = Callable[[Match, "Generator"], int]

MOST_PLAYOUTS = 10_000_000
MOST_MILLISECONDS = 600_000
OWN = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


def random(match: Match, rng: "Generator") -> int:
    """Any legal action, each as likely."""
    return int(rng.choice(match.legal()))


def quick(match: Match, rng: "Generator") -> int:
    """The game's own quick player: cheap and sensible."""
    return match.game.quick_player.quick(match.guess(match.player, rng))


@dataclass(frozen=True)
class Careless:
    """The quick player, with a share of moves that are any move at all."""

    share: float

    def __call__(self, match: Match, rng: "Generator") -> int:
        return random(match, rng) if rng.random() < self.share else quick(match, rng)


@dataclass(frozen=True)
class Search:
    """What brought most in many playouts; on one core, so that many tables can think at once."""

    playouts: int = 0
    milliseconds: int = 0
    """Where both are 0: as many playouts as the game's tuning says."""
    slips: float = 0.0
    """The share of moves that are any move at all."""

    def __call__(self, match: Match, rng: "Generator") -> int:
        if rng.random() < self.slips:
            return random(match, rng)
        from pasch.bots.search.searcher import Budget, tuning_of  # noqa: PLC0415 - brings in numba

        if self.playouts or self.milliseconds:
            budget = Budget(self.playouts, self.milliseconds)
        else:
            budget = Budget(tuning_of(match.game).playouts)
        return searcher(match).choose(match, budget, int(rng.integers(1 << 62)))


class Searchers(local):
    """Each thread thinks with searchers of its own, one for each game."""

    def __init__(self) -> None:
        self.by_game: dict[str, Searcher] = {}


SEARCHERS = Searchers()


def searcher(match: Match) -> "Searcher":
    from pasch.bots.search.searcher import Searcher  # noqa: PLC0415 - brings in numba

    found = SEARCHERS.by_game.get(match.game.key)
    if found is None:
        found = SEARCHERS.by_game[match.game.key] = Searcher(match.game)
    return found


LEVELS: tuple[Bot, ...] = (
    Careless(0.6),
    Careless(0.38),
    Careless(0.2),
    Search(200, slips=0.08),
    Search(),
)
"""From the weakest, level 1, to the strongest that every game has."""
TOP = len(LEVELS) + 1

NAMES = ("newcomer", "easygoing", "steady", "clever", "champion")
"""The levels, by the names that stand in a seat."""

BOTS: dict[str, Bot] = {
    **dict(zip(NAMES, LEVELS, strict=True)),
    "quick": quick,
    "random": random,
    NAME: perfect,
}


def thinks(bot: Bot) -> bool:
    """Whether it takes more than the rules as they stand."""
    return isinstance(bot, Search) or bot is perfect


def level(n: int) -> Bot:
    if not 1 <= n <= TOP:
        raise BadOption("a level is a number from 1 to {top}, not {n}", top=TOP, n=n)
    return perfect if n == TOP else LEVELS[n - 1]


def search(budget: str) -> Bot:
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
    """A bot by its name, as `level:3`, `search:2000` or `search:50ms`, or one's own as
    `mymodule:MyBot`."""
    if text in BOTS:
        return BOTS[text]
    kind, colon, detail = text.partition(":")
    if kind == "level" and re.fullmatch("[0-9]{1,2}", detail):
        return level(int(detail))
    if kind == "search" and colon:
        return search(detail)
    if kind not in ("level", *BOTS) and OWN.fullmatch(text):
        return OwnBot(text)
    raise BadOption(
        "a bot is one of {known}, level:1 to level:{top}, "
        "search:PLAYOUTS, search:MILLISECONDSms or your own as MODULE:NAME, not {text!r}",
        known=", ".join(BOTS),
        top=TOP,
        text=text,
    )


def check_bot(text: str, game: Game, seats: int, options: Any) -> None:
    """BadOption where there is no such bot, or it can't play at this table."""
    bot = read_bot(text)
    if bot is perfect:
        check_table(game, seats, options)
    if isinstance(bot, OwnBot):
        bot.sources()


def sources_of(bots: Iterable[str]) -> str:
    """A hash of those of one's own among them; "" where there are none."""
    own = [bot for bot in map(read_bot, bots) if isinstance(bot, OwnBot)]
    return "".join(f"+{bot.sources()}" for bot in own)


def whims(seed: str, event: int) -> "Generator":
    """What a bot draws from at this event: the same seed and the same events, the same bots. Free
    without a seed."""
    from numpy.random import default_rng  # noqa: PLC0415 - who plays without a bot needs none

    if not seed:
        return default_rng()
    digest = hashlib.sha256(f"{seed}|bot|{event}".encode()).digest()
    return default_rng(int.from_bytes(digest))
