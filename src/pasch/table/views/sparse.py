"""Of things there are many of, only what has to be said: what is not as usual, or not as it was."""

from dataclasses import MISSING, Field, fields
from operator import attrgetter
from typing import Any

from pasch.core.view.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.table.views.messages import Frame, LessonShown, Moment, StepShown

KINDS = (
    *(Area, Cell, Choice, Frame, Moment, Piece, Progress, Scene, SeatLine, Told),
    *(LessonShown, StepShown),
)


class Usual:
    """The fields of a kind, and what each of them usually is."""

    def __init__(self, kind: type[Any]) -> None:
        self.names = [field.name for field in fields(kind)]
        self.values = [usual_of(field) for field in fields(kind)]
        self.of = attrgetter(*self.names)


def usual_of(field: "Field[Any]") -> Any:
    return () if field.default_factory is not MISSING else field.default


USUAL: dict[type[Any], Usual] = {kind: Usual(kind) for kind in KINDS}


def unusual(thing: Any) -> dict[str, Any]:
    kind = USUAL[type(thing)]
    each = zip(kind.names, kind.of(thing), kind.values, strict=True)
    return {name: value for name, value, as_ever in each if value != as_ever}


def altered(thing: Any, known: Any) -> dict[str, Any]:
    kind = USUAL[type(thing)]
    each = zip(kind.names, kind.of(thing), kind.of(known), strict=True)
    return {name: value for name, value, as_known in each if value != as_known}
