"""The messages between a server and its viewers while a game is played.

Two people and a watcher have one socket each. The dice are those of a deal, so the messages are the
same every time. What each run draws anew is left out: the table's name and its running hash.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from pasch.server.app import create_app
from pasch.table.thinking.pools import Pool
from pasch.table.thinking.thinker import ThreadThinker
from tests.kept import expect_kept

WHOLE = 10_000
SESSIONS: dict[str, tuple[dict[str, Any], int]] = {
    "compost": ({"dice": 4, "neutral": 1, "turn_limit": 8}, 6),
    "mice-to-meet-you": ({}, 6),
    "mistkaefer": ({"clovers": 1, "balls": 8}, 6),
    "mmm": ({"cat_steps": 4}, WHOLE),
    "so-ein-mist": ({}, 6),
}
"""The options of each game, and how many choices are made."""

PEOPLE = {"Anna": "en", "Ben": "de", "Cleo": "en"}
"""The people at the table, and the language in which each reads."""


class Talker:
    """One end of a socket, which records the messages in both directions."""

    def __init__(self, name: str, session: WebSocketTestSession, record: list[str]) -> None:
        self._name = name
        self._session = session
        self._record = record
        self._number = 0
        self.version = 0

    def say(self, kind: str, content: Any = None, version: int | None = None) -> None:
        """Send a message and record it with all that came until its answer."""
        seen = self.version if version is None else version
        self._number += 1
        sent = {"t": kind, "id": self._number, "v": seen, "d": content or {}}
        self._note("sends", sent)
        self._ask(sent)

    def settle(self) -> None:
        """Record all that was sent to this viewer until now, as far as the answer to a question."""
        self._ask({"t": "help", "id": 0, "v": 0, "d": {"at": ["nothing"]}})

    def _ask(self, sent: dict[str, Any]) -> None:
        self._session.send_text(json.dumps(sent))
        while not self._hear(sent["id"]):
            pass

    def _hear(self, number: int) -> bool:
        """Record one list of messages; return whether the answer to this number is among them."""
        answered = False
        for received in json.loads(self._session.receive_text()):
            self.version = max(self.version, received["v"])
            if received["t"] in ("ack", "refused"):
                answered |= received["d"]["id"] == number
                if number == 0:
                    continue
            parts = received["d"] if received["t"] == "frames" else [received["d"]]
            for part in parts:
                self._note("gets", {**received, "d": part})
        return answered

    def _note(self, does: str, message: dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        self._record.append(f"{self._name} {does} {text}")


class Evening:
    """A table with people and a watcher, each at a socket."""

    def __init__(self, http: TestClient, game: str, options: dict[str, Any], seats: int) -> None:
        settings = {"game": game, "seats": seats, "options": options, "starter": 0, "deal": "KEPT"}
        self._http = http
        self._id = http.post("/tables", json=settings).json()["id"]
        self._sockets = ExitStack()
        self.record: list[str] = []
        self.tokens = {name: f"{name}-0123456789abcdef-kept" for name in list(PEOPLE)[:seats]}
        self.talkers: dict[str, Talker] = {}
        for name, token in self.tokens.items():
            salt = name.encode().hex().ljust(32, "0")
            asked = {"name": name, "salt": salt, "token": token}
            assert http.post(f"/tables/{self._id}/seats", json=asked).status_code == 201
            self._connect(name, token)
        self._connect("watcher", "")

    def _connect(self, name: str, token: str) -> None:
        session = self._sockets.enter_context(
            self._http.websocket_connect(f"/tables/{self._id}/live")
        )
        self.talkers[name] = Talker(name, session, self.record)
        language = PEOPLE.get(name, "en")
        self.talkers[name].say("hello", {"token": token, "language": language})
        self.settle()

    def settle(self) -> None:
        for talker in self.talkers.values():
            talker.settle()

    def turns(self) -> dict[str, dict[str, Any]]:
        """Return what everybody may do, once the dice lie."""
        while True:
            turns = {
                name: self._http.get(
                    f"/tables/{self._id}/turn", headers={"Authorization": f"Bearer {token}"}
                ).json()
                for name, token in self.tokens.items()
            }
            if any(turn["yours"] or turn["over"] for turn in turns.values()):
                return turns

    def play(self, choices: int) -> None:
        """Play so many choices, or to the end; take the second one back."""
        for n in range(choices):
            turns = self.turns()
            self.settle()
            movers = [name for name, turn in turns.items() if turn["yours"]]
            if not movers:
                return
            talker, offers = self.talkers[movers[0]], turns[movers[0]]["choices"]
            chosen = {"action": offers[n % len(offers)]["action"]}
            if n == 0:
                talker.say("choose", {"action": 9999})
                talker.say("choose", chosen, version=1)
            talker.say("choose", chosen)
            if n == 1:
                talker.say("undo")

    def close(self) -> None:
        self._sockets.close()


@pytest.fixture
def http(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Yield a server that draws the same secrets every time.

    It works in no thread, and bots think for ever, so that messages come in the same order beside
    busy programs.
    """

    async def do(_: Pool, work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    async def choose(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Pool, "do", do)
    monkeypatch.setattr(ThreadThinker, "choose", choose)
    monkeypatch.setattr(secrets, "token_hex", lambda n=32: "5e" * n)
    with TestClient(create_app(str(tmp_path / "tables.sqlite3"))) as http:
        yield http


@pytest.mark.parametrize("game", SESSIONS)
def test_a_recorded_session_is_the_same_byte_for_byte(http: TestClient, game: str) -> None:
    options, choices = SESSIONS[game]
    evening = Evening(http, game, options, seats=3 if game == "so-ein-mist" else 2)
    try:
        anna, ben = evening.talkers["Anna"], evening.talkers["Ben"]
        ben.say("sign", {"sign": "👍"})
        anna.say("nonsense")
        anna.say("start")
        evening.turns()
        evening.settle()
        evening.play(choices)
        evening.settle()
        ben.say("leave")
        evening.settle()
    finally:
        evening.close()
    expect_kept(f"socket-{game}.txt", steady("\n".join(evening.record) + "\n"))


def steady(text: str) -> str:
    """Leave out the names of tables and the running hash."""
    text = re.sub(r'"(hash)":"[0-9a-f]{64}"', r'"\1":"…"', text)
    return re.sub(r'"(id|rematch)":"[2-9A-Z]{8}"', r'"\1":"…"', text)
