"""Tables over HTTP: what is served, and what is refused in words."""

import re
import sqlite3
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx
import pytest
import segno
import sqlalchemy as sa
from starlette.testclient import TestClient

from pasch.bots import NAMES
from pasch.core.game.registry import games, load
from pasch.core.match.lesson import lesson
from pasch.server import limits
from pasch.server.app import create_app
from pasch.server.errors import TooOften
from pasch.server.http import games as http_games
from pasch.server.http.pages import PAGES, VERIFIER
from pasch.server.limits import Budgets, Limits
from pasch.table.model import StoreTrouble
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.views.encoding import encode_lesson
from pasch.table.views.finished import whole_lesson

SALT = "0123456789abcdef" * 2
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def lay(http: TestClient, **settings: Any) -> str:
    answer = http.post("/tables", json={"game": "mmm", "seats": 2, **settings})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def sit(http: TestClient, table: str, name: str = "Anna", **more: Any) -> httpx.Response:
    return http.post(f"/tables/{table}/seats", json={"name": name, "salt": SALT, **more})


def problem(answer: httpx.Response) -> tuple[int, str, str]:
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["reason"]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_every_game_is_listed_with_its_options_and_bots(http: TestClient) -> None:
    listed = http.get("/games").json()
    assert [game["key"] for game in listed] == list(games())
    mmm = next(game for game in listed if game["key"] == "mmm")
    assert mmm["seats"] == [1, 6]
    assert [(o["name"], o["kind"]) for o in mmm["options"]] == [
        ("board", "file"),
        ("cat_steps", "number"),
        ("line", "yes-no"),
    ]
    assert mmm["options"][0]["choices"] == ["one-paw", "two-paws"]
    assert [bot["key"] for bot in mmm["bots"]] == [*NAMES, "perfect"]


def test_bots_of_the_server_are_listed_beside_the_levels(tmp_path: Path) -> None:
    with TestClient(create_app(str(tmp_path / "store"), bots=["search:5000", "my:Bot"])) as http:
        listed = http.get("/games", headers={"Accept-Language": "de"}).json()
    assert listed[0]["bots"][-2:] == [
        {"key": "search:5000", "name": "Suche 5000", "words": "ein Bot dieses Servers"},
        {"key": "my:Bot", "name": "Bot", "words": "ein Bot dieses Servers"},
    ]


def test_german_comes_when_asked_for_or_when_the_browser_prefers_it(http: TestClient) -> None:
    asked = http.get("/games?language=de").json()
    preferred = http.get("/games", headers={"accept-language": "de-AT,en;q=0.5"}).json()
    assert asked == preferred != http.get("/games?language=en").json()
    assert http.get("/words/de.json").json()["Player {n}"] == "Spieler {n}"
    assert http.get("/words/en.json").json() == {}


def test_an_unknown_language_is_refused(http: TestClient) -> None:
    expected = (400, "option", "the language is one of en, de, not 'fr'")
    assert problem(http.get("/games?language=fr")) == expected
    assert problem(http.get("/words/fr.json")) == expected


@pytest.mark.parametrize("key", list(games()))
def test_rules_come_as_html_with_every_heading(http: TestClient, key: str) -> None:
    html = http.get(f"/games/{key}/rules?language=en").json()["html"]
    assert html.startswith("<h1>")
    assert html.count("<h2>") >= 3
    assert "<script" not in html


def test_rules_of_no_game_are_a_404_that_names_the_games(http: TestClient) -> None:
    status, code, reason = problem(http.get("/games/chess/rules"))
    assert (status, code) == (404, "game")
    assert "mistkaefer" in reason


@pytest.mark.parametrize("path", [*PAGES, VERIFIER])
def test_every_page_is_there_and_lets_in_nothing_from_elsewhere(
    http: TestClient, path: str
) -> None:
    answer = http.get(path.format(game="mmm", lesson="1-first", id=lay(http), code="X"))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in answer.headers["content-security-policy"] or path == VERIFIER
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-cache"
    assert "{page}" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/t/NOTABLE2",
        "/t/NOTABLE2/review",
        "/new/chess",
        "/learn/mmm/none",
        "/learn/chess/none",
    ],
)
def test_a_wrong_link_is_a_page_with_a_404_for_somebody_with_a_browser(
    http: TestClient, path: str
) -> None:
    answer = http.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert 'data-page="not-found"' in answer.text
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_what_is_not_there_is_a_404_in_json_for_a_program(http: TestClient) -> None:
    assert problem(http.get("/nowhere")) == (404, "http", "Not Found")
    assert problem(http.get("/tables/NOTABLE2/nothing", headers=BROWSER))[:2] == (404, "http")
    assert problem(http.get("/tables/NOTABLE2", headers=BROWSER))[:2] == (404, "table")
    assert problem(http.delete("/tables"))[0] == 405


