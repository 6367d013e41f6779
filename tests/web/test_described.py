"""Requests made from the description of the HTTP interface: each is answered as it says."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from pasch.web import openapi
from pasch.web.limits import UNLIMITED
from pasch.web.serve import Place
from tests.web.serving import serving

IN_SHORT = schemathesis.openapi.from_dict(openapi.description())
IN_SHORT.config.phases.coverage.enabled = False  # every edge of every type: that takes a while
AT_LENGTH = schemathesis.openapi.from_dict(openapi.description())
CHECKS = [
    schemathesis.checks.not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]
FEW, MANY = 5, 300  # requests for each thing one can ask for


@dataclass(frozen=True)
class Seat:
    """At a table where it is always one's turn."""

    server: str
    table: str
    token: str


@pytest.fixture(scope="module")
def seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    place = Place("127.0.0.1", 0, limits=UNLIMITED)
    with serving(place, tmp_path_factory.mktemp("store")) as (host, port):
        link = f"http://{host}:{port}"
        table = httpx2.post(f"{link}/tables", json={"game": "mmm", "seats": 1}).json()["id"]
        asked = {"name": "Anna", "salt": secrets.token_hex(16)}
        token = httpx2.post(f"{link}/tables/{table}/seats", json=asked).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        httpx2.post(f"{link}/tables/{table}/start", headers=bearer).raise_for_status()
        yield Seat(link, table, token)


def ask(case: "schemathesis.Case[Any]", seat: Seat) -> None:
    if "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = seat.table
    headers = {"authorization": f"Bearer {seat.token}"}
    case.call_and_validate(base_url=seat.server, headers=headers, checks=CHECKS)


@IN_SHORT.parametrize()
@settings(max_examples=FEW)
def test_whatever_is_asked_is_answered_as_described(
    case: "schemathesis.Case[Any]", seat: Seat
) -> None:
    ask(case, seat)


@pytest.mark.soak
@AT_LENGTH.parametrize()
@settings(max_examples=MANY)
def test_the_same_at_length(case: "schemathesis.Case[Any]", seat: Seat) -> None:
    ask(case, seat)
