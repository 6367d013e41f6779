"""A game's contract: what is missing or different is named, and the other games work on."""

from pathlib import Path

import pytest

import pasch
from pasch.core.errors import BrokenGame, UnknownGame
from pasch.core.game import contract, registry
from pasch.core.game import registry as places
from pasch.core.game.contract import QuickPlayer, Rules, Solver
from pasch.core.game.position import Layout
from pasch.core.game.registry import folders, games, packages
from pasch.core.game.spec import Game
from pasch.core.view.view import View
from pasch.engine.dispatch import quick
from pasch.engine.record import dtype_of, record_of
from pasch.games import compost, mice_to_meet_you, mistkaefer, mmm, so_ein_mist
from pasch.games.compost import quick as compost_quick
from pasch.games.compost import rules as compost_rules
from pasch.games.mice_to_meet_you import quick as mice_quick
from pasch.games.mice_to_meet_you import rules as mice_rules
from pasch.games.mice_to_meet_you.search import solve as mice_solve
from pasch.games.mistkaefer import quick as mistkaefer_quick
from pasch.games.mistkaefer import rules as mistkaefer_rules
from pasch.games.mmm import quick as mmm_quick
from pasch.games.mmm import rules as mmm_rules
from pasch.games.mmm.search import solve as mmm_solve
from pasch.games.so_ein_mist import quick as so_ein_mist_quick
from pasch.games.so_ein_mist import rules as so_ein_mist_rules
from tests import law
from tests.checker import name_of
from tests.clauses import ours
from tests.outside import Spoil

# The type checker holds every module of ours against its protocol.
TYPED: dict[str, tuple[Rules, QuickPlayer]] = {
    compost.GAME.key: (compost_rules, compost_quick),
    mice_to_meet_you.GAME.key: (mice_rules, mice_quick),
    mistkaefer.GAME.key: (mistkaefer_rules, mistkaefer_quick),
    mmm.GAME.key: (mmm_rules, mmm_quick),
    so_ein_mist.GAME.key: (so_ein_mist_rules, so_ein_mist_quick),
}
SOLVED: dict[str, Solver] = {"mmm": mmm_solve, "mice-to-meet-you": mice_solve}


def test_the_type_checker_sees_every_game_of_ours() -> None:
    assert set(TYPED) == {game.key for game in ours()}
    assert set(SOLVED) == {game.key for game in ours() if game.is_solved}


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_every_game_keeps_its_contract(game: Game) -> None:
    assert game.rules.STATE.key == game.key
    assert callable(game.quick_player.quick)
    assert issubclass(game.view, View)
    assert (game.solve is not None) == game.is_solved


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("rules.py", "def legal(", "def allowed(", r"expected legal\(s, out\), got nothing"),
        ("rules.py", "ACTIONS = 2", "", "expected ACTIONS, got nothing of that name"),
        (
            "rules.py",
            "def chance(s: State)",
            "def chance(s: State, seat: int)",
            r"expected chance\(s\), got chance\(s, seat\)",
        ),
        ("rules.py", '("turn", "i8"),', "", "expected a field 'turn' in STATE"),
        (
            "rules.py",
            'Layout(\n    "spoiled"',
            'Layout(\n    "mmm"',
            "expected STATE to be a layout of 'spoiled', got one of 'mmm'",
        ),
        ("rules.py", "FACES = 6", "FACES = six", "NameError: name 'six' is not defined"),
        ("quick.py", "def quick(", "def slow(", r"expected quick\(s\), got nothing"),
        ("quick.py", "ENOUGH = 20", "estimate = 1", r"expected estimate\(s, out\), got 1"),
        (
            "view.py",
            "def score(self, seat: int) -> int:",
            "def score(self) -> int:\n        seat = 0",
            r"view can't be used: expected score\(seat\), got score\(\)",
        ),
        (
            "view.py",
            "    open_information = True",
            "    def reason(self, a: int) -> None: ...",
            r"expected open_information, got nothing.*expected reason\(a, other\), got reason\(a\)",
        ),
        ("view.py", "def scene(", "def picture(", r"expected scene\(\), got nothing of that name"),
        ("view.py", "class PigView(View)", "class PigView", "expected one class .*, got none"),
    ],
)
def test_what_is_missing_or_different_in_a_game_is_named(
    spoiled: Spoil, file: str, old: str, new: str, problem: str
) -> None:
    game = spoiled(file, old, new)
    with pytest.raises(BrokenGame, match=problem):
        _ = game.rules, game.quick_player, game.view
    assert pasch.new("mmm", seats=1, start=0).chance == 6


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("GAME = Game(", "PIG = Game(", "expected GAME to be a Game, got None"),
        ('key="spoiled"', 'key="Pig!"', "expected a key of small letters, digits and hyphens"),
        ("seats=(2, 4)", "seats=(4, 2)", r"expected \(fewest, most\) seats and a table between"),
        ("package=__name__", 'package="nowhere"', "expected its own package, got 'nowhere'"),
        ("seats=(2, 4)", "seats=4", "TypeError: cannot unpack non-iterable int object"),
        ("options=Options", "options=int", "TypeError: must be called with a dataclass type"),
        ("from dataclasses", "from dataklasses", "ModuleNotFoundError: No module named 'dataklas"),
    ],
)
def test_facts_that_no_game_has_are_named(spoiled: Spoil, old: str, new: str, problem: str) -> None:
    with pytest.raises(BrokenGame, match=rf"pasch_spoiled can't be used: {problem}"):
        spoiled("__init__.py", old, new)