def test_the_page_of_a_table_is_there_while_nobody_can_say_whether_the_table_is(
    http: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: Tables, __: str) -> Table:
        raise StoreTrouble("the disk is full")

    monkeypatch.setattr(Tables, "find", fails)
    assert http.get("/t/NOTABLE2").status_code == 200


def test_the_worker_has_the_page_for_offline_in_the_language_of_who_asks(http: TestClient) -> None:
    script = http.get("/worker.js?language=de")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "Keine Verbindung" in script.text
    assert "No connection" in http.get("/worker.js").text
    assert "{offline}" not in script.text
    assert "{why}" not in script.text


def test_a_new_tables_name_can_be_read_out_and_typed(http: TestClient) -> None:
    assert re.fullmatch("[2-9A-HJ-NP-Z]{8}", lay(http))


def test_a_table_is_laid_with_its_envelope_and_nobody_sits_there(http: TestClient) -> None:
    laid = http.post("/tables", json={"game": "mmm", "seats": 2}).json()
    info = http.get(f"/tables/{laid['id']}").json()
    assert info["commitment"] == laid["commitment"]
    assert len(laid["commitment"]) == 64
    assert info["seed"] is None
    assert [seat["kind"] for seat in info["seats"]] == ["open", "open"]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"game": "chess", "seats": 2}, "no game 'chess'"),
        ({"game": "mmm", "seats": 7}, "Mmm! is for 1 to 6 seats, not 7"),
        ({"game": "mmm", "seats": "2"}, "Expected `int`, got `str` - at `$.seats`"),
        ({"game": "mmm"}, "missing required field `seats`"),
        ({"game": "mmm", "seats": 2, "bet": 5}, "unknown field `bet`"),
        ({"game": "mmm", "seats": 2, "options": {"cats": 3}}, "Mmm! has no option 'cats'"),
        ({"game": "mmm", "seats": 2, "options": {"cat_steps": 0}}, "from 1 to 99, not 0"),
        ({"game": "mmm", "seats": 2, "options": {"board": "/etc/passwd"}}, "read as TOML"),
        ({"game": "mmm", "seats": 2, "clock": 1}, "the clock is 0 or 5 to 600 seconds, not 1"),
        ({"game": "mmm", "seats": 2, "starter": 2}, "from 0 to 1, not 2"),
        ({"game": "mmm", "seats": 2, "deal": "a b"}, "a deal's code is 1 to 40 letters"),
        ({"game": "mmm", "seats": 2, "deal": "X", "dice": "real"}, "exclude each other"),
        ([], "Expected `object`, got `array`"),
    ],
)
def test_a_table_that_cannot_be_laid_is_refused_in_words(
    http: TestClient, settings: Any, reason: str
) -> None:
    answer = http.post("/tables", json=settings)
    assert answer.status_code in (400, 404)
    assert reason in answer.json()["error"]["reason"]


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"game": "chess"}, "kein Spiel 'chess'. Es gibt: compost"),
        ({"seats": 7}, "Mmm! ist für 1 bis 6 Plätze, nicht 7"),
        ({"options": {"cats": 3}}, "Mmm! hat keine Option 'cats'; es gibt: board, cat_steps, line"),
        ({"options": {"cat_steps": 0}}, "cat_steps ist eine ganze Zahl von 1 bis 99, nicht 0"),
        ({"options": {"line": "x"}}, "line ist ja oder nein (yes, no), nicht 'x'"),
        (
            {"options": {"board": "title = 'mine'"}},
            "der Plan (board) ist so nicht zu gebrauchen:\n"
            "  pantry: Erwartet ist ein Text von sieben Zeilen, gekommen ist None\n"
            "  foods: Erwartet ist eine Tabelle der fünf Speisen, gekommen ist None",
        ),
        (
            {"game": "mistkaefer", "options": {"bonus": "red 1 chip"}},
            "das Tableau ist so nicht zu gebrauchen:\n"
            "  bonus 'red 1 chip': Erwartet ist green, yellow, blue, gekommen ist 'red'",
        ),
        (
            {"game": "mice-to-meet-you", "options": {"dice_cards": "6 red"}},
            "dice_cards: Erwartet sind 6, 9, 12 und 15, jede einmal, gekommen ist 6",
        ),
        (
            {"deal": "a b"},
            "ein Code hat 1 bis 40 Buchstaben, Ziffern und Bindestriche, nicht 'a b'",
        ),
    ],
)
def test_a_german_browser_is_told_in_german_why_no_table_is_laid(
    http: TestClient, settings: Any, reason: str
) -> None:
    asked = {"game": "mmm", "seats": 2, **settings}
    answer = http.post("/tables", json=asked, headers={"accept-language": "de"})
    assert problem(answer)[2].startswith(reason)


