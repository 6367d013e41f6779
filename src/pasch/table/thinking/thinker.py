"""What thinks for the tables of a server: bots choose, and the coach weighs the choices."""

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Protocol

from pasch.bots import BOTS, Bot, Need, bot_rng, read_bot
from pasch.coach.findings import Advice, Standing
from pasch.core.errors import BadOption
from pasch.core.game.position import WATCHER
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.table.model import STAND_IN, Refused
from pasch.table.thinking.pools import Pools, Tell
from pasch.table.thinking.preparation import Preparation, Watch

log = logging.getLogger("pasch.table")

HINT = 2048  # playouts for a choice
GLANCE = 1024  # playouts for everybody's chances


class Thinker(Protocol):
    """Thinks about copies of matches, off the event loop. It may refuse while it is busy."""

    def need(self, bot: str, match: Match) -> Need:
        """Return what has to be ready before this bot can choose."""

    async def prepare(
        self, need: Need, game: Game, new_match: Callable[[], Match], watch: Watch
    ) -> None:
        """Wait until this is ready; `watch` receives the progress."""

    async def choose(self, bot: str, match: Match, seed: str) -> int:
        """Return the choice of a bot, the same for the same seed; a bot may fail with BotFault."""

    async def advise(self, match: Match, language: str, tell: Tell) -> Advice:
        """Return what the choices are worth; `tell` receives how many wait before this."""

    async def chances(self, match: Match) -> Standing:
        """Return everybody's chances, from what everybody may know."""


class Bots:
    """The bots that people may choose: those of pasch, and those that the operator named.

    Nobody at a table can make the server import anything else.
    """

    def __init__(self, named: Iterable[str] = ()) -> None:
        self.named = tuple(dict.fromkeys(named))
        self._missed: set[str] = set()

    def check(self, text: str) -> None:
        """Refuse a bot that this server does not have."""
        known = (*BOTS, *self.named)
        if text not in known:
            raise Refused(
                "seat", "expected one of {bots}, got {bot!r}", bots=", ".join(known), bot=text[:40]
            )

    def expect_able(self, text: str, game: Game, seats: int, options: Any) -> None:
        """Refuse a bot that can't play this game: perfect plays only games that are solved."""
        try:
            read_bot(text).check(game, seats, options)
        except BadOption as problem:
            raise Refused("bot", problem.message, **problem.values) from None

    def find(self, text: str) -> Bot:
        """Return a bot; a stored table may name one that the server no longer has."""
        if text in BOTS or text in self.named:
            return read_bot(text)
        if text not in self._missed:
            self._missed.add(text)
            log.warning("%s is no bot of this server; %s plays for it", text, STAND_IN)
        return BOTS[STAND_IN]


class ThreadThinker:
    """Thinks with Numba, in threads of this process."""

    def __init__(self, bots: Bots, preparation: Preparation, pools: Pools) -> None:
        self._bots = bots
        self._preparation = preparation
        self._pools = pools

    def need(self, bot: str, match: Match) -> Need:
        return self._bots.find(bot).need(match.game, match.seats, match.options)

    async def prepare(
        self, need: Need, game: Game, new_match: Callable[[], Match], watch: Watch
    ) -> None:
        if need is Need.SOLVED:
            await self._preparation.solved(new_match(), watch)
        else:
            await self._preparation.compiled(game, watch)

    async def choose(self, bot: str, match: Match, seed: str) -> int:
        return await self._pools.bots.do(choice_of, self._bots.find(bot), match, seed)

    async def advise(self, match: Match, language: str, tell: Tell) -> Advice:
        from pasch.coach.judge import advise  # noqa: PLC0415 - brings in numba

        budget = {"playouts": HINT, "seed": len(match.events)}
        work = partial(advise, match, language=language, **budget)
        return await self._pools.coach.do_in_turn(tell, work)

    async def chances(self, match: Match) -> Standing:
        return await self._pools.coach.do(chances_of, match)


def choice_of(bot: Bot, match: Match, seed: str) -> int:
    return bot.choose(match, bot_rng(seed, len(match.events)))


def chances_of(match: Match) -> Standing:
    """Return the chances as a watcher sees them."""
    from pasch.coach.judge import chances  # noqa: PLC0415 - brings in numba

    return chances(match, WATCHER, playouts=GLANCE, seed=len(match.events))
