"""Who sits where at one keyboard."""

from dataclasses import dataclass

from pasch.bots import BOTS, name_of, read_bot
from pasch.core.errors import BadOption
from pasch.core.words import Words

PERSON = "me"


@dataclass(frozen=True)
class Sitter:
    plays: str
    """"me", or a bot's text."""
    name: str


def read_seats(text: str, say: Words) -> list[Sitter]:
    """`me,quick,search:5000`, or with names `me:Anna,me:Ben,quick:Tick`."""
    specs = [read_seat(part.strip()) for part in text.split(",")]
    kinds = [plays for plays, _ in specs]
    return [
        Sitter(plays, name or default_name(plays, kinds[: i + 1], kinds, say))
        for i, (plays, name) in enumerate(specs)
    ]


def read_seat(text: str) -> tuple[str, str]:
    """Who plays there, and the name if there is one."""
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
        return say("You") if alone else say("Player {n}", n=n)
    name = name_of(plays, say)
    return name if alone else f"{name} {n}"
