"""Which sources are mutated, how many of their mutants are drawn, and which tests concern them."""

from dataclasses import dataclass
from fnmatch import fnmatch

from tests.mutants.operators import ROOT


@dataclass(frozen=True)
class Target:
    """Sources and the tests that concern them; a test's name fits one of the patterns."""

    group: str
    share: float
    sources: tuple[str, ...]
    tests: tuple[str, ...]

    def paths(self) -> list[str]:
        found = [path for source in self.sources for path in sorted(ROOT.glob(source))]
        return [p.relative_to(ROOT).as_posix() for p in found if p.name != "__init__.py"]

    def files(self) -> list[str]:
        return list(dict.fromkeys(test.partition("::")[0] for test in self.tests))

    def concerns(self, test: str) -> bool:
        name = test.replace("[", "(").replace("]", ")")  # brackets mean something to fnmatch
        return any(fnmatch(name, f"{pattern}*") for pattern in self.tests) and SERVER not in name


SERVER = "(postgresql"  # started for each mutant, it would take longer than all the other tests
BARS = {"rules": 0.98, "core": 0.90, "table": 0.90}


def game(folder: str, share: float, table: str, *tests: str) -> Target:
    key = folder.replace("_", "-")
    return Target(
        "rules",
        share,
        (f"src/pasch/games/{folder}/rules.py",),
        (
            *(f"tests/games/test_{test}" for test in tests),
            f"tests/test_goldens.py::test_a_golden_playthrough_plays*({key}-",
            f"tests/test_every_game.py::test_a_random_game*({key}-{table}",
        ),
    )


TARGETS = [
    game("mmm", 0.2, "3-*line=True", "mmm.py"),
    game(
        "so_ein_mist",
        0.11,
        "6-*True,*True,*True,*True",
        "so_ein_mist.py",
        "trees.py::test_trees_of_so_ein_mist",
    ),
    game("mistkaefer", 0.09, "3-", "mistkaefer.py", "mistkaefer_table.py"),
    game("compost", 0.09, "3-", "compost.py", "compost_cards.py", "compost_table.py"),
    game(
        "mice_to_meet_you",
        0.09,
        "3-",
        "mice_to_meet_you.py",
        "mice_to_meet_you_solo.py",
        "mice_to_meet_you_table.py",
    ),
    Target(
        "core",
        0.4,
        tuple(f"src/pasch/core/{name}.py" for name in ("match", "log", "dice", "verify")),
        tuple(f"tests/core/test_{name}.py" for name in ("match", "log", "dice", "verify")),
    ),
    Target(
        "table",
        0.12,
        ("src/pasch/table/*.py",),
        (
            *(
                f"tests/table/test_{name}.py"
                for name in (
                    "absence",
                    "choices",
                    "deals",
                    "hall",
                    "matches",
                    "play_on",
                    "real_dice",
                    "rematch",
                    "seats",
                    "secrets",
                    "trouble",
                    "undo",
                )
            ),
            "tests/table/test_store.py",
        ),
    ),
]
