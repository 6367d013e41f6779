"""The description of the HTTP interface is that of the routes, and what is sent is as it says."""

import re
from pathlib import Path

from starlette.routing import Route
from starlette.testclient import TestClient

from pasch.server import metrics
from pasch.server.app import create_app
from pasch.server.http import assets, openapi, pages

DOCS = Path(__file__).parents[2] / "docs"


def plain(path: str) -> str:
    """Without the kinds of its parameters."""
    return re.sub(r"{(\w+):\w+}", r"{\1}", path)


def for_programs() -> set[str]:
    app = create_app()
    others = [*assets.routes, *pages.routes, *openapi.routes, *metrics.routes]
    routes = [route for route in app.routes if isinstance(route, Route) and route not in others]
    return {
        f"{method} {plain(route.path)}"
        for route in routes
        for method in (route.methods or set()) - {"HEAD"}
    }


def test_every_route_is_described_and_nothing_else() -> None:
    assert set(openapi.OPERATIONS) == for_programs()


def test_the_document_for_people_tells_of_the_same_requests() -> None:
    text = (DOCS / "http.md").read_text(encoding="utf-8")
    told = {re.sub(r"\?.*", "", asked) for asked in re.findall(r"`((?:GET|POST) /[^` ]+)`", text)}
    told -= {"GET /openapi.json"}
    of_pages = {"GET /words/LANGUAGE.json"}
    assert {as_people_write(name) for name in openapi.OPERATIONS} - of_pages == told


def as_people_write(name: str) -> str:
    return re.sub(r"{(\w+)}", lambda found: found[1].upper(), name)


def test_the_description_is_served(http: TestClient) -> None:
    served = http.get("/openapi.json").json()
    assert served["openapi"] == "3.1.0"
    asked = served["paths"]["/tables"]["post"]["requestBody"]["content"]["application/json"]
    assert asked["schema"]["$ref"] == "#/components/schemas/NewSettings"
    assert served["components"]["schemas"]["NewSettings"]["required"] == ["game", "seats"]
    assert served["paths"]["/tables/{id}/turn"]["get"]["security"] == [{"seat": []}]
