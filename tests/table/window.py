"""A window that puts together what it was sent, as the browser does."""

from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from pasch.core.view.scene import Piece, Scene, Told
from pasch.table.views.encoding import DELTAS, TYPES
from pasch.table.views.messages import Delta, Snapshot, ViewerSeats

KINDS: dict[str, Any] = {name: kind for kind, name in TYPES.items()} | {DELTAS: list[Delta]}


class Message(NamedTuple):
    t: str
    v: int
    d: Any


class Envelope(msgspec.Struct):
    t: str
    v: int
    d: msgspec.Raw


def read(text: str) -> Message:
    sent = msgspec.json.decode(text, type=Envelope)
    return Message(sent.t, sent.v, msgspec.json.decode(sent.d, type=KINDS[sent.t]))


class Window:
    def __init__(self) -> None:
        self.moments: list[Snapshot] = []
        self.told: list[Told] = []
        self.own = ViewerSeats([], undo=False, taps=[])

    def hear(self, message: Message) -> None:
        if isinstance(message.d, ViewerSeats):
            self.own = message.d
        elif isinstance(message.d, Snapshot):
            self.told = list(message.d.told)
            self.moments.append(message.d)
        elif message.t == DELTAS:
            for delta in message.d:
                self.told = [*self.told[: len(self.told) - (delta.untold or 0)], *delta.told]
                self.moments.append(grown(self.moments[-1], delta))


def grown(snapshot: Snapshot, delta: Delta) -> Snapshot:
    return Snapshot(
        event=delta.event,
        kind=delta.kind,
        seat=delta.seat,
        scene=changed(snapshot.scene, delta),
        told=delta.told,
        left=delta.left,
        over=delta.returns is not None,
        returns=delta.returns,
    )


def changed(scene: Scene, delta: Delta) -> Scene:
    cells = {cell.key: cell for cell in delta.cells or ()}
    titles = delta.titles or {}
    known = [
        replace(
            area,
            title=titles.get(area.key, area.title),
            cells=tuple(cells.get(cell.key, cell) for cell in area.cells),
        )
        for area in scene.areas
    ]
    areas = {area.key: area for area in (*known, *(delta.areas or ()))}
    order = delta.order or [area.key for area in scene.areas]
    lines = delta.seats or {}
    return replace(
        scene,
        prompt=scene.prompt if delta.prompt is None else delta.prompt,
        areas=tuple(areas[key] for key in order),
        pieces=lying(scene.pieces, delta),
        seats=tuple(replace(line, **lines.get(n, {})) for n, line in enumerate(scene.seats)),
        choices=scene.choices if delta.choices is None else delta.choices,
        remarks=scene.remarks if delta.remarks is None else delta.remarks,
        goal=scene.goal if delta.goal is None else delta.goal,
        progress=scene.progress if delta.progress is None else delta.progress,
    )


def as_it_lies(scene: Scene) -> Scene:
    """Return a scene with its pieces sorted, as far as their order cannot be seen."""
    pieces = sorted(
        scene.pieces, key=lambda piece: (piece.cell, -1 if piece.slot is None else piece.slot)
    )
    return replace(scene, pieces=tuple(pieces))


def lying(before: tuple[Piece, ...], delta: Delta) -> tuple[Piece, ...]:
    known = {piece.key: piece for piece in before}
    new = [
        replace(known[part["key"]], **part) if part["key"] in known else Piece(**part)
        for part in delta.pieces or ()
    ]
    away = {*(delta.gone or ()), *(piece.key for piece in new)}
    return (*(piece for piece in before if piece.key not in away), *new)
