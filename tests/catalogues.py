"""Finds the messages in the sources with Babel, to compare them with the catalogues."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.extract import extract_from_file

from pasch.core.game.spec import Game

ERRORS = (
    "PaschError",
    "__init__",
    "BadOption",
    "UnknownGame",
    "UnknownTable",
    "StoreTrouble",
    "BrokenTable",
    "BotFault",
)
OF_GAMES = ("BadBoard", "BadCards", "BadTableau", "Fault", "Unsolved")
TURNED_AWAY = ("TooMuch", "TooOften", "TooSlow", "NoToken", "ForeignOrigin", "Misdirected")
KEYWORDS: dict[str, dict[str, tuple[int, ...] | None]] = {
    ".py": {
        "say": None,
        "message": None,
        "many": (1, 2),
        "Refused": (2,),
        **dict.fromkeys((*ERRORS, *OF_GAMES, *TURNED_AWAY)),
    },
    ".js": {"say": None, "sayMany": (1, 2)},
}
"""The functions called with a message, and which arguments it is; None: the first."""
LANGUAGE_OF = {".py": "python", ".js": "javascript"}

Message = str | tuple[str, ...]


def messages_in(paths: Iterable[Path]) -> set[Message]:
    """Return every message that the sources pass to `say(…)` and its like, or to an error."""
    found: set[Message] = set()
    for path in paths:
        for _, message, _, _ in extract_from_file(
            LANGUAGE_OF[path.suffix], path, keywords=KEYWORDS[path.suffix]
        ):
            found.add(message if isinstance(message, str) else tuple(message))
    return found


def facts_in_words(game: Game) -> Iterator[Message]:
    """Yield what is said about a game before it is played, and about its solution if it has one."""
    yield game.summary
    if game.thinking:
        yield game.thinking
    for fact in game.option_facts():
        yield fact.meaning
    if game.solve is not None:
        yield from (meaning for meaning, _ in game.solve.MEANINGS.values())
