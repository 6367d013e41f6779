"""Requests that the server refuses: too much, too slow, or from elsewhere."""

import json
import random
import socket
import string
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from httpx2 import Response
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from pasch.server import protocols
from pasch.server.app import create_app
from pasch.server.errors import CloseCode
from pasch.server.limits import BODY_S, CONNECTION_BYTES, REQUEST_BYTES, Limits
from pasch.server.middleware import is_ours
from pasch.server.serve import Site
from tests.server.serving import Served, serving

LONGER_THAN_A_REQUEST = 30.0


@pytest.fixture
def http(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(str(tmp_path / "tables.sqlite3"))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def problem(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def lay(http: TestClient, **settings: Any) -> Response:
    return http.post("/tables", json={"game": "mmm", "seats": 1, **settings})


def table(http: TestClient) -> str:
    id: str = lay(http).json()["id"]
    return id


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe{}",
        b'{"game": "\xff", "seats": 1}',
        b"[" * 15_000,
        b'{"game": "mmm", "seats": 1, "options": {"board": ' + b"[" * 15_000,
        b'{"game": "mmm", "seats": ' + b"9" * 5_000 + b"}",
        b'{"game": "mmm", "seats": 1e999}',
        b"",
        b"null",
    ],
)
def test_a_body_that_cannot_be_read_is_a_400(http: TestClient, body: bytes) -> None:
    assert problem(http.post("/tables", content=body)) == (400, "option")


@pytest.mark.parametrize(
    "board",
    [
        "a=" + "[" * 3_990,
        "\n".join("a." * 90 + f"b{i}=1" for i in range(20)),
        "a=" + "9" * 30_000,
        "a." * 15_000 + "a=1",
        "\x00",
        "title = 'x'\n" + "[" * 100,
    ],
)
def test_a_board_that_cannot_be_read_is_a_400_at_once(http: TestClient, board: str) -> None:
    began = time.process_time()
    assert problem(lay(http, options={"board": board})) == (400, "option")
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize(
    "path",
    [
        "/tables/{id}/at/" + "9" * 1_500,
        "/tables/{id}/at/" + "9" * 5_000,
        "/deals/X?page=" + "9" * 1_500,
        "/deals/X?page=" + "9" * 5_000,
        "/tables/%ff%fe",
        "/games/%00/rules",
        "/tables/{id}/turn?wait=%ff",
        "/learn/mmm/%2e%2e%2f1-first",
        "/games/mmm/lessons/..%2f1-first",
        "/games/mmm/lessons/1-first?language=%ff",
    ],
)
def test_an_address_that_makes_no_sense_is_a_4xx(http: TestClient, path: str) -> None:
    assert 400 <= http.get(path.format(id=table(http))).status_code < 500


def test_a_host_of_any_length_is_no_fault(http: TestClient) -> None:
    id = table(http)
    for host in ("x" * 3_000, "[", "a..b", "evil.example"):
        answer = http.get(f"/tables/{id}/qr.svg", headers={"host": host})
        assert problem(answer) == (421, "host")
    for host in ("x:y:z", "x:99999", "", "x" * 250):
        assert http.get(f"/tables/{id}/qr.svg", headers={"host": host}).status_code < 500


@pytest.mark.parametrize(
    ("host", "names", "ours"),
    [
        ("localhost:8420", (), True),
        ("192.168.1.7:8420", (), True),
        ("[::1]:8420", (), True),
        ("kitchen", (), True),
        ("kitchen.local:8420", (), True),
        ("dice.example.org", (), False),
        ("dice.example.org:443", ("dice.example.org",), True),
        ("evil.example.org", ("dice.example.org",), False),
        ("anything.example", ("*",), True),
        ("127.0.0.1.evil.example", (), False),
    ],
)
def test_a_server_knows_its_names(host: str, names: tuple[str, ...], ours: bool) -> None:
    assert is_ours(host, names) == ours


