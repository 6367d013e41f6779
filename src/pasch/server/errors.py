"""Errors that the server answers with: a message for people, a status and a code for programs."""

from enum import IntEnum

import msgspec

from pasch.core.errors import BadOption, IllegalAction, PaschError, UnknownGame
from pasch.table.model import Refused, StoreTrouble, UnknownTable

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Errors of decoding what a client sends."""


class CloseCode(IntEnum):
    """The reason why a WebSocket is closed."""

    FOREIGN = 4403
    """The request names another host, or comes from a page of another site."""
    UNKNOWN_TABLE = 4404
    TOO_MANY_REFUSED = 4408
    TOO_FAR_BEHIND = 4409
    OVER_BUDGET = 4429
    UNAVAILABLE = 4503


class RequestError(PaschError):
    """A request that the server refuses."""

    status = 400
    code = "bad"


class TooMuch(RequestError):
    """The request or the message is too long."""

    status, code = 413, "size"


class TooOften(RequestError):
    """The client network has spent its budget."""

    status, code = 429, "often"


class TooSlow(RequestError):
    """The body of the request did not arrive in time."""

    status, code = 408, "slow"


class NoToken(RequestError):
    """The request needs the token of a seat."""

    status, code = 401, "token"


class ForeignOrigin(RequestError):
    """The request comes from a page of another site."""

    status, code = 403, "origin"


class ServerFault(RequestError):
    """The server itself failed; the log says where."""

    status, code = 500, "fault"

    def __init__(self) -> None:
        super().__init__("something went wrong here; it has been noted")


class Misdirected(RequestError):
    """The request names another host."""

    status, code = 421, "host"


class Problem(msgspec.Struct, omit_defaults=True):
    reason: str
    code: str
    clause: str = ""


REFUSED = {
    "name": 400,
    "seat": 404,
    "turn": 403,
    "illegal": 422,
    "coach": 403,
    "busy": 503,  # all networks together ask for too much
    "often": 429,  # one network does
}
STATUS: dict[type[PaschError], tuple[int, str]] = {
    UnknownGame: (404, "game"),
    UnknownTable: (404, "table"),
    BadOption: (400, "option"),
    IllegalAction: (422, "illegal"),
    StoreTrouble: (503, "store"),
}


def problem_of(error: PaschError, language: str) -> tuple[int, Problem]:
    """Return the HTTP status and the content of an error."""
    said = error.said(language)
    if isinstance(error, Refused):
        return REFUSED.get(error.code, 409), Problem(said, error.code, error.clause)
    if isinstance(error, RequestError):
        return error.status, Problem(said, error.code)
    status, code = next(
        (found for kind, found in STATUS.items() if isinstance(error, kind)), (400, "bad")
    )
    return status, Problem(said, code)
