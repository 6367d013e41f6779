"""Those who look at a table. Each is sent what their eyes may see, and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass

from pasch.core.errors import PaschError
from pasch.core.position import CHANCE, WATCHER
from pasch.table.clock import Clock
from pasch.table.messages import (
    Message,
    Moment,
    MomentKind,
    Offer,
    OriginInfo,
    Phase,
    Refusal,
    SeatInfo,
    TableInfo,
    message,
)
from pasch.table.readiness import Progress
from pasch.table.seats import holder_of
from pasch.table.sitting import Sitting
from pasch.table.stage import Stage


@dataclass(eq=False)
class Viewer:
    token: str
    """The secret of their seats; empty for a spectator."""
    language: str
    send: Callable[[Message], None]
    sees_chances: bool = False
    """Has the coach's panel open."""


def said_to(viewer: Viewer, problem: Exception) -> str:
    return problem.said(viewer.language) if isinstance(problem, PaschError) else str(problem)


class Audience:
    def __init__(self, table: str, sitting: Sitting, clock: Clock) -> None:
        self.stage: Stage | None = None
        self.progress: Progress | None = None
        self._table = table
        self._sitting = sitting
        self._clock = clock
        self._viewers: dict[Viewer, bool] = {}
        """Everybody here, and whether they have been told the story so far."""

    def __len__(self) -> int:
        return len(self._viewers)

    def join(self, viewer: Viewer) -> None:
        self._viewers[viewer] = False
        self.tell_table()

    def part(self, viewer: Viewer) -> None:
        if self._viewers.pop(viewer, None) is not None:
            self.tell_table()

    def is_here(self, seat: int) -> bool:
        """Whether the person of this seat has a connection."""
        holder = self._sitting.seats[seat].holder
        return any(v.token and holder_of(v.token) == holder for v in self._viewers)

    def seats_of(self, token: str) -> list[int]:
        return self._sitting.held_by(holder_of(token)) if token else []

    @property
    def phase(self) -> Phase:
        if self._sitting.ended:
            return "over"
        if self._sitting.start is None:
            return "gathering"
        return "playing" if self.stage else "preparing"

    def tell_table(self) -> None:
        for viewer in list(self._viewers):
            self._send_table(viewer)

    def tell_trouble(self, problem: Exception) -> None:
        """The match can't be got ready."""
        for viewer in list(self._viewers):
            said = said_to(viewer, problem)
            viewer.send(message(self._sitting.version, Refusal(0, said, "", "store")))

    def tell_moment(self, kind: MomentKind, seat: int | None) -> None:
        for viewer, follows in list(self._viewers.items()):
            if follows:
                self._send_moment(viewer, kind, seat)

    async def sync(self, viewer: Viewer) -> None:
        """The whole story so far, once it is known, and from then on every event."""
        assert self.stage is not None
        await self.stage.learn(*self._story_key(viewer))
        if viewer in self._viewers:
            self._viewers[viewer] = True
            self._send_moment(viewer, "sync", None)

    def show(self, viewer: Viewer) -> None:
        """Once more what this viewer should see now."""
        self._send_table(viewer)
        if self._viewers.get(viewer):
            self._send_moment(viewer, "sync", None)

    def show_all(self) -> None:
        self.tell_moment("sync", None)

    @property
    def viewers(self) -> list[Viewer]:
        return list(self._viewers)

    def _send_table(self, viewer: Viewer) -> None:
        viewer.send(message(self._sitting.version, self.info(viewer.token)))

    def _send_moment(self, viewer: Viewer, kind: MomentKind, seat: int | None) -> None:
        moment = self.moment(viewer.token, viewer.language, kind, seat)
        viewer.send(message(self._sitting.version, moment))

    def _story_key(self, viewer: Viewer) -> tuple[int, str]:
        return self.story_eyes(viewer.token), viewer.language

    def eyes(self, token: str) -> int:
        """The only seat held, else that of those held which is to move, else a watcher's."""
        assert self.stage is not None
        mine = self.seats_of(token)
        if len(mine) == 1:
            return mine[0]
        return self.stage.match.player if self.stage.match.player in mine else WATCHER

    def story_eyes(self, token: str) -> int:
        mine = self.seats_of(token)
        return mine[0] if len(mine) == 1 else WATCHER

    def info(self, token: str) -> TableInfo:
        sitting, game = self._sitting, self._sitting.game
        over = sitting.ended is not None
        origin = sitting.laid.origin
        return TableInfo(
            id=self._table,
            game=game.key,
            title=game.title,
            icon=game.icon,
            together=game.together,
            grades=game.grades(sitting.settings.seats) if self.stage else 0,
            phase=self.phase,
            settings=sitting.settings,
            commitment=sitting.laid.commitment,
            salts=sitting.salts,
            seed=sitting.laid.seed if over else None,
            seats=self._seat_infos(self.seats_of(token)),
            watchers=sum(not self.seats_of(viewer.token) for viewer in self._viewers),
            progress=self.progress,
            rematch=sitting.rematch,
            start=sitting.start,
            log=over,
            origin=OriginInfo(origin.table, len(origin.events)) if origin else None,
        )

    def _seat_infos(self, mine: list[int]) -> list[SeatInfo]:
        icons = [""] * len(self._sitting.seats)
        if self.stage:
            icons = [line.icon for line in self.stage.scene(WATCHER, "en").seats]
        return [
            SeatInfo(
                kind=seat.kind,
                name=seat.name,
                bot=seat.bot,
                icon=icons[n],
                here=seat.kind == "person" and self.is_here(n),
                away=seat.away,
                mine=n in mine,
            )
            for n, seat in enumerate(self._sitting.seats)
        ]

    def moment(self, token: str, language: str, kind: MomentKind, seat: int | None) -> Moment:
        stage = self.stage
        assert stage is not None
        teller = stage.latest if kind in ("chance", "choice") else stage.story
        return Moment(
            event=len(stage.events),
            kind=kind,
            seat=seat,
            scene=stage.scene(self.eyes(token), language),
            told=teller(self.story_eyes(token), language),
            undo=self.may_undo(token),
            taps=stage.taps(language) if self.may_tap(token) else [],
            left=self._clock.left,
            over=stage.over,
            returns=stage.match.returns() if stage.over else None,
        )

    def offers(self, token: str, language: str) -> list[Offer]:
        """What the holder of this token may do now."""
        stage = self.stage
        if stage is None:
            return []
        match = stage.match
        if self.may_tap(token):
            taps = zip(stage.taps(language), stage.outcomes(), strict=True)
            return [Offer(tap.action, tap.text, match.action(a)) for tap, a in taps]
        if match.player not in self.seats_of(token):
            return []
        choices = stage.scene(match.player, language).choices
        return [Offer(c.action, c.text, match.action(c.action, match.player)) for c in choices]

    def may_tap(self, token: str) -> bool:
        """Real dice: who is to move taps what fell; if nobody is there for it, anybody seated."""
        stage = self.stage
        if self._sitting.settings.dice != "real" or stage is None or stage.match.player != CHANCE:
            return False
        return self._rolls_for(stage.to_move(), token)

    def may_undo(self, token: str) -> bool:
        """Whose choice was last, if nobody learnt anything from it; with real dice also a tap."""
        stage = self.stage
        if stage is None or stage.last_mover is None or stage.over:
            return False
        if stage.last_mover == CHANCE:
            real = self._sitting.settings.dice == "real"
            return real and self._rolls_for(stage.last_to_move(), token)
        return stage.last_mover in self.seats_of(token) and stage.may_be_undone

    def _rolls_for(self, seat: int, token: str) -> bool:
        mine = self.seats_of(token)
        present = seat >= 0 and self.is_present(seat)
        return seat in mine if present else bool(mine)

    def is_present(self, seat: int) -> bool:
        sits = self._sitting.seats[seat]
        return sits.kind == "person" and not sits.away and self.is_here(seat)
