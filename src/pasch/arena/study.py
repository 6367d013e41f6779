"""Studies: the same game with different options, for whoever designs it.

Every combination of the values is one variant. The bot plays each variant against itself (the
mirror) and against the quick and the random player (the field), with the same dice in all variants.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np

from pasch.arena.plan import Plan, make_plan, seatings
from pasch.arena.play import Result
from pasch.arena.results import Results, name_of
from pasch.arena.run import Work, run
from pasch.arena.statistics.figures import Figures, figures
from pasch.arena.statistics.intervals import Estimate, Sample, mean_of, share_of
from pasch.arena.statistics.table import most_share
from pasch.core.errors import BadOption
from pasch.core.game.spec import Game, OptionFact
from pasch.core.words import Words

YARDSTICKS = ("random", "quick")
MOST_VARIANTS = 1000
AS_IT_IS = "as it is"


class Outline(msgspec.Struct):
    """One variant, before it is played."""

    name: str
    mirror: Plan
    """The bot against itself."""
    field: Plan
    """The bot among the yardsticks."""

    def plans(self) -> list[Plan]:
        """Return what has to be played: where each bot plays alone, the field holds the mirror."""
        return [self.field] if self.field.alone else [self.mirror, self.field]


CHANGES: dict[str, Callable[[Result], Sequence[float]]] = {
    "score": lambda result: result.score,
    "turns": lambda result: [result.turns],
    "decisions": lambda result: [sum(result.decisions)],
    "real": lambda result: [sum(result.real)],
}
"""What variants are compared by beside their shares, and its values in one match."""


class Change(msgspec.Struct):
    """How much more there is of everything than in the first variant, with the same dice."""

    seats: list[Estimate]
    """The share of the victory, for each seat of the mirror."""
    score: Estimate
    turns: Estimate
    decisions: Estimate
    real: Estimate
    bots: list[Estimate]
    """The share of the victory, for each bot of the field."""


class Variant(msgspec.Struct):
    name: str
    mirror: Figures
    field: Figures
    scores: dict[int, int]
    """How often each score came about in the mirror; a score of all seats together counts once."""
    turns: dict[int, int]
    change: Change | None
    """None in the first."""

    def title(self, say: Words) -> str:
        return say("as it is") if self.name == AS_IT_IS else self.name


class Study(msgspec.Struct):
    game: str
    seats: int
    bot: str
    games: int
    seed: str
    unit: str
    variants: list[Variant]


def outline(
    game: Game,
    values: Mapping[str, str],
    bot: str,
    games: int,
    seats: int | None = None,
    seed: str = "1",
) -> list[Outline]:
    """Return every variant; raise BadOption if one cannot be played."""
    names = list(values)
    lists = [read_values(game, name, values[name]) for name in names]
    chosen = list(product(*lists))
    if len(chosen) > MOST_VARIANTS:
        raise BadOption(
            "a study takes up to {most} variants, not {n}", most=MOST_VARIANTS, n=len(chosen)
        )
    seats = max(game.seats[0], min(2, game.seats[1])) if seats is None else seats
    among = [*(name for name in YARDSTICKS if name != bot), bot]
    outlines = []
    alone = game.together or seats == 1
    for texts in chosen:
        options = dict(zip(names, texts, strict=True))
        outlines.append(
            Outline(
                name=", ".join(f"{name}={text}" for name, text in options.items()) or AS_IT_IS,
                mirror=make_plan(game, [bot], games, seats, seed, options),
                field=make_plan(
                    game, among, games * len(among) if alone else games, seats, seed, options
                ),
            )
        )
    return outlines


def read_values(game: Game, name: str, text: str) -> list[str]:
    """Read values like `9,10,11`; texts that may hold commas are separated by `|`."""
    facts = {fact.name: fact for fact in game.option_facts()}
    if name not in facts:
        game.read_options({name: text})
    parted = [part.strip() for part in text.split("|" if is_free_text(facts[name]) else ",")]
    if len(set(parted)) < len(parted):
        raise BadOption("expected different values of {name}, got {text!r}", name=name, text=text)
    return parted


def is_free_text(fact: OptionFact) -> bool:
    return fact.read is not None and not fact.choices


def count_games(outlines: Sequence[Outline]) -> int:
    return sum(1 for each in outlines for plan in each.plans() for _ in seatings(plan))


def run_study(
    outlines: Sequence[Outline],
    folder: Path,
    work: Work,
    tick: Callable[[int], None] = lambda _: None,
) -> Study:
    """Play what is not in the folder yet, and return the figures."""
    files = {name_of(plan): results_of(plan, folder) for each in outlines for plan in each.plans()}
    tick(sum(results.known(plan) for plan, results in files.values()))
    run(list(files.values()), work, tick=tick)
    played = {name: results.of(plan) for name, (plan, results) in files.items()}
    tables = [tables_of(each, played) for each in outlines]
    variants = [make_variant(*each, tables[0]) for each in zip(outlines, tables, strict=True)]
    mirror, first = outlines[0].mirror, variants[0]
    return Study(
        game=mirror.game,
        seats=mirror.seats,
        bot=mirror.bots[0],
        games=mirror.games,
        seed=mirror.seed,
        unit=first.mirror.unit,
        variants=variants,
    )


def results_of(plan: Plan, folder: Path) -> tuple[Plan, Results]:
    return plan, Results.open(folder / f"{plan.game}-{name_of(plan)}.jsonl", plan)


Tables: TypeAlias = tuple[list[Result], list[Result]]
"""The results of the mirror and of the field."""


def tables_of(each: Outline, played: Mapping[str, list[Result]]) -> Tables:
    field = played[name_of(each.field)]
    return played.get(name_of(each.mirror)) or mirrored(each, field), field


def make_variant(each: Outline, tables: Tables, first: Tables) -> Variant:
    mirror, field = tables
    seats = 1 if each.mirror.alone else each.mirror.seats
    return Variant(
        name=each.name,
        mirror=figures(each.mirror, mirror),
        field=figures(each.field, field),
        scores=count_values(score for result in mirror for score in result.score[:seats]),
        turns=count_values(result.turns for result in mirror),
        change=None if tables is first else change(each, tables, first),
    )


def change(each: Outline, tables: Tables, first: Tables) -> Change:
    mirrors, fields = zip(tables, first, strict=True)
    seats = range(0 if each.mirror.alone else each.mirror.seats)
    bots = range(len(each.field.bots))
    return Change(
        seats=[share_of(differences(mirrors, partial(won_at, seat)), -1) for seat in seats],
        bots=[bot_change(each.field, fields, bot) for bot in bots],
        **{name: mean_change(mirrors, values) for name, values in CHANGES.items()},
    )


def bot_change(field: Plan, tables: Tables, bot: int) -> Estimate:
    won = partial(won_by, bot)
    seats = np.array([len(won(result)) for result in tables[0] if bot in result.sits])
    most = most_share(field, seats)
    return share_of(differences(tables, won), -most, most)


def won_at(seat: int, result: Result) -> list[float]:
    return [result.returns[seat]]


def won_by(bot: int, result: Result) -> list[float]:
    return [won for sits, won in zip(result.sits, result.returns, strict=True) if sits == bot]


def mean_change(tables: Tables, values: Callable[[Result], Sequence[float]]) -> Estimate:
    """Return the mean difference; it cannot lie farther off than both spreads together."""
    seen = ([value for result in results for value in values(result)] for results in tables)
    apart = sum(max(each) - min(each) for each in seen)
    found = differences(tables, values)
    return mean_of(found, found.mean - apart, found.mean + apart)


def differences(tables: Tables, values: Callable[[Result], Sequence[float]]) -> Sample:
    """Return by how much the first exceeds the second, match by match."""
    now, before = tables
    dealt = {result.i: result for result in before}
    pairs = [
        (result.block, result.i, value - other)
        for result in now
        if result.i in dealt
        for value, other in zip(values(result), values(dealt[result.i]), strict=True)
    ]
    block, match, values_more = zip(*pairs, strict=True)
    return Sample.of(np.array(block), np.array(values_more, np.float64), match=np.array(match))


def mirrored(each: Outline, field: Sequence[Result]) -> list[Result]:
    """Return the field's matches in which only the bot plays, as if they were a mirror."""
    bot = each.field.bots.index(each.mirror.bots[0])
    return [
        msgspec.structs.replace(result, sits=[0] * len(result.sits))
        for result in field
        if result.sits[0] == bot
    ]


def count_values(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))
