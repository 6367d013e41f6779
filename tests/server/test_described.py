"""Requests made from the description of the HTTP interface: each is answered as it says."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from hypothesis import given, settings

from pasch.server.app import description
from pasch.server.limits import UNLIMITED
from pasch.server.serve import Site
from tests.server.serving import serving

if TYPE_CHECKING:
    from schemathesis import Case

ASKED = [(path, method) for path, methods in description()["paths"].items() for method in methods]
FEW, MANY = 5, 300  # requests for each operation


@dataclass(frozen=True)
class Seat:
    """A seat at a table where it is always its turn."""

    server: str
    table: str
    token: str


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    site = Site("127.0.0.1", 0, limits=UNLIMITED)
    with serving(site, tmp_path_factory.mktemp("store")) as (host, port):
        link = f"http://{host}:{port}"
        table = httpx2.post(f"{link}/tables", json={"game": "mmm", "seats": 1}).json()["id"]
        asked = {"name": "Anna", "salt": secrets.token_hex(16)}
        token = httpx2.post(f"{link}/tables/{table}/seats", json=asked).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        httpx2.post(f"{link}/tables/{table}/start", headers=bearer).raise_for_status()
        yield Seat(link, table, token)


@pytest.mark.parametrize(("path", "method"), ASKED)
@pytest.mark.parametrize("requests", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_whatever_is_asked_is_answered_as_described(
    path: str, method: str, requests: int, seat: Seat
) -> None:
    import schemathesis  # slow to import, and only these tests need it
    from schemathesis.specs.openapi import checks as conform

    checks = [
        schemathesis.checks.not_a_server_error,
        conform.content_type_conformance,
        conform.response_schema_conformance,
        conform.status_code_conformance,
        conform.unsupported_method,
    ]
    operation = schemathesis.openapi.from_dict(description())[path][method]

    @given(operation.as_strategy())
    @settings(max_examples=requests)
    def ask(case: "Case[Any]") -> None:
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = seat.table
        headers = {"authorization": f"Bearer {seat.token}"}
        case.call_and_validate(base_url=seat.server, headers=headers, checks=checks)

    ask()
