"""Which sources are mutated, how many of their mutants are drawn, and which tests concern them."""

from dataclasses import dataclass
from fnmatch import fnmatch

from tests.mutants.operators import ROOT, Mutant


@dataclass(frozen=True)
class Target:
    """Sources and the tests that concern them; a test's name fits one of the patterns."""

    group: str
    share: float
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    only: tuple[str, ...] = ("",)
    """The files, or functions of a file, that are mutated."""
    but: tuple[str, ...] = ()
    """The files, or functions of a file, that are not."""

    def paths(self) -> list[str]:
        found = [path for source in self.sources for path in sorted(ROOT.glob(source))]
        return [path.relative_to(ROOT).as_posix() for path in found]

    def holds(self, mutant: Mutant) -> bool:
        name = mutant.id.partition("/")[2]
        return name.startswith(self.only) and not name.startswith(self.but)

    def files(self) -> list[str]:
        return list(dict.fromkeys(test.partition("::")[0] for test in self.tests))

    def concerns(self, test: str) -> bool:
        name = test.replace("[", "(").replace("]", ")")  # fnmatch gives brackets a meaning
        return any(fnmatch(name, f"{pattern}*") for pattern in self.tests) and SERVER not in name


SERVER = "(postgresql"  # starting PostgreSQL for each mutant would take longer than all other tests
SEVERAL = (
    "storage/peers.py",
    *(
        f"tables.py Tables.{name}:"
        for name in ("entry_written", "presence_changed", "news_missed", "_ask_presence")
    ),
    "tables.py Tables.close: await self._peers.stop_listening",
    "storage/database.py Database.do:",
    "storage/database.py Database._do_now:",
)
"""Functions that do nothing without PostgreSQL."""
BARS = {"rules": 0.98, "core": 0.90, "table": 0.90}


def game(folder: str, share: float, *tests: str) -> Target:
    """Return the target of a game's rules, with tests that are fast uncompiled."""
    return Target("rules", share, (f"src/pasch/games/{folder}/rules.py",), tests)


GAMES = "tests/games/test_"
GOLDEN = "tests/test_goldens.py::test_a_golden_playthrough_plays*("
RANDOM = "tests/test_every_game.py::test_a_random_game*("

TABLE = (
    "absence.py",
    "bots.py",
    "broken_game.py",
    "choices.py",
    "coach.py",
    "deals.py::test_[!a]",
    "deals.py::test_a_restart*(mmm",
    "driver.py",
    "lessons.py",
    "matches.py::test_[!p]",
    "matches.py::test_people_and_a_bot*(mmm",
    "play_on.py",
    "pools.py",
    "real_dice.py",
    "rematch.py",
    "reviews.py::test_[!a]*",
    "reviews.py::test_a_review",
    "salts.py",
    "seats.py",
    "show.py::test_[!w]",
    "show.py::test_what_[!c]",
    "show.py::test_what_changed*(mmm",
    "signs.py",
    "store.py",
    "tables.py",
    "trouble.py",
    "undo.py",
)

TARGETS = [
    game(
        "mmm",
        0.2,
        f"{GAMES}mmm.py",
        f"{GOLDEN}mmm-",
        f"{RANDOM}mmm-*two-paws,cat_steps=3,line=True",
    ),
    game(
        "so_ein_mist",
        0.11,
        f"{GAMES}so_ein_mist.py",
        f"{GAMES}trees.py::test_trees_of_so_ein_mist",
        f"{GOLDEN}so-ein-mist-",
        f"{RANDOM}so-ein-mist-*doubling=True,passing=False,*True,*True",
    ),
    game(
        "mistkaefer",
        0.09,
        f"{GAMES}mistkaefer.py",
        f"{GAMES}mistkaefer_table.py::test_a_guess",
        f"{GAMES}mistkaefer_table.py::test_deals_that_are_rare",
        f"{GAMES}mistkaefer_table.py::test_the_deals_of_several",
        f"{GAMES}mistkaefer_table.py::test_what_the_rules_do_not_allow",
        f"{GOLDEN}mistkaefer-clovers",
        f"{GOLDEN}mistkaefer-tableau",
    ),
    game(
        "compost",
        0.09,
        f"{GAMES}compost.py",
        f"{GAMES}compost_cards.py",
        f"{GAMES}compost_table.py",
        f"{GOLDEN}compost-2",
    ),
    game(
        "mice_to_meet_you",
        0.09,
        f"{GAMES}mice_to_meet_you.py",
        f"{GAMES}mice_to_meet_you_solo.py",
        f"{GAMES}mice_to_meet_you_table.py",
        f"{GOLDEN}mice-to-meet-you-2",
        f"{GOLDEN}mice-to-meet-you-solo",
    ),
    Target(
        "core",
        0.4,
        tuple(
            f"src/pasch/core/{name}.py"
            for name in ("match/match", "match/log", "game/dice", "match/verify")
        ),
        tuple(f"tests/core/test_{name}.py" for name in ("match", "log", "dice", "verify")),
    ),
    Target(
        "table",
        0.12,
        ("src/pasch/table/**/*.py",),
        tuple(f"tests/table/test_{name}" for name in TABLE),
        but=("__init__.py", *SEVERAL),
    ),
    Target(
        "table",
        0.12,
        tuple(
            f"src/pasch/table/{name}.py"
            for name in ("storage/peers", "tables", "storage/database", "storage/sql")
        ),
        ("tests/table/test_processes.py",),
        only=SEVERAL,
    ),
]
