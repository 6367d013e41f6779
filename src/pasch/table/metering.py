"""The payer: the client network that is charged for loop time and for messages that follow.

This is the half of the loop budget that measures; docs/speed.md explains it.
"""

import asyncio
from collections.abc import Awaitable, Coroutine, Generator
from contextvars import ContextVar
from functools import partial
from time import thread_time
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Payer(Protocol):
    """The client network that is charged."""

    @property
    def network(self) -> str: ...

    def spend(self, seconds: float = 0.0, frames: int = 0) -> None: ...

    def take_table(self) -> None:
        """Take one of the tables that the network may make, or raise an error."""


class Nobody:
    """The server itself."""

    network = ""

    def spend(self, seconds: float = 0.0, frames: int = 0) -> None:
        pass

    def take_table(self) -> None:
        pass


PAYER: ContextVar[Payer] = ContextVar("payer", default=Nobody())  # noqa: B039 - it has no state
"""The payer of the current task, and of every task that it starts."""


async def metered(work: Awaitable[T]) -> T:
    """Do the work, and charge the payer with the time its task holds the loop."""
    return await Metered(work, PAYER.get())


class Metered(Awaitable[T]):
    """Charges each step from resumption to the next wait, in the thread's own CPU time.

    What other programs and threads do meanwhile costs nothing.
    """

    def __init__(self, work: Awaitable[T], payer: Payer) -> None:
        self._work = work
        self._payer = payer

    def __await__(self) -> Generator[Any, None, T]:
        steps: Any = self._work.__await__()
        step = partial(steps.send, None)
        while True:
            began = thread_time()
            try:
                waits_for = step()
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self._payer.spend(seconds=thread_time() - began)
            try:
                yield waits_for
            except GeneratorExit:
                steps.close()
                raise
            except BaseException as problem:
                step = partial(steps.throw, problem)
            else:
                step = partial(steps.send, None)


class Tasks:
    """Tasks that are metered, and cancelled together."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.create_task(metered(work))
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        task.add_done_callback(lambda _: work.close())  # in case it was cancelled before it began
        return task

    def _forget(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as seen: its caller gets it too, if anybody waits

    def cancel(self) -> Awaitable[object]:
        """Cancel them all; the result is awaited until they have ended."""
        for task in self._tasks:
            task.cancel()
        return asyncio.gather(*self._tasks, return_exceptions=True)
