"""The HTTP interface for machines, as OpenAPI, from the types that are read and sent."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import pasch
from pasch.coach.findings import Review
from pasch.core.match.ending import Ending
from pasch.core.match.tally import Group
from pasch.core.view.scene import Told
from pasch.core.words import LANGUAGES
from pasch.server.http.games import GameFacts, RulesText
from pasch.server.http.responses import Problem, answer
from pasch.server.http.share import Link
from pasch.server.http.tables import (
    LONGEST_WAIT,
    MOST_PAGES,
    ChooseAt,
    NewSettings,
    NewTable,
    PlayedOn,
    PlayOn,
    Seated,
    SitDown,
    TableLine,
    TurnInfo,
    Version,
)
from pasch.table.views.messages import DealResult, ProgressInfo, Snapshot, TableInfo

PATH = "/openapi.json"
JSON, TEXT, SVG = "application/json", "text/plain", "image/svg+xml"
SCHEMAS = "#/components/schemas/{name}"


@dataclass(frozen=True)
class Operation:
    does: str
    answers: Any = None
    """What is sent as JSON, by its type."""
    takes: type | None = None
    """What is read."""
    status: int = 200
    query: tuple[str, ...] = ()
    is_seats: bool = False
    """For who has the secret of a seat."""
    media: str = JSON
    also: dict[int, Any] = field(default_factory=dict)
    """Other answers, by their status."""

    @property
    def types(self) -> list[Any]:
        several = [self.answers if self.media == JSON else None, self.takes, *self.also.values()]
        return [kind for kind in several if kind is not None]


LANGUAGE = ("language",)
OPERATIONS: dict[str, Operation] = {
    "GET /games": Operation("what there is to play", list[GameFacts], query=LANGUAGE),
    "GET /games/{key}/rules": Operation("the rules as HTML", RulesText, query=LANGUAGE),
    "GET /games/{key}/lessons/{name}": Operation(
        "a lesson whole; what is as usual is left out",
        dict[str, Any],
        query=("learner", *LANGUAGE),
    ),
    "GET /words/{language}.json": Operation("the words of the pages", dict[str, Any]),
    "GET /tables": Operation("open tables", list[TableLine]),
    "POST /tables": Operation("lays a table", NewTable, NewSettings, 201),
    "GET /tables/{id}": Operation("who sits there, the envelope, the phase", TableInfo),
    "GET /tables/{id}/link": Operation("the link for other devices", Link),
    "GET /tables/{id}/qr.svg": Operation("the link as a QR code", media=SVG),
    "POST /tables/{id}/seats": Operation("takes a seat", Seated, SitDown, 201),
    "POST /tables/{id}/start": Operation("starts the game", Version, is_seats=True),
    "GET /tables/{id}/turn": Operation(
        "waits until it is one's turn", TurnInfo, query=("wait", *LANGUAGE), is_seats=True
    ),
    "POST /tables/{id}/choose": Operation(
        "makes a choice", Version, ChooseAt, query=LANGUAGE, is_seats=True
    ),
    "GET /tables/{id}/log": Operation("the log of a finished match", media=TEXT),
    "GET /tables/{id}/at/{n}": Operation(
        "a finished match after event n", Snapshot, query=LANGUAGE
    ),
    "GET /tables/{id}/story": Operation(
        "what each event of a finished match was", list[list[Told]], query=LANGUAGE
    ),
    "GET /tables/{id}/ending": Operation(
        "everybody's place, and what decided it", Ending, query=LANGUAGE
    ),
    "GET /tables/{id}/dice": Operation("rolled against expected", list[Group], query=LANGUAGE),
    "GET /tables/{id}/review": Operation(
        "the coach's review of a finished match, or how far it has come",
        Review,
        query=LANGUAGE,
        also={202: ProgressInfo},
    ),
    "POST /tables/{id}/on": Operation(
        "lays a table that begins as this match was", PlayedOn, PlayOn, 201
    ),
    "GET /deals/{code}": Operation(
        "how everybody did with these dice", list[DealResult], query=("page", *LANGUAGE)
    ),
    "GET /health": Operation("whether the server and its store are well", dict[str, str]),
}

PLAIN = {"type": "string"}
PARAMETERS: dict[str, dict[str, Any]] = {
    "language": {"type": "string", "enum": list(LANGUAGES)},
    "n": {"type": "integer", "minimum": 0},
    "page": {"type": "integer", "minimum": 1, "maximum": MOST_PAGES},
    "wait": {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
}


@cache
def description() -> dict[str, Any]:
    kinds = [kind for operation in OPERATIONS.values() for kind in operation.types]
    _, schemas = msgspec.json.schema_components([*kinds, Problem], ref_template=SCHEMAS)
    paths: dict[str, dict[str, Any]] = {}
    for name, operation in OPERATIONS.items():
        method, path = name.split()
        paths.setdefault(path, {})[method.lower()] = described(path, operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "pasch", "version": pasch.__version__},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def described(path: str, operation: Operation) -> dict[str, Any]:
    found: dict[str, Any] = {
        "summary": operation.does,
        "parameters": [parameter(name, path) for name in (*named_in(path), *operation.query)],
        "responses": {
            str(operation.status): sent(operation.does, operation.media, operation.answers),
            **{
                str(code): sent(operation.does, JSON, kind) for code, kind in operation.also.items()
            },
            "4XX": FAILED,
            "503": FAILED,
        },
    }
    if operation.takes is not None:
        content = {JSON: {"schema": schema_of(operation.takes)}}
        found["requestBody"] = {"required": True, "content": content}
    if operation.is_seats:
        found["security"] = [{"seat": []}]
    return found


def named_in(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]


def parameter(name: str, path: str) -> dict[str, Any]:
    where = "path" if f"{{{name}}}" in path else "query"
    schema = PARAMETERS.get(name, PLAIN)
    return {"name": name, "in": where, "required": where == "path", "schema": schema}


def sent(does: str, media: str, kind: Any) -> dict[str, Any]:
    schema = schema_of(kind) if media == JSON else PLAIN
    return {"description": does, "content": {media: {"schema": schema}}}


def schema_of(kind: Any) -> dict[str, Any]:
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


async def show(_: Request) -> Response:
    return answer(description())


routes = [Route(PATH, show)]
