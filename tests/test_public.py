"""What `import pasch` offers, without bringing in the compiler."""

import re
from importlib.metadata import version
from pathlib import Path

import pasch
from pasch.core.game.position import CHANCE, OVER, WATCHER
from tests.command import Pasch


def test_an_editor_is_shown_everything_that_is_offered() -> None:
    names = ["CHANCE", "Game", "Match", "OVER", "PaschError", "WATCHER"]
    names += ["__version__", "arena", "games", "load", "new", "study"]
    assert sorted(dir(pasch)) == sorted(pasch.__all__) == names
    assert all(getattr(pasch, name) is not None for name in names)
    assert (pasch.CHANCE, pasch.OVER, pasch.WATCHER) == (CHANCE, OVER, WATCHER)


def test_games_can_be_asked_for_and_still_be_imported_from() -> None:
    from pasch.games import mmm

    assert pasch.games()["mmm"] is mmm.GAME
    assert pasch.load("mmm") is mmm.GAME


def test_the_types_are_offered_too() -> None:
    assert (Path(str(pasch.__file__)).parent / "py.typed").exists()


def test_the_version_is_that_of_the_package(pasch: Pasch) -> None:
    import pasch as package

    assert package.__version__ == version("pasch")
    assert re.fullmatch(r"pasch \d+\.\d+\.\d+\n", pasch("--version").out)


def test_the_changelog_begins_with_this_version() -> None:
    changes = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (.+)$", changes, re.MULTILINE)
    assert newest is not None
    assert newest.group(1).split(",")[0] in (version("pasch"), "Unreleased")
