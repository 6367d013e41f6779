"""Endpoints of the HTTP interface.

Each is declared once: its route and its description in OpenAPI are made from that declaration.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import pasch
from pasch.core.errors import BadOption
from pasch.core.words import LANGUAGES
from pasch.server.errors import Problem
from pasch.server.http.responses import json_response

JSON, TEXT, SVG = "application/json", "text/plain", "image/svg+xml"
SCHEMAS = "#/components/schemas/{name}"
STRING = {"type": "string"}
IN_PATH = re.compile(r"{(\w+)(:\w+)?}")

Handler = Callable[[Request], Awaitable[Any]]
Schema = dict[str, Any]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a path or a query: any text."""

    name: str

    @property
    def schema(self) -> Schema:
        return STRING


@dataclass(frozen=True)
class OneOf(Parameter):
    values: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.values)}


@dataclass(frozen=True)
class Number(Parameter):
    """A whole number; of one in a query, the highest value and a default are known."""

    low: int = 0
    high: int | None = None
    default: int = 0

    @property
    def schema(self) -> Schema:
        lowest: Schema = {"type": "integer", "minimum": self.low}
        return lowest if self.high is None else {**lowest, "maximum": self.high}

    def of(self, request: Request) -> int:
        """Return the number in the query of a request."""
        text = request.query_params.get(self.name, str(self.default))
        is_short = text.isdecimal() and len(text) <= len(str(self.high))
        if self.high is None or not is_short or not self.low <= int(text) <= self.high:
            raise BadOption(
                "{name} is a number from {low} to {high}, not {got!r}",
                name=self.name,
                low=self.low,
                high=self.high,
                got=text[:40],
            )
        return int(text)


LANGUAGE = OneOf("language", LANGUAGES)


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
    sends: Any = None
    """The type of the JSON that is sent."""
    reads: type | None = None
    """The type of the JSON that is read."""
    status: int = 200
    query: tuple[Parameter, ...] = ()
    needs_token: bool = False
    media: str = JSON
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
    def types(self) -> list[Any]:
        kinds = [self.sends, self.reads, *self.also_sends.values()]
        return [kind for kind in kinds if kind is not None]

    @property
    def described_path(self) -> str:
        return IN_PATH.sub(r"{\1}", self.path)

    @property
    def path_parameters(self) -> list[Parameter]:
        return [path_parameter(name, kind) for name, kind in IN_PATH.findall(self.path)]

    def described(self) -> Schema:
        """Return the description of this endpoint in OpenAPI."""
        found: Schema = {
            "summary": self.summary,
            "parameters": [
                *(parameter(each, "path") for each in self.path_parameters),
                *(parameter(each, "query") for each in self.query),
            ],
            "responses": {
                str(self.status): self.response(self.media, self.sends),
                **{str(code): self.response(JSON, kind) for code, kind in self.also_sends.items()},
                "4XX": FAILED,
                "503": FAILED,
            },
        }
        if self.reads is not None:
            content = {JSON: {"schema": schema_of(self.reads)}}
            found["requestBody"] = {"required": True, "content": content}
        if self.needs_token:
            found["security"] = [{"seat": []}]
        return found

    def response(self, media: str, kind: Any) -> Schema:
        schema = schema_of(kind) if media == JSON else STRING
        return {"description": self.summary, "content": {media: {"schema": schema}}}


def path_parameter(name: str, kind: str) -> Parameter:
    if kind == ":int":
        return Number(name)
    return LANGUAGE if name == LANGUAGE.name else Parameter(name)


def parameter(each: Parameter, where: str) -> Schema:
    return {"name": each.name, "in": where, "required": where == "path", "schema": each.schema}


def schema_of(kind: Any) -> Schema:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=SCHEMAS)
    return schema


FAILED = {
    "description": "why not",
    "content": {
        JSON: {
            "schema": {
                "type": "object",
                "properties": {"error": schema_of(Problem)},
                "required": ["error"],
            }
        }
    },
}


def describe(endpoints: Iterable[Endpoint]) -> Schema:
    """Return the description of these endpoints in OpenAPI."""
    described = [each for each in endpoints if each.summary]
    kinds = [kind for each in described for kind in each.types]
    _, schemas = msgspec.json.schema_components([*kinds, Problem], ref_template=SCHEMAS)
    paths: dict[str, Schema] = {}
    for each in described:
        paths.setdefault(each.described_path, {})[each.method.lower()] = each.described()
    return {
        "openapi": "3.1.0",
        "info": {"title": "pasch", "version": pasch.__version__},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }
