"""Tries the mutants of one target, and keeps what became of each as soon as it is known."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.mutants.forks import Task, forked
from tests.mutants.operators import Mutant
from tests.mutants.stage import Known, Stage, compiled, mutated, perform_here, swap
from tests.mutants.targets import Target

NOT_IN_PLACE = "not in place"
NOT_IMPORTED = "not even imported"


class Fate(msgspec.Struct):
    id: str
    killed_by: str
    """The test that kills a mutant, or nobody."""


class Results:
    """A file that grows with every mutant tried, so that a run can go on."""

    def __init__(self, path: Path, *, go_on: bool) -> None:
        self.path = path
        killed = {id: by for id, by in self.read().items() if by and go_on}
        fates = (Fate(id, by) for id, by in killed.items())
        path.write_bytes(b"".join(msgspec.json.encode(fate) + b"\n" for fate in fates))

    def read(self) -> dict[str, str]:
        lines = self.path.read_bytes().splitlines() if self.path.exists() else []
        fates = [msgspec.json.decode(line, type=Fate) for line in lines]
        return {fate.id: fate.killed_by for fate in fates}

    def add(self, mutant: Mutant, killed_by: str) -> None:
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(Fate(mutant.id, killed_by)) + b"\n")
        SCREEN.write("." if killed_by else f"\nsurvives: {mutant.id}\n")
        SCREEN.flush()


SCREEN = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")


def hush() -> None:
    """Keep what pytest would print in this process off the screen."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def try_all(target: Target, mutants: Sequence[Mutant], results: Results, known: Path) -> None:
    """Try all mutants: first those of functions that tests reach, then each of the others."""
    for _ in forked([(None, lambda: in_place(target, mutants, results, known))]):
        before = results.read()
    rest = [mutant for mutant in mutants if mutant.id not in before]
    clean = msgspec.json.decode(known.read_bytes(), type=dict[str, Known])
    for mutant, killed_by in forked((mutant, anew(target, mutant, clean)) for mutant in rest):
        results.add(mutant, killed_by)


def in_place(target: Target, mutants: Sequence[Mutant], results: Results, known: Path) -> str:
    problems = [f"the tests can't be collected: pytest {' '.join(target.files())}"]

    def perform(stage: Stage) -> None:
        problems.clear()
        try:
            try_in_place(stage, mutants, results, known)
        except ChildProcessError as problem:
            problems.append(str(problem))

    hush()
    perform_here(target, perform)
    if problems:
        raise RuntimeError(problems[0])
    return ""


def try_in_place(stage: Stage, mutants: Sequence[Mutant], results: Results, known: Path) -> None:
    [(_, said)] = forked([(None, lambda: msgspec.json.encode(stage.clean()).decode())])
    known.write_text(said, encoding="utf-8")
    clean = msgspec.json.decode(said, type=dict[str, Known])
    tasks = [(mutant, swapped(stage, mutant, clean)) for mutant in mutants if mutant.function]
    for mutant, killed_by in forked(tasks):
        if killed_by != NOT_IN_PLACE:
            results.add(mutant, killed_by)


def swapped(stage: Stage, mutant: Mutant, clean: dict[str, Known]) -> Task:
    def task() -> str:
        if not stage.reaching(mutant, clean):
            return NOT_IN_PLACE
        try:
            swap(compiled(mutant.path, mutant.source()))
        except ValueError:  # the mutant lacks a variable that the true function shares with others
            return NOT_IN_PLACE
        return stage.meet(mutant, clean)

    return task


def anew(target: Target, mutant: Mutant, clean: dict[str, Known]) -> Task:
    def task() -> str:
        code = compiled(mutant.path, mutant.source())
        mutated[code.co_filename] = code
        said = [NOT_IMPORTED]

        def perform(stage: Stage) -> None:
            said[0] = stage.meet(mutant, clean)

        hush()
        perform_here(target, perform)
        return said[0]

    return task
