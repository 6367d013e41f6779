"""The command `solve`: solves a game, with a progress bar, and prints the answer."""

import sys
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from pasch import solutions
from pasch.core.game.contract import Solution
from pasch.core.game.spec import Game
from pasch.core.words import Words, words
from pasch.terminal.commands.progress import solve_with_bar
from pasch.terminal.screen.streams import aside, print_json, print_line


class Answer(msgspec.Struct):
    variant: str
    goal: str
    meaning: str
    value: float


class Report(msgspec.Struct):
    game: str
    rules: int
    states: int
    """How many positions each goal has."""
    known: bool
    """All of it was, before; else it was worked out just now."""
    seconds: float
    memory_mb: float | None
    """The most this process has held so far, where the system tells."""
    answers: list[Answer]


def solve_game(
    console: Console, game: Game, given: Mapping[str, Any], as_json: bool, say: Words
) -> None:
    options = game.read_options(given)
    seats = game.seats[0]
    reason = solutions.refusal(game, seats, options)
    if reason:
        raise reason
    assert game.solve is not None
    size = game.solve.size(options)
    bar = aside()
    print_line(
        bar,
        say(
            "{title}: {states} states, at most {memory} MB;"
            " about {seconds} s for each goal unless it is known",
            title=game.title,
            states=say.number(f"{size.states:,}"),
            memory=say.number(f"{size.bytes / 1e6:,.0f}"),
            seconds=round(size.seconds),
        ),
    )
    before = time.perf_counter()
    known = [solutions.find(game, seats, options, goal) for goal in game.solve.GOALS]
    found = {
        goal: solve_with_bar(bar, game, seats, options, goal, solving(game, goal, say))
        for goal in game.solve.GOALS
    }
    report = Report(
        game=game.key,
        rules=game.version,
        states=size.states,
        known=None not in known,
        seconds=round(time.perf_counter() - before, 2),
        memory_mb=peak_memory(),
        answers=answers_of(game, seats, options, set(given), found, say),
    )
    if as_json:
        print_json(report)
    else:
        show(console, game, report, say)


def solving(game: Game, goal: str, say: Words) -> str:
    return say("Solving {title}: {goal}", title=game.title, goal=meaning_of(game, goal, say))


def meaning_of(game: Game, goal: str, say: Words) -> str:
    assert game.solve is not None
    meaning, _ = game.solve.MEANINGS[goal]
    return words(say.language, game.folder)(meaning)


def answers_of(
    game: Game, seats: int, options: Any, given: set[str], found: Mapping[str, Solution], say: Words
) -> list[Answer]:
    from pasch.core.match.match import Match  # noqa: PLC0415 - brings in NumPy

    assert game.solve is not None
    answers = []
    for name, variant in game.solve.variants(options, given, words(say.language, game.folder)):
        start = Match(game, seats, 0, variant).view(0)
        for goal, known in found.items():
            _, whole = game.solve.MEANINGS[goal]
            meaning = meaning_of(game, goal, say)
            answers.append(Answer(name, goal, meaning, whole * known.value(start)))
    return answers


def show(console: Console, game: Game, report: Report, say: Words) -> None:
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
        rows.setdefault(answer.variant, []).append(say.number(text))
    for variant, texts in rows.items():
        table.add_row(variant, *texts)
    console.print(table)
    print_line(console, effort(report, len(goals), say))


def effort(report: Report, goals: int, say: Words) -> str:
    times = f"{goals} x " if goals > 1 else ""
    states = times + say.number(f"{report.states:,}")
    seconds = say.number(f"{report.seconds:.1f}")
    if report.known:
        line = say("{states} states known, loaded in {seconds} s", states=states, seconds=seconds)
    else:
        line = say("{states} states solved in {seconds} s", states=states, seconds=seconds)
    if report.memory_mb is None:
        return line
    peak = say("peak memory {memory} MB", memory=say.number(f"{report.memory_mb:,.0f}"))
    return f"{line}, {peak}"


def peak_memory() -> float | None:
    """Return the peak memory in megabytes, where the system tells."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6, 1)
