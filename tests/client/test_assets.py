"""Files that pages load: kept for good by their hash, requested anew without it."""

import gzip
import re
import threading
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Request
from starlette.testclient import TestClient

from pasch.core.game.registry import load
from pasch.server.http import assets, compression
from pasch.server.http.assets import CLIENT, address, stamp
from pasch.table.thinking.pools import Pool
from tests.client.conftest import Opens
from tests.client.staging import link_of, moment_of, played_to
from tests.server.serving import Served

PAGES = ("/", "/new/mmm", "/deal/X")
FEW = 12  # requests of a second visit, since a browser keeps most files for good


def test_a_file_named_with_its_hash_is_kept_for_good_and_else_asked_for_anew(
    http: TestClient,
) -> None:
    for name in ("pages/pasch.js", "pages/table.css", "fonts/nunito.woff2", "icons/pasch.svg"):
        kept, plain = http.get(address(name)), http.get(f"/static/{name}")
        assert kept.content == plain.content
        assert "immutable" in kept.headers["cache-control"]
        assert plain.headers["cache-control"] == "no-cache"


def test_a_script_is_packed_for_who_can_unpack_it(http: TestClient) -> None:
    for name in ("pages/pasch.js", "pages/page.css", "pages/table.css"):
        short = http.get(address(name))
        plain = http.get(address(name), headers={"accept-encoding": "identity"})
        assert short.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert short.text == plain.text
        assert int(short.headers["content-length"]) < len(plain.content) / 3


def test_two_modules_may_have_the_same_name_in_two_folders() -> None:
    source = 'import { draw } from "../board/layout.js";\n'
    assert 'const { draw } = use("board/layout");' in assets.scope("pages/layout", source)
    assert {"board/layout", "pages/layout"} <= assets.modules().keys()


def test_what_is_compressed_is_so_ahead_of_time_or_in_threads_of_a_pool(
    http: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def note(content: bytes) -> bytes:
        threads.append(threading.current_thread().name)
        return gzip.compress(content)

    monkeypatch.setattr(compression, "compress", note)
    for name in ("pages/pasch.js", "pages/table.css", "icons/pasch.svg"):
        assert http.get(address(name)).headers["content-encoding"] == "gzip"
    assert threads == []
    assert http.get("/games").headers["content-encoding"] == "gzip"
    assert [name.partition("_")[0] for name in threads] == ["pasch-answers"]


def test_where_too_many_answers_wait_to_be_compressed_they_go_as_they_are(
    http: TestClient,
) -> None:
    app: Any = http.app
    app.state.pool = Pool("answers", 1, room=0)
    answer = http.get("/games")
    assert "content-encoding" not in answer.headers
    assert [game["key"] for game in answer.json()]


def test_a_page_opened_before_an_update_still_finds_its_pictures(http: TestClient) -> None:
    before = http.get(f"/static/{'0' * 16}/icons/pasch.svg")
    assert before.status_code == 200
    assert before.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_every_file_it_loads_by_its_hash(path: str, http: TestClient) -> None:
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', http.get(path).text)
    assert {file.split("/")[-1] for file in named} >= {"pasch.js", "page.css", "pasch.svg"}
    for file in named:
        assert file.startswith(f"/static/{stamp()}/")
        assert http.get(file).status_code == 200


def test_the_one_script_holds_every_module_and_asks_for_nothing_else() -> None:
    script = assets.script()
    names = {*assets.modules(), assets.PICTURES_MODULE}
    for name in names:
        assert f'modules["{name}"] = ' in script
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert set(re.findall(r'use\("([^"]+)"\)', script)) <= names


def test_a_folder_of_the_client_holds_twelve_modules_at_most() -> None:
    folders = Counter(name.partition("/")[0] for name in assets.modules())
    assert max(folders.values()) <= 12, folders


def test_a_module_takes_what_another_gives() -> None:
    source = 'import { one as first } from "./a.js";\nexport const two = first;\n'
    scope = assets.scope("floor/b", source)
    assert 'const { one: first } = use("floor/a");\nconst two = first;' in scope
    assert scope.startswith('modules["floor/b"] = () => {')
    assert scope.endswith("return { two };\n};\n")


def test_the_first_page_and_a_table_load_in_few_requests(window: Opens, served: Served) -> None:
    table = played_to(served, moment_of("mmm"))
    for path in ("/", link_of(table)):
        somebody = window()
        asked: list[str] = []

        def hear(request: Request, asked: list[str] = asked) -> None:
            asked.append(request.url)

        somebody.context.on("request", hear)
        somebody.go(path)
        assert 2 < len(asked) <= FEW, asked


def test_a_game_names_the_style_sheet_of_its_board_where_it_has_one(http: TestClient) -> None:
    for facts in http.get("/games").json():
        folder = load(facts["key"]).folder
        assert bool(facts["board"]) == (folder / "board.css").exists()
        assert not facts["board"] or http.get(facts["board"]).status_code == 200


def test_what_is_no_file_of_a_page_is_not_served(http: TestClient) -> None:
    for path in ("page.html", "table.html", "..%2fapp.py", "ui/dom.js", f"{stamp()}/pages/no.js"):
        assert http.get(f"/static/{path}").status_code == 404


def test_no_style_sheet_asks_what_lies_on_the_whole_table() -> None:
    """All of it would be matched anew at every change (docs/boards.md)."""
    sheets = [*CLIENT.glob("css/*.css"), *CLIENT.parent.glob("games/*/board.css")]
    assert len(sheets) > 8
    found = {sheet: re.findall(r"#table[^\s{,]*:has\(", sheet.read_text()) for sheet in sheets}
    assert not any(found.values()), found
