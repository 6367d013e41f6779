"""The coach over HTTP and the WebSocket: hints, chances, reviews, and playing on."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pasch.coach import judge
from pasch.coach import review as coach
from pasch.coach.findings import Review
from pasch.core.match import log
from pasch.core.match.match import Match
from pasch.core.match.verify import verify
from pasch.server.app import create_app
from pasch.table.thinking import thinker
from tests.patience import PATIENCE

SALT = "0123456789abcdef" * 2


@pytest.fixture
def http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Yield a server whose coach thinks as little as it can."""
    monkeypatch.setattr(thinker, "HINT", judge.LEAST_PLAYOUTS)
    monkeypatch.setattr(thinker, "GLANCE", judge.LEAST_PLAYOUTS)
    whole = coach.review

    def brief(match: Match, **how: Any) -> Review:
        return whole(match, playouts=judge.LEAST_PLAYOUTS, **how)

    monkeypatch.setattr(coach, "review", brief)
    with TestClient(create_app(str(tmp_path / "tables.sqlite3"))) as client:
        yield client


def begin(http: TestClient, **settings: Any) -> tuple[str, dict[str, str]]:
    """Start a table where Anna sits alone and has a choice; return it and her key."""
    asked = {"game": "mmm", "seats": 1, "options": {"cat_steps": 1}, "deal": "A-CHOICE", **settings}
    table = http.post("/tables", json=asked).json()["id"]
    seat = http.post(f"/tables/{table}/seats", json={"name": "Anna", "salt": SALT}).json()
    key = {"Authorization": f"Bearer {seat['token']}"}
    assert http.post(f"/tables/{table}/start", headers=key).status_code == 200
    return table, key


def play(http: TestClient, table: str, key: dict[str, str]) -> None:
    while not (now := http.get(f"/tables/{table}/turn?wait=60", headers=key).json())["over"]:
        asked = {"version": now["version"], "action": now["choices"][0]["action"]}
        assert http.post(f"/tables/{table}/choose", json=asked, headers=key).status_code == 200


def token_of(key: dict[str, str]) -> str:
    return key["Authorization"].removeprefix("Bearer ")


def next_of(session: Any) -> dict[str, Any]:
    """Return the next message; what waits is sent as one list."""
    if not (waiting := vars(session).setdefault("waiting", [])):
        waiting += json.loads(session.receive_text())
    message: dict[str, Any] = waiting.pop(0)
    return message


def heard(session: Any, kind: str) -> dict[str, Any]:
    """Return the next message of this kind, unless something is refused."""
    while (received := next_of(session))["t"] not in (kind, "refused"):
        pass
    assert received["t"] == kind, received
    content: dict[str, Any] = received["d"]
    return content


def ask(session: Any, kind: str, version: int = 0, **content: Any) -> None:
    session.send_text(json.dumps({"t": kind, "id": 1, "v": version, "d": content}))


def test_a_viewer_asks_for_a_hint_and_for_the_chances(http: TestClient) -> None:
    table, key = begin(http)
    now = http.get(f"/tables/{table}/turn?wait=60", headers=key).json()
    with http.websocket_connect(f"/tables/{table}/live") as session:
        ask(session, "hint")
        assert heard(session, "refused")["reason"] == "expected hello as the first message"
        ask(session, "hello", token=token_of(key), language="de")
        heard(session, "ack")
        ask(session, "hint", now["version"])
        hint = heard(session, "hint")
        choices = hint["advice"]["choices"]
        assert hint["event"] == now["moment"]["event"]
        assert {c["action"] for c in choices} == {c["action"] for c in now["choices"]}
        assert choices[0]["value"] == max(c["value"] for c in choices)
        ask(session, "chances", on=True)
        assert len(heard(session, "chances")["shares"]) == 1
        ask(session, "chances", on="yes")
        assert heard(session, "refused")["code"] == "option"


def test_a_table_may_do_without_a_coach(http: TestClient) -> None:
    table, key = begin(http, coach=False)
    now = http.get(f"/tables/{table}/turn?wait=60", headers=key).json()
    with http.websocket_connect(f"/tables/{table}/live") as session:
        ask(session, "hello", token=token_of(key))
        heard(session, "ack")
        for kind, content in (("hint", {}), ("chances", {"on": True})):
            ask(session, kind, now["version"], **content)
            refused = heard(session, "refused")
            assert (refused["code"], refused["reason"]) == (
                "coach",
                "the coach may not help at this table",
            )


def test_a_review_is_made_once_and_then_there(http: TestClient) -> None:
    table, key = begin(http)
    play(http, table, key)
    path = f"/tables/{table}/review?language=en"
    first = http.get(path)
    assert (first.status_code, set(first.json())) == (202, {"done", "of", "before"})
    end = time.monotonic() + PATIENCE
    while (answer := http.get(path)).status_code == 202 and time.monotonic() < end:
        pass
    review = answer.json()
    assert answer.status_code == 200
    assert review["game"] == "mmm"
    assert len(review["chances"]) == http.get(f"/tables/{table}/log").text.count("\n") - 1
    assert http.get(path).json() == review


def test_a_finished_match_is_played_on(http: TestClient) -> None:
    table, key = begin(http)
    asked = {"event": 5, "token": token_of(key)}
    early = http.post(f"/tables/{table}/on", json=asked)
    assert (early.status_code, early.json()["error"]["code"]) == (409, "phase")
    play(http, table, key)
    laid = http.post(f"/tables/{table}/on", json=asked)
    assert (laid.status_code, laid.json()["kept"]) == (201, ["Anna"])
    again = laid.json()["id"]
    sat = {"name": "Anna", "salt": SALT, "token": token_of(key)}
    assert http.post(f"/tables/{again}/seats", json=sat).status_code == 201
    play(http, again, key)
    first, second = (http.get(f"/tables/{each}/log").text for each in (table, again))
    assert first.splitlines()[1:-1] == second.splitlines()[1:-1]
    read = log.read(second)
    assert read.header.after == 5
    assert verify(read.header, read.match, read.seed).ok
    info = http.get(f"/tables/{again}").json()
    assert info["origin"] == {"table": table, "events": 5}
    stranger = http.post(f"/tables/{table}/on", json={"event": 0}).json()
    assert stranger["kept"] == []
    beyond = http.post(f"/tables/{table}/on", json={"event": 10_000})
    assert (beyond.status_code, beyond.json()["error"]["code"]) == (400, "option")
