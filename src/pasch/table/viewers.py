"""Those who look at a table. Each is sent what their eyes may see, and nothing else."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pasch.core.errors import PaschError
from pasch.core.match.match import Match
from pasch.core.words import words
from pasch.table.clock import Clock
from pasch.table.model.context import Context
from pasch.table.model.state import TableState, holder_of
from pasch.table.pools import Pool
from pasch.table.views.encoding import in_words
from pasch.table.views.history import NOBODYS, Eyes, Sight, Step, own, table_info
from pasch.table.views.messages import Own, Refusal, TableInfo, UnderWay, WhyNot

NEAR = 20  # events that are told at once; more take a thread
ASKS_S = 75  # seconds a program is here that asked for its turn; it may wait for 60
CROWD = 100  # viewers, from which on mere watchers come and go unannounced


@dataclass(eq=False)
class Viewer:
    token: str
    """The secret of their seats; empty for a spectator."""
    language: str
    send: Callable[[str], None]
    sees_chances: bool = False
    """Has the coach's panel open."""
    holder: str = field(init=False)
    own: Own = field(init=False, default=NOBODYS)
    """What they know to be their own."""
    eyes: Eyes | None = field(init=False, default=None)
    """Those they have seen the match with; None: nothing so far."""

    def __post_init__(self) -> None:
        self.holder = holder_of(self.token) if self.token else ""