@pytest.mark.parametrize("origin", ["http://evil.example", "http://evil.exam[[[", "null", "://"])
def test_a_page_from_elsewhere_changes_and_watches_nothing(http: TestClient, origin: str) -> None:
    elsewhere = {"origin": origin}
    assert problem(http.post("/tables", json={}, headers=elsewhere)) == (403, "origin")
    id = table(http)
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        http.websocket_connect(f"/tables/{id}/live", headers=elsewhere),
    ):
        pass
    assert closed.value.code == CloseCode.FOREIGN
    assert lay(http).status_code == 201
    assert http.get("/games", headers=elsewhere).status_code == 200


def test_who_has_no_token_is_told_with_a_401(http: TestClient) -> None:
    id = table(http)
    assert problem(http.get(f"/tables/{id}/turn")) == (401, "token")
    assert problem(http.post(f"/tables/{id}/start")) == (401, "token")


def test_a_body_over_the_limit_is_refused_by_its_announcement(http: TestClient) -> None:
    answer = http.post("/tables", content=b"{}", headers={"content-length": "33000"})
    assert problem(answer) == (413, "size")
    assert answer.headers["connection"] == "close"
    answer = http.post("/tables", content=b"{}", headers={"content-length": "9" * 30})
    assert problem(answer) == (413, "size")


def test_one_network_holds_only_so_much_at_the_same_time(tmp_path: Path) -> None:
    few = Limits(held=CONNECTION_BYTES + REQUEST_BYTES - 1)
    with TestClient(create_app(str(tmp_path / "tables.sqlite3"), limits=few)) as http:
        id = table(http)
        with http.websocket_connect(f"/tables/{id}/live"):
            with (
                pytest.raises(WebSocketDisconnect) as closed,
                http.websocket_connect(f"/tables/{id}/live"),
            ):
                pass
            assert closed.value.code == CloseCode.OVER_BUDGET
            assert problem(http.get("/games")) == (429, "often")
        assert http.get("/games").status_code == 200


def test_playing_on_and_a_rematch_count_as_making_a_table(tmp_path: Path) -> None:
    few = Limits(tables=(2, 0.0))
    with TestClient(create_app(str(tmp_path / "tables.sqlite3"), limits=few)) as http:
        id, token = finished(http)
        on = [http.post(f"/tables/{id}/on", json={"event": 0}) for _ in range(2)]
        assert [answer.status_code for answer in on] == [201, 429]
        assert problem(lay(http)) == (429, "often")
        with http.websocket_connect(f"/tables/{id}/live") as line:
            line.send_text(json.dumps({"t": "hello", "id": 1, "d": {"token": token}}))
            line.send_text('{"t": "rematch", "id": 2}')
            assert answer_to(line, 2)["code"] == "often"


def finished(http: TestClient) -> tuple[str, str]:
    """Return a table whose only player has lost, and the secret of the seat."""
    id: str = lay(http, starter=0, options={"cat_steps": 1}).json()["id"]
    seated = http.post(f"/tables/{id}/seats", json={"name": "Anna", "salt": "0" * 32}).json()
    held = {"authorization": f"Bearer {seated['token']}"}
    http.post(f"/tables/{id}/start", headers=held)
    while not (turn := http.get(f"/tables/{id}/turn?wait=5", headers=held).json())["over"]:
        chosen = {"version": turn["version"], "action": turn["choices"][-1]["action"]}
        http.post(f"/tables/{id}/choose", json=chosen, headers=held)
    return id, seated["token"]


def answer_to(line: WebSocketTestSession, number: int) -> dict[str, Any]:
    """Return what is said to the message of this number."""
    while True:
        for said in json.loads(line.receive_text()):
            if said["t"] in ("ack", "refused") and said["d"]["id"] == number:
                content: dict[str, Any] = said["d"]
                return content


def test_a_network_that_has_spent_its_loop_time_is_refused(tmp_path: Path) -> None:
    app = create_app(str(tmp_path / "tables.sqlite3"), limits=Limits(loop_ms=(100_000, 0.0)))
    with TestClient(app) as http:
        assert http.get("/health").status_code == 200
        account = app.state.budgets.of("testclient")
        assert 0 < account._loop_ms.left < 100_000
        account.spend(seconds=100)
        assert problem(http.get("/health")) == (429, "often")


