"""Pictures of emoji: one for each that the sources show, and no other."""

import re
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

from pasch.core.game.registry import games
from pasch.server.app import create_app
from pasch.server.http import assets
from pasch.server.http.assets import CODE_POINTS, PICTURES, pictures
from tests.clauses import ours
from tests.emoji import emoji_by_folder, picture_name

FOLDERS = pytest.mark.parametrize(
    "folder", [PICTURES, *(game.folder / "art" for game in games().values())]
)


@pytest.fixture
def http(tmp_path: Path) -> TestClient:
    return TestClient(create_app(str(tmp_path / "tables.sqlite3")))


@FOLDERS
def test_every_emoji_shown_has_its_picture_and_no_picture_is_unused(folder: Path) -> None:
    shown = {picture_name(emoji): emoji for emoji in emoji_by_folder()[folder]}
    drawn = {path.stem for path in folder.glob("*.svg") if CODE_POINTS.fullmatch(path.stem)}
    assert {name: shown[name] for name in shown.keys() - drawn} == {}
    assert drawn - shown.keys() == set()


@pytest.mark.parametrize("folder", [PICTURES, *(game.folder / "art" for game in ours())])
def test_the_pictures_come_with_their_licence(folder: Path) -> None:
    assert "Microsoft" in (folder / "LICENSE").read_text("utf-8")


def test_the_pages_know_which_pictures_there_are(http: TestClient) -> None:
    script = http.get("/static/pages/pasch.js")
    assert script.headers["content-type"].startswith("text/javascript")
    listed = dict(re.findall(r'^  \["(.+)", "data:image/svg.xml,(.+)"\],$', script.text, re.M))
    assert listed.keys() == {
        picture_name(emoji) for shown in emoji_by_folder().values() for emoji in shown
    }
    for name, drawing in listed.items():
        assert unquote(drawing) == pictures()[name].read_text("utf-8").strip().replace('"', "'")


def test_a_picture_is_served_like_any_file_of_the_pages(http: TestClient) -> None:
    for path in pictures().values():
        picture = http.get(f"/art/{path.name}")
        assert picture.content == path.read_bytes()
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.headers["cache-control"] == "no-cache"
    known = {"if-none-match": picture.headers["etag"]}
    assert http.get(f"/art/{path.name}", headers=known).status_code == 304


def test_a_game_from_elsewhere_brings_its_own_pictures_and_its_board(
    tmp_path: Path, http: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "art").mkdir()
    for name in ("1f9ff.svg", "1f3b2.svg", "barn.svg"):
        (tmp_path / "art" / name).write_text("<svg/>")
    (tmp_path / "board.css").write_text("main {}")
    theirs = SimpleNamespace(folder=tmp_path, key="theirs")
    monkeypatch.setattr(assets, "games", lambda: {"theirs": theirs})
    for function in ("assets", "stamp", "pictures", "loaded"):
        monkeypatch.setattr(assets, function, getattr(assets, function).__wrapped__)
    assert http.get("/art/1f9ff.svg").text == "<svg/>"
    assert http.get("/art/1f3b2.svg").content == (PICTURES / "1f3b2.svg").read_bytes()
    assert http.get("/art/theirs/barn.svg").text == "<svg/>"
    assert http.get("/art/barn.svg").status_code == 404
    assert http.get(assets.board_of(theirs)).text == "main {}"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "path", ["LICENSE", "1f3b2", "1f3b2.svg.svg", "1f9ff.svg", "%2e%2e/page.html", "..%2fpage.html"]
)
def test_nothing_but_a_picture_is_served_there(path: str, http: TestClient) -> None:
    assert http.get(f"/art/{path}").status_code == 404
