"""The client's types: those of what the server sends."""

import json
import re

from pasch.server import STATIC
from pasch.table.views.messages import SIGNS
from tests.client.typedefs import DEFAULTS, FILE, defaults, typedefs


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == typedefs()


def test_the_client_fills_in_what_the_server_leaves_out() -> None:
    assert DEFAULTS.read_text(encoding="utf-8") == defaults()


def test_the_faces_people_can_make_are_those_a_table_takes() -> None:
    script = (STATIC / "table/reactions.js").read_text(encoding="utf-8")
    (offered,) = re.findall(r"const SIGNS = (\[.*\]);", script)
    assert tuple(json.loads(offered)) == SIGNS