def test_a_seat_is_refused_in_the_language_of_who_wants_it(http: TestClient) -> None:
    seats = f"/tables/{lay(http, seats=1)}/seats"
    german = {"accept-language": "de-CH,de;q=0.9,en;q=0.8"}
    nameless, anna = ({"name": name, "salt": SALT} for name in (" ", "Anna"))
    refused = problem(http.post(seats, json=nameless, headers=german))
    assert refused == (400, "name", "ein Name hat 1 bis 30 Zeichen, gekommen ist ''")
    assert http.post(seats, json=anna).status_code == 201
    assert problem(http.post(seats, json=anna, headers=german))[2] == "alle Plätze sind besetzt"
    assert problem(http.post(seats, json=anna))[2] == "every seat is taken"
    unknown = problem(http.get("/tables/nosuchtabl?language=de"))
    assert unknown == (404, "table", "es gibt keinen Tisch 'nosuchtabl'")


def test_the_content_of_an_owners_board_makes_a_table(http: TestClient) -> None:
    folder = games()["mmm"].folder / "boards"
    board = (folder / "two-paws.toml").read_text(encoding="utf-8")
    table = lay(http, options={"board": board})
    settings = http.get(f"/tables/{table}").json()["settings"]
    assert settings["options"]["board"]["title"] == "two paws"


def test_what_is_not_json_and_what_is_too_long_are_refused(http: TestClient) -> None:
    status, code, reason = problem(http.post("/tables", content=b"{nonsense"))
    assert (status, code) == (400, "option")
    assert reason.startswith("expected a JSON NewSettings")
    too_long = http.post("/tables", content=b" " * (limits.LONGEST_BODY + 1))
    assert problem(too_long) == (413, "size", "expected at most 32000 bytes, got more")


def test_too_many_tables_at_once_are_refused_and_a_moment_later_taken(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))
    with TestClient(create_app(str(store), limits=Limits(tables=(2, 0.5)))) as http:
        lay(http)
        lay(http)
        status, code, reason = problem(http.post("/tables", json={"game": "mmm", "seats": 2}))
        assert (status, code) == (429, "often")
        assert reason.startswith("expected at most 2 new tables, then 0.5 a second")
        now = 2.0
        lay(http)


def test_the_longest_silent_network_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ACCOUNTS", 2)
    budgets = Budgets(Limits(frames=(1, 0.0)))
    for address in ("a", "b", "c"):
        budgets.of(address).spend(frames=1)
    budgets.of("a").expect_budget()
    with pytest.raises(TooOften):
        budgets.of("c").expect_budget()


def test_people_sit_down_until_every_seat_is_taken(http: TestClient) -> None:
    table = lay(http)
    anna, ben = sit(http, table), sit(http, table, "Ben", seat=1)
    assert (anna.status_code, anna.json()["seat"], ben.json()["seat"]) == (201, 0, 1)
    assert anna.json()["token"] != ben.json()["token"]
    assert problem(sit(http, table, "Cleo")) == (409, "full", "every seat is taken")
    seats = http.get(f"/tables/{table}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Anna", "Ben"]


