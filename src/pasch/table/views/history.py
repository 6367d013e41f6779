"""What a kind of eyes sees of a match: whole, or what an event changed; once for all of them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.game.spec import Game
from pasch.core.match.match import Match, Mover
from pasch.core.match.taken_back import TakenBack
from pasch.core.view.scene import Area, Cell, Choice, Piece, Scene, Told
from pasch.core.words import words
from pasch.table.model.context import Context
from pasch.table.model.errors import Refused
from pasch.table.views.messages import (
    Frame,
    Moment,
    MomentKind,
    Offer,
    OriginInfo,
    Own,
    PiecePart,
    SeatInfo,
    Shown,
    TableInfo,
    UnderWay,
)
from pasch.table.views.sparse import altered, unusual

LONGEST_KEY = 60  # characters of a key that are repeated in a refusal


class Eyes(NamedTuple):
    """All who hold the same seats, or none, and speak the same language see the same."""

    seats: tuple[int, ...]
    language: str

    def on(self, player: int) -> int:
        """The only seat held, else that of those held which is to move, else a watcher's."""
        if len(self.seats) == 1:
            return self.seats[0]
        return player if player in self.seats else WATCHER

    @property
    def memory(self) -> int:
        """Whose eyes saw the story: those of the only seat held, else a watcher's."""
        return self.seats[0] if len(self.seats) == 1 else WATCHER

    def at(self, game: Game) -> "Eyes":
        """Those that see the same, but for the choices: where all do, a watcher's."""
        return Eyes((), self.language) if game.scene.ALIKE else self

    def choices(self, mover: Mover) -> tuple[Choice, ...]:
        return mover.choices if mover.player in self.seats else ()


def known_things(match: Match, seat: int, keys: Sequence[str]) -> list[str]:
    """Return those of these keys that name something this seat sees; Refused if none does."""
    scene = match.scene(seat)
    here = {*scene.keys(), *(area.key for area in scene.areas)}
    known = [key for key in keys if key in here]
    if keys and not known:
        raise Refused(
            "illegal", "there is nothing called {key!r} on the table now", key=keys[0][:LONGEST_KEY]
        )
    return known


class Step(NamedTuple):
    """An event as it is shown: what all see, and whose turn it was before and is now."""

    frame: Frame
    before: Mover
    after: Mover

    def to(self, eyes: Eyes) -> Shown:
        had, has = eyes.choices(self.before), eyes.choices(self.after)
        return Shown(self.frame, None if has == had else has)


class Sight:
    """What has been shown and told so far to all who see the same, but for the choices."""

    def __init__(self, eyes: Eyes, taken_back: Sequence[TakenBack] = ()) -> None:
        """`taken_back`: what the table knows of that, now and later."""
        self.eyes = eyes
        self._taken_back = taken_back
        self._scene: Scene | None = None
        self._mover: Mover | None = None
        self._events: list[tuple[int, int]] = []
        """Each with the number of outcomes that were taken back just before it."""
        self._told: list[list[Told]] = []
        self._last: list[Told] = []
        """Told after the last event: what was taken back there."""

    def behind(self, match: Match) -> int:
        """How many events it has not been told of."""
        return len(match.events) - len(self._events)

    def learn(self, match: Match) -> None:
        """Takes back what did not happen after all, and tells the rest."""
        self._forget(match)
        for n in range(len(self._events), len(match.events)):
            self._hear(match, n)

    def _forget(self, match: Match) -> int:
        """Forget what did not happen after all; return how many lines were told of it, -1 if there
        is nothing. What was taken back in its place is told instead."""
        before = Counter(each.at for each in self._taken_back)
        happened = [(a, before[n]) for n, a in enumerate(match.events[: len(self._events)])]
        if self._events == happened:
            return -1
        lines = len(self._last)
        while self._events != happened[: len(self._events)]:
            self._events.pop()
            lines += len(self._told.pop())
        self._last = self._regrets(match)
        return lines

    def _hear(self, match: Match, n: int) -> list[Told]:
        """Return what is new with this event."""
        regrets, known = self._regrets(match), len(self._last)
        told = match.story(self.eyes.memory, self.eyes.language, n)
        self._told.append([*regrets, *told])
        self._events.append((match.events[n], len(regrets)))
        self._last = []
        return [*regrets[known:], *told]

    def _regrets(self, match: Match) -> list[Told]:
        return regrets(self._taken_back, len(self._events), match.names, self.eyes.language)

    def whole(self, match: Match, left: int | None = None, eyes: Eyes | None = None) -> Moment:
        """Everything, for who has seen nothing yet; the choices are those of these eyes."""
        self.learn(match)
        self._last = self._regrets(match)
        self._scene, self._mover = self._look(match, len(match.events))
        scene = replace(self._scene, choices=(eyes or self.eyes).choices(self._mover))
        told = [each for lines in (*self._told, self._last) for each in lines]
        return moment(match, scene, told, left)

    def frames(self, match: Match, left: int | None) -> list[Shown]:
        """The steps as these eyes are shown them."""
        return [step.to(self.eyes) for step in self.steps(match, left)]

    def steps(self, match: Match, left: int | None) -> list[Step]:
        """What the events changed that it has not seen; what was taken back comes first. An event
        of which there is nothing to tell, such as one die of several, is shown with the next."""
        steps = []
        untold = self._forget(match)
        if untold >= 0:
            steps.append(self._step(match, len(self._events), self._last, left, untold))
        for n in range(len(self._events), len(match.events)):
            told = self._hear(match, n)
            if told or n + 1 == len(match.events):
                steps.append(self._step(match, n + 1, told, left))
        return steps

    def _step(
        self,
        match: Match,
        n: int,
        told: list[Told],
        left: int | None,
        untold: int | None = None,
    ) -> Step:
        scene, mover = self._scene, self._mover
        assert scene is not None
        assert mover is not None
        self._scene, self._mover = self._look(match, n)
        frame = frame_of(match, n, told, left, untold, changes(scene, self._scene))
        return Step(frame, mover, self._mover)

    def _look(self, match: Match, n: int) -> tuple[Scene, Mover]:
        return match.sight(self.eyes.on(match.player_at(n)), self.eyes.language, n)


