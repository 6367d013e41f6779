"""The viewers of a table. The server sends each viewer only what that viewer's seats may see."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pasch.core.errors import PaschError
from pasch.core.game.position import WATCHER
from pasch.core.words import words
from pasch.table.model import Context, Refused, TableState, holder_of
from pasch.table.services import Services
from pasch.table.views.encoding import encode_message
from pasch.table.views.history import (
    NO_SEATS,
    EventDelta,
    Perspective,
    ViewHistory,
    actions_of,
    viewer_seats,
    visible_keys,
)
from pasch.table.views.messages import (
    SIGNS,
    ActionInfo,
    Help,
    ProgressInfo,
    Refusal,
    Sign,
    Snapshot,
    TableInfo,
    ViewerSeats,
    WhyNot,
    table_info,
)

NEAR = 20  # events that are shown at once; more take a thread
ASKS_S = 75  # seconds for which a polling program counts as present; a poll may take 60
CROWD = 100  # viewers, from which on mere watchers come and go unannounced


@dataclass(eq=False)
class Viewer:
    token: str
    """The secret of their seats; empty for a spectator."""
    language: str
    send: Callable[[str], None]
    sees_chances: bool = False
    """Whether the coach's panel is open."""
    holder: str = field(init=False)
    seats: ViewerSeats = field(init=False, default=NO_SEATS)
    """The seats, undo and taps that this viewer was sent last."""
    perspective: Perspective | None = field(init=False, default=None)
    """The perspective in which this viewer was sent the match; None: not sent yet."""

    def __post_init__(self) -> None:
        self.holder = holder_of(self.token) if self.token else ""


