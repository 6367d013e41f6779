"""Answers in JSON: what was asked for, or what was wrong with it."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pasch.core.errors import BadOption, IllegalAction, PaschError, UnknownGame
from pasch.core.words import LANGUAGES
from pasch.server.errors import NoToken, TurnedAway
from pasch.server.limits import read_body
from pasch.table.model.errors import Refused, StoreTrouble, UnknownTable
from pasch.table.table import Table
from pasch.table.tables import Tables

T = TypeVar("T")
AtTable = Callable[[Request, Table], Awaitable[Response]]


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
    "busy": 503,  # all together asked for too much
    "often": 429,  # one network did
}
STATUS: dict[type[PaschError], tuple[int, str]] = {
    UnknownGame: (404, "game"),
    UnknownTable: (404, "table"),
    BadOption: (400, "option"),
    IllegalAction: (422, "illegal"),
    StoreTrouble: (503, "store"),
}


def problem_of(error: PaschError, language: str) -> tuple[int, Problem]:
    """The status and the words for an error meant for a person."""
    said = error.said(language)
    if isinstance(error, Refused):
        return REFUSED.get(error.code, 409), Problem(said, error.code, error.clause)
    if isinstance(error, TurnedAway):
        return error.status, Problem(said, error.code)
    status, code = next(
        (answer for kind, answer in STATUS.items() if isinstance(error, kind)), (400, "bad")
    )
    return status, Problem(said, code)


def answer(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def at_table(serve: AtTable) -> Callable[[Request], Awaitable[Response]]:
    """Find the table that the address names, and keep it in memory until it has answered."""

    @wraps(serve)
    async def found(request: Request) -> Response:
        tables: Tables = request.app.state.tables
        table = await tables.find(request.path_params["id"])
        with table.in_use():
            return await serve(request, table)

    return found


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, PaschError)
    status, problem = problem_of(error, spoken_by(request))
    return answer({"error": problem}, status)


async def refuse_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = answer({"error": Problem(error.detail, "http")}, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def read(request: Request, kind: type[T]) -> T:
    """The body as this kind of struct."""
    try:
        return msgspec.json.decode(await read_body(request), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadOption(f"expected a JSON {kind.__name__}: {problem}") from None


def language_of(request: Request) -> str:
    """As asked for, else as the browser prefers."""
    asked = request.query_params.get("language")
    if asked is not None and asked not in LANGUAGES:
        raise BadOption(
            "the language is one of {known}, not {got!r}", known=", ".join(LANGUAGES), got=asked
        )
    return spoken_by(request)


def spoken_by(request: Request) -> str:
    """The first language we know: what is asked for, what the browser prefers, English."""
    asked = request.query_params.get("language")
    preferred = request.headers.get("accept-language", "")[:2].lower()
    return next((code for code in (asked, preferred) if code in LANGUAGES), "en")


def token_of(request: Request) -> str:
    """The seat's secret, for a player that is a program."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NoToken("expected the header Authorization: Bearer TOKEN")
    return token.strip()
