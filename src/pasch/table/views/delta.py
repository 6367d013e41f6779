"""What changed from one scene to the next, so that a viewer is sent only that."""

from collections.abc import Iterable, Sequence
from dataclasses import MISSING, Field, fields
from operator import attrgetter
from typing import Any

from pasch.core.view.scene import Area, Cell, Piece, Scene


class FieldDefaults:
    """The fields of a class, and the default of each."""

    def __init__(self, kind: type[Any]) -> None:
        self.names = [field.name for field in fields(kind)]
        self.values = [default_of(field) for field in fields(kind)]
        self.of = attrgetter(*self.names)


def default_of(field: "Field[Any]") -> Any:
    return () if field.default_factory is not MISSING else field.default


class AllDefaults(dict[type[Any], FieldDefaults]):
    """The defaults of every class that was asked for."""

    def __missing__(self, kind: type[Any]) -> FieldDefaults:
        self[kind] = found = FieldDefaults(kind)
        return found


DEFAULTS = AllDefaults()


def non_defaults(thing: Any) -> dict[str, Any]:
    """Return the fields that differ from their defaults."""
    kind = DEFAULTS[type(thing)]
    each = zip(kind.names, kind.of(thing), kind.values, strict=True)
    return {name: value for name, value, default in each if value != default}


def changed_fields(thing: Any, before: Any) -> dict[str, Any]:
    """Return the fields that differ from those of an earlier thing of the same class."""
    kind = DEFAULTS[type(thing)]
    each = zip(kind.names, kind.of(thing), kind.of(before), strict=True)
    return {name: value for name, value, old in each if value != old}


def scene_changes(before: Scene, after: Scene) -> dict[str, Any]:
    """Return the fields of a Delta that turn one scene into another, except the choices.

    There is no field for a part that is the same.
    """
    found: dict[str, Any] = {}
    if after.prompt != before.prompt:
        found["prompt"] = after.prompt
    if after.areas != before.areas:
        found |= area_changes(before.areas, after.areas)
    if after.pieces != before.pieces:
        found |= piece_changes(before.pieces, after.pieces)
    if after.seats != before.seats:
        seats = enumerate(zip(before.seats, after.seats, strict=True))
        found["seats"] = {n: changed_fields(line, old) for n, (old, line) in seats if old != line}
    if after.remarks != before.remarks:
        found["remarks"] = after.remarks
    if after.goal != before.goal:
        found["goal"] = after.goal
    if after.progress != before.progress:
        found["progress"] = after.progress
    return found


def area_changes(before: Sequence[Area], after: Sequence[Area]) -> dict[str, Any]:
    known = {area.key: area for area in before}
    areas: list[Area] = []
    titles: dict[str, str] = {}
    cells: list[Cell] = []
    for area in after:
        old = known.get(area.key)
        if old is area:
            continue
        changed = None if old is None else changed_cells(old, area)
        if old is None or changed is None:
            areas.append(area)
            continue
        if old.title != area.title:
            titles[area.key] = area.title
        cells += changed
    order = [area.key for area in after]
    is_other = order != [area.key for area in before]
    found = {"areas": areas, "titles": titles, "cells": cells, "order": order if is_other else None}
    return {name: value for name, value in found.items() if value}


def changed_cells(old: Area, area: Area) -> list[Cell] | None:
    """Return the cells that look different; None if the area has to be sent whole."""
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


def piece_changes(before: Sequence[Piece], after: Sequence[Piece]) -> dict[str, Any]:
    """Return the changes of the pieces.

    Pieces that are the same objects, up to the first difference and from the last one on, are not
    compared again.
    """
    most = min(len(before), len(after))
    first = count_same(before, after, most)
    same = count_same(reversed(before), reversed(after), most - first)
    rest = after[len(after) - same :]
    before, after = before[first : len(before) - same], after[first : len(after) - same]
    here = {piece.key for piece in after}
    return {
        "gone": [piece.key for piece in before if piece.key not in here] or None,
        "pieces": changed_pieces(before, after, rest) or None,
    }


def count_same(some: Iterable[Piece], others: Iterable[Piece], most: int) -> int:
    """Return how many of the first pieces are the same objects, at most `most`."""
    n = 0
    for one, other in zip(some, others, strict=False):
        if one is not other or n == most:
            break
        n += 1
    return n


def changed_pieces(
    before: Sequence[Piece], after: Sequence[Piece], rest: Sequence[Piece]
) -> list[dict[str, Any]]:
    """Return the pieces that are new or different, and all that come after these in their cells.

    Pieces of the unchanged `rest` belong to them too. A piece in a slot comes after nothing.
    """
    lay = {piece.key: (n, piece) for n, piece in enumerate(before)}
    last: dict[str, int] = {}
    sent: list[dict[str, Any]] = []
    for piece in after:
        n, old = lay.get(piece.key, NOWHERE)
        is_same = old is piece or old == piece
        if is_same and piece.slot is not None:
            continue
        if is_same and n > last.get(piece.cell, -1):
            last[piece.cell] = n
        else:
            last[piece.cell] = len(before)
            sent.append(part_of(piece, old))
    behind = (p for p in rest if p.slot is None and last.get(p.cell) == len(before))
    return [*sent, *({"key": piece.key} for piece in behind)]


NOWHERE: tuple[int, Piece | None] = (-1, None)


def part_of(piece: Piece, old: Piece | None) -> dict[str, Any]:
    return non_defaults(piece) if old is None else {"key": piece.key, **changed_fields(piece, old)}
