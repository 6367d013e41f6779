"""Endpoints of the HTTP interface: their declaration, their requests and their responses.

Each is declared once: its route, and its description in OpenAPI, are made from that declaration.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar, get_type_hints

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasch.core.errors import BadOption, PaschError
from pasch.core.words import LANGUAGES
from pasch.server.errors import UNREADABLE, NoToken, Problem, TooMuch, TooSlow, problem_of
from pasch.server.limits import BODY_S, LONGEST_BODY
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.thinking.pools import Pool

JSON, TEXT, SVG = "application/json", "text/plain", "image/svg+xml"

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Any]]
Schema = dict[str, Any]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a path or a query; without a schema it is any text."""

    name: str
    schema: Schema = field(default_factory=lambda: {"type": "string"})


@dataclass(frozen=True)
class Number:
    """A whole number in a query."""

    name: str
    high: int
    low: int = 0
    default: int = 0

    @property
    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def of(self, request: Request) -> int:
        """Return the number in the query of a request."""
        text = request.query_params.get(self.name, str(self.default))
        is_short = text.isdecimal() and len(text) <= len(str(self.high))
        if not is_short or not self.low <= int(text) <= self.high:
            raise BadOption(
                "{name} is a number from {low} to {high}, not {got!r}",
                name=self.name,
                low=self.low,
                high=self.high,
                got=text[:40],
            )
        return int(text)


LANGUAGE = Parameter("language", {"type": "string", "enum": list(LANGUAGES)})


@dataclass(frozen=True)
class Endpoint:
    """A request that the server answers.

    What `handler` returns is sent as JSON, unless it is a response already.
    """

    method: str
    path: str
    handler: Handler
    summary: str = ""
    """Empty if the endpoint is not meant for programs, and so not described."""
    reads: type | None = None
    """The type of the JSON that is read."""
    status: int = 200
    query: tuple[Parameter | Number, ...] = ()
    needs_token: bool = False
    media: str = JSON
    sends: Any = None
    """The type of the JSON that is sent, where that is not what the handler returns."""
    also_sends: Mapping[int, type] = field(default_factory=dict)
    """Types that are sent with another status."""

    @property
    def route(self) -> Route:
        return Route(self.path, self.answer, methods=[self.method])

    async def answer(self, request: Request) -> Response:
        sent = await self.handler(request)
        if isinstance(sent, Response):
            return sent
        other = (code for code, kind in self.also_sends.items() if isinstance(sent, kind))
        return json_response(sent, next(other, self.status))

    @property
    def sent_type(self) -> Any:
        return self.sends or get_type_hints(self.handler)["return"]


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def in_thread(request: Request, work: Callable[..., T], *arguments: Any) -> T:
    """Return the result of a function, which the server's one thread for responses calls."""
    pool: Pool = request.app.state.pool
    return await pool.do(work, *arguments)


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