def test_a_full_seat_and_a_seat_that_is_not_there_are_refused(http: TestClient) -> None:
    table = lay(http)
    sit(http, table, seat=0)
    assert problem(sit(http, table, seat=0)) == (409, "full", "seat 1 is taken")
    expected = (404, "seat", "expected a seat from 1 to 2, got 10")
    assert problem(sit(http, table, seat=9)) == expected


@pytest.mark.parametrize("name", ["", " \t ", "x" * 31, "x" * 10_000, "\u202e"])
def test_a_name_that_is_none_or_too_long_is_refused(http: TestClient, name: str) -> None:
    status, code, reason = problem(sit(http, lay(http), name))
    assert (status, code) == (400, "name")
    assert reason.startswith("expected a name of 1 to 30 characters")


def test_markup_in_a_name_stays_text(http: TestClient) -> None:
    table = lay(http)
    sit(http, table, "<b>Anna</b>")
    assert http.get(f"/tables/{table}").json()["seats"][0]["name"] == "<b>Anna</b>"


def test_a_bad_salt_is_refused(http: TestClient) -> None:
    answer = sit(http, lay(http), salt="pepper")
    assert problem(answer) == (404, "seat", "expected a salt of 32 hex digits, got 'pepper'")


def test_an_unknown_table_is_a_404_everywhere(http: TestClient) -> None:
    for path in ("", "/log", "/at/0", "/dice", "/review", "/link", "/qr.svg"):
        status, code, _ = problem(http.get(f"/tables/nosuchtabl{path}"))
        assert (status, code) == (404, "table"), path
    assert problem(sit(http, "nosuchtabl"))[:2] == (404, "table")


def test_nothing_is_told_of_a_match_before_its_end(http: TestClient) -> None:
    table = lay(http)
    for path in ("log", "at/0", "dice", "review"):
        expected = (409, "phase", "the game is not over")
        assert problem(http.get(f"/tables/{table}/{path}")) == expected


