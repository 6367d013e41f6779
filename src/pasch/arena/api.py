"""Arenas and studies from Python: played as at the command line, and returned as tables."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_origin

import msgspec

from pasch import solutions
from pasch.arena.cluster import work_of
from pasch.arena.plan import Plan, make_plan
from pasch.arena.play import Result
from pasch.arena.results import Results, usual_folder, usual_path
from pasch.arena.run import run
from pasch.arena.statistics.figures import Figures, figures
from pasch.arena.study import Study, is_free_text, outline, results_of, run_study
from pasch.bots import Need
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.optional import need
from pasch.engine import cache

if TYPE_CHECKING:
    import pandas
    import polars

Fields = dict[str, Any]
SEAT_FIELDS = tuple(
    field.name
    for field in msgspec.structs.fields(Result)
    if get_origin(field.type) is list and field.name not in ("sits", "returns")
)
"""What a result holds for each seat, beside its bot and its share."""


class Tabular(ABC):
    """A result that becomes a data frame."""

    @abstractmethod
    def rows(self) -> Iterator[Fields]: ...

    def to_pandas(self) -> "pandas.DataFrame":
        """Return a row for each seat of each match; needs `pasch[pandas]`."""
        made: pandas.DataFrame = frame("pandas", self.rows())
        return made

    def to_polars(self) -> "polars.DataFrame":
        """Return a row for each seat of each match; needs `pasch[polars]`."""
        made: polars.DataFrame = frame("polars", self.rows())
        return made


@dataclass(frozen=True)
class PlayedArena(Tabular):
    plan: Plan
    path: Path
    """The results file; the same call continues it."""
    results: list[Result]

    @cached_property
    def figures(self) -> Figures:
        """What the command prints: by bot and by seat, with their intervals."""
        return figures(self.plan, self.results)

    def rows(self) -> Iterator[Fields]:
        return rows_of(self.plan, self.results)


class Tables(NamedTuple):
    """The matches of one variant."""

    variant: str
    kind: str
    """`mirror`: the bot against itself; `field`: among quick and random players."""
    plan: Plan
    results: list[Result]


@dataclass(frozen=True)
class PlayedStudy(Tabular):
    study: Study
    """What the command prints: each variant's figures."""
    tables: list[Tables]

    def rows(self) -> Iterator[Fields]:
        """Yield each row with its variant, its kind of table and its options."""
        for variant, kind, plan, results in self.tables:
            for row in rows_of(plan, results):
                yield {"variant": variant, "tables": kind, **plan.options, **row}


def arena(
    game: str,
    bots: Sequence[str],
    *,
    games: int = 1000,
    seats: int | None = None,
    seed: str = "1",
    options: Mapping[str, Any] | None = None,
    out: Path | str | None = None,
    logs: Path | str | None = None,
    cores: int | None = None,
    ray: str | None = None,
) -> PlayedArena:
    """Play bots against bots, like `pasch arena`.

    Results are kept in `out`, or in the user's data folder, and the same call continues them.
    `cores`: all by default; `ray`: the address of a cluster, or "local".
    """
    known = load(game)
    plan = make_plan(known, bots, games, seats, seed, options)
    work = work_of(cores, ray)
    results = Results.open(usual_path(plan) if out is None else Path(out), plan)
    get_ready(known, [plan])
    run([(plan, results)], work, None if logs is None else Path(logs))
    return PlayedArena(plan, results.path, results.of(plan))


def study(
    game: str,
    values: Mapping[str, Iterable[Any]],
    *,
    bot: str = "quick",
    games: int = 1000,
    seats: int | None = None,
    seed: str = "1",
    out: Path | str | None = None,
    cores: int | None = None,
    ray: str | None = None,
) -> PlayedStudy:
    """Play a game with different options, like `pasch study`.

    `values`: the values to try for each option, like `{"cat_steps": [9, 10, 11]}`.
    """
    known = load(game)
    texts = {name: listed(known, name, given) for name, given in values.items()}
    outlines = outline(known, texts, bot, games, seats, seed)
    work = work_of(cores, ray)
    folder = usual_folder() if out is None else Path(out)
    get_ready(known, [plan for each in outlines for plan in each.plans()])
    found = run_study(outlines, folder, work)
    played = [
        Tables(each.name, "mirror" if plan is each.mirror else "field", plan, results)
        for each in outlines
        for plan in each.plans()
        for results in [results_of(plan, folder)[1].of(plan)]
    ]
    return PlayedStudy(found, played)


def listed(game: Game, name: str, values: Iterable[Any]) -> str:
    """Write values as a study reads them."""
    texts = ("yes" if value is True else "no" if value is False else str(value) for value in values)
    free = any(fact.name == name and is_free_text(fact) for fact in game.option_facts())
    return ("|" if free else ",").join(texts)


def get_ready(game: Game, plans: Sequence[Plan]) -> None:
    """Compile what thinks, and solve what perfect players need, before any worker starts."""
    if max(plan.need for plan in plans) >= Need.COMPILED and not cache.is_ready(game):
        from pasch.bots.compile_game import make_ready  # noqa: PLC0415 - takes its time

        list(make_ready(game))
    for plan in plans:
        if plan.need >= Need.SOLVED:
            solutions.obtain(game, plan.seats, game.read_options(plan.options))


def rows_of(plan: Plan, results: Iterable[Result]) -> Iterator[Fields]:
    for result in results:
        for seat, bot in enumerate(result.sits):
            yield {
                "match": result.i,
                "block": result.block,
                "seat": seat + 1,
                "bot": plan.bots[bot],
                "share": result.returns[seat],
                **{name: getattr(result, name)[seat] for name in SEAT_FIELDS},
                "events": result.events,
                "turns": result.turns,
            }


def frame(package: str, rows: Iterable[Fields]) -> Any:
    need(package, extra=package)
    return import_module(package).DataFrame(list(rows))