class Viewers:
    def __init__(
        self,
        table: str,
        state: TableState,
        services: Services,
        loaded_at: float,
        time_left: Callable[[], int | None],
    ) -> None:
        """`time_left`: the milliseconds until the deadline of a decision, None where none runs."""
        self.progress: ProgressInfo | None = None
        self._table = table
        self._state = state
        self._clock = services.clock
        self._time_left = time_left
        self._pool = services.pools.replay
        """Computes long stories."""
        self._loaded_at = loaded_at
        self._viewers: dict[Viewer, None] = {}
        self._here: Counter[str] = Counter()
        """Connections of each holder."""
        self._elsewhere: set[str] = set()
        """Holders who are connected to other processes."""
        self._last_seen: dict[str, float] = {}
        """When holders without a connection were last here, in seconds since 1970."""
        self._polled: dict[str, float] = {}
        """When polling programs last asked for their turn, in seconds since 1970."""
        self._histories: dict[Perspective, ViewHistory] = {}
        self._catching_up: dict[Perspective, asyncio.Task[None]] = {}
        self._snapshots: dict[Perspective, tuple[int, str]] = {}
        """The last snapshot that was sent, with the version of the table."""

    def __len__(self) -> int:
        return len(self._viewers)

    @property
    def all(self) -> list[Viewer]:
        return list(self._viewers)

    @property
    def context(self) -> Context:
        """What a decision now rests on."""
        now = self._clock.now()
        others = self._polling(now) | self._elsewhere if self._polled else self._elsewhere
        here = self._here.keys() | others if others else self._here
        return Context(self._state, here, now, self._last_seen, self._loaded_at)

    def _polling(self, now: float) -> set[str]:
        return {holder for holder, at in self._polled.items() if now - at < ASKS_S}

    @property
    def present(self) -> set[str]:
        """The holders of seats who are connected to this process."""
        here = self._here.keys() | self._polling(self._clock.now())
        return {holder for holder in here if self._state.held_by(holder)}

    def hear_elsewhere(self, holders: set[str]) -> bool:
        """Record which holders are connected to other processes.

        Return whether anything changed.
        """
        if holders == self._elsewhere:
            return False
        self._last_seen |= dict.fromkeys(self._elsewhere - holders, self._clock.now())
        self._elsewhere = holders
        self._send_info(self._viewers)
        return True

    def mark_polled(self, token: str) -> None:
        """Note that a polling program was here. It counts as present for 75 seconds."""
        holder = holder_of(token)
        self._last_seen[holder] = self._polled[holder] = self._clock.now()

    def join(self, viewer: Viewer) -> None:
        self._viewers[viewer] = None
        self._here[viewer.holder] += 1
        self._announce(viewer)
        self._send_seats(viewer)
        self._send_info([viewer])

    def part(self, viewer: Viewer) -> None:
        if viewer not in self._viewers:
            return
        del self._viewers[viewer]
        self._here[viewer.holder] -= 1
        if not self._here[viewer.holder]:
            del self._here[viewer.holder]
            if self._state.held_by(viewer.holder):
                self._last_seen[viewer.holder] = self._clock.now()
        self._announce(viewer)

    def _announce(self, viewer: Viewer) -> None:
        """Send all others that somebody came or went.

        At a crowded table watchers are announced with other news only.
        """
        if self._state.held_by(viewer.holder) or len(self) < CROWD:
            self._send_info(other for other in self._viewers if other is not viewer)

    def is_here(self, seat: int) -> bool:
        """Return whether the person of this seat is connected."""
        return self.context.is_here(seat)

    def seats_of(self, token: str) -> list[int]:
        return self._state.held_by(holder_of(token)) if token else []

    def perspective_of(self, viewer: Viewer) -> Perspective:
        return Perspective(tuple(self._state.held_by(viewer.holder)), viewer.language)

    def info(self) -> TableInfo:
        holders = {seat.holder for seat in self._state.seats if seat.kind == "person"}
        seated = sum(self._here[holder] for holder in holders)
        return table_info(self._table, self.context, len(self) - seated, self.progress)

    def show_progress(self, progress: ProgressInfo | None) -> None:
        """Send everybody how far bots or the coach have got ready; None: they are."""
        self.progress = progress
        self.send_table()

    def send(self, viewer: Viewer, content: object) -> None:
        viewer.send(self._encode(content))

    def send_table(self) -> None:
        """Send everybody who sits where and the like, and each viewer their own seats."""
        self.send_seats()
        self._send_info(self._viewers)

    def send_seats(self) -> None:
        """Send each viewer what is theirs alone, where it changed."""
        for viewer in self.all:
            self._send_seats(viewer)

    def send_late(self, holder: str) -> None:
        """Send a person on each of their devices that a bot made a choice for them."""
        for viewer in self.all:
            if viewer.holder == holder:
                say = words(viewer.language)
                late = say("Your time was up: a bot has made this choice for you. You play on.")
                self.send(viewer, WhyNot(late, ""))

    def send_trouble(self, problem: PaschError, viewers: Iterable[Viewer] | None = None) -> None:
        """Send viewers why the match can't be played."""
        for viewer in self.all if viewers is None else viewers:
            self.send(viewer, Refusal(0, problem.said(viewer.language), "", "store"))

    def send_match(self) -> None:
        """Send what happened to everybody who was sent the match before."""
        match, context, left = self._state.playable, self.context, self._time_left()
        deltas: dict[Perspective, list[EventDelta]] = {}
        texts: dict[Perspective, str] = {}
        for viewer in self.all:
            perspective = viewer.perspective
            if perspective is None:
                continue
            if perspective not in texts:
                history = self._history(perspective)
                if history.perspective not in deltas:
                    deltas[history.perspective] = history.event_deltas(match, left)
                shown = [each.seen_from(perspective) for each in deltas[history.perspective]]
                texts[perspective] = self._encode(shown) if shown else ""
            if texts[perspective]:
                viewer.send(texts[perspective])
            self._send_seats(viewer, context)

    def send_clock(self) -> None:
        """Send everybody the match once more, since the time begins anew."""
        for viewer in self.all:
            if viewer.perspective is not None:
                self._send_snapshot(viewer)

    async def sync(self, viewer: Viewer) -> None:
        """Send the viewer the whole story so far, and from then on every event."""
        await self.catch_up(self.perspective_of(viewer))
        if viewer in self._viewers:
            self._send_snapshot(viewer)

    def begin(self) -> list[Viewer]:
        """Send everybody the match that begins; return the viewers whose story is too long."""
        late = []
        for viewer in self.all:
            if self._is_near(self._history(self.perspective_of(viewer))):
                self._send_snapshot(viewer)
            else:
                late.append(viewer)
        return late

    def resend(self, viewer: Viewer) -> None:
        """Send this viewer the table and the match once more."""
        self._send_info([viewer])
        if viewer in self._viewers and viewer.perspective is not None:
            self._send_snapshot(viewer)

    def why_not(self, viewer: Viewer, key: str) -> WhyNot:
        """Return why this viewer can't use a thing of the board now."""
        context = self.context
        match = context.match_seen(self._state.version)
        context.expect_turn(context.mine(viewer.holder))
        visible_keys(match, match.player, [key])
        return WhyNot(*match.why_not(key, match.player, viewer.language))

    def help(self, viewer: Viewer, keys: list[str]) -> Help:
        """Return what a thing of the board is, for anybody who watches."""
        match = self.context.match_seen(self._state.version)
        mine = self._state.held_by(viewer.holder) if viewer.holder else []
        seat = mine[0] if len(mine) == 1 else WATCHER
        return Help(match.help(visible_keys(match, seat, keys), seat, viewer.language))

    def make_sign(self, viewer: Viewer, sign: str, at: str) -> None:
        """Show everybody a reaction of this viewer, or the thing this viewer points at."""
        seat = self.context.mine(viewer.holder)[0]
        if not at and sign not in SIGNS:
            raise Refused(
                "illegal",
                "expected one of {signs}, got {got!r}",
                signs=" ".join(SIGNS),
                got=sign[:8],
            )
        if at:
            self.expect_match()
            visible_keys(self._state.playable, seat, [at])
        self._send(Sign(seat, sign if sign in SIGNS else "", at))

    def expect_match(self) -> None:
        if self._state.match is None and not self._state.trouble:
            raise Refused("phase", "the game has not begun")

    def actions_of(self, token: str, language: str = "en") -> list[ActionInfo]:
        """Return what the holder of this token may do now, for a player that is a program."""
        return actions_of(self.context, holder_of(token) if token else "", language)

    def _send_info(self, viewers: Iterable[Viewer]) -> None:
        if receivers := list(viewers):
            text = self._encode(self.info())
            for viewer in receivers:
                viewer.send(text)

    def _send_seats(self, viewer: Viewer, context: Context | None = None) -> None:
        if not viewer.holder:
            return
        seats = viewer_seats(context or self.context, viewer.holder, viewer.language)
        if seats != viewer.seats:
            viewer.seats = seats
            self.send(viewer, seats)

    def _send_snapshot(self, viewer: Viewer) -> None:
        viewer.perspective = perspective = self.perspective_of(viewer)
        version, text = self._snapshots.get(perspective, (0, ""))
        if version != self._state.version or self._time_left() is not None:
            text = self._encode(
                self._history(perspective).snapshot(
                    self._state.playable, self._time_left(), perspective
                )
            )
            self._snapshots[perspective] = (self._state.version, text)
        viewer.send(text)
        self._send_seats(viewer)

    def _send(self, content: object) -> None:
        """Send a message to everybody."""
        text = self._encode(content)
        for viewer in self.all:
            viewer.send(text)

    def _encode(self, content: object) -> str:
        return encode_message(self._state.version, content)

    async def snapshot(self, token: str = "", language: str = "en") -> Snapshot:
        """Return the match as the holder of this token sees it, with the whole story."""
        self.expect_match()
        perspective = Perspective(tuple(self.seats_of(token)), language)
        history = await self.catch_up(perspective)
        return history.snapshot(self._state.playable, self._time_left(), perspective)

    async def catch_up(self, perspective: Perspective) -> ViewHistory:
        """Return the history of this perspective; compute a long story in a thread."""
        history = self._history(perspective)
        while not self._is_near(history):
            key = history.perspective
            if key not in self._catching_up:
                self._catching_up[key] = asyncio.create_task(self._catch_up(history))
            await asyncio.shield(self._catching_up[key])
        return history

    def _history(self, perspective: Perspective) -> ViewHistory:
        """Return the one history of all who see the same, except for the choices."""
        perspective = perspective.shared(self._state.game)
        if perspective not in self._histories:
            self._histories[perspective] = ViewHistory(perspective, self._state.taken_back)
        return self._histories[perspective]

    def _is_near(self, history: ViewHistory) -> bool:
        """Return whether the missing events are few enough to add them at once."""
        is_catching_up = history.perspective in self._catching_up
        return not is_catching_up and history.missing_events(self._state.playable) <= NEAR

    async def _catch_up(self, history: ViewHistory) -> None:
        try:
            await self._pool.do(history.catch_up, self._state.playable.copy())
        finally:
            del self._catching_up[history.perspective]
