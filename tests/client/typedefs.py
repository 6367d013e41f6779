"""What the server sends, as types for the client's JavaScript, and the values both know.

python -m tests.client.typedefs
"""

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from pasch.coach.findings import Review
from pasch.core.match.ending import Ending
from pasch.core.match.tally import Group
from pasch.core.view.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.server.errors import CloseCode, Problem
from pasch.server.http.games import GameFacts, RulesText
from pasch.server.http.tables import Link, NewTable, PlayedOn, Seated, TableLine
from pasch.table.model.names import LONGEST_NAME
from pasch.table.model.state import Settings
from pasch.table.tables import OF_A_DEAL
from pasch.table.views.encoding import DELTAS, TYPES
from pasch.table.views.messages import (
    SIGNS,
    DealResult,
    Delta,
    LessonShown,
    ProgressInfo,
    ViewerDelta,
)

CLIENT = Path(__file__).parents[2] / "src" / "pasch" / "client"
FILE = CLIENT / "types.d.ts"
DEFAULTS = CLIENT / "ui" / "defaults.js"
SPARSE: list[type] = [Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told, Settings]
NAMED: dict[str, Any] = {
    "SIGNS": SIGNS,
    "LONGEST_NAME": LONGEST_NAME,
    "RESULTS_ON_A_PAGE": OF_A_DEAL,
    "UNKNOWN_TABLE": CloseCode.UNKNOWN_TABLE.value,
}
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", Any: "unknown"}
SENT_AS = {ViewerDelta: Delta}
ANSWERS: list[type] = [
    *(GameFacts, RulesText, TableLine, NewTable, Seated, PlayedOn, Link, Problem),
    *(ProgressInfo, Review, Group, Ending, DealResult, LessonShown),
]
DEFAULTS_HEAD = """\
// Defaults of fields, and limits. Written from the Python by `python -m tests.client.typedefs`.
"""
HEAD = """\
// What the server sends. Written from its Python by `python -m tests.client.typedefs`.

declare module "*/art/pictures.js" {
  export const PICTURES: ReadonlyMap<string, string>;
}
"""


def typedefs() -> str:
    """Return a namespace for each module, with an interface for each of its structs."""
    spaces: dict[str, list[str]] = {}
    for kind in dict.fromkeys(each for root in (*TYPES, Delta, *ANSWERS) for each in within(root)):
        spaces.setdefault(module_of(kind), []).append(interface(kind))
    spaces["messages"].append(message())
    return HEAD + "".join(
        f"\ndeclare namespace {n} {{{''.join(spaces[n])}}}\n" for n in sorted(spaces)
    )


def interface(kind: type) -> str:
    omitted = names_omitted(kind)
    lines = "".join(
        f"    {name}{'?' if name in omitted else ''}: {in_words(hint, name in omitted)};\n"
        for name, hint in get_type_hints(kind, include_extras=True).items()
    )
    return f"\n  interface {kind.__name__} {{\n{lines}  }}\n"


def names_omitted(kind: type) -> set[str]:
    """Return the fields that are not sent when they say nothing."""
    if kind is Delta:
        return {field.name for field in dataclasses.fields(Delta) if field.default is None}
    if not (issubclass(kind, msgspec.Struct) and kind.__struct_config__.omit_defaults):
        return set()
    return {field.name for field in msgspec.structs.fields(kind) if not field.required}


def message() -> str:
    named = [*((t, in_words(kind)) for kind, t in TYPES.items()), (DELTAS, in_words(list[Delta]))]
    kinds = (f'    | {{ t: "{t}"; v: number; d: {kind} }}' for t, kind in named)
    return "\n  type Message =\n" + "\n".join(kinds) + ";\n"


def in_words(hint: Any, is_omitted: bool = False) -> str:
    """Return the TypeScript of a Python type; a field that is left out is never null."""
    hint = SENT_AS.get(hint, hint)
    parts = get_args(hint)
    if is_omitted and NoneType in parts:
        return " | ".join(in_words(part) for part in parts if part is not NoneType)
    if is_struct(hint):
        return f"{module_of(hint)}.{hint.__name__}"
    if hint is NoneType:
        return "null"
    if get_origin(hint) is Annotated:
        return f"Partial<{in_words(parts[1])}>"
    if get_origin(hint) is Literal:
        return " | ".join(f'"{value}"' for value in parts)
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(map(in_words, parts))
    if get_origin(hint) is dict:
        return f"Record<{', '.join(map(in_words, parts))}>"
    if get_origin(hint) is list or (get_origin(hint) is tuple and parts[1] is ...):
        return f"Array<{in_words(parts[0])}>"
    if get_origin(hint) is tuple:
        return f"[{', '.join(map(in_words, parts))}]"
    return PLAIN[hint]


def within(kind: Any) -> Iterator[type]:
    """Yield a struct and those it holds."""
    kind = SENT_AS.get(kind, kind)
    if is_struct(kind):
        for hint in get_type_hints(kind).values():
            yield from within(hint)
        yield kind
    for part in get_args(kind):
        yield from within(part)


def is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and (
        issubclass(hint, msgspec.Struct) or dataclasses.is_dataclass(hint)
    )


def module_of(kind: type) -> str:
    return kind.__module__.rpartition(".")[2]


def defaults() -> str:
    """Return a module with the defaults of fields, and with values that a limit of Python names."""
    named = (f"export const {name} = {value_of(value)};\n" for name, value in NAMED.items())
    return DEFAULTS_HEAD + "".join(map(defaults_of, SPARSE)) + "\n" + "".join(named)


def defaults_of(kind: type) -> str:
    fields = dataclasses.fields(kind)
    given = {each.name: each.default for each in fields if each.default is not dataclasses.MISSING}
    values = ", ".join(f"{name}: {value_of(value)}" for name, value in given.items())
    names = " | ".join(f'"{name}"' for name in given)
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).upper()
    hint = f"/** @type {{Pick<{in_words(kind)}, {names}>}} */"
    return f"\n{hint}\nexport const {name} = {{ {values} }};\n"


def value_of(value: Any) -> str:
    """Return a default as JavaScript."""
    plain = dataclasses.asdict(value) if is_struct(type(value)) else value
    return json.dumps(plain, ensure_ascii=False)


if __name__ == "__main__":
    FILE.write_text(typedefs(), encoding="utf-8")
    DEFAULTS.write_text(defaults(), encoding="utf-8")
