"""The figures, the logs and the files in deploy/ that the operator of a server reads."""

import json
import re
import subprocess
from collections.abc import Sequence
from configparser import ConfigParser
from pathlib import Path

from starlette.testclient import TestClient

from pasch.server.app import create_app
from tests.server.test_serve import started

DEPLOY = Path(__file__).parents[2] / "deploy"
TABLE = {"game": "mmm", "seats": 2}


def client(folder: Path, address: str, metrics_for: Sequence[str] = ()) -> TestClient:
    app = create_app(str(folder / "tables.sqlite3"), metrics_for=metrics_for)
    return TestClient(app, client=(address, 50_000), base_url="http://localhost")


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def test_figures_are_counted_and_shown_to_who_is_on_this_machine(tmp_path: Path) -> None:
    with client(tmp_path, "127.0.0.1") as http:
        http.get("/health")
        before = figure(http.get("/metrics").text, 'pasch_requests_total{status="200"}')
        http.post("/tables", json=TABLE)
        with http.websocket_connect(
            f"/tables/{http.post('/tables', json=TABLE).json()['id']}/live"
        ) as line:
            line.send_json({"t": "hello", "id": 1})
            while not any(sent["t"] == "ack" for sent in line.receive_json()):
                pass
        text = http.get("/metrics").text
        assert figure(text, 'pasch_requests_total{status="200"}') > before
        assert figure(text, 'pasch_requests_total{status="201"}') >= 2
        assert figure(text, 'pasch_command_seconds_count{kind="hello"}') >= 1
        for name in ("pasch_tables", "pasch_viewers", 'pasch_work{kind="bots"}'):
            assert figure(text, name) >= 0


def test_figures_are_not_for_strangers_but_for_who_was_named(tmp_path: Path) -> None:
    for address, status in (("192.0.2.8", 404), ("192.0.2.7", 200), ("::1", 200), ("", 404)):
        with client(tmp_path, address, ["192.0.2.7"]) as http:
            assert http.get("/metrics").status_code == status


def test_a_log_for_programs_is_a_json_object_a_line(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite3")
    asked = ("serve", "--host", "127.0.0.1", "--port", "0", "--database", database, "--log", "json")
    with started(*asked) as (process, link):
        laid = subprocess.run(
            ["curl", "-s", "-d", json.dumps(TABLE), f"{link}/tables"],
            capture_output=True,
            check=True,
        )
        id = json.loads(laid.stdout)["id"]
        assert process.stdout is not None
        line = next(line for line in process.stdout if line.startswith("{"))
    written = json.loads(line)
    assert written["said"] == f"table {id} is laid: mmm"
    assert (written["level"], written["from"]) == ("info", "pasch.table")
    assert written["at"].endswith("+00:00")


def test_what_lies_in_deploy_names_options_there_are() -> None:
    service = ConfigParser(strict=False, interpolation=None)
    service.optionxform = str  # type: ignore[method-assign,assignment]
    service.read(DEPLOY / "pasch.service", encoding="utf-8")
    assert service["Service"]["ExecStart"].endswith("pasch serve")
    told = "".join(path.read_text(encoding="utf-8") for path in DEPLOY.iterdir())
    cli = (DEPLOY.parent / "src/pasch/cli.py").read_text(encoding="utf-8")
    for name in set(re.findall(r"PASCH_[A-Z_]+", told)) - {"PASCH_CACHE"}:
        assert f'envvar="{name}"' in cli
