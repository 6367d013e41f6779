"""The file of a solution: a line of JSON (its label), then the bytes of the arrays.

The file's name says what was solved; its label says by which rules and which code. A file that does
not fit both, or whose bytes have changed, is not used.
"""

import hashlib
import math
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from pasch.core.errors import PaschError
from pasch.core.game.contract import Arrays
from pasch.solutions.key import Key, code_of

if TYPE_CHECKING:
    import numpy.typing as npt

FORMAT = 1
LONGEST_LABEL = 1 << 20


class Part(msgspec.Struct):
    name: str
    kind: str
    shape: list[int]


class Label(msgspec.Struct, forbid_unknown_fields=True):
    solution: int
    game: str
    rules: int
    code: str
    options: dict[str, Any]
    goal: str
    arrays: list[Part]
    sha256: str


class Unusable(PaschError):
    """A file that is no solution, or not this one; the message says why."""


def label_of(key: Key, arrays: Arrays) -> Label:
    return Label(
        solution=FORMAT,
        game=key.game.key,
        rules=key.game.version,
        code=code_of(key.game),
        options=key.matters,
        goal=key.goal,
        arrays=[Part(name, a.dtype.str, list(a.shape)) for name, a in arrays.items()],
        sha256=digest(arrays),
    )


def digest(arrays: Arrays) -> str:
    found = hashlib.sha256()
    for array in arrays.values():
        found.update(array.data if array.size else b"")
    return found.hexdigest()


def read(key: Key) -> Arrays:
    """Read the arrays from the file, or raise Unusable."""
    try:
        with key.path.open("rb") as file:
            label = msgspec.json.decode(file.readline(LONGEST_LABEL), type=Label)
            arrays = {part.name: read_array(part, file) for part in label.arrays}
            more = file.read(1)
    except OSError as problem:
        raise Unusable(f"it can't be read: {problem.strerror}") from None
    except (msgspec.MsgspecError, ValueError, TypeError) as problem:
        raise Unusable(f"it is damaged: {problem}") from None
    expected = label_of(key, arrays)
    for name in Label.__struct_fields__:
        given, wanted = getattr(label, name), getattr(expected, name)
        if given != wanted and name != "arrays":
            raise Unusable(explain(name, wanted, given))
    if more:
        raise Unusable("it is damaged: there is more in it than its label says")
    return arrays


def explain(name: str, expected: object, got: object) -> str:
    if name == "sha256":
        return f"it is damaged: expected data with the SHA-256 {got}, got {expected}"
    if name == "code":
        return f"it is from another version of pasch: expected the code {expected}, got {got}"
    what = {"rules": "the rules version", "solution": "the format"}
    return f"expected {what.get(name, name)} {expected}, got {got}"


def read_array(part: Part, file: BinaryIO) -> "npt.NDArray[Any]":
    import numpy as np  # noqa: PLC0415 - most games are played without a solution

    data = bytearray(np.dtype(part.kind).itemsize * math.prod(part.shape))
    if file.readinto(data) < len(data):  # type: ignore[attr-defined] # a buffered file has it
        raise ValueError("there is less in it than its label says")
    return np.frombuffer(data, np.dtype(part.kind)).reshape(part.shape)


def write(key: Key, arrays: Arrays) -> None:
    """Write the file beside its place, then move it there whole."""
    key.path.parent.mkdir(parents=True, exist_ok=True)
    number, beside = tempfile.mkstemp(dir=key.path.parent, prefix=key.name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(msgspec.json.encode(label_of(key, arrays)) + b"\n")
            for array in arrays.values():
                file.write(array.data)
        Path(beside).replace(key.path)
    except OSError:
        Path(beside).unlink(missing_ok=True)
        raise
