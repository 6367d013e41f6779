"""A live table: what people do there, or are refused."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from pasch.bots import BOTS, check_bot, name_of
from pasch.bots.perfect import NAME as PERFECT
from pasch.core.errors import BadOption, IllegalAction
from pasch.core.facts import Game
from pasch.core.match import Match
from pasch.core.position import CHANCE
from pasch.core.tally import Group
from pasch.core.words import words
from pasch.table import finished
from pasch.table.audience import Viewer
from pasch.table.coaching import Coach, Thinking
from pasch.table.course import Course
from pasch.table.entries import (
    Back,
    Did,
    Entry,
    Left,
    Rematched,
    Sat,
    SatBot,
    Settings,
    Started,
    Stood,
    Undid,
)
from pasch.table.errors import Refused, StoreTrouble
from pasch.table.messages import Moment, Offer, Phase, TableInfo
from pasch.table.readiness import Readiness
from pasch.table.runner import Runner
from pasch.table.seats import Seat, check_salt, clean_name, distinct, holder_of
from pasch.table.sitting import Sitting
from pasch.table.stage import Stage
from pasch.table.store import Store

__all__ = ["Table", "Viewer"]


class Table:
    def __init__(
        self,
        id: str,
        sitting: Sitting,
        store: Store,
        readiness: Readiness,
        thinking: Thinking,
        lay_again: Callable[[Sitting], Awaitable[str]],
    ) -> None:
        self.id = id
        self.used = time.monotonic()
        self._sitting = sitting
        self._course = Course(id, sitting, store, readiness)
        self._runner = Runner(self._course)
        self._coach = Coach(self._course, thinking)
        self._audience = self._course.audience
        self._lay_again = lay_again
        if self.phase == "preparing":
            self._course.load()

    @property
    def settings(self) -> Settings:
        return self._sitting.settings

    @property
    def game(self) -> Game:
        return self._sitting.game

    @property
    def commitment(self) -> str:
        return self._sitting.laid.commitment

    @property
    def laid(self) -> float:
        """When, in seconds since 1970."""
        return self._sitting.laid.at

    @property
    def version(self) -> int:
        return self._sitting.version

    @property
    def phase(self) -> Phase:
        return self._audience.phase

    @property
    def seats(self) -> list[Seat]:
        return self._sitting.seats

    @property
    def match(self) -> Match | None:
        return self._course.stage.match if self._course.stage else None

    @property
    def rests(self) -> bool:
        """Nobody looks on and nothing goes on by itself."""
        return not (self._course.is_busy or self._runner.runs or self._audience)

    def seats_of(self, token: str) -> list[int]:
        return self._audience.seats_of(token)

    def is_here(self, seat: int) -> bool:
        """Whether the person of this seat has a connection."""
        return self.seats[seat].kind == "person" and self._audience.is_here(seat)

    def info(self, token: str = "") -> TableInfo:
        return self._audience.info(token)

    async def moment(self, token: str = "", language: str = "en") -> Moment:
        """What the holder of this token sees now, with the whole story."""
        stage = await self._ready()
        await stage.learn(self._audience.story_eyes(token), language)
        return self._audience.moment(token, language, "sync", None)

    def choices_of(self, token: str, language: str = "en") -> list[Offer]:
        """What the holder of this token may do now; nothing while the match is prepared."""
        return self._audience.offers(token, language)

    async def join(self, viewer: Viewer) -> None:
        """From now on the viewer is sent everything; first the table as it is."""
        self._audience.join(viewer)
        self._show_taps()
        if self._course.stage:
            await self._audience.sync(viewer)
        elif self._sitting.start is not None:
            self._course.load()

    def part(self, viewer: Viewer) -> None:
        self.used = time.monotonic()
        self._audience.part(viewer)
        self._show_taps()

    def show(self, viewer: Viewer) -> None:
        """Once more what this viewer should see now."""
        self._audience.show(viewer)

    def _show_taps(self) -> None:
        """Who may tap real dice depends on who is here."""
        if self.settings.dice == "real" and self.match and self.match.player == CHANCE:
            self._audience.show_all()

    async def wait(self, version: int) -> None:
        """Until there is more than this version, or a match that has begun can be played."""
        if self.phase == "preparing":
            await self._ready()
        else:
            await self._course.grown(version)

    async def follow(self, version: int) -> None:
        """Another process has written this entry."""
        if version > self.version:
            await self._course.alone(self._course.catch_up())

    async def close(self) -> None:
        await self._runner.stop()
        await self._course.close()

    async def sit(self, seat: int | None, name: str, token: str, salt: str) -> int:
        """Takes this seat, or the first that is free for the holder of the token."""
        return await self._course.alone(self._sit(seat, name, token, salt))

    async def _sit(self, seat: int | None, name: str, token: str, salt: str) -> int:
        self._expect_gathering()
        if not token:
            raise Refused("seat", "expected the secret of the seat, got none")
        check_salt(salt)
        name = clean_name(name)
        holder = holder_of(token)
        sitting = self._sitting
        seat = sitting.first_free(holder) if seat is None else sitting.expect_free(seat, holder)
        others = [each.name for n, each in enumerate(self.seats) if n != seat]
        await self._course.write([Sat(seat, distinct(name, others), holder, salt)])
        if self._sitting.again and not self._sitting.open_seats:
            with suppress(StoreTrouble):  # the seat is taken; anybody there may start
                await self._course.write(self._beginning())
        return seat

    def _expect_gathering(self) -> None:
        if self.phase != "gathering":
            raise Refused("phase", "the game has begun")

    def _expect_seated(self, token: str) -> list[int]:
        mine = self.seats_of(token)
        if not mine:
            raise Refused("seat", "only somebody who sits at the table may do this")
        return mine

    async def sit_bot(self, token: str, seat: int, bot: str, language: str = "en") -> None:
        """An open seat is played by a bot, with its name in this language."""
        if bot == PERFECT:
            await self._check_perfect()
        await self._course.alone(self._sit_bot(token, seat, bot, language))

    async def _sit_bot(self, token: str, seat: int, bot: str, language: str) -> None:
        self._expect_gathering()
        self._expect_seated(token)
        if bot not in BOTS:
            raise Refused(
                "seat", "expected one of {bots}, got {bot!r}", bots=", ".join(BOTS), bot=bot[:40]
            )
        if self._sitting.known(seat).kind != "bot":
            self._sitting.expect_free(seat)
        others = [each.name for n, each in enumerate(self.seats) if n != seat]
        name = distinct(name_of(bot, words(language)), others)
        await self._course.write([SatBot(seat, bot, name)])

    async def _check_perfect(self) -> None:
        """Whether the game is solved as it is played here."""
        options = self.game.read_options(self.settings.options)
        try:
            await asyncio.to_thread(check_bot, PERFECT, self.game, len(self.seats), options)
        except BadOption as problem:
            raise Refused("bot", problem.message, **problem.values) from None

    async def stand(self, token: str, seat: int) -> None:
        """One's own seat, a bot's or that of somebody who is gone is open again."""
        await self._course.alone(self._stand(token, seat))

    async def _stand(self, token: str, seat: int) -> None:
        self._expect_gathering()
        mine = self._expect_seated(token)
        sits = self._sitting.known(seat)
        if sits.kind == "open":
            raise Refused("seat", "seat {seat} is open already", seat=seat + 1)
        if seat not in mine and self.is_here(seat):
            raise Refused("seat", "{name} sits there", name=sits.name)
        await self._course.write([Stood(seat)])

    async def start(self, token: str) -> None:
        await self._course.alone(self._start(token))

    async def _start(self, token: str) -> None:
        self._expect_gathering()
        self._expect_seated(token)
        if self._sitting.open_seats:
            seat = self._sitting.open_seats[0] + 1
            raise Refused(
                "phase", "seat {seat} is still open: somebody or a bot has to sit there", seat=seat
            )
        await self._course.write(self._beginning())

    def _beginning(self) -> list[Entry]:
        origin = self._sitting.laid.origin
        if origin is None:
            return [self._started()]
        return [Started(origin.start, origin.drawn), *map(Did, origin.events)]

    def _started(self) -> Started:
        """The first seat, drawn by the dice unless somebody chose it."""
        if self.settings.starter is not None:
            return Started(self.settings.starter, drawn=False)
        dice = self._sitting.dice
        if dice is None:
            return Started(secrets.randbelow(self.settings.seats), drawn=False)
        return Started(dice.draw_start(self.settings.seats), drawn=True)

    async def choose(self, token: str, version: int, action: int, language: str = "en") -> None:
        """A choice of the seat to move; with real dice also one of the outcomes to tap."""
        await self._ready()
        await self._course.alone(self._choose(token, version, action, language))

    async def _choose(self, token: str, version: int, action: int, language: str) -> None:
        stage = await self._playing(version)
        mine = self._expect_seated(token)
        if self._audience.may_tap(token):
            outcomes = stage.outcomes()
            action = outcomes[action] if 0 <= action < len(outcomes) else -1
        else:
            self._expect_turn(stage, mine)
        try:
            happened = self._course.consequences(action)
        except IllegalAction:
            raise Refused("illegal", *stage.match.refusal(action, language)) from None
        await self._course.write([*self._backs(mine), *happened])

    async def undo(self, token: str, version: int) -> None:
        await self._ready()
        await self._course.alone(self._undo(token, version))

    async def _undo(self, token: str, version: int) -> None:
        await self._playing(version)
        mine = self._expect_seated(token)
        if not self._audience.may_undo(token):
            raise Refused(
                "illegal", "only your own last choice, and only if nothing came to light by it"
            )
        await self._course.write([*self._backs(mine), Undid()])

    async def hint(self, viewer: Viewer, version: int) -> None:
        """The viewer alone is sent what the choices are worth, unless the match goes on first."""
        self._expect_coach()
        await self._ready()
        stage = await self._course.alone(self._playing(version))
        self._expect_turn(stage, self._expect_seated(viewer.token))
        self._coach.advise(viewer)

    def follow_chances(self, viewer: Viewer, on: bool) -> None:
        """Whether the viewer is sent everybody's chances, now and after each event."""
        if on:
            self._expect_coach()
        self._coach.follow(viewer, on)

    def _expect_turn(self, stage: Stage, mine: list[int]) -> None:
        mover = stage.match.player
        if mover == CHANCE:
            raise Refused("turn", "it is for the dice now")
        if mover not in mine:
            raise Refused("turn", "it is the turn of {name}", name=self.seats[mover].name)

    def _expect_coach(self) -> None:
        if not self.settings.coach:
            raise Refused("coach", "the coach may not help at this table")

    async def _ready(self) -> Stage:
        if self._sitting.start is None:
            raise Refused("phase", "the game has not begun")
        return await self._course.ready()

    async def _playing(self, version: int) -> Stage:
        """The match as it is, if that is what the person saw."""
        if version > self.version:
            await self._course.catch_up()
        if version < self._sitting.changed:
            raise Refused("stale", "the table has changed meanwhile; look again")
        if self._sitting.ended:
            raise Refused("phase", "the game is over")
        return await self._course.ready()

    def _backs(self, seats: list[int]) -> list[Entry]:
        return [Back(seat) for seat in seats if self.seats[seat].away]

    async def back(self, token: str) -> None:
        """Whoever was away plays again."""
        if self._backs(self.seats_of(token)):
            await self._course.alone(self._back(token))

    async def _back(self, token: str) -> None:
        if (backs := self._backs(self.seats_of(token))) and self.phase != "over":
            await self._course.write(backs)

    async def leave(self, token: str) -> None:
        """Before the start the seats are open again; afterwards a bot plays them."""
        await self._course.alone(self._leave(token))

    async def _leave(self, token: str) -> None:
        mine = self._expect_seated(token)
        if self.phase == "gathering":
            await self._course.write([Stood(seat) for seat in mine])
            return
        lefts = [Left(seat) for seat in mine if not self.seats[seat].away]
        if lefts and self.phase != "over":
            await self._course.write(lefts)

    async def stand_in(self, token: str, seat: int) -> None:
        """A bot plays for somebody who has no connection."""
        await self._course.alone(self._stand_in(token, seat))

    async def _stand_in(self, token: str, seat: int) -> None:
        self._expect_seated(token)
        sits = self._sitting.known(seat)
        if self.phase not in ("preparing", "playing"):
            raise Refused("phase", "a bot stands in only while a game is played")
        if sits.kind != "person" or sits.away:
            raise Refused("seat", "a bot plays for {name} already", name=sits.name)
        if self.is_here(seat):
            raise Refused("seat", "{name} is here", name=sits.name)
        await self._course.write([Left(seat)])

    async def rematch(self, token: str) -> str:
        """The table of the next match: the same people, bots and settings."""
        return await self._course.alone(self._rematch(token))

    async def _rematch(self, token: str) -> str:
        self._expect_seated(token)
        if self.phase != "over":
            raise Refused("phase", "the game is not over")
        if self._sitting.rematch is None:
            with suppress(Refused):  # another process laid one first
                await self._course.write([Rematched(await self._lay_again(self._sitting))])
        assert self._sitting.rematch is not None
        return self._sitting.rematch

    def finished(self) -> Sitting:
        """Who sat here and what happened, once the game is over."""
        if self.phase != "over":
            raise Refused("phase", "the game is not over")
        return self._sitting

    async def finished_log(self) -> str:
        """The log with the opened envelope."""
        return await finished.log_of(self._sitting, await self.finished_match())

    async def at(self, n: int, language: str = "en") -> Moment:
        """How the finished match looked to a watcher after event n."""
        return await finished.moment_at(await self.finished_match(), n, language)

    async def tally(self, language: str = "en") -> list[Group]:
        return await finished.tally_of(await self.finished_match(), language)

    async def finished_match(self) -> Match:
        self.finished()
        return (await self._ready()).match
