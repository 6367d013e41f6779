"""Runs tests against mutants: collects them once, then forks a process for each mutant.

In that process the mutated function takes the place of the true one; where the module itself is
changed, the process collects anew. Rules are plain Python here: compiling takes too long.
"""

import ast
import builtins
import gc
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType
from typing import Any

import msgspec
import pytest

from tests.mutants.operators import ROOT, Mutant, read
from tests.mutants.targets import Target

LEAST_CPU, LEAST_WALL, TIMES = 3.0, 60.0, 5.0  # limits: seconds, plus so many clean runs
REACHED = "__reached__"

mutated: dict[str, CodeType] = {}
"""The code that is executed when a file is imported, by file."""


def load_mutated() -> None:
    """Make imports load the code in `mutated` from now on."""
    true_code = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> CodeType | None:
        return mutated.get(self.path) or true_code(self, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010 # mypy would not have it


def compiled(path: str, source: str | ast.Module) -> CodeType:
    code: CodeType = compile(source, str(ROOT / path), "exec", dont_inherit=True)
    return code


def swap(code: CodeType) -> None:
    """Replace the code of every live function of a file, and the code that later imports load."""
    file = code.co_filename
    mutated[file] = code
    new = {key(inner): inner for inner in codes(code)}
    for function in live_functions():
        if function.__code__.co_filename == file:
            function.__code__ = new.get(key(function.__code__), function.__code__)


@cache
def live_functions() -> list[FunctionType]:
    things = (thing for thing in gc.get_objects() if isinstance(thing, FunctionType))
    return [thing for thing in things if thing.__code__.co_filename.startswith(str(ROOT))]


def key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of functions and methods; one inside a function goes with it."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and "<" not in inner.co_qualname:
            yield inner
            yield from codes(inner)


class Trace(ast.NodeTransformer):
    """A transformer that makes a function record each statement before it runs."""

    def __init__(self, path: str) -> None:
        self.path = path

    def visit_FunctionDef(self, node: Any) -> Any:
        for inner in list(ast.walk(node)):
            for field in ("body", "orelse", "finalbody"):
                block = getattr(inner, field, None)
                if isinstance(block, list):
                    setattr(inner, field, [each for s in block for each in (self.note(s), s)])
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 # the name is ast's

    def note(self, statement: ast.stmt) -> ast.stmt:
        text = f"{REACHED}.add({place(self.path, statement.lineno)!r})"
        return ast.copy_location(ast.parse(text).body[0], statement)


def traced(path: str) -> CodeType:
    tree = Trace(path).visit(ast.parse(read(path)))
    return compiled(path, ast.fix_missing_locations(tree))


def place(path: str, line: int) -> str:
    return f"{path}:{line}"


class Known(msgspec.Struct):
    """A test's clean run: its seconds, and the statements it reached."""

    cpu: float
    wall: float
    reached: set[str]


Measure = Callable[[str], AbstractContextManager[None]]


class Stage:
    """A pytest plugin: what happens to the collected tests is up to `perform`."""

    def __init__(self, target: Target, perform: Callable[["Stage"], None]) -> None:
        self.target = target
        self.perform = perform
        self.items: list[pytest.Item] = []
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.items = [item for item in session.items if self.target.concerns(item.nodeid)]
            live_functions()  # found once for all processes that are forked later
            self.perform(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid}\n{report.longreprtext}"

    def run(self, items: Sequence[pytest.Item], measure: Measure) -> str:
        """Return the first test that fails, and how; each happens while it is measured."""
        for item, following in zip(items, [*items[1:], None], strict=False):
            with measure(item.nodeid):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break
        return self.failed

    def clean(self) -> dict[str, Known]:
        """Run all tests against the true sources; return what is known of each."""
        reached: set[str] = set()
        setattr(builtins, REACHED, reached)
        for path in self.target.paths():
            swap(traced(path))
        known: dict[str, Known] = {}

        @contextmanager
        def measure(test: str) -> Iterator[None]:
            reached.clear()
            cpu, wall = time.process_time(), time.monotonic()
            yield
            cpu, wall = time.process_time() - cpu, time.monotonic() - wall
            known[test] = Known(cpu, wall, reached.copy())

        if failed := self.run(self.items, measure):
            raise AssertionError(f"without any mutant fails {failed}")
        return known

    def reaching(self, mutant: Mutant, known: dict[str, Known]) -> list[pytest.Item]:
        here = place(mutant.path, mutant.line)
        return [item for item in self.items if here in known[item.nodeid].reached]

    def meet(self, mutant: Mutant, known: dict[str, Known]) -> str:
        """Run the tests that reach the mutant, quickest first; return the one that fails.

        A mutant that none reaches may run while it is imported: there every test may tell.
        """

        @contextmanager
        def limit(test: str) -> Iterator[None]:
            signal.setitimer(signal.ITIMER_PROF, LEAST_CPU + TIMES * known[test].cpu)
            signal.setitimer(signal.ITIMER_REAL, LEAST_WALL + TIMES * known[test].wall)
            yield

        items = self.reaching(mutant, known) or self.items
        items.sort(key=lambda item: known[item.nodeid].cpu)
        try:
            return self.run(items, limit).partition("\n")[0]
        except BaseException as problem:  # the mutant broke more than a test
            return repr(problem)


def perform_here(target: Target, perform: Callable[[Stage], None]) -> int:
    """Collect the tests of a target in this process, and hand them to `perform`."""
    files = [str(ROOT / file) for file in target.files()]
    plain = ["-p", "no:cacheprovider", "-p", "no:xdist", "-s", "--rootdir", str(ROOT)]
    return pytest.main([*plain, *files], plugins=[Stage(target, perform)])
