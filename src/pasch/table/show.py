"""What a kind of eyes sees of a match: whole, or what an event changed; once for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pasch.core.match import Match
from pasch.core.position import CHANCE, OVER, WATCHER
from pasch.core.scene import Area, Cell, Choice, Piece, Scene, Told
from pasch.table.decide import Known, may_tap, may_undo
from pasch.table.messages import (
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
)
from pasch.table.parts import altered, unusual


@dataclass(frozen=True)
class Eyes:
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


Made: TypeAlias = list[tuple[Scene, Scene, Frame]]
"""What others have been shown just now: the scenes before and after, and the frame."""


class Sight:
    """What one kind of eyes has been shown and told so far."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.scene: Scene | None = None
        self.choices: tuple[Choice, ...] = ()
        self._events: list[int] = []
        self._told: list[list[Told]] = []

    def behind(self, match: Match) -> int:
        """How many events it has not been told of."""
        return len(match.events) - len(self._events)

    def learn(self, match: Match) -> None:
        """Takes back what did not happen after all, and tells the rest."""
        while self._events != match.events[: len(self._events)]:
            self._events.pop()
            self._told.pop()
        for n in range(len(self._events), len(match.events)):
            self._told.append(match.story(self.eyes.memory, self.eyes.language, n))
            self._events.append(match.events[n])

    def whole(self, match: Match, left: int | None = None) -> Moment:
        """Everything, for who has seen nothing yet."""
        self.learn(match)
        self.scene, self.choices = self._look(match, len(match.events))
        scene = replace(self.scene, choices=self.choices)
        return moment(match, scene, [each for told in self._told for each in told], left)

    def frames(self, match: Match, left: int | None, made: Made | None = None) -> list[Shown]:
        """What the events changed that it has not seen; what was taken back comes first. An event
        of which there is nothing to tell, such as one die of several, is shown with the next."""
        made = [] if made is None else made
        frames = []
        untold = 0
        undone = len(self._events)
        while self._events != match.events[: len(self._events)]:
            self._events.pop()
            untold += len(self._told.pop())
        if undone > len(self._events):
            frames.append(self._show(match, len(self._events), [], left, made, untold))
        for n in range(len(self._events) + 1, len(match.events) + 1):
            told = match.story(self.eyes.memory, self.eyes.language, n - 1)
            self._told.append(told)
            self._events.append(match.events[n - 1])
            if told or n == len(match.events):
                frames.append(self._show(match, n, told, left, made))
        return frames

    def _show(
        self,
        match: Match,
        n: int,
        told: list[Told],
        left: int | None,
        made: Made,
        untold: int | None = None,
    ) -> Shown:
        before, had = self.scene, self.choices
        assert before is not None
        self.scene, self.choices = after, has = self._look(match, n)
        for one, other, frame in made:
            same = one is before and other is after
            if same and (frame.event, frame.untold, frame.told) == (n, untold, told):
                break
        else:
            frame = frame_of(match, n, told, left, untold, changes(before, after))
            made.append((before, after, frame))
        return Shown(frame, None if has == had else has)

    def _look(self, match: Match, n: int) -> tuple[Scene, tuple[Choice, ...]]:
        return match.sight(self.eyes.on(match.player_at(n)), self.eyes.language, n)


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
        here = {piece.key for piece in after.pieces}
        found["gone"] = [piece.key for piece in before.pieces if piece.key not in here] or None
        found["pieces"] = moved(before.pieces, after.pieces) or None
    seats = zip(before.seats, after.seats, strict=True)
    if lines := {n: altered(line, old) for n, (old, line) in enumerate(seats) if old != line}:
        found["seats"] = lines
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
        if old is None or shape_of(old) != shape_of(area):
            areas.append(area)
            continue
        if old.title != area.title:
            titles[area.key] = area.title
        pairs = zip(old.cells, area.cells, strict=True)
        cells += [cell for was, cell in pairs if was is not cell and was != cell]
    order = [area.key for area in after]
    is_other = order != [area.key for area in before]
    found = {"areas": areas, "titles": titles, "cells": cells, "order": order if is_other else None}
    return {name: value for name, value in found.items() if value}


