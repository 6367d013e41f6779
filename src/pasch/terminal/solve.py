"""What the command `solve` does: works a game out, with a bar to watch, and prints the answer."""

import sys
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from pasch.core import solution
from pasch.core.facts import Game
from pasch.core.solution import Solution
from pasch.core.words import Words


class Answer(msgspec.Struct):
    variant: str
    goal: str
    meaning: str
    value: float


class Report(msgspec.Struct):
    game: str
    rules: int
    states: int
    """Of each goal."""
    solved: bool
    """Worked out just now; else all of it was known."""
    seconds: float
    memory_mb: float | None
    """The most this process has held so far, where the system tells."""
    answers: list[Answer]


def solve_game(console: Console, game: Game, given: Mapping[str, Any], as_json: bool) -> None:
    options = game.read_options(given)
    seats = game.seats[0]
    reason = solution.refusal(game, seats, options)
    if reason:
        raise reason
    assert game.solve is not None
    size = game.solve.size(options)
    bar = Console(stderr=True, quiet=not sys.stderr.isatty())
    bar.print(
        f"{game.title}: {size.states:,} states, at most {size.bytes / 1e6:,.0f} MB; "
        f"about {size.seconds:.0f} s for each goal unless it is known",
        highlight=False,
    )
    before = time.perf_counter()
    known = [solution.find(game, seats, options, goal) for goal in game.solve.GOALS]
    found = {
        goal: solve_with_bar(bar, game, seats, options, goal, f"Solving {game.title}: {goal}")
        for goal in game.solve.GOALS
    }
    report = Report(
        game=game.key,
        rules=game.version,
        states=size.states,
        solved=None in known,
        seconds=round(time.perf_counter() - before, 2),
        memory_mb=peak_memory(),
        answers=answers_of(game, seats, options, set(given), found),
    )
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")
    else:
        show(console, game, report)


def answers_of(
    game: Game, seats: int, options: Any, given: set[str], found: Mapping[str, Solution]
) -> list[Answer]:
    from pasch.core.match import Match  # noqa: PLC0415 - brings in numba with the rules

    assert game.solve is not None
    answers = []
    for name, variant in game.solve.variants(options, given):
        start = Match(game, seats, 0, variant).view(0)
        for goal, known in found.items():
            meaning, whole = game.solve.MEANINGS[goal]
            answers.append(Answer(name, goal, meaning, whole * known.value(start)))
    return answers


def show(console: Console, game: Game, report: Report) -> None:
    assert game.solve is not None
    table = Table(box=None, padding=(0, 2), pad_edge=False)
    table.add_column(game.title)
    goals = {answer.goal: answer.meaning for answer in report.answers}
    for meaning in goals.values():
        table.add_column(meaning, justify="right")
    rows: dict[str, list[str]] = {}
    for answer in report.answers:
        whole = game.solve.MEANINGS[answer.goal][1]
        text = f"{answer.value:.2%}" if whole == 1 else f"{answer.value:.4f}"
        rows.setdefault(answer.variant, []).append(text)
    for variant, texts in rows.items():
        table.add_row(variant, *texts)
    console.print(table)
    memory = "" if report.memory_mb is None else f", peak memory {report.memory_mb:,.0f} MB"
    times = f"{len(goals)} x " if len(goals) > 1 else ""
    how = "solved" if report.solved else "known, loaded"
    console.print(
        f"{times}{report.states:,} states {how} in {report.seconds:.1f} s{memory}", highlight=False
    )


def peak_memory() -> float | None:
    """In megabytes."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, 1)


def solve_with_bar(
    console: Console, game: Game, seats: int, options: Any, goal: str | None, what: str
) -> Solution:
    """The solution; a bar only if it has to be worked out."""
    known = solution.find(game, seats, options, goal)
    if known is not None:
        return known
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task(what, total=None)
        return solution.obtain(
            game,
            seats,
            options,
            goal,
            lambda done, of: progress.update(task, completed=done, total=of),
        )


def solve_for_play(console: Console, game: Game, seats: int, options: Any, say: Words) -> None:
    """What the perfect player needs, before the game begins."""
    what = say("Solving {title}, this once", title=game.title)
    solve_with_bar(console, game, seats, options, None, what)
