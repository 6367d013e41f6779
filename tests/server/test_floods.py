"""Floods below the level of a table: frames, headers, pipelines, peers that never read."""

import asyncio
import json
import socket
import struct
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pasch.server import protocols
from pasch.server.app import create_app
from pasch.server.errors import CloseCode
from pasch.server.limits import UNLIMITED, Account, Limits
from pasch.server.serve import Site
from tests.server.serving import serving
from tests.server.test_middleware import gone
from tests.server.test_socket import Client

LONG = 30.0  # seconds of a socket's timeout
HANDSHAKE = (
    b"GET /tables/{id}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
TEXT, MORE, PING, LAST = 0x1, 0x0, 0x9, 0x80


def frame(head: int, content: bytes = b"") -> bytes:
    """Return a client's frame; it is masked by zeros, so that its content stays readable."""
    return bytes([head, 0x80 | len(content)]) + bytes(4) + content


def ask(address: tuple[str, int], sent: bytes) -> bytes:
    with socket.create_connection(address, LONG) as line:
        line.sendall(sent)
        return read_to_the_end(line)


def read_to_the_end(line: socket.socket) -> bytes:
    found = b""
    try:
        while received := line.recv(65_536):
            found += received
    except ConnectionResetError:
        pass
    return found


def laid(address: tuple[str, int]) -> str:
    body = b'{"game": "mmm", "seats": 2}'
    head = f"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    answer = ask(address, head.encode() + b"Connection: close\r\n\r\n" + body)
    id: str = json.loads(answer.partition(b"\r\n\r\n")[2])["id"]
    return id


def live(address: tuple[str, int]) -> socket.socket:
    line = socket.create_connection(address, LONG)
    line.sendall(HANDSHAKE.replace(b"{id}", laid(address).encode()))
    assert line.recv(4096).startswith(b"HTTP/1.1 101 ")
    return line


@pytest.mark.parametrize(
    "flood",
    [
        frame(LAST | PING) * 1_000,
        frame(TEXT) + frame(MORE) * 1_000,
        frame(TEXT, b"x") + frame(MORE, b"x") * 1_000,
    ],
)
def test_pings_and_fragments_are_frames_of_the_budget(
    flood: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site = Site("127.0.0.1", 0, limits=Limits(frames=(100, 0.0)))
    with serving(site, tmp_path) as address, live(address) as line:
        line.sendall(flood)
        assert struct.pack("!H", CloseCode.OVER_BUDGET) in read_to_the_end(line)
        assert b" 200 " not in ask(address, GET)
    assert "Error" not in caplog.text


def test_pings_through_a_proxy_are_paid_for_by_who_sends_them(tmp_path: Path) -> None:
    site = Site("127.0.0.1", 0, proxy="127.0.0.1", limits=Limits(frames=(100, 0.0)))
    come_from = (b"Host: localhost", b"Host: localhost\r\nX-Forwarded-For: 2001:db8::%d")
    with serving(site, tmp_path) as address:
        handshake = HANDSHAKE.replace(b"{id}", laid(address).encode())
        with socket.create_connection(address, LONG) as line:
            line.sendall(handshake.replace(come_from[0], come_from[1] % 1))
            assert line.recv(4096).startswith(b"HTTP/1.1 101 ")
            line.sendall(frame(LAST | PING) * 1_000)
            assert struct.pack("!H", CloseCode.OVER_BUDGET) in read_to_the_end(line)
        asked = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        near = asked.replace(come_from[0], come_from[1] % 2)
        assert ask(address, near).startswith(b"HTTP/1.1 429 ")
        assert ask(address, asked).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("early", [b"\xff" * 100, frame(LAST | PING) * 1_000])
def test_what_is_sent_before_the_handshake_is_answered_is_no_fault(
    early: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    site = Site("127.0.0.1", 0, limits=Limits(frames=(100, 0.0)))
    sent = threading.Event()

    async def wait(_: Account) -> None:
        await asyncio.to_thread(sent.wait)
        await asyncio.sleep(0.1)  # so that the early bytes are read first

    with serving(site, tmp_path) as address:
        handshake = HANDSHAKE.replace(b"{id}", laid(address).encode())
        monkeypatch.setattr(Account, "wait_turn", wait)
        with socket.create_connection(address, LONG) as line:
            line.sendall(handshake)
            time.sleep(0.1)  # bytes that come together with the handshake would not be read
            line.sendall(early)
            sent.set()
            assert gone(line)
    assert "Fatal" not in caplog.text
    assert "Error" not in caplog.text


def test_a_message_has_only_so_many_fragments(tmp_path: Path) -> None:
    site = Site("127.0.0.1", 0, limits=UNLIMITED)
    with serving(site, tmp_path) as address, live(address) as line:
        line.sendall(frame(TEXT) + frame(MORE) * protocols.MOST_FRAGMENTS)
        assert struct.pack("!H", CloseCode.OVER_BUDGET) in read_to_the_end(line)


@pytest.mark.parametrize(
    "headers", [b"a:b\r\n" * (protocols.MOST_HEADERS + 1), b"a:" + b"b" * 100_000 + b"\r\n"]
)
def test_many_or_endless_headers_are_refused_with_a_431(headers: bytes, tmp_path: Path) -> None:
    with serving(Site("127.0.0.1", 0, limits=UNLIMITED), tmp_path) as address:
        with socket.create_connection(address, LONG) as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
            try:
                line.sendall(headers + b"\r\n")
                assert line.recv(100).startswith(b"HTTP/1.1 431 ")
            except (BrokenPipeError, ConnectionResetError):
                pass  # the client was still sending when it was refused
            assert gone(line)
        assert ask(address, GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))


def test_endless_trailers_of_a_body_end_the_connection(tmp_path: Path) -> None:
    site = Site("127.0.0.1", 0, limits=UNLIMITED)
    endless = (
        b"POST /tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"1\r\n{\r\n0\r\na:" + b"b" * 10_000_000
    )
    with (
        serving(site, tmp_path) as address,
        socket.create_connection(address, LONG) as line,
        pytest.raises(ConnectionError),
    ):
        line.sendall(endless)


def test_of_pipelined_requests_the_first_is_answered(tmp_path: Path) -> None:
    with serving(Site("127.0.0.1", 0, limits=UNLIMITED), tmp_path) as address:
        answers = ask(address, GET * 1_000)
    assert answers.count(b"HTTP/1.1 200 ") == 1
    assert b"\r\nconnection: close\r\n" in answers


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Return an event that is set when the server has no connection any more."""
    lost, end = threading.Event(), protocols.HttpProtocol.connection_lost

    def note(self: protocols.HttpProtocol, problem: Exception | None) -> None:
        end(self, problem)
        lost.set()

    monkeypatch.setattr(protocols.HttpProtocol, "connection_lost", note)
    return lost


def ask_and_read_nothing(address: tuple[str, int], line: socket.socket) -> None:
    """Ask for more than the system's buffers take."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(address)
    line.sendall(GET.replace(b"/health", b"/static/pages/pasch.js"))


def test_a_peer_that_takes_nothing_is_dropped(
    tmp_path: Path, lost: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "WRITE_S", 0.3)
    site = Site("127.0.0.1", 0, limits=UNLIMITED)
    with serving(site, tmp_path) as address, socket.socket() as line:
        ask_and_read_nothing(address, line)
        assert lost.wait(LONG)


def test_what_a_peer_does_not_take_is_held_for_its_network(
    tmp_path: Path, lost: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "WRITE_S", 10 * LONG)
    site = Site("127.0.0.1", 0, limits=Limits(held=150_000))
    with serving(site, tmp_path) as address, socket.socket() as line:
        ask_and_read_nothing(address, line)
        assert lost.wait(LONG)


def test_signs_are_paid_for_by_who_makes_them_as_often_as_they_are_sent(tmp_path: Path) -> None:
    few = Limits(frames=(200, 0.0))
    app = create_app(str(tmp_path / "tables.sqlite3"), limits=few)
    with TestClient(app) as http, ExitStack() as lines:
        id = http.post("/tables", json={"game": "mmm", "seats": 2}).json()["id"]
        asked = {"name": "Anna", "salt": "0" * 32}
        token = http.post(f"/tables/{id}/seats", json=asked).json()["token"]

        def watch(token: str) -> Client:
            client = Client(lines.enter_context(http.websocket_connect(f"/tables/{id}/live")))
            client.ask("hello", {"token": token})
            return client

        anna, *others = [watch(token), *(watch("") for _ in range(5))]
        made = 0
        while anna.ask("sign", {"sign": "👍"})["t"] == "ack":
            made += 1
    assert len(others) * made < 200
