"""What can go wrong at a table, each with words for the person who asked."""

from typing import Literal

from pasch.core.errors import PaschError

Code = Literal["stale", "illegal", "turn", "full", "name", "phase", "seat", "bot", "coach", "busy"]


class Refused(PaschError):
    """Something a person at the table may not do now."""

    def __init__(self, code: Code, reason: str, clause: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.clause = clause


class UnknownTable(PaschError):
    pass


class StoreTrouble(PaschError):
    """The store can't be read or written now; nothing was changed."""


class Taken(Exception):
    """Somebody else wrote this entry first."""
