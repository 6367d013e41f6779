"""Files that pages load: kept for good by their hash, asked for anew without it."""

import re

import pytest
from starlette.testclient import TestClient

from pasch.core.registry import load
from pasch.web.assets import address, assets, modules_of, stamp

PAGES = ("/", "/new/mmm", "/deal/X")


def test_a_file_named_with_its_hash_is_kept_for_good_and_else_asked_for_anew(
    http: TestClient,
) -> None:
    for name in ("js/table.js", "css/theme.css", "fonts/nunito.woff2", "art/pictures.js"):
        kept, plain = http.get(address(name)), http.get(f"/static/{name}")
        assert kept.content == plain.content
        assert "immutable" in kept.headers["cache-control"]
        assert plain.headers["cache-control"] == "no-cache"


def test_a_page_opened_before_an_update_still_finds_its_pictures(http: TestClient) -> None:
    before = http.get(f"/static/{'0' * 16}/icons/pasch.svg")
    assert before.status_code == 200
    assert before.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_every_file_it_loads_by_its_hash(path: str, http: TestClient) -> None:
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', http.get(path).text)
    assert len(named) > 10
    for file in named:
        assert file.startswith(f"/static/{stamp()}/")
        assert http.get(file).status_code == 200


def test_every_module_that_a_page_imports_is_named_in_it_and_found_relatively() -> None:
    for name in assets():
        if name.endswith(".js") and name.startswith("js/"):
            text = assets()[name].read_text("utf-8")
            imported = set(re.findall(r' from "(.+)";', text)) - {"../art/pictures.js"}
            assert {f"./{module}" for module in modules_of(name[3:])} >= imported
    assert {"home.js", "dom.js", "storage.js"} <= set(modules_of("home.js"))


def test_a_game_names_the_style_sheet_of_its_board_where_it_has_one(http: TestClient) -> None:
    for facts in http.get("/games").json():
        folder = load(facts["key"]).folder
        assert bool(facts["board"]) == (folder / "board.css").exists()
        assert not facts["board"] or http.get(facts["board"]).status_code == 200


def test_what_is_no_file_of_a_page_is_not_served(http: TestClient) -> None:
    for path in ("page.html", "table.html", "..%2fapp.py", "js", "js/", f"{stamp()}/nothing.js"):
        assert http.get(f"/static/{path}").status_code == 404