def test_the_link_and_its_qr_code_lead_to_the_table(http: TestClient) -> None:
    table = lay(http)
    assert http.get(f"/tables/{table}/link").json() == {"link": f"http://testserver/t/{table}"}
    picture = http.get(f"/tables/{table}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.count("<path") == 2


def test_the_qr_code_of_a_link_is_drawn_once_in_a_thread(
    http: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    make = segno.make

    def note(*arguments: Any, **named: Any) -> Any:
        threads.append(threading.current_thread().name)
        return make(*arguments, **named)

    monkeypatch.setattr(segno, "make", note)
    table = lay(http)
    pictures = {http.get(f"/tables/{table}/qr.svg").content for _ in range(5)}
    assert len(pictures) == 1
    assert [name.partition("_")[0] for name in threads] == ["pasch-answers"]


@pytest.mark.parametrize("learner", ["Zoë", 'a "b" \\', "<i>", "🎲" * 3, "{name}"])
def test_a_lesson_is_told_once_and_then_to_everybody_by_name(
    learner: str, http: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = "/games/mmm/lessons/1-first"
    http.get(first)
    directly = encode_lesson(whole_lesson(lesson(load("mmm"), "1-first"), learner, "en"))
    monkeypatch.setattr(http_games, "whole_lesson", None)
    assert http.get(first, params={"learner": learner}).content == directly


def test_a_link_for_other_devices_never_says_localhost(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.server.http.link.own_address", lambda: "192.168.1.7")
    with TestClient(create_app(str(store), reachable=True), "http://localhost:8420") as http:
        table = lay(http)
        link = http.get(f"/tables/{table}/link").json()["link"]
        assert link == f"http://192.168.1.7:8420/t/{table}"
    with TestClient(create_app(str(store)), "http://localhost:8420") as http:
        link = http.get(f"/tables/{table}/link").json()["link"]
        assert link == f"http://localhost:8420/t/{table}"


def test_the_server_is_well(http: TestClient) -> None:
    assert http.get("/health").json() == {"status": "ok", "name": "pasch"}


def test_health_is_a_503_with_the_reason_while_nothing_can_be_written(
    http: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.table.storage.sql.PROBE_HOLDS_S", -1.0)
    assert http.get("/health").status_code == 200
    engine = http.app.state.tables.store.database.engine  # type: ignore[attr-defined]
    for read_only, status in (("ON", 503), ("OFF", 200)):
        with engine.begin() as connection:
            connection.execute(sa.text(f"PRAGMA query_only = {read_only}"))
        answer = http.get("/health?language=de")
        assert answer.status_code == status
    with engine.begin() as connection:
        connection.execute(sa.text("PRAGMA query_only = ON"))
    error = http.get("/health?language=de").json()["error"]
    assert error["code"] == "store"
    assert "attempt to write a readonly database" in error["reason"]


def test_a_program_sits_down_waits_for_its_turn_and_plays_to_the_end(http: TestClient) -> None:
    table = lay(http, seats=1, starter=0, options={"cat_steps": 1})
    token = sit(http, table, "Robby").json()["token"]
    turn = f"/tables/{table}/turn"
    waiting = http.get(turn, headers=bearer(token)).json()
    assert (waiting["yours"], waiting["phase"], waiting["moment"]) == (False, "gathering", None)
    started = http.post(f"/tables/{table}/start", headers=bearer(token))
    assert started.status_code == 200, started.text
    first = True
    while not (now := http.get(f"{turn}?wait=60", headers=bearer(token)).json())["over"]:
        assert now["yours"]
        assert set(now["choices"][0]) == {"action", "text", "do"}
        if first:
            assert now["moment"]["scene"]["choices"][0]["action"] == now["choices"][0]["action"]
            first = False
        asked = {"version": now["version"], "action": now["choices"][-1]["action"]}
        answer = http.post(f"/tables/{table}/choose", json=asked, headers=bearer(token))
        assert answer.status_code == 200, answer.text
    assert now["moment"]["over"]
    log = http.get(f"/tables/{table}/log")
    assert log.headers["content-disposition"] == f'attachment; filename="mmm-{table}.jsonl"'
    assert log.text.splitlines()[-1].startswith('{"events":')
    assert http.get(f"/tables/{table}/at/0").json()["event"] == 0
    assert http.get(f"/tables/{table}/dice?language=en").json()[0]["rolls"] > 0
    assert http.get(f"/tables/{table}").json()["seed"]


def test_a_token_of_one_s_own_has_to_be_strong(http: TestClient) -> None:
    table, asked = lay(http), {"name": "Anna", "salt": "0" * 32}
    for weak in ("a", "anna-at-the-table", "a" * 40):
        answer = http.post(f"/tables/{table}/seats", json={**asked, "token": weak})
        expected = (400, "option", "expected a token of at least 20 random signs")
        assert problem(answer) == expected
    strong = "k2J8s0Qx7LmPz4RtVb9n"
    first = http.post(f"/tables/{table}/seats", json={**asked, "token": strong})
    again = http.post(f"/tables/{table}/seats", json={**asked, "token": strong})
    assert first.json() == again.json()
    assert (first.json()["seat"], first.json()["token"]) == (0, strong)


def test_a_program_without_the_secret_or_with_nonsense_is_refused(http: TestClient) -> None:
    table = lay(http)
    token = sit(http, table).json()["token"]
    turn = f"/tables/{table}/turn"
    assert problem(http.get(turn))[:2] == (401, "token")
    assert problem(http.get(turn, headers=bearer("forged")))[:2] == (404, "seat")
    too_long = http.get(f"{turn}?wait=61", headers=bearer(token))
    assert problem(too_long)[2] == "wait is a number from 0 to 60, not '61'"
    asked = {"version": 1, "action": 0}
    early = http.post(f"/tables/{table}/choose", json=asked, headers=bearer(token))
    assert problem(early) == (409, "phase", "the game has not begun")


def test_a_locked_store_is_said_and_nothing_is_lost(http: TestClient, store: Path) -> None:
    table = lay(http)
    other = sqlite3.connect(store, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    status, code, reason = problem(sit(http, table))
    other.execute("ROLLBACK")
    other.close()
    assert (status, code) == (503, "store")
    assert "locked" in reason
    assert sit(http, table).json()["seat"] == 0


def test_results_of_a_deal_are_found_by_its_code(http: TestClient) -> None:
    assert http.get("/deals/summer-2026").json() == []
    assert problem(http.get("/deals/a b"))[0] == 400
