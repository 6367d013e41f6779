"""Tasks in processes of their own, a few at a time."""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

WORKERS = 2
TOO_LONG = "took too long"

T = TypeVar("T")
Task = Callable[[], str]


def forked(tasks: Iterable[tuple[T, Task]], workers: int = WORKERS) -> Iterator[tuple[T, str]]:
    """Return what each task said; one that was ended by its limits took too long."""
    with tempfile.TemporaryDirectory(prefix="pasch-mutants-") as name:
        running: dict[int, T] = {}

        def one_ends() -> tuple[T, str]:
            pid, status = os.wait()
            said = Path(name, str(pid))
            text = said.read_text(encoding="utf-8") if said.exists() else ""
            if os.WIFEXITED(status) and os.WEXITSTATUS(status):
                raise ChildProcessError(text)
            return running.pop(pid), TOO_LONG if os.WIFSIGNALED(status) else text

        for thing, task in tasks:
            if len(running) == workers:
                yield one_ends()
            running[fork(task, Path(name))] = thing
        while running:
            yield one_ends()


def fork(task: Task, folder: Path) -> int:
    pid = os.fork()
    if pid:
        return pid
    failed = 1
    try:
        text, failed = task(), 0
    except BaseException:
        text = traceback.format_exc()
    (folder / str(os.getpid())).write_text(text, encoding="utf-8")
    sys.stdout.flush()
    os._exit(failed)
