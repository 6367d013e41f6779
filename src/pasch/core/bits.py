"""Sets as whole numbers, one bit for each thing; the processor counts and finds them at once."""

from typing import Any

from numba import types
from numba.extending import intrinsic, overload


def count(things: int) -> int:
    """How many are in the set."""
    return int(things).bit_count()


def first(things: int) -> int:
    """The lowest of a set that is not empty."""
    return (int(things) & -int(things)).bit_length() - 1


@intrinsic
def _population(_: Any, things: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(things), build


@intrinsic
def _trailing_zeros(_: Any, things: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(things), build


@overload(count, strict=False)
def _count(things: Any) -> Any:  # noqa: ARG001
    return lambda things: _population(types.int64(things))  # type: ignore[call-arg]


@overload(first, strict=False)
def _first(things: Any) -> Any:  # noqa: ARG001
    return lambda things: _trailing_zeros(types.int64(things))  # type: ignore[call-arg]
