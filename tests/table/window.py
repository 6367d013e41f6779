"""What somebody's window shows, put together from what was sent, as the browser does."""

from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from pasch.core.view.scene import Piece, Scene, Told
from pasch.table.views.encoding import FRAMES, NAMES
from pasch.table.views.messages import Frame, Moment, Own

KINDS: dict[str, Any] = {name: kind for kind, name in NAMES.items()} | {FRAMES: list[Frame]}


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
        self.moments: list[Moment] = []
        self.told: list[Told] = []
        self.own = Own([], undo=False, taps=[])

    def hear(self, message: Message) -> None:
        if isinstance(message.d, Own):
            self.own = message.d
        elif isinstance(message.d, Moment):
            self.told = list(message.d.told)
            self.moments.append(message.d)
        elif message.t == FRAMES:
            for frame in message.d:
                self.told = [*self.told[: len(self.told) - (frame.untold or 0)], *frame.told]
                self.moments.append(grown(self.moments[-1], frame))


def grown(moment: Moment, frame: Frame) -> Moment:
    return Moment(
        event=frame.event,
        kind=frame.kind,
        seat=frame.seat,
        scene=changed(moment.scene, frame),
        told=frame.told,
        left=frame.left,
        over=frame.returns is not None,
        returns=frame.returns,
    )


def changed(scene: Scene, frame: Frame) -> Scene:
    cells = {cell.key: cell for cell in frame.cells or ()}
    titles = frame.titles or {}
    known = [
        replace(
            area,
            title=titles.get(area.key, area.title),
            cells=tuple(cells.get(cell.key, cell) for cell in area.cells),
        )
        for area in scene.areas
    ]
    areas = {area.key: area for area in (*known, *(frame.areas or ()))}
    order = frame.order or [area.key for area in scene.areas]
    lines = frame.seats or {}
    return replace(
        scene,
        prompt=scene.prompt if frame.prompt is None else frame.prompt,
        areas=tuple(areas[key] for key in order),
        pieces=lying(scene.pieces, frame),
        seats=tuple(replace(line, **lines.get(n, {})) for n, line in enumerate(scene.seats)),
        choices=scene.choices if frame.choices is None else frame.choices,
        remarks=scene.remarks if frame.remarks is None else frame.remarks,
        goal=scene.goal if frame.goal is None else frame.goal,
        progress=scene.progress if frame.progress is None else frame.progress,
    )


def as_it_lies(scene: Scene) -> Scene:
    """Only the slots of the pieces in a cell, and the order of those in none, can be seen."""
    pieces = sorted(
        scene.pieces, key=lambda piece: (piece.cell, -1 if piece.slot is None else piece.slot)
    )
    return replace(scene, pieces=tuple(pieces))


def lying(before: tuple[Piece, ...], frame: Frame) -> tuple[Piece, ...]:
    known = {piece.key: piece for piece in before}
    new = [
        replace(known[part["key"]], **part) if part["key"] in known else Piece(**part)
        for part in frame.pieces or ()
    ]
    away = {*(frame.gone or ()), *(piece.key for piece in new)}
    return (*(piece for piece in before if piece.key not in away), *new)