def regrets(
    taken_back: Sequence[TakenBack], n: int, names: Sequence[str], language: str
) -> list[Told]:
    """Return a line for each outcome of real dice that was taken back after n events."""
    say = words(language)
    return [Told(each.told(names, say), seat=each.seat) for each in taken_back if each.at == n]


def frame_of(
    match: Match,
    n: int,
    told: list[Told],
    left: int | None,
    untold: int | None,
    changed: dict[str, Any],
) -> Frame:
    is_last = n == len(match.events)
    kind, seat = ("undo", None) if untold is not None else happened(match, n)
    return Frame(
        event=n,
        kind=kind,
        seat=seat,
        told=told,
        untold=untold,
        left=left if is_last else None,
        returns=match.returns() if is_last and match.player == OVER else None,
        **changed,
    )


def happened(match: Match, n: int) -> tuple[MomentKind, int | None]:
    """What kind of event the nth was, and who chose."""
    mover = match.player_at(n - 1)
    return ("chance", None) if mover == CHANCE else ("choice", mover)


def moment(match: Match, scene: Scene, told: list[Told], left: int | None) -> Moment:
    over = match.player == OVER
    return Moment(
        event=len(match.events),
        kind="sync",
        seat=None,
        scene=scene,
        told=told,
        left=left,
        over=over,
        returns=match.returns() if over else None,
    )


def changes(before: Scene, after: Scene) -> dict[str, Any]:
    """The parts of a frame that say how one scene became another, less the choices; none where they
    are alike."""
    found: dict[str, Any] = {}
    if after.prompt != before.prompt:
        found["prompt"] = after.prompt
    if after.areas != before.areas:
        found |= other_areas(before.areas, after.areas)
    if after.pieces != before.pieces:
        found |= other_pieces(before.pieces, after.pieces)
    if after.seats != before.seats:
        seats = enumerate(zip(before.seats, after.seats, strict=True))
        found["seats"] = {n: altered(line, old) for n, (old, line) in seats if old != line}
    if after.remarks != before.remarks:
        found["remarks"] = after.remarks
    if after.goal != before.goal:
        found["goal"] = after.goal
    if after.progress != before.progress:
        found["progress"] = after.progress
    return found


def other_areas(before: Sequence[Area], after: Sequence[Area]) -> dict[str, Any]:
    known = {area.key: area for area in before}
    areas: list[Area] = []
    titles: dict[str, str] = {}
    cells: list[Cell] = []
    for area in after:
        old = known.get(area.key)
        if old is area:
            continue
        others = None if old is None else other_cells(old, area)
        if old is None or others is None:
            areas.append(area)
            continue
        if old.title != area.title:
            titles[area.key] = area.title
        cells += others
    order = [area.key for area in after]
    is_other = order != [area.key for area in before]
    found = {"areas": areas, "titles": titles, "cells": cells, "order": order if is_other else None}
    return {name: value for name, value in found.items() if value}


def other_cells(old: Area, area: Area) -> list[Cell] | None:
    """Those that look different; None where they make it another area."""
    if (old.layout, old.columns, old.seat) != (area.layout, area.columns, area.seat):
        return None
    if len(old.cells) != len(area.cells):
        return None
    found = []
    for was, cell in zip(old.cells, area.cells, strict=True):
        if was is not cell:
            if was.key != cell.key:
                return None
            if was != cell:
                found.append(cell)
    return found