def test_a_package_that_repeats_a_key_is_named_and_the_first_stays(
    spoiled: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoiled("__init__.py", 'key="spoiled"', 'key="pig"')
    known = list(packages())
    monkeypatch.setattr(registry, "packages", lambda: [*known, "pasch_spoiled"])
    registry.found.cache_clear()
    try:
        assert [str(each) for each in registry.broken()] == [
            "the game package pasch_spoiled can't be used: "
            "expected a key of its own, got 'pig' of pasch_pig"
        ]
        assert games()["pig"].package == "pasch_pig"
        with pytest.raises(UnknownGame, match=r"There are: .*; the game package pasch_spoiled can"):
            pasch.load("pog")
    finally:
        registry.found.cache_clear()


def test_two_games_with_the_same_fields_keep_their_own_rules(spoiled: Spoil) -> None:
    """A Pig whose quick player holds at once: its positions are like Pig's but for the name."""
    roll_on, hold = 0, 1
    choices = []
    for game in (games()["pig"], spoiled("quick.py", "= 20", "= 0"), games()["pig"]):
        s = game.rules.STATE.blank()
        game.rules.setup(s, 2, 0, game.read_options({}))
        game.rules.apply(s, 3)
        choices += [quick(s), law.quick(record_of(s))]
    assert choices == [roll_on, roll_on, hold, hold, roll_on, roll_on]


def test_a_record_says_whose_it_is() -> None:
    fields = [("seats", "i8"), ("turn", "i8")]
    one, other = Layout("one", fields), Layout("other", fields)
    assert dtype_of(one) != dtype_of(other)
    for layout in (one, other):
        assert layout.blank().of == record_of(layout.blank()).of == layout.key


def test_the_contract_tells_what_it_asks_for() -> None:
    assert dict(contract.offered(QuickPlayer)) == {"quick": "quick(s)"}
    assert dict(contract.offered(Rules))["resample"] == "resample(s, seat, rng)"


def test_a_package_whose_parent_fails_keeps_no_other_game_from_being_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pasch_faulty.py").write_text("raise ValueError('on purpose')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    known, found = list(folders()), list(packages())
    monkeypatch.setattr(places, "packages", lambda: [*found, "pasch_faulty.game"])
    assert list(folders()) == known
    with pytest.raises(BrokenGame, match="ValueError: on purpose"):
        registry.facts_of("pasch_faulty.game")
