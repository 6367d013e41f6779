"""Reports how many mutants were killed, per source and per group."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.mutants.operators import Mutant
from tests.mutants.targets import BARS, Target


@dataclass(frozen=True)
class Report:
    tried: Sequence[tuple[Target, Sequence[Mutant]]]
    killed_by: Mapping[str, str]
    equivalent: Mapping[str, str]

    def fate(self, mutant: Mutant) -> str:
        if mutant.id in self.equivalent:
            return "equivalent"
        return "killed" if self.killed_by[mutant.id] else "survived"

    @cached_property
    def groups(self) -> dict[str, Counter[str]]:
        return self._counted((t.group, m) for t, mutants in self.tried for m in mutants)

    @property
    def passes(self) -> bool:
        return all(score(fates) >= BARS[group] for group, fates in self.groups.items())

    def text(self) -> str:
        mutants = [mutant for _, each in self.tried for mutant in each]
        files = self._counted((mutant.path, mutant) for mutant in mutants)
        lines = [f"{'':45}   killed survived equivalent"]
        lines += [row(path.removeprefix("src/pasch/"), fates) for path, fates in files.items()]
        for group, fates in self.groups.items():
            lines.append(f"{row(group, fates)}   {score(fates):.1%} of at least {BARS[group]:.0%}")
        lines += [f"survived: {m.id}" for m in mutants if self.fate(m) == "survived"]
        for m in mutants:
            if m.id in self.equivalent:
                lines.append(f"equivalent: {m.id}\n    {self.equivalent[m.id]}")
        return "\n".join(lines)

    def _counted(self, named: Iterable[tuple[str, Mutant]]) -> dict[str, Counter[str]]:
        counts: dict[str, Counter[str]] = {}
        for name, mutant in named:
            counts.setdefault(name, Counter())[self.fate(mutant)] += 1
        return counts


def row(name: str, fates: Counter[str]) -> str:
    return f"{name:45} {fates['killed']:>8} {fates['survived']:>8} {fates['equivalent']:>10}"


def score(fates: Counter[str]) -> float:
    """Return the share that a test notices, of those that one could notice."""
    return fates["killed"] / max(1, fates["killed"] + fates["survived"])