def other_pieces(before: Sequence[Piece], after: Sequence[Piece]) -> dict[str, Any]:
    """What lies as before up to the first difference, or from the last one on, is hardly looked at
    again."""
    most = min(len(before), len(after))
    first = alike(before, after, most)
    same = alike(reversed(before), reversed(after), most - first)
    rest = after[len(after) - same :]
    before, after = before[first : len(before) - same], after[first : len(after) - same]
    here = {piece.key for piece in after}
    return {
        "gone": [piece.key for piece in before if piece.key not in here] or None,
        "pieces": moved(before, after, rest) or None,
    }


def alike(some: Iterable[Piece], others: Iterable[Piece], most: int) -> int:
    """How many of the first are the very same."""
    n = 0
    for one, other in zip(some, others, strict=False):
        if one is not other or n == most:
            break
        n += 1
    return n


def moved(
    before: Sequence[Piece], after: Sequence[Piece], rest: Sequence[Piece]
) -> list[PiecePart]:
    """Those which are new or different, and in their cells all that come after these, also of the
    rest, which lies as before; what lies in a slot comes after nothing."""
    lay = {piece.key: (n, piece) for n, piece in enumerate(before)}
    last: dict[str, int] = {}
    sent: list[PiecePart] = []
    for piece in after:
        n, old = lay.get(piece.key, NOWHERE)
        as_before = old is piece or old == piece
        if as_before and piece.slot is not None:
            continue
        if as_before and n > last.get(piece.cell, -1):
            last[piece.cell] = n
        else:
            last[piece.cell] = len(before)
            sent.append(part_of(piece, old))
    behind = (p for p in rest if p.slot is None and last.get(p.cell) == len(before))
    return [*sent, *({"key": piece.key} for piece in behind)]


NOWHERE: tuple[int, Piece | None] = (-1, None)


def part_of(piece: Piece, old: Piece | None) -> PiecePart:
    return unusual(piece) if old is None else {"key": piece.key, **altered(piece, old)}


def own(at: Context, holder: str, language: str) -> Own:
    """What is this viewer's alone."""
    mine = at.state.held_by(holder) if holder else []
    if not mine:
        return NOBODYS
    taps = taps_of(at, language) if at.may_roll(holder) else []
    return Own(mine, at.may_undo(holder), taps)


NOBODYS = Own([], undo=False, taps=[])


def taps_of(at: Context, language: str) -> list[Choice]:
    """Return what may be tapped, numbered by its place."""
    match = at.state.playable
    before = match.scene(WATCHER, language)
    return [
        Choice(place, match.text(a, language), ghosts=fallen(before, match, a, language))
        for place, a in enumerate(at.state.outcomes)
    ]


def fallen(before: Scene, match: Match, outcome: int, language: str) -> tuple[Piece, ...]:
    """The die or card that this outcome lays on the table, where everybody sees its face."""
    after = match.copy()
    after.apply(outcome)
    lay = {piece.key: (piece.icon, piece.text, piece.pips) for piece in before.pieces}
    for piece in after.scene(WATCHER, language).pieces:
        if lay.get(piece.key) != (piece.icon, piece.text, piece.pips):
            return (piece,)
    return ()


def offers(at: Context, holder: str, language: str) -> list[Offer]:
    """What the holder may do now, for a program."""
    match = at.state.match
    if match is None:
        return []
    if at.may_roll(holder):
        taps = zip(taps_of(at, language), at.state.outcomes, strict=True)
        return [Offer(tap.action, tap.text, match.action(a)) for tap, a in taps]
    if match.player not in at.state.held_by(holder):
        return []
    choices = match.scene(match.player, language).choices
    return [Offer(c.action, c.text, match.action(c.action, match.player)) for c in choices]


def table_info(
    id: str, at: Context, watchers: int = 0, progress: UnderWay | None = None
) -> TableInfo:
    state, game = at.state, at.state.game
    over, origin = state.ended, state.laid.origin
    return TableInfo(
        id=id,
        game=game.key,
        title=game.title,
        icon=game.icon,
        together=game.together,
        grades=game.grades(state.settings.seats) if state.match else 0,
        phase=state.phase,
        settings=state.settings,
        commitment=state.laid.commitment,
        hides=state.hides,
        salts=state.salts,
        seals=[seat.seal for seat in state.seats] if state.takes_salt else [],
        closed=state.closed,
        seed=state.laid.seed if over else None,
        seats=[
            SeatInfo(seat.kind, seat.name, seat.bot, here=at.is_here(n), away=seat.away)
            for n, seat in enumerate(state.seats)
        ],
        watchers=watchers,
        progress=progress,
        rematch=state.rematch,
        start=state.start,
        log=over,
        origin=OriginInfo(origin.table, len(origin.events)) if origin else None,
    )
