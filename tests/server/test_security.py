"""The promises of docs/security.md that no other test checks; each line there names a test."""

import asyncio
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Scope

from pasch.server.http.endpoint import json_response
from pasch.server.limits import REQUEST_BYTES, Budgets, Limits
from pasch.server.middleware import RequestGuard
from tests.server.serving import apart

ROOT = Path(__file__).parents[2]
FIGURES = "## While somebody attacks"
LINE = re.compile(r"^\|.+\| (?P<file>test_\w+): (?P<name>[^|]+) \|$", re.MULTILINE)


def lines_of_the_model() -> list[str]:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").partition(FIGURES)[0]
    return [line for line in text.splitlines() if re.match(r"\| (?!---|somebody)", line)]


@pytest.mark.parametrize("line", lines_of_the_model())
def test_every_line_of_the_threat_model_names_a_test(line: str) -> None:
    named = LINE.match(line)
    assert named is not None, line
    files = ROOT.glob(f"tests/**/{named['file']}.py")
    test = f"def test_{named['name'].replace(' ', '_')}("
    assert any(test in file.read_text(encoding="utf-8") for file in files)


def test_only_a_lesson_may_be_framed(http: TestClient) -> None:
    for path in ("/", "/new/mmm"):
        assert "frame-ancestors 'none'" in http.get(path).headers["content-security-policy"]
    lesson = http.get("/learn/mmm/1-first")
    assert "frame-ancestors 'self'" in lesson.headers["content-security-policy"]


@pytest.mark.parametrize(
    "addresses",
    [
        ["10.0.0.1"] * 3 + ["10.0.0.2"],
        ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:3", "2001:db8:0:1::1"],
        ["10.0.0.1", "::ffff:10.0.0.1", "::ffff:a00:1", "2001:db8::1"],
    ],
)
def test_one_network_has_so_many_requests_under_way(addresses: list[str]) -> None:
    codes = apart(ask_at_once(addresses))
    assert sorted(codes) == [200, 200, 200, 429]


async def ask_at_once(addresses: list[str]) -> list[int]:
    """Send a request from each address, all before one is answered; return the status codes."""
    codes: list[int] = []
    answers = asyncio.Event()

    async def slow(scope: Scope, receive: Any, send: Any) -> None:
        await answers.wait()
        await json_response({})(scope, receive, send)

    async def note(message: Any) -> None:
        if message["type"] == "http.response.start":
            codes.append(message["status"])

    door = RequestGuard(slow, Budgets(Limits(held=2 * REQUEST_BYTES)), ())
    scopes = [http_scope(address) for address in addresses]
    tasks = [asyncio.create_task(door(scope, nothing, note)) for scope in scopes]
    await asyncio.sleep(0)
    answers.set()
    await asyncio.gather(*tasks)
    return codes


def http_scope(address: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "GET",
        "path": "/health",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": (address, 1),
    }


async def nothing() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_neither_store_nor_log_holds_the_secret_of_a_seat(
    http: TestClient, store: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG, "pasch")
    table = http.post("/tables", json={"game": "mmm", "seats": 1}).json()["id"]
    asked = {"name": "Anna", "salt": "0" * 32}
    token = http.post(f"/tables/{table}/seats", json=asked).json()["token"]
    bearer = {"authorization": f"Bearer {token}"}
    assert http.post(f"/tables/{table}/start", headers=bearer).status_code == 200
    monkeypatch.setattr(
        "pasch.server.http.tables.turn_of", None
    )  # a fault here has the token and the seed at hand
    assert http.get(f"/tables/{table}/turn", headers=bearer).status_code == 500
    kept = b"".join(path.read_bytes() for path in store.parent.glob("tables.sqlite3*"))
    seed = re.search(rb'"seed":"([0-9a-f]+)"', kept)
    assert seed is not None
    assert token.encode() not in kept
    assert "failed" in caplog.text
    assert token not in caplog.text
    assert seed[1].decode() not in caplog.text