def shape_of(area: Area) -> tuple[object, ...]:
    """What makes it another area if it differs."""
    return area.layout, area.columns, area.seat, [cell.key for cell in area.cells]


def moved(before: Sequence[Piece], after: Sequence[Piece]) -> list[PiecePart]:
    """Those which are new or different, and in their cells all that come after these; what lies in
    a slot comes after nothing."""
    lay = {piece.key: (n, piece) for n, piece in enumerate(before)}
    last: dict[str, int] = {}
    sent: list[PiecePart] = []
    for piece in after:
        n, old = lay.get(piece.key, (-1, None))
        as_before = old is piece or old == piece
        if as_before and (piece.slot is not None or n > last.get(piece.cell, -1)):
            last[piece.cell] = n
        else:
            last[piece.cell] = len(before)
            sent.append(part_of(piece, old))
    return sent


def part_of(piece: Piece, old: Piece | None) -> PiecePart:
    return unusual(piece) if old is None else {"key": piece.key, **altered(piece, old)}


def own(known: Known, holder: str, language: str) -> Own:
    """What is this viewer's alone."""
    mine = known.sitting.held_by(holder) if holder else []
    if not mine:
        return NOBODYS
    taps = taps_of(known, language) if may_tap(known, holder) else []
    return Own(mine, may_undo(known, holder), taps)


NOBODYS = Own([], undo=False, taps=[])


def taps_of(known: Known, language: str) -> list[Choice]:
    """Numbered by their place, so that the numbers tell nothing of what lies hidden."""
    match = known.sitting.playable
    if secret := match.lots(language):
        return [Choice(place, text) for place, (text, _) in enumerate(secret)]
    before = match.scene(WATCHER, language)
    return [
        Choice(place, match.text(a, language), ghosts=fallen(before, match, a, language))
        for place, a in enumerate(known.sitting.outcomes)
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


def offers(known: Known, holder: str, language: str) -> list[Offer]:
    """What the holder may do now, for a program."""
    match = known.sitting.match
    if match is None:
        return []
    if may_tap(known, holder):
        is_secret = bool(match.lots())
        taps = zip(taps_of(known, language), known.sitting.outcomes, strict=True)
        return [
            Offer(tap.action, tap.text, {} if is_secret else match.action(a)) for tap, a in taps
        ]
    if match.player not in known.sitting.held_by(holder):
        return []
    choices = match.scene(match.player, language).choices
    return [Offer(c.action, c.text, match.action(c.action, match.player)) for c in choices]


def table_info(
    id: str, known: Known, watchers: int = 0, progress: tuple[int, int] | None = None
) -> TableInfo:
    sitting, game = known.sitting, known.sitting.game
    over, origin = sitting.ended is not None, sitting.laid.origin
    return TableInfo(
        id=id,
        game=game.key,
        title=game.title,
        icon=game.icon,
        together=game.together,
        grades=game.grades(sitting.settings.seats) if sitting.match else 0,
        phase=sitting.phase,
        settings=sitting.settings,
        commitment=sitting.laid.commitment,
        salts=sitting.salts,
        seals=[seat.seal for seat in sitting.seats] if sitting.takes_salt else [],
        closed=sitting.closed,
        seed=sitting.laid.seed if over else None,
        seats=[
            SeatInfo(seat.kind, seat.name, seat.bot, here=known.is_here(n), away=seat.away)
            for n, seat in enumerate(sitting.seats)
        ],
        watchers=watchers,
        progress=progress,
        rematch=sitting.rematch,
        start=sitting.start,
        log=over,
        origin=OriginInfo(origin.table, len(origin.events)) if origin else None,
    )
