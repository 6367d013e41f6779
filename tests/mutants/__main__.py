"""`python -m tests.mutants [FILE …]`: which mutants of the sources the tests kill."""

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from tests.mutants.equivalent import EQUIVALENT
from tests.mutants.operators import ROOT, Mutant, mutants_of
from tests.mutants.report import Report
from tests.mutants.semantic import semantic_of
from tests.mutants.stage import load_mutated
from tests.mutants.targets import TARGETS, Target
from tests.mutants.trial import Results, try_all

RESULTS = ROOT / ".mutants.jsonl"
UNCHANGED = ("numba", "sqlalchemy.ext.asyncio", "typer")
"""Modules that take long to import and are the same for every mutant."""


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="only sources whose path holds one of these")
    parser.add_argument("--all", action="store_true", help="every mutant, not a sample")
    parser.add_argument("--part", type=float, default=1.0, help="only this part of the sample")
    parser.add_argument("--go-on", action="store_true", help="keep what was killed before")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the results are kept")
    return parser.parse_args()


def drawn(target: Target, files: list[str], share: float) -> list[Mutant]:
    """Return the hand-made mutants of these sources, and some of those of the operators."""
    paths = [path for path in target.paths() if not files or any(f in path for f in files)]
    made = [mutant for path in paths for mutant in mutants_of(path)]
    sample = [mutant for mutant in made if mutant.is_drawn(share)]
    bent = [mutant for path in paths for mutant in semantic_of(path)]
    return [mutant for mutant in (*sample, *bent) if target.holds(mutant)]


def main(targets: Sequence[Target], equivalent: Mapping[str, str]) -> None:
    given = asked()
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    for name in UNCHANGED:
        import_module(name)
    load_mutated()
    results = Results(given.out, go_on=given.go_on)
    tried: list[tuple[Target, list[Mutant]]] = []
    with tempfile.TemporaryDirectory(prefix="pasch-mutants-") as folder:
        tempfile.tempdir = folder
        for target in targets:
            share = 1.0 if given.all else target.share * given.part
            mutants = drawn(target, given.files, share)
            tried.append((target, mutants))
            done = {*results.read(), *equivalent}
            if due := [mutant for mutant in mutants if mutant.id not in done]:
                try_all(target, due, results, Path(folder, "known"))
    report = Report(tried, results.read(), equivalent)
    print(f"\n{report.text()}")
    sys.exit(not report.passes)


if __name__ == "__main__":
    os.nice(10)
    main(TARGETS, EQUIVALENT)
