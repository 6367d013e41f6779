"""What the sources say, found by Babel, against what the catalogues hold."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_from_file

KEYWORDS = {"say": None, "many": (1, 2)}

Message = str | tuple[str, ...]


def messages_in(paths: Iterator[Path]) -> set[Message]:
    """Every message that the sources hand to `say(…)` or `say.many(…)`."""
    found: set[Message] = set()
    for path in paths:
        for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
            found.add(message if isinstance(message, str) else tuple(message))
    return found
