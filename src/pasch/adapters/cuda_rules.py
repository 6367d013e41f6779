"""Extensions of numba-cuda that compile the rules for a GPU without a change.

numba-cuda uses all extensions of engine/compile.py. These differ: lookups lie in the GPU's main
memory, since its memory for constants holds 64 KB; working arrays belong to the thread, since
nothing is allocated there; a record is copied eight bytes at a time; and numbers are rounded as on
any core.
"""

import hashlib
import operator
from math import prod
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.cuda import cgutils
from numba.cuda.cudadecl import registry as declared
from numba.cuda.cudadrv import nvvm
from numba.cuda.cudaimpl import _generic_array, registry
from numba.cuda.datamodel.models import ArrayModel
from numba.cuda.extending import register_model, typeof_impl
from numba.cuda.typing.templates import CallableTemplate

from pasch.core.game import numbers
from pasch.engine.compile import LookupType

WORD = 8


class DeviceLookupType(LookupType):
    """The type of a lookup."""


register_model(DeviceLookupType)(ArrayModel)


@typeof_impl.register(numbers.Row)
@typeof_impl.register(numbers.Lookup)
def _type_of_lookup(values: Any, _: Any) -> DeviceLookupType:
    array = np.array(values)
    return DeviceLookupType(numba.from_dtype(array.dtype), array.ndim, "C", readonly=True)


@registry.lower_constant(DeviceLookupType)
def _keep(context: Any, builder: Any, table: DeviceLookupType, values: Any) -> Any:
    """Store a lookup once for the whole program, however many rules use it."""
    array = np.array(values)
    content = array.tobytes()
    name = f"lookup_{array.dtype}_{hashlib.sha256(content).hexdigest()}"
    kept = builder.module.globals.get(name)
    if kept is None:
        whole = ir.Constant(ir.ArrayType(ir.IntType(8), len(content)), bytearray(content))
        kept = ir.GlobalVariable(builder.module, whole.type, name, nvvm.ADDRSPACE_GLOBAL)
        kept.linkage, kept.global_constant, kept.initializer = "linkonce_odr", True, whole
        kept.align = array.itemsize
    data = builder.addrspacecast(kept, ir.PointerType(ir.IntType(8)), "generic")
    made = context.make_array(table)(context, builder)
    context.populate_array(
        made,
        data=builder.bitcast(data, made.data.type),
        shape=[context.get_constant(types.intp, n) for n in array.shape],
        strides=[context.get_constant(types.intp, n) for n in array.strides],
        itemsize=context.get_constant(types.intp, array.itemsize),
        parent=None,
        meminfo=None,
    )
    return made._getvalue()


def sizes(shape: Any) -> list[int] | None:
    """Return a shape as numbers if the compiler knows it, else None."""
    each: Any = shape if isinstance(shape, types.BaseTuple) else (shape,)
    known = [n.literal_value for n in each if isinstance(n, types.IntegerLiteral)]
    return known if len(known) == len(each) else None


def make_room(function: Any, number: Any) -> None:
    """Compile `function` as an array of zeros; its size is a number or a name for one."""

    class Room(CallableTemplate):
        key = function

        def generic(self) -> Any:
            def typed(shape: Any) -> Any:
                known = sizes(shape)
                return known and types.Array(number, len(known), "C")

            return typed

    declared.register(Room)
    declared.register_global(function, types.Function(Room))

    @registry.lower(function, types.Any)
    def _zeros(context: Any, builder: Any, signature: Any, _: Any) -> Any:
        shape = sizes(signature.args[0]) or []
        room = _generic_array(
            context,
            builder,
            shape=shape,
            dtype=number,
            symbol_name="room",
            addrspace=nvvm.ADDRSPACE_LOCAL,
        )
        data = context.make_array(signature.return_type)(context, builder, room).data
        size = context.get_constant(types.intp, prod(shape) * number.bitwidth // 8)
        cgutils.memset(builder, data, size, 0)
        return room


make_room(numbers.zeros, types.float64)
make_room(numbers.counts, types.int64)


@registry.lower(operator.setitem, types.Array, types.Integer, types.Record)
def _copy(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Compile `records[i] = record` (numba-cuda itself copies byte by byte)."""
    records, index, record = signature.args
    array = context.make_array(records)(context, builder, args[0])
    i = context.cast(builder, args[1], index, types.intp)
    there = cgutils.get_item_pointer(context, builder, records, array, [i], wraparound=True)
    word = WORD if record.size % WORD == 0 else 1
    pointer = ir.IntType(8 * word).as_pointer()
    source, target = builder.bitcast(args[2], pointer), builder.bitcast(there, pointer)
    with cgutils.for_range(builder, context.get_constant(types.intp, record.size // word)) as loop:
        builder.store(
            builder.load(builder.gep(source, [loop.index])), builder.gep(target, [loop.index])
        )
    return context.get_dummy_value()


@registry.lower(operator.mul, types.float64, types.float64)
def _product(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
    """Round a product before anything is added to it (else both are rounded once, together)."""
    number = ir.DoubleType()
    kind = ir.FunctionType(number, [number, number])
    rounded = cgutils.get_or_insert_function(builder.module, kind, "llvm.nvvm.mul.rn.d")
    return builder.call(rounded, args)
