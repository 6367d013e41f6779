"""What earlier releases wrote still opens: logs, stores and the links of tables and seats.

Each folder holds what one release wrote by itself. `0.1` is the last state in which a store had no
version.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pasch.server.app import create_app
from tests.command import Pasch
from tests.kept import FOLDER

RELEASES = ("0.1", "0.2.0")
UNFINISHED = FOLDER / "0.2.0" / "unfinished.jsonl"
FINISHED = [path for path in sorted(FOLDER.glob("0.*/*.jsonl")) if path != UNFINISHED]
LINKS: dict[str, dict[str, Any]] = {
    f"{release}: {link['what']}": {**link, "release": release}
    for release in RELEASES
    for link in json.loads((FOLDER / release / "links.json").read_text(encoding="utf-8"))
}
OVER = [name for name, link in LINKS.items() if link["phase"] == "over"]
OTHER_SALT = "fedcba98" * 4


def named(path: Path) -> str:
    return f"{path.parent.name}: {path.stem}"


@pytest.mark.parametrize("log", FINISHED, ids=named)
def test_a_log_is_replayed_and_its_dice_are_verified(pasch: Pasch, log: Path) -> None:
    assert pasch("replay", log).code == 0
    assert "as the seed says" in pasch("verify", log).out


def test_an_unfinished_log_is_continued(pasch: Pasch, tmp_path: Path) -> None:
    copy = tmp_path / "unfinished.jsonl"
    shutil.copy(UNFINISHED, copy)
    before = copy.read_text(encoding="utf-8")
    again = pasch("play", "--resume", copy, "--plain", "--pace", 0, typed=("r", "m", "1") * 100)
    assert "The game is over" in again.out
    after = copy.read_text(encoding="utf-8")
    assert after.startswith(before)
    assert '"returns"' in after.splitlines()[-1]


@pytest.fixture(params=LINKS)
def link(request: pytest.FixtureRequest) -> dict[str, Any]:
    return LINKS[request.param]


@pytest.fixture
def http(link: dict[str, Any], tmp_path: Path) -> Iterator[TestClient]:
    """Yield a server of today on the store that the release of this link has written."""
    copy = tmp_path / "tables.sqlite3"
    shutil.copy(FOLDER / link["release"] / "tables.sqlite3", copy)
    with TestClient(create_app(str(copy))) as http:
        yield http


def id_of(link: dict[str, Any]) -> str:
    return str(link["table"]).removeprefix("/t/")


def tokens_of(link: dict[str, Any]) -> list[str]:
    return [seat.partition("#")[2] for seat in link["seats"]]


def test_a_link_leads_to_its_table(http: TestClient, link: dict[str, Any]) -> None:
    assert http.get(link["table"]).status_code == 200
    told = http.get(f"/tables/{id_of(link)}").json()
    assert (told["phase"], told["commitment"]) == (link["phase"], link["commitment"])


@pytest.mark.parametrize("link", OVER, indirect=True)
def test_a_finished_table_is_looked_at_again(
    http: TestClient, link: dict[str, Any], pasch: Pasch, tmp_path: Path
) -> None:
    table = f"/tables/{id_of(link)}"
    for what in ("story", "ending", "dice", "at/5"):
        assert http.get(f"{table}/{what}").status_code == 200
    log = tmp_path / "log.jsonl"
    log.write_text(http.get(f"{table}/log").text, encoding="utf-8")
    assert pasch("verify", log).code == 0


@pytest.mark.parametrize("link", [name for name in OVER if "deal" in name], indirect=True)
def test_the_results_of_a_deal_are_listed(http: TestClient, link: dict[str, Any]) -> None:
    assert [result["table"] for result in http.get("/deals/KEPT-02").json()] == [id_of(link)]


@pytest.mark.parametrize("link", OVER, indirect=True)
def test_a_finished_table_is_played_on(http: TestClient, link: dict[str, Any]) -> None:
    asked = {"event": 5, "token": tokens_of(link)[0]}
    answer = http.post(f"/tables/{id_of(link)}/on", json=asked)
    assert (answer.status_code, answer.json()["kept"]) == (201, ["Anna"])


@pytest.mark.parametrize(
    "link", [name for name, link in LINKS.items() if link["phase"] == "playing"], indirect=True
)
def test_a_running_table_goes_on(http: TestClient, link: dict[str, Any]) -> None:
    before = turn(http, link, tokens_of(link)[0])["version"]
    play(http, link, choices=8)
    assert turn(http, link, tokens_of(link)[0])["version"] >= before + 8


@pytest.mark.parametrize(
    "link", [name for name, link in LINKS.items() if link["phase"] == "gathering"], indirect=True
)
def test_a_table_that_waits_for_people_begins(http: TestClient, link: dict[str, Any]) -> None:
    seats = f"/tables/{id_of(link)}/seats"
    [anna] = tokens_of(link)
    if "played on" in link["what"]:
        assert sit(http, seats, "Anna", token=anna) == 201
    assert sit(http, seats, "Ben", token="Ben-0123456789abcdef-kept") == 201
    http.post(f"/tables/{id_of(link)}/start", headers=bearer(anna))
    assert http.get(f"/tables/{id_of(link)}").json()["phase"] == "playing"
    turn(http, link, anna)


def sit(http: TestClient, seats: str, name: str, **more: str) -> int:
    return http.post(seats, json={"name": name, "salt": OTHER_SALT, **more}).status_code


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def turn(http: TestClient, link: dict[str, Any], token: str) -> dict[str, Any]:
    answer = http.get(f"/tables/{id_of(link)}/turn", headers=bearer(token))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play(http: TestClient, link: dict[str, Any], choices: int) -> None:
    """Play so many choices, or to the end."""
    while choices:
        for token in tokens_of(link):
            seen = turn(http, link, token)
            if seen["over"]:
                return
            if seen["yours"]:
                chosen = {"version": seen["version"], "action": seen["choices"][-1]["action"]}
                made = http.post(
                    f"/tables/{id_of(link)}/choose", headers=bearer(token), json=chosen
                )
                assert made.status_code == 200, made.text
                choices -= 1
                break
