"""The encoder: it writes views as rows of numbers, by the recipe that encoding.py makes for a game.

A core writes a row by code without branches, generated for the recipe. The threads of a GPU write a
column each, and so does plain Python. The numbers of a record have their low byte first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from pasch.adapters.batch_step import Bytes, Integers
from pasch.core.game.rule import rule
from pasch.engine.compile import BUILT_IN, kernel

NUMBER, SET, ONE_OF = range(3)
ONE_BIT, ALL_BITS = 1, -1
LEAST, MOST = -128, 127

Encoder = Callable[[int, int, Bytes, Bytes], None]


class Stretch(NamedTuple):
    """The numbers of one field, and the columns they become."""

    offset: int
    """The place in the record, in bytes."""
    size: int
    """The size of each number in bytes; 0 for a byte without a sign."""
    numbers: int
    """How many numbers there are."""
    kind: int
    width: int
    """The columns of each number."""
    column: int
    """The first of all its columns."""

    @property
    def step(self) -> int:
        return max(self.size, 1)


class Column(NamedTuple):
    """A place in the record, and what `column_value` makes of the number there."""

    at: int
    size: int
    kind: int
    thing: int
    mask: int


@dataclass(frozen=True)
class Recipe:
    stretches: tuple[Stretch, ...]

    def columns(self) -> list[Column]:
        return [
            column(stretch.offset + k * stretch.step, stretch.size, stretch.kind, thing)
            for stretch in self.stretches
            for k in range(stretch.numbers)
            for thing in range(stretch.width)
        ]


def numbers_of(recipe: Recipe) -> tuple[int, ...]:
    """Return the numbers of all stretches in one row: the compiler can read such a constant."""
    return tuple(chain.from_iterable(recipe.stretches))


def recipe_of(numbers: Sequence[int]) -> Recipe:
    """Return the recipe whose stretches are these numbers, one after the other."""
    n = len(Stretch._fields)
    rows = (numbers[i : i + n] for i in range(0, len(numbers), n))
    return Recipe(tuple(map(Stretch._make, rows)))


def column(at: int, size: int, kind: int, thing: int) -> Column:
    """Return a column, as some bits of one byte if possible, which is fastest."""
    if kind == SET:
        return Column(at + thing // 8, 1, kind, thing % 8, ONE_BIT)
    return Column(at, size, kind, thing, ALL_BITS if kind == NUMBER and size == 1 else 0)


@rule
def value_at(small: Bytes, large: Integers, at: int, size: int) -> int:
    """Return the number at this place."""
    if size == 8:
        return int(large[0, at >> 3])
    value = int(small[0, at])
    return value & 255 if size == 0 else value


@rule
def clipped(value: int) -> int:
    """Return the nearest number that eight bits hold."""
    return min(max(value, LEAST), MOST)


@rule
def column_value(
    small: Bytes, large: Integers, at: int, size: int, kind: int, thing: int, mask: int
) -> int:
    """Return the value of one column.

    All views are one long row here, given as numbers of one and of eight bytes. With a mask the
    value is some bits of a byte; else it is the number, or whether the number is this thing.
    """
    if mask:
        return int((small[0, at] >> thing) & mask)
    value = value_at(small, large, at, size)
    return clipped(value) if kind == NUMBER else int(value == thing)


def write_row(numbers: tuple[int, ...], views: Bytes, out: Bytes, i: int) -> None:
    """Write view i to row i by the recipe of these numbers."""
    small = views[i : i + 1]
    large: Any = small.view("i8")
    for c, each in enumerate(recipe_of(numbers).columns()):
        out[i, c] = column_value(small, large, *each)


@cache
def encoder(recipe: Recipe) -> Encoder:
    """Return an encoder that is compiled for this recipe."""
    numbers = numbers_of(recipe)

    @kernel
    def encode_each(start: int, end: int, views: Bytes, out: Bytes) -> None:
        for i in range(start, end):
            write_row(numbers, views, out, i)

    return encode_each


# `write_row` as code generated for a recipe. It is LLVM, since the compiler joins no stores to
# neighbouring bytes: loops in plain Python, or lines written out, take two to five times as long.


@overload(write_row, prefer_literal=True, jit_options=BUILT_IN, strict=False)
def _write_row(numbers: Any, views: Any, out: Any, i: Any) -> Any:  # noqa: ARG001
    return lambda numbers, views, out, i: _straight(numbers, views, out, i)  # type: ignore[call-arg] # noqa: PLW0108 - the names must agree


@intrinsic(prefer_literal=True)
def _straight(_: Any, numbers: Any, views: Any, out: Any, i: Any) -> Any:
    recipe = recipe_of([number.literal_value for number in numbers])

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        def row(kind: Any, array: Any) -> Any:
            rows = context.make_array(kind)(context, builder, array)
            step = builder.extract_value(rows.strides, 0)
            return builder.gep(rows.data, [builder.mul(step, args[3])])

        view, columns = map(row, signature.args[1:3], args[1:3])
        for stretch in recipe.stretches:
            Writer(builder, stretch, view, columns).write()
        return context.get_dummy_value()

    return types.void(numbers, views, out, i), build


BYTE, WORD = ir.IntType(8), ir.IntType(64)
EIGHT_ONES = 0x0101010101010101
EACH_SEVENTH = 0x0002040810204081


class Writer:
    """The generator of the code for one stretch of a recipe."""

    def __init__(self, builder: Any, stretch: Stretch, view: Any, row: Any) -> None:
        self.builder, self.stretch, self.view, self.row = builder, stretch, view, row

    def write(self) -> None:
        """Generate the code."""
        stretch, build = self.stretch, self.builder
        if stretch.kind == NUMBER and stretch.size == 1:
            source, target = (
                build.gep(start, [WORD(first)])
                for start, first in ((self.view, stretch.offset), (self.row, stretch.column))
            )
            cgutils.raw_memcpy(build, target, source, WORD(stretch.numbers), 1)  # type: ignore[no-untyped-call]
            return
        tell = {NUMBER: self.number, SET: self.set, ONE_OF: self.one_of}[stretch.kind]
        with cgutils.for_range(build, WORD(stretch.numbers)) as loop:
            first = build.add(build.mul(loop.index, WORD(stretch.width)), WORD(stretch.column))
            tell(self.load(loop.index), build.gep(self.row, [first]))

    def load(self, k: Any) -> Any:
        """Load number k as 64 bits."""
        stretch, build = self.stretch, self.builder
        at = build.add(build.mul(k, WORD(stretch.step)), WORD(stretch.offset))
        there = build.gep(self.view, [at])
        if stretch.size == 8:
            return build.load(build.bitcast(there, WORD.as_pointer()), align=1)
        extend = build.sext if stretch.size else build.zext
        return extend(build.load(there), WORD)

    def number(self, value: Any, columns: Any) -> None:
        build = self.builder
        for relation, bound in (("<", WORD(MOST)), (">", WORD(LEAST))):
            value = build.select(build.icmp_signed(relation, value, bound), value, bound)
        build.store(build.trunc(value, BYTE), columns)

    def one_of(self, value: Any, columns: Any) -> None:
        build, width = self.builder, WORD(self.stretch.width)
        cgutils.memset(build, columns, width, 0)  # type: ignore[no-untyped-call]
        with build.if_then(build.icmp_unsigned("<", value, width), likely=True):
            build.store(BYTE(1), build.gep(columns, [value]))

    def set(self, things: Any, columns: Any) -> None:
        """Store the columns of a set, a power of two of them at once."""
        build, thing = self.builder, 0
        while thing < self.stretch.width:
            n = 1 << ((self.stretch.width - thing).bit_length() - 1)
            some = build.lshr(things, WORD(thing))
            bits = self.bits(some, n) if n >= 8 else self.few_bits(some, n)
            there = build.gep(columns, [WORD(thing)])
            build.store(bits, build.bitcast(there, bits.type.as_pointer()), align=1)
            thing += n

    def bits(self, things: Any, n: int) -> Any:
        build = self.builder
        each = build.bitcast(build.trunc(things, ir.IntType(n)), ir.VectorType(ir.IntType(1), n))
        return build.zext(each, ir.VectorType(BYTE, n))

    def few_bits(self, things: Any, n: int) -> Any:
        """Spread fewer than eight bits over as many bytes: bit i moves by seven times i."""
        build = self.builder
        few = build.and_(things, WORD((1 << n) - 1))
        each = build.and_(build.mul(few, WORD(EACH_SEVENTH)), WORD(EIGHT_ONES))
        return build.trunc(each, ir.IntType(8 * n))
