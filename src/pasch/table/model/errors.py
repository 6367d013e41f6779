"""What can go wrong at a table, each with words for the person who asked."""

from typing import Any, Literal, NoReturn

from pasch.core.errors import PaschError

Mistake = Literal["stale", "version", "illegal", "turn", "name", "phase", "seat", "bot", "coach"]
Loss = Literal["fork"]
Crowd = Literal["full", "busy", "often"]
Code = Mistake | Loss | Crowd


class Refused(PaschError):
    """Something a person at the table may not do now."""

    def __init__(self, code: Code, message: str, /, clause: str = "", **values: Any) -> None:
        super().__init__(message, **values)
        self.code = code
        self.clause = clause


class UnknownTable(PaschError):
    pass


class StoreTrouble(PaschError):
    """The store can't be read or written now; nothing was changed."""


class BrokenTable(StoreTrouble):
    """The entries of one table can't be read as they should; the other tables can."""


class Taken(Exception):
    """Somebody else wrote this entry first."""


class Stopped(Exception):
    """The server stops; nobody waits for this any more."""


def refuse_stopped() -> NoReturn:
    raise Refused("busy", "the server stops; every table is kept")
