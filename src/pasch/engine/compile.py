"""The compiler of rules and of everything that searches or counts; cache.py keeps its results.

Python calls a function with `@kernel` as compiled code. A kernel may call other kernels, every
`@rule`, the functions of engine/dispatch.py and those of core/game/numbers.py.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import config, types
from numba.core.datamodel.models import ArrayModel
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, overload, register_model, typeof_impl

from pasch.core.game import numbers
from pasch.core.game.rule import tell_rules
from pasch.engine import cache, dispatch
from pasch.engine.record import owner

F = TypeVar("F", bound=Callable[..., object])

config.CACHE_DIR = str(cache.folder())  # type: ignore[attr-defined] # numba types no settings


BUILT_IN: Any = {"error_model": "numpy", "forceinline": True}
"""Settings for a function that is compiled into its callers."""


def kernel(function: F) -> F:
    """Compile a function when it is first called; it stays plain Python under NUMBA_DISABLE_JIT."""
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def admit(function: Callable[..., Any]) -> None:
    """Let compiled code call this rule, which is compiled into its callers."""
    overload(function, jit_options=BUILT_IN, strict=False)(lambda *_: function)


def admit_generic(function: Callable[..., Any]) -> None:
    """Let compiled code call this generic function; the type of the record selects the game's."""
    name = function.__name__
    own = overload(function, jit_options=BUILT_IN, strict=False)
    own(lambda record, *_: dispatch.functions_of(owner(tuple(record.fields)))[name])


# Numba turns only a global NumPy array into a constant, and core does without NumPy. So the type of
# a lookup, its layout in memory and its numbers as a constant are registered here.


class LookupType(types.Array):
    """The type of a lookup: an array that is part of the compiled code."""

    def copy(
        self, dtype: Any = None, ndim: Any = None, layout: Any = None, readonly: Any = None
    ) -> Any:
        """Return this type itself where Numba only makes a global array read-only."""
        if dtype is ndim is layout is None:
            return self
        return super().copy(dtype, ndim, layout, readonly)


register_model(LookupType)(ArrayModel)


@typeof_impl.register(numbers.Row)
@typeof_impl.register(numbers.Lookup)
def _type_of_lookup(values: Any, _: Any) -> LookupType:
    array = np.array(values)
    return LookupType(numba.from_dtype(array.dtype), array.ndim, "C", readonly=True)


@lower_constant(LookupType)  # type: ignore[no-untyped-call, untyped-decorator]
def _lookup_as_constant(context: Any, builder: Any, known: LookupType, values: Any) -> Any:
    return context.make_constant_array(builder, known, np.array(values))


@overload(numbers.zeros, strict=False)
def _zeros(shape: Any) -> Any:  # noqa: ARG001
    return lambda shape: np.zeros(shape)  # noqa: PLW0108 - the names must agree


@overload(numbers.counts, strict=False)
def _counts(shape: Any) -> Any:  # noqa: ARG001
    return lambda shape: np.zeros(shape, np.int64)


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


@overload(numbers.count, strict=False)
def _count(things: Any) -> Any:  # noqa: ARG001
    return lambda things: _population(types.int64(things))  # type: ignore[call-arg]


@overload(numbers.first, strict=False)
def _first(things: Any) -> Any:  # noqa: ARG001
    return lambda things: _trailing_zeros(types.int64(things))  # type: ignore[call-arg]


tell_rules(admit)
for each in dispatch.generics:
    admit_generic(each)