class Audience:
    def __init__(
        self, table: str, state: TableState, clock: Clock, replay: Pool, loaded_at: float
    ) -> None:
        """`replay`: threads that go through long stories; `loaded_at`: when the table was read
        from the store, or 0."""
        self.progress: UnderWay | None = None
        self._table = table
        self._state = state
        self._clock = clock
        self._replay = replay
        self._loaded_at = loaded_at
        self._viewers: dict[Viewer, None] = {}
        self._here: Counter[str] = Counter()
        """Connections of each holder."""
        self._elsewhere: set[str] = set()
        """Holders who are connected to other processes."""
        self._last_seen: dict[str, float] = {}
        """When holders without one were last heard of, in seconds since 1970."""
        self._asked: dict[str, float] = {}
        """When programs last asked for their turn, likewise."""
        self._sights: dict[Eyes, Sight] = {}
        self._learning: dict[Eyes, asyncio.Task[None]] = {}
        self._whole: dict[Eyes, tuple[int, str]] = {}
        """The match as it was sent last to who came, and the version of that."""

    def __len__(self) -> int:
        return len(self._viewers)

    @property
    def viewers(self) -> list[Viewer]:
        return list(self._viewers)

    @property
    def context(self) -> Context:
        now = time.time()
        others = self._asking(now) | self._elsewhere if self._asked else self._elsewhere
        here = self._here.keys() | others if others else self._here
        return Context(self._state, here, now, self._last_seen, self._loaded_at)

    def _asking(self, now: float) -> set[str]:
        return {holder for holder, at in self._asked.items() if now - at < ASKS_S}

    @property
    def present(self) -> set[str]:
        """The holders of seats who are connected here."""
        here = self._here.keys() | self._asking(time.time())
        return {holder for holder in here if self._state.held_by(holder)}

    def hear_elsewhere(self, holders: set[str]) -> bool:
        """Whether that is new."""
        if holders == self._elsewhere:
            return False
        self._last_seen |= dict.fromkeys(self._elsewhere - holders, time.time())
        self._elsewhere = holders
        self._send_table(self._viewers)
        return True

    def heard_of(self, holder: str) -> None:
        """Of who has no connection but asks now and then."""
        self._last_seen[holder] = self._asked[holder] = time.time()

    def join(self, viewer: Viewer) -> None:
        self._viewers[viewer] = None
        self._here[viewer.holder] += 1
        self._announce(viewer)
        self._send_own(viewer)
        self._send_table([viewer])

    def part(self, viewer: Viewer) -> None:
        if viewer not in self._viewers:
            return
        del self._viewers[viewer]
        self._here[viewer.holder] -= 1
        if not self._here[viewer.holder]:
            del self._here[viewer.holder]
            if self._state.held_by(viewer.holder):
                self._last_seen[viewer.holder] = time.time()
        self._announce(viewer)

    def _announce(self, viewer: Viewer) -> None:
        """That somebody came or went, to all others; a crowd hears of watchers with other news."""
        if self._state.held_by(viewer.holder) or len(self) < CROWD:
            self._send_table(other for other in self._viewers if other is not viewer)

    def seats_of(self, token: str) -> list[int]:
        return self._state.held_by(holder_of(token)) if token else []

    def eyes_of(self, viewer: Viewer) -> Eyes:
        return Eyes(tuple(self._state.held_by(viewer.holder)), viewer.language)

    def info(self) -> TableInfo:
        holders = {seat.holder for seat in self._state.seats if seat.kind == "person"}
        seated = sum(self._here[holder] for holder in holders)
        return table_info(self._table, self.context, len(self) - seated, self.progress)

    def tell_table(self) -> None:
        """Who sits where and the like, to everybody; and to each what is now theirs."""
        self.tell_own()
        self._send_table(self._viewers)

    def tell(self, content: object) -> None:
        """To everybody, once."""
        text = self._text(content)
        for viewer in self.viewers:
            viewer.send(text)

    def tell_late(self, holder: str) -> None:
        """Tell a person on each of their devices that a bot made a choice for them."""
        for viewer in self.viewers:
            if viewer.holder == holder:
                say = words(viewer.language)
                late = say("Your time was up: a bot has made this choice for you. You play on.")
                viewer.send(self._text(WhyNot(late, "")))

    def tell_own(self) -> None:
        for viewer in self.viewers:
            self._send_own(viewer)

    def _send_table(self, viewers: Iterable[Viewer]) -> None:
        if told := list(viewers):
            text = self._text(self.info())
            for viewer in told:
                viewer.send(text)

    def _send_own(self, viewer: Viewer, context: Context | None = None) -> None:
        if not viewer.holder:
            return
        mine = own(context or self.context, viewer.holder, viewer.language)
        if mine != viewer.own:
            viewer.own = mine
            viewer.send(self._text(mine))

    def _text(self, content: object) -> str:
        return in_words(self._state.version, content)

    def tell_trouble(self, problem: PaschError, viewers: Iterable[Viewer] | None = None) -> None:
        """The match can't be played."""
        for viewer in self.viewers if viewers is None else viewers:
            viewer.send(self._text(Refusal(0, problem.said(viewer.language), "", "store")))

    def tell_match(self) -> None:
        """What happened, to everybody who has seen the match as it was."""
        match, context, left = self._state.playable, self.context, self._clock.left
        steps: dict[Eyes, list[Step]] = {}
        texts: dict[Eyes, str] = {}
        for viewer in list(self._viewers):
            eyes = viewer.eyes
            if eyes is None:
                continue
            if eyes not in texts:
                sight = self._sight(eyes)
                if sight.eyes not in steps:
                    steps[sight.eyes] = sight.steps(match, left)
                shown = [step.to(eyes) for step in steps[sight.eyes]]
                texts[eyes] = self._text(shown) if shown else ""
            if texts[eyes]:
                viewer.send(texts[eyes])
            self._send_own(viewer, context)

    def tell_clock(self) -> None:
        """The time begins anew: everybody sees the match once more."""
        for viewer in self.viewers:
            if viewer.eyes is not None:
                self._show_match(viewer, self._state.playable)

    async def sync(self, viewer: Viewer) -> None:
        """The whole story so far, once it is known, and from then on every event."""
        await self.learn(self.eyes_of(viewer))
        if viewer in self._viewers:
            self._show_match(viewer, self._state.playable)

    def begin(self) -> list[Viewer]:
        """Shows everybody the match that is there now; returns those whose story is long."""
        late = []
        for viewer in self.viewers:
            if self._is_near(self._sight(self.eyes_of(viewer))):
                self._show_match(viewer, self._state.playable)
            else:
                late.append(viewer)
        return late

    def show(self, viewer: Viewer) -> None:
        """Once more what this viewer should see now."""
        self._send_table([viewer])
        if viewer in self._viewers and viewer.eyes is not None:
            self._show_match(viewer, self._state.playable)

    def _show_match(self, viewer: Viewer, match: Match) -> None:
        viewer.eyes = eyes = self.eyes_of(viewer)
        version, text = self._whole.get(eyes, (0, ""))
        if version != self._state.version or self._clock.runs:
            text = self._text(self._sight(eyes).whole(match, self._clock.left, eyes))
            self._whole[eyes] = (self._state.version, text)
        viewer.send(text)
        self._send_own(viewer)

    async def learn(self, eyes: Eyes) -> Sight:
        """What these eyes have seen; a long story is gone through in a thread."""
        sight = self._sight(eyes)
        while not self._is_near(sight):
            if sight.eyes not in self._learning:
                self._learning[sight.eyes] = asyncio.create_task(self._learn(sight))
            await asyncio.shield(self._learning[sight.eyes])
        return sight

    def _sight(self, eyes: Eyes) -> Sight:
        """One for all who see the same, but for the choices."""
        eyes = eyes.at(self._state.game)
        if eyes not in self._sights:
            self._sights[eyes] = Sight(eyes, self._state.taken_back)
        return self._sights[eyes]

    def _is_near(self, sight: Sight) -> bool:
        """Whether the rest of its story can be told at once."""
        is_learning = sight.eyes in self._learning
        return not is_learning and sight.behind(self._state.playable) <= NEAR

    async def _learn(self, sight: Sight) -> None:
        try:
            await self._replay.do(sight.learn, self._state.playable.copy())
        finally:
            del self._learning[sight.eyes]
