"""`python -m tests.faults`: what holds while servers are killed, disks full and cables cut."""

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator

from pasch.core.registry import games
from tests.faults.engines import ENGINES
from tests.faults.trial import HEAD, run_trial
from tests.faults.troubles import FUZZ, KILL, TROUBLES, Trouble

KILLS = 500
FUZZED = 100_000
OTHERS = 20
SHOWN = 3  # faults
MOST_PROCESSES = 3
PROCESSES = {"sqlite": [1], "postgresql": [1, MOST_PROCESSES]}


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("troubles", nargs="*", help=f"only these of {', '.join(TROUBLES)}")
    parser.add_argument("--kills", type=int, default=KILLS, help="on each engine")
    parser.add_argument("--fuzz", type=int, default=FUZZED, help="requests and messages, likewise")
    parser.add_argument("--others", type=int, default=OTHERS, help="of every other kind")
    parser.add_argument("--engine", choices=ENGINES, help="only this one")
    parser.add_argument("--processes", type=int, help="only with so many servers")
    parser.add_argument("--games", default=",".join(games()))
    return parser.parse_args()


def trials(given: argparse.Namespace) -> Iterator[tuple[Trouble, str, int, int]]:
    """The trouble, the engine, the number of servers, and how often it strikes."""
    for name in given.troubles or TROUBLES:
        for engine in TROUBLES[name].engines:
            several = [MOST_PROCESSES] if TROUBLES[name].shared else PROCESSES[engine]
            strikes = {KILL: given.kills, FUZZ: given.fuzz}.get(name, given.others) // len(several)
            for processes in several:
                if given.engine in (None, engine) and given.processes in (None, processes):
                    yield TROUBLES[name], engine, processes, strikes


def main() -> None:
    given = asked()
    print(HEAD, flush=True)
    holds = True
    for trial in trials(given):
        report = asyncio.run(run_trial(*trial, {key: {} for key in given.games.split(",")}))
        print("\n".join([report.line(), *report.faults[:SHOWN]]), flush=True)
        holds = holds and report.holds
    sys.exit(not holds)


if __name__ == "__main__":
    os.nice(10)
    main()
