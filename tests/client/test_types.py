"""The client's types match what the server sends."""

from tests.client.typedefs import DEFAULTS, FILE, defaults, typedefs


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == typedefs()


def test_the_client_fills_in_what_the_server_leaves_out() -> None:
    assert DEFAULTS.read_text(encoding="utf-8") == defaults()
