"""The client's types: those of what the server sends."""

from tests.web.typedefs import FILE, typedefs


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == typedefs()
