"""The seats at one keyboard."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pasch.bots import BOTS, name_of, read_bot
from pasch.core.errors import BadOption
from pasch.core.match.log import Log
from pasch.core.words import LANGUAGES, Words, words

PERSON = "me"


@dataclass(frozen=True)
class Sitter:
    plays: str
    """"me", or a bot's text."""
    name: str


def read_seats(text: str, say: Words) -> list[Sitter]:
    """Read `me,quick,search:5000`, or with names `me:Anna,me:Ben,quick:Tick`."""
    specs = [read_seat(part.strip()) for part in text.split(",")]
    kinds = [plays for plays, _ in specs]
    return [
        Sitter(plays, name or default_name(plays, kinds[: i + 1], kinds, say))
        for i, (plays, name) in enumerate(specs)
    ]


def read_seat(text: str) -> tuple[str, str]:
    """Return who plays on a seat, and the name if one is given."""
    plays, _, name = text.partition(":")
    if plays not in (PERSON, *BOTS):
        plays, name = text, ""
    check_player(plays)
    return plays, name


def check_player(plays: str) -> None:
    if plays == PERSON:
        return
    try:
        read_bot(plays)
    except BadOption as problem:
        raise BadOption("a seat is me (or me:NAME) or a bot: {problem}", problem=problem) from None


def default_name(plays: str, so_far: list[str], kinds: list[str], say: Words) -> str:
    alone = kinds.count(plays) == 1
    n = so_far.count(plays)
    if plays == PERSON:
        return say("Guest") if alone else say("Player {n}", n=n)
    name = name_of(plays, say)
    return name if alone else f"{name} {n}"


def said_again(players: Sequence[str], names: Sequence[str], say: Words) -> tuple[str, ...]:
    """Return the names of a log, with default names in the present language."""
    usual = {language: usual_names(list(players), words(language)) for language in LANGUAGES}
    given = [{*each} for each in zip(*usual.values(), strict=True)]
    if len(given) != len(names):
        return tuple(names)
    today = usual[say.language]
    return tuple(today[seat] if name in given[seat] else name for seat, name in enumerate(names))


def usual_names(kinds: list[str], say: Words) -> list[str]:
    return [default_name(plays, kinds[: n + 1], kinds, say) for n, plays in enumerate(kinds)]


def open_told(path: Path, say: Words) -> Log:
    """Open a log, with default names in this language."""
    log = Log.open(path)
    log.match.names = said_again(log.header.players, log.match.names, say)
    return log
