"""`python -m tests.faults`: what holds while servers are killed, disks full and cables cut."""

import argparse
import asyncio
import os
import secrets
import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pasch.core.game.registry import games
from tests.faults.altered import PLANTS
from tests.faults.disk import NoCompiler
from tests.faults.engines import ENGINES
from tests.faults.trial import HEAD, Length, Report, run_trial
from tests.faults.troubles import FUZZ, KILL, POWER, TROUBLES

KILLS = 500
FUZZED = 100_000
OTHERS = 20
SHOWN = 3  # faults and findings to print at most
MOST_PROCESSES = 3
PROCESSES = {"sqlite": [1], "postgresql": [1, MOST_PROCESSES]}
NOTICED_S = 120  # seconds in which a planted fault must be noticed
SEEDS = 1_000_000


def asked(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("troubles", nargs="*", help=f"only these of {', '.join(TROUBLES)}")
    parser.add_argument("--kills", type=int, default=KILLS, help="on each engine")
    parser.add_argument("--fuzz", type=int, default=FUZZED, help="requests and messages, likewise")
    parser.add_argument("--others", type=int, default=OTHERS, help="of every other kind")
    parser.add_argument("--seconds", type=int, help="of trouble, instead of those numbers")
    parser.add_argument("--engine", choices=ENGINES, help="only this one")
    parser.add_argument("--processes", type=int, help="only with so many servers")
    parser.add_argument("--games", default=",".join(games()))
    parser.add_argument("--seed", type=int, help="of what the harness and its players draw")
    parser.add_argument(
        "--planted",
        choices=PLANTS,
        help=f"a fault of the servers that is to be noticed within {NOTICED_S} seconds",
    )
    given = parser.parse_args(words)
    if given.planted:
        given.troubles = given.troubles or [POWER]
        given.seconds = given.seconds or NOTICED_S
    if given.seed is None:
        given.seed = secrets.randbelow(SEEDS)
    return given


class Planned(NamedTuple):
    trouble: str
    engine: str
    processes: int
    length: Length

    def command(self, given: argparse.Namespace) -> str:
        """Return the command that repeats this trial alone."""
        words = ["python", "-m", "tests.faults", self.trouble, "--seed", given.seed]
        words += ["--engine", self.engine, "--processes", self.processes, "--games", given.games]
        if given.seconds:
            words += ["--seconds", given.seconds]
        else:
            option = self.trouble if self.trouble in (KILL, FUZZ) else "others"
            words += [f"--{option}s" if option == KILL else f"--{option}"]
            words += [{KILL: given.kills, FUZZ: given.fuzz}.get(self.trouble, given.others)]
        if given.planted:
            words += ["--planted", given.planted]
        return shlex.join(map(str, words))


def trials(given: argparse.Namespace) -> Iterator[Planned]:
    for name in given.troubles or TROUBLES:
        for engine in TROUBLES[name].engines:
            several = [MOST_PROCESSES] if TROUBLES[name].shared else PROCESSES[engine]
            strikes = {KILL: given.kills, FUZZ: given.fuzz}.get(name, given.others) // len(several)
            length = Length(seconds=given.seconds) if given.seconds else Length(strikes)
            for processes in several:
                if given.engine in (None, engine) and given.processes in (None, processes):
                    yield Planned(name, engine, processes, length)


def tell(report: Report, planted: str) -> bool:
    """Print a report; return whether all holds, or the planted fault was noticed in time."""
    print("\n".join([report.line(), *report.findings[:SHOWN], *report.faults[:SHOWN]]), flush=True)
    if not planted:
        return report.holds
    if report.noticed is None:
        print(f"{planted}: not noticed", flush=True)
        return False
    print(f"{planted}: noticed after {report.noticed:.1f} s", flush=True)
    return report.noticed <= NOTICED_S


def main() -> None:
    given = asked()
    print(HEAD, flush=True)
    is_well = True
    for planned in trials(given):
        trial = run_trial(
            TROUBLES[planned.trouble],
            planned.engine,
            planned.processes,
            planned.length,
            {key: {} for key in given.games.split(",")},
            given.seed,
            given.planted or "",
        )
        try:
            report = asyncio.run(trial)
        except NoCompiler as problem:
            sys.exit(str(problem))
        is_well = tell(report, given.planted) and is_well
        if not report.holds:
            print(f"seed {given.seed}; again: {planned.command(given)}", flush=True)
    sys.exit(not is_well)


if __name__ == "__main__":
    os.nice(10)
    main()