def test_all_connections_of_a_network_share_its_frames(tmp_path: Path) -> None:
    few = Limits(frames=(3, 0.0))
    with (
        TestClient(create_app(str(tmp_path / "tables.sqlite3"), limits=few)) as http,
        http.websocket_connect(f"/tables/{(id := table(http))}/live") as one,
        http.websocket_connect(f"/tables/{id}/live") as two,
    ):
        codes = []
        for line in (one, two, one, two):
            line.send_text('{"t": "undo", "id": 1}')
            (answer,) = json.loads(line.receive_text())
            codes.append(answer["d"]["code"])
    assert codes == ["phase", "phase", "phase", "often"]


def test_a_message_that_cannot_be_read_is_refused_and_the_connection_lives(
    http: TestClient,
) -> None:
    with http.websocket_connect(f"/tables/{table(http)}/live") as line:
        for sent in (b"\xff\xfe", b'{"t": "\xff", "id": 1}', b"[" * 3_900, b"9" * 3_900):
            line.send_bytes(sent)
            (answer,) = json.loads(line.receive_text())
            assert (answer["t"], answer["d"]["code"]) == ("refused", "option")
        line.send_text('{"t": "hello", "id": 7}')
        seen: list[str] = []
        while "ack" not in seen:
            seen += [message["t"] for message in json.loads(line.receive_text())]


def test_whatever_strangers_send_is_no_fault(http: TestClient) -> None:
    """A short form of what `make faults` does at length."""
    chance = random.Random(15)
    id = table(http)
    junk = string.printable + "äß€\u202e\x00"
    paths = ["/tables", "/tables/{}", "/games/{}/rules", "/tables/{}/at/{}", "/deals/{}", "/{}"]
    for _ in range(300):
        noise = "".join(chance.choices(junk, k=chance.randrange(40)))
        path = chance.choice(paths).replace("{}", chance.choice([id, quote(noise), "0", "-1"]))
        body = json.dumps({"game": chance.choice(["mmm", noise]), "seats": noise}).encode()
        cut = body[: chance.randrange(len(body) + 1)]
        method = chance.choice(["GET", "POST", "PUT", "DELETE", "HEAD"])
        answer = http.request(method, "/" + path.lstrip("/"), content=cut)
        assert answer.status_code < 500, (method, path, cut)
    assert http.get(f"/tables/{id}").status_code == 200


def connect(served: Served) -> socket.socket:
    host, port = served.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=LONGER_THAN_A_REQUEST)


def test_a_half_sent_request_is_dropped(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "REQUEST_S", 0.3)
    silent, slow = connect(served), connect(served)
    slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    for each in (silent, slow):
        with each:
            assert gone(each)


def test_a_body_that_never_comes_is_not_waited_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert BODY_S == 10.0
    monkeypatch.setattr("pasch.server.limits.BODY_S", 0.3)
    with connect(served) as slow:
        slow.sendall(b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
        assert slow.recv(1000).startswith(b"HTTP/1.1 408 ")
        assert gone(slow)


def test_who_hangs_up_in_the_middle_of_a_body_is_no_fault(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(20):
        with connect(served) as line:
            line.sendall(b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
    with connect(served) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(1000).startswith(b"HTTP/1.1 200 ")
    assert "failed" not in caplog.text


def test_one_network_holds_only_so_many_connections(tmp_path: Path) -> None:
    site = Site("127.0.0.1", 0, limits=Limits(held=2 * CONNECTION_BYTES))
    with serving(site, tmp_path) as address:
        with (
            socket.create_connection(address),
            socket.create_connection(address),
            socket.create_connection(address, LONGER_THAN_A_REQUEST) as third,
        ):
            assert gone(third)
        assert eventually_answers(address)


def eventually_answers(address: tuple[str, int]) -> bool:
    """Return True as soon as the server answers a request at this address."""
    while True:
        with socket.create_connection(address, LONGER_THAN_A_REQUEST) as line:
            try:
                line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if line.recv(1000).startswith(b"HTTP/1.1 200 "):
                    return True
            except ConnectionError:
                continue


def gone(line: socket.socket) -> bool:
    """Return whether the other side hangs up."""
    try:
        while line.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True
