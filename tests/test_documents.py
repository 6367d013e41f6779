"""Everything that the documents show works: commands, examples, links, pictures."""

import doctest
import importlib
import os
import pkgutil
import re
import shlex
from pathlib import Path

import pytest

from tests.clauses import ours
from tests.command import Pasch

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS = sorted(
    {
        line
        for document in DOCUMENTS
        for block in re.findall(r"```sh\n(.*?)```", document.read_text(encoding="utf-8"), re.S)
        for line in block.splitlines()
    }
)


TYPED = [line for line in COMMANDS if line.split(" ", 1)[0] == "pasch"]


MANY_GAMES = re.compile(r"--games \d+")
TAKES_ITS_TIME = re.compile("pasch (serve|solve)")


def runs(pasch: Pasch, command: str, folder: Path) -> None:
    """Run a command of a document without input, so a game stops at its first question."""
    (folder / "docs").symlink_to(ROOT / "docs")
    answer = pasch(*shlex.split(command)[1:])
    assert (answer.code, answer.err) == (0, "")
    assert answer.out


@pytest.mark.parametrize("command", [line for line in TYPED if not TAKES_ITS_TIME.match(line)])
def test_a_command_in_the_documents_runs(
    command: str, pasch: Pasch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands that play many games play a few here, in this process."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    runs(pasch, MANY_GAMES.sub("--games 6", command), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize(
    "command", [line for line in TYPED if re.search(r"--games \d+|pasch solve", line)]
)
def test_a_command_in_the_documents_that_takes_its_time_runs(
    command: str, pasch: Pasch, tmp_path: Path
) -> None:
    runs(pasch, command, tmp_path)


def test_the_make_targets_in_the_documents_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {line.split()[1] for line in COMMANDS if line.startswith("make")}
    assert targets == {"play", "test"}
    assert all(re.search(rf"^{target}:", makefile, re.M) for target in targets)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_in_the_documents_run(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = doctest.testfile(
        str(document), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert result.failed == 0


@pytest.mark.parametrize("name", ["errors", "match.match"])
def test_the_examples_in_the_docstrings_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"pasch.core.{name}"))
    assert result.attempted > 0
    assert result.failed == 0


def imported_or_named() -> set[str]:
    """Return the modules and names of ours that a document or example imports or names in code."""
    found = set()
    for path in (*DOCUMENTS, *(ROOT / "docs").glob("*.py"), *(ROOT / "examples").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for module, names in re.findall(r"from (pasch[\w.]*) import ([\w, ]+)", text):
            found |= {f"{module}.{name.split()[0]}" for name in names.split(",")}
        found |= set(re.findall(r"import (?:\w+, )*(pasch\.[\w.]+)", text))
        found |= set(re.findall(r"`(pasch(?:\.\w+)+)[`(]", text))
    return found


@pytest.mark.parametrize("name", sorted(imported_or_named()))
def test_what_the_documents_and_examples_import_is_there(name: str) -> None:
    pkgutil.resolve_name(name)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_pictures_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
        assert target.startswith("http") or (document.parent / target).exists(), target


def test_the_board_in_the_documents_can_be_played(tmp_path: Path) -> None:
    from pasch.games.mmm.board_files import load_board

    text = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    board = tmp_path / "board.toml"
    board.write_text(re.findall(r"```toml\n(.*?)```", text, re.S)[0], encoding="utf-8")
    assert load_board(board).title == "my board"


@pytest.mark.parametrize("picture", sorted((ROOT / "docs" / "pictures").glob("*.svg")), ids=str)
def test_pictures_fetch_nothing_from_elsewhere(picture: Path) -> None:
    addresses = re.findall(r'(?:href=|src=|url\()["\']?(https?:[^"\')]+)', picture.read_text())
    assert addresses == []


def test_the_readme_lists_our_games_as_they_are() -> None:
    rows = re.findall(
        r"^\| \[(.+?)\]\((.+?)\).*? \| (\d+)-(\d+)",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.M,
    )
    listed = {(title, ROOT / path, int(low), int(high)) for title, path, low, high in rows}
    assert listed == {(game.title, game.folder / "RULES.md", *game.seats) for game in ours()}
