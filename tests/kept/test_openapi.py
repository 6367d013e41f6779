"""The description of the HTTP interface, as programs read it."""

import json

from starlette.testclient import TestClient

from pasch.server.app import create_app
from tests.kept import expect_kept


def test_the_description_of_the_http_interface() -> None:
    """It is the same byte for byte, except for its version and the line breaks of the file."""
    served = TestClient(create_app()).get("/openapi.json").text
    described = json.loads(served)
    assert json.dumps(described, ensure_ascii=False, separators=(",", ":")) == served
    described["info"]["version"] = "0"
    expect_kept("openapi.json", json.dumps(described, ensure_ascii=False, indent=1) + "\n")
