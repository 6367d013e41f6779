"""Responses in JSON: content, or an error. Also what handlers read from a request."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pasch.core.errors import BadOption, PaschError
from pasch.core.words import LANGUAGES
from pasch.server.errors import UNREADABLE, NoToken, Problem, TooMuch, TooSlow, problem_of
from pasch.server.limits import BODY_S, LONGEST_BODY
from pasch.table.table import Table
from pasch.table.tables import Tables

T = TypeVar("T")


def json_response(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


async def error_response(request: Request, error: Exception) -> Response:
    """Return the response for an error that is meant for people."""
    assert isinstance(error, PaschError)
    status, problem = problem_of(error, preferred_language(request))
    return json_response({"error": problem}, status)


async def http_error_response(_: Request, error: Exception) -> Response:
    """Return the response for an error of Starlette's: no such address, a wrong method."""
    assert isinstance(error, HTTPException)
    response = json_response({"error": Problem(error.detail, "http")}, error.status_code)
    response.headers.update(error.headers or {})
    return response


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def with_table(
    handle: Callable[[Request, Table], Awaitable[T]],
) -> Callable[[Request], Awaitable[T]]:
    """Find the table that the address names, and keep it loaded until the handler returns."""

    @wraps(handle)
    async def found(request: Request) -> T:
        table = await tables_of(request).find(request.path_params["id"])
        with table.in_use():
            return await handle(request, table)

    return found


async def read_json(request: Request, kind: type[T]) -> T:
    """Return the body of a request, decoded as this type."""
    try:
        return msgspec.json.decode(await read_body(request), type=kind)
    except UNREADABLE as problem:
        raise BadOption(
            "expected a JSON {kind}: {problem}", kind=kind.__name__, problem=problem
        ) from None


async def read_body(request: Request) -> bytes:
    """Return the body of a request; raise as soon as it is too long or too slow."""
    body = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_BODY:
                    raise TooMuch("expected at most {most} bytes, got more", most=LONGEST_BODY)
    except TimeoutError:
        raise TooSlow("expected the whole request within {n:g} seconds", n=BODY_S) from None
    return body


def expect_language(language: str) -> None:
    if language not in LANGUAGES:
        raise BadOption(
            "the language is one of {known}, not {got!r}", known=", ".join(LANGUAGES), got=language
        )


def language_of(request: Request) -> str:
    """Return the language that the query names, else the one that the browser prefers."""
    asked = request.query_params.get("language")
    if asked is not None:
        expect_language(asked)
    return preferred_language(request)


def preferred_language(request: Request) -> str:
    """Return the first known language: of the query, of the browser, English."""
    asked = request.query_params.get("language")
    preferred = request.headers.get("accept-language", "")[:2].lower()
    return next((code for code in (asked, preferred) if code in LANGUAGES), "en")


def token_of(request: Request) -> str:
    """Return the token of a seat, as a program sends it."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NoToken("expected the header Authorization: Bearer TOKEN")
    return token.strip()
