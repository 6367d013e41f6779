"""What can go wrong at a table, each with a message for the person who asked."""

from typing import Any, Literal, NoReturn

from pasch.core.errors import PaschError

Mistake = Literal["stale", "version", "illegal", "turn", "name", "phase", "seat", "bot", "coach"]
Loss = Literal["fork"]
Crowd = Literal["full", "busy", "often"]
Code = Mistake | Loss | Crowd


class Refused(PaschError):
    """A refusal of something that a person at the table may not do now."""

    def __init__(self, code: Code, message: str, /, clause: str = "", **values: Any) -> None:
        super().__init__(message, **values)
        self.code = code
        self.clause = clause


class UnknownTable(PaschError):
    """An error that no table has this name."""


class StoreTrouble(PaschError):
    """An error of the store: it can't be read or written now, and nothing was changed."""


class BrokenTable(StoreTrouble):
    """An error in the stored entries of one table; the other tables can be read."""


class Taken(Exception):
    """A sign that another process wrote this entry first."""


class Stopped(Exception):
    """A sign that the server stops, so nobody waits for this any more."""


def refuse_stale() -> NoReturn:
    raise Refused("stale", "the table has changed meanwhile; look again")


def refuse_stopped() -> NoReturn:
    raise Refused("busy", "the server stops; every table is kept")
