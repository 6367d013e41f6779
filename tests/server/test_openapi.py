"""The description of the HTTP interface is that of the routes, and what is sent is as it says."""

import re
from pathlib import Path

from starlette.testclient import TestClient

from pasch.server.app import ENDPOINTS, description
from pasch.server.http import assets, pages
from pasch.server.http.openapi import path_of

DOCS = Path(__file__).parents[2] / "docs"


NOT_FOR_PROGRAMS = {"/metrics", "/openapi.json"}


def described() -> set[str]:
    """Return every request that the description contains, such as "GET /games"."""
    paths = description()["paths"].items()
    return {f"{method.upper()} {path}" for path, methods in paths for method in methods}


def test_every_endpoint_for_programs_is_described_and_nothing_else() -> None:
    others = [*assets.endpoints, *pages.endpoints]
    endpoints = [each for each in ENDPOINTS if each not in others]
    asked = {f"{each.method} {path_of(each)}" for each in endpoints}
    assert described() == asked - {f"GET {path}" for path in NOT_FOR_PROGRAMS}


def test_the_document_for_people_tells_of_the_same_requests() -> None:
    text = (DOCS / "http.md").read_text(encoding="utf-8")
    told = {re.sub(r"\?.*", "", asked) for asked in re.findall(r"`((?:GET|POST) /[^` ]+)`", text)}
    told -= {"GET /openapi.json"}
    of_pages = {"GET /words/LANGUAGE.json"}
    assert {as_people_write(name) for name in described()} - of_pages == told


def as_people_write(name: str) -> str:
    return re.sub(r"{(\w+)}", lambda found: found[1].upper(), name)


def test_the_description_is_served(http: TestClient) -> None:
    served = http.get("/openapi.json").json()
    assert served["openapi"] == "3.1.0"
    asked = served["paths"]["/tables"]["post"]["requestBody"]["content"]["application/json"]
    assert asked["schema"]["$ref"] == "#/components/schemas/NewSettings"
    assert served["components"]["schemas"]["NewSettings"]["required"] == ["game", "seats"]
    assert served["paths"]["/tables/{id}/turn"]["get"]["security"] == [{"seat": []}]
