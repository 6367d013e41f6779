"""The description of the HTTP interface, as programs read it."""

import json

from starlette.testclient import TestClient

from pasch.server.app import create_app
from tests.kept import expect_kept


def test_the_description_of_the_http_interface() -> None:
    """Byte for byte but for its version, and for the lines in which the file is kept."""
    served = TestClient(create_app()).get("/openapi.json").text
    described = json.loads(served)
    assert json.dumps(described, ensure_ascii=False, separators=(",", ":")) == served
    described["info"]["version"] = "0"
    expect_kept("openapi.json", json.dumps(described, ensure_ascii=False, indent=1) + "\n")
