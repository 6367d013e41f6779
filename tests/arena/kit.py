"""Small arenas for the tests."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from pasch.arena.plan import Plan, make_plan
from pasch.arena.play import Result
from pasch.arena.results import Results
from pasch.arena.run import Work, here, run
from pasch.core.game.registry import load


def plan(key: str = "so-ein-mist", *bots: str, games: int = 12, **more: Any) -> Plan:
    return make_plan(load(key), bots or ("random", "quick"), games, **more)


def played(plan: Plan, path: Path, work: Work = here, **more: Any) -> list[Result]:
    results = Results.open(path, plan)
    run([(plan, results)], work, **more)
    return results.of(plan)


def timeless(results: Sequence[Result]) -> list[Result]:
    """Return the results without their thinking times: the part that a seed decides."""
    return [msgspec.structs.replace(each, ms=[0.0] * len(each.ms)) for each in results]


def result(i: int, block: int, sits: list[int], returns: list[float], **more: Any) -> Result:
    """Return a match as it might have been."""
    seats = len(sits)
    facts: dict[str, Any] = {
        "score": [0] * seats,
        "events": 10,
        "turns": 4,
        "real_turns": 3,
        "decisions": [5] * seats,
        "real": [4] * seats,
        "ms": [2.0] * seats,
    }
    return Result(i=i, block=block, sits=sits, returns=returns, **(facts | more))
