"""Progress bars, and what has to be compiled or solved before a command can begin."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import Progress, ProgressColumn

from pasch import solutions
from pasch.core.game.contract import Solution
from pasch.core.game.spec import Game
from pasch.core.words import Words
from pasch.engine import cache

Tell = Callable[[int, int], None]
"""Is called with what is done, and with how much there is to do."""


@contextmanager
def progress(
    what: str,
    *columns: ProgressColumn,
    console: Console | None = None,
    total: int | None = None,
) -> Iterator[Tell]:
    """Show a bar, if the console is a terminal; without one, it is the error stream."""
    console = console or Console(stderr=True)
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def prepare(game: Game, console: Console, say: Words) -> None:
    """Compile what thinks about the game, unless that is done already."""
    if not cache.is_ready(game):
        from pasch.bots.compile_game import make_ready  # noqa: PLC0415 - brings in numba

        what = say("Preparing {title}, this once", title=game.title)
        with progress(what, console=console) as tell:
            for done, of in make_ready(game):
                tell(done, of)


def solve_with_bar(
    console: Console, game: Game, seats: int, options: Any, goal: str | None, what: str
) -> Solution:
    """Return the solution, with a bar if it has to be worked out."""
    known = solutions.find(game, seats, options, goal)
    if known is not None:
        return known
    with progress(what, console=console) as tell:
        return solutions.obtain(game, seats, options, goal, tell)


def solve_for_play(console: Console, game: Game, seats: int, options: Any, say: Words) -> None:
    """Solve what the perfect player needs, before the game begins."""
    what = say("Solving {title}, this once", title=game.title)
    solve_with_bar(console, game, seats, options, None, what)
