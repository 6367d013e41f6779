"""The server as a person starts it."""

import importlib.util
import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import httpx2
import pytest
from rich.console import Console

from pasch.core.errors import PaschError
from pasch.core.words import words
from pasch.server import serve
from pasch.server.http.link import own_address
from pasch.server.limits import Limits
from tests.command import Pasch
from tests.faults.house import command_of, workers_of
from tests.patience import PATIENCE
from tests.server.serving import serving

DOCS = Path(__file__).parents[2] / "docs"


@contextmanager
def started(*arguments: str, **environment: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Yield the process, and the link it prints when it is ready."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pasch", *arguments],
        env=os.environ | {"LANGUAGE": "en", "PYTHONUNBUFFERED": "1"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        link = re.search(r"http://\S+", line)
        assert link is not None, line + process.stdout.read()
        yield process, link.group()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def fetch(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        text: str = answer.read().decode()
        return text


def at_home(tmp_path: Path) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}


def test_the_server_says_where_it_is_and_stops_without_a_complaint(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite3")
    arguments = ("serve", "--host", "127.0.0.1", "--port", "0", "--database", database)
    with started(*arguments) as (process, link):
        assert '"status":"ok"' in fetch(f"{link}/health")
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)
        assert process.stdout is not None
        said = process.stdout.read()  # communicate() would lose what came with the link
    assert said.splitlines() == [
        "Ctrl-C stops it; every table is kept.",
        "Every table is kept. Until next time!",
    ]
    assert process.returncode == 0
    assert (tmp_path / "tables.sqlite3").exists()


def test_pasch_alone_opens_the_browser_at_a_page_that_is_there(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}.part" && mv "{opened}.part" "{opened}"\n')
    browser.chmod(0o755)
    with started(BROWSER=f"{browser} %s", **at_home(tmp_path)) as (_, link):
        while not opened.exists():
            time.sleep(0.05)
        assert opened.read_text().strip() == link
        assert "<title>" in fetch(link)
    assert list(tmp_path.glob("**/tables.sqlite3"))


def test_a_second_server_on_the_same_tables_leads_to_the_first(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}.part" && mv "{opened}.part" "{opened}"\n')
    browser.chmod(0o755)
    home = at_home(tmp_path)
    with started("serve", "--host", "127.0.0.1", "--port", "0", **home) as (_, link):
        second = run_pasch("serve", "--port", "0", **home)
        assert second.returncode == 2
        assert "pasch: another pasch serves the tables of" in second.stderr
        assert link in second.stderr
        playing = run_pasch(BROWSER=f"{browser} %s", **home)
        assert (playing.returncode, playing.stderr) == (0, "")
        assert playing.stdout.split() == ["pasch", "runs", "already:", link]
        while not opened.exists():
            time.sleep(0.05)
        assert opened.read_text().strip() == link
    (tables,) = tmp_path.glob("**/tables.sqlite3")
    assert tables.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("link", ["symbolic", "hard"])
def test_a_second_server_is_noticed_whatever_link_it_comes_by(tmp_path: Path, link: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    tables, other = tmp_path / "tables.sqlite3", tmp_path / "elsewhere" / "other.sqlite3"
    here = ("serve", "--host", "127.0.0.1", "--port", "0", "--database")
    with started(*here, str(tables)):
        if link == "hard":
            os.link(tables, other)
        else:
            other.symlink_to(tables)
        second = run_pasch(*here, str(other))
        assert second.returncode == 2
        assert "pasch: another pasch serves the tables of" in second.stderr


@pytest.mark.parametrize(
    ("host", "own", "proxy", "warned"),
    [
        ("0.0.0.0", "9.9.9.9", "", True),
        ("9.9.9.9", None, "", True),
        ("2620:fe::fe", None, "", True),
        ("0.0.0.0", "9.9.9.9", "127.0.0.1", False),
        ("0.0.0.0", "192.168.1.7", "", False),
        ("127.0.0.1", None, "", False),
        ("localhost", None, "", False),
    ],
)
def test_on_a_public_address_without_a_proxy_one_line_warns(
    monkeypatch: pytest.MonkeyPatch, host: str, own: str | None, proxy: str, warned: bool
) -> None:
    monkeypatch.setattr("pasch.server.serve.own_address", lambda: own)
    for language, warning in (("en", "nothing is encrypted"), ("de", "nichts verschlüsselt")):
        console = Console(file=io.StringIO(), width=60)
        site = serve.Site(host, 8420, proxy=proxy)
        serve.announce(console, words(language), "http://localhost:8420", site, 8420)
        lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
        assert sum(warning in line for line in lines) == warned


def run_pasch(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "pasch", *arguments],
        env=os.environ | {"LANGUAGE": "en"} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_a_taken_port_is_said_and_without_one_the_next_is_found() -> None:
    with serve.listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PaschError, match=f"can't listen on 127.0.0.1, port {port}: "):
            serve.listen("127.0.0.1", port)


def test_the_next_free_port_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve.listen("127.0.0.1", 0) as taken:
        taken.listen()
        usual = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", usual)
        monkeypatch.setattr(serve, "PORTS_TRIED", 1)
        with serve.listen_nearby("127.0.0.1") as found:
            assert found.getsockname()[1] != usual


@pytest.mark.parametrize("port", [-1, 70_000])
def test_a_port_that_is_none_is_said(port: int) -> None:
    with pytest.raises(PaschError, match=f"port {port}"):
        serve.listen("127.0.0.1", port)


@pytest.mark.parametrize(
    ("database", "reason"),
    [
        ("mysql://here/pasch", "expected the path of a SQLite file or a URL postgresql://"),
        ("/dev/null/tables.sqlite3", "the store can't be opened"),
    ],
)
def test_a_store_that_cannot_be_opened_is_said_in_one_line(database: str, reason: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pasch", "serve", "--port", "0", "--database", database],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("pasch: ")
    assert reason in run.stderr
    assert "Traceback" not in run.stderr


def test_the_own_address_is_one_of_this_machine_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    address = own_address()
    assert address is None or socket.inet_aton(address)

    def nowhere(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", nowhere)
    assert own_address() is None


def test_the_command_in_the_documents_serves(tmp_path: Path) -> None:
    shown = re.search(r"^pasch (serve .*)$", (DOCS / "http.md").read_text(encoding="utf-8"), re.M)
    assert shown is not None
    here = {"8420": "0", "tables.sqlite3": str(tmp_path / "tables.sqlite3")}
    arguments = [here.get(word, word) for word in shown.group(1).split()]
    with started(*arguments) as (_, link):
        assert '"status":"ok"' in fetch(f"{link}/health")


def example_bot() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", DOCS / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_bot_of_the_documents_plays_a_game_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = example_bot()
    database = str(tmp_path / "tables.sqlite3")
    arguments = ("serve", "--host", "127.0.0.1", "--port", "0", "--database", database)
    with started(*arguments) as (process, link):
        settings = {"game": "mmm", "seats": 1, "options": {"cat_steps": 2}}
        table = bot.ask(f"{link}/tables", body=settings)["id"]
        ask = bot.ask

        def start_when_seated(url: str, token: str = "", body: object = None) -> object:
            answer = ask(url, token, body)
            if url.endswith("/seats"):
                ask(f"{link}/tables/{table}/start", answer["token"], {})
            return answer

        monkeypatch.setattr(bot, "ask", start_when_seated)
        assert bot.play(f"{link}/t/{table}") in ([0.0], [1.0])
        loaded = Path(f"/proc/{process.pid}/maps")  # exists on Linux only
        if loaded.exists():  # no bot had to search, so neither compiler nor arrays were loaded
            assert not re.search("llvmlite|numpy", loaded.read_text(encoding="utf-8"))


def test_first_words_come_in_the_language_of_the_system() -> None:
    from rich.console import Console

    from pasch.core.words import words

    console = Console(record=True, width=200)
    serve.announce(console, words("de"), "http://localhost:1", serve.Site("0.0.0.0", 1), 1)
    assert "pasch ist bereit: http://localhost:1" in console.export_text()


@pytest.mark.parametrize(("proxy", "codes"), [("", [201, 201, 429]), ("127.0.0.1", [201] * 3)])
def test_where_a_request_comes_from_is_believed_of_a_named_proxy_only(
    proxy: str, codes: list[int], tmp_path: Path
) -> None:
    site = serve.Site("127.0.0.1", 0, proxy=proxy, limits=Limits(tables=(2, 0.0)))
    with serving(site, tmp_path) as (host, port):
        url = f"http://{host}:{port}/tables"
        assert [status_from(url, f"10.0.0.{n}") for n in range(3)] == codes


def status_from(url: str, address: str) -> int:
    table = b'{"game": "mmm", "seats": 2}'
    request = urllib.request.Request(url, table, headers={"X-Forwarded-For": address})
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def test_who_waits_for_a_turn_is_answered_when_the_server_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with ThreadPoolExecutor(1) as waiting:
        with serving(serve.Site("127.0.0.1", 0), tmp_path) as (host, port):
            link = f"http://{host}:{port}/tables"
            table = httpx2.post(link, json={"game": "mmm", "seats": 2}).json()["id"]
            asked = {"name": "Anna", "salt": "0" * 32}
            token = httpx2.post(f"{link}/{table}/seats", json=asked).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            asked_for = f"{link}/{table}/turn?wait=60"
            answer = waiting.submit(httpx2.get, asked_for, headers=headers, timeout=PATIENCE)
            while not httpx2.get(f"{link}/{table}").json()["seats"][0]["here"]:
                time.sleep(0.01)
        assert answer.result(PATIENCE).json()["yours"] is False
    assert not caplog.records


def test_several_processes_share_a_port_and_one_that_dies_is_started_again(
    postgresql: str,
) -> None:
    shared = ("serve", "--host", "127.0.0.1", "--port", "0", "--database", postgresql)
    with started(*shared, "--workers", "2") as (process, link):
        first = sorted(workers_of(process.pid))
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        assert fetch(f"{link}/health")
        assert until_others(process.pid, first[:1], 2) > set(first[1:])
        process.send_signal(signal.SIGHUP)
        until_others(process.pid, first, 2)
        assert fetch(f"{link}/health")
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def test_when_the_first_process_is_killed_the_others_go_on(postgresql: str) -> None:
    shared = ("serve", "--host", "127.0.0.1", "--port", "0", "--database", postgresql)
    with started(*shared, "--workers", "2") as (process, link):
        table = httpx2.post(f"{link}/tables", json={"game": "mmm", "seats": 2}).json()["id"]
        workers = workers_of(process.pid)
        assert len(workers) == 2
        process.kill()
        process.wait(PATIENCE)
        for _ in range(20):  # enough connections that both workers accept some
            assert httpx2.get(f"{link}/tables/{table}").status_code == 200
        assert {pid for pid in workers if is_worker(pid)} == workers
        for pid in workers:
            os.kill(pid, signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while any(map(is_worker, workers)):
            assert time.monotonic() < end, "they don't end when they are told to"
            time.sleep(0.05)
        with pytest.raises(OSError, match="refused"):
            fetch(f"{link}/health")


def is_worker(pid: int) -> bool:
    return b"spawn_main" in command_of(str(pid))


def until_others(parent: int, gone: list[int], count: int) -> set[int]:
    """Wait for so many processes, none of these among them."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = workers_of(parent)
        if len(found) == count and not found & set(gone):
            return found
        time.sleep(0.05)
    raise AssertionError(f"expected {count} processes other than {gone}, got {found}")


def test_several_processes_are_not_for_a_file(pasch: Pasch, tmp_path: Path) -> None:
    said = pasch("serve", "--workers", 2, "--database", tmp_path / "tables.sqlite3")
    assert said.code == 2
    assert "expected --database postgresql://" in said.err


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("nowhere:Bot", "nowhere:Bot can't play: ModuleNotFoundError: No module named 'nowhere'"),
        ("genius", "a bot is one of newcomer, "),
    ],
)
def test_a_bot_that_is_none_is_said_before_the_server_starts(
    pasch: Pasch, bot: str, problem: str
) -> None:
    said = pasch("serve", "--port", 0, "--bot", "search:500", "--bot", bot)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"pasch: {problem}")
