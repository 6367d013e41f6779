"""Tables over HTTP: lay one, sit down, look at a finished match; and play, for programs."""

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pasch.core.errors import BadOption
from pasch.server.http.responses import answer, at_table, language_of, read, token_of
from pasch.table.model.errors import Refused
from pasch.table.model.state import DiceKind, Phase, Settings
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.views.messages import ActionInfo, ProgressInfo, Snapshot

LONGEST_WAIT = 60  # seconds for a turn to come
MOST_PAGES = 10_000
TOKEN_BYTES = 24
SHORTEST_TOKEN, SIGNS_OF_TOKEN = 20, 8  # letters, and different ones among them


class NewSettings(msgspec.Struct, forbid_unknown_fields=True):
    """Settings, as they come."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    starter: int | None = None
    dice: DiceKind = "sealed"
    deal: str = ""
    listed: bool = False
    clock: int = 0
    coach: bool = True


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    salt: str = ""
    seal: str = ""
    """Instead of the salt its hex SHA-256; the salt comes when nobody sits down any more."""
    seat: int | None = None
    token: str | None = None
    """Of somebody who sits here already and takes one more seat."""


class ChooseAt(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    action: int


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    event: int
    """So many have happened."""
    token: str = ""
    """Of whoever wants their seats again."""


class TableLine(msgspec.Struct, frozen=True):
    """An open table, in the lobby."""

    id: str
    game: str
    title: str
    icon: str
    names: list[str]
    open: int
    seats: int


class NewTable(msgspec.Struct, frozen=True):
    id: str
    commitment: str


class Seated(msgspec.Struct, frozen=True):
    seat: int
    token: str
    version: int
    hash: str
    """The running hash at this version."""


class PlayedOn(msgspec.Struct, frozen=True):
    id: str
    kept: list[str]
    """Whom the seats wait for."""


class TurnInfo(msgspec.Struct, frozen=True):
    """What a player that is a program needs to choose."""

    version: int
    phase: Phase
    yours: bool
    over: bool
    choices: list[ActionInfo]
    moment: Snapshot | None


class Version(msgspec.Struct, frozen=True):
    version: int
    hash: str
    """The running hash at this version: what was done is among the entries up to it."""


async def lobby(request: Request) -> Response:
    tables: Tables = request.app.state.tables
    return answer([line_of(table) for table in await tables.lobby()])


def line_of(table: Table) -> TableLine:
    return TableLine(
        id=table.id,
        game=table.game.key,
        title=table.game.title,
        icon=table.game.icon,
        names=[seat.name for seat in table.seats if seat.kind != "open"],
        open=sum(seat.kind == "open" for seat in table.seats),
        seats=len(table.seats),
    )


async def lay(request: Request) -> Response:
    tables: Tables = request.app.state.tables
    asked = await read(request, NewSettings)
    table = await tables.create_table(Settings(**msgspec.structs.asdict(asked)))
    return answer(NewTable(table.id, table.commitment), 201)


@at_table
async def show(_: Request, table: Table) -> Response:
    return answer(table.info())


@at_table
async def sit(request: Request, table: Table) -> Response:
    asked = await read(request, SitDown)
    token = asked.token or secrets.token_urlsafe(TOKEN_BYTES)
    if not table.seats_of(token):
        expect_strong(token)
    seat = await table.sit(asked.seat, asked.name, token, asked.salt, asked.seal)
    return answer(Seated(seat, token, table.version, table.hash), 201)


def expect_strong(token: str) -> None:
    """Whoever guesses it has the seat."""
    if len(token) < SHORTEST_TOKEN or len(set(token)) < SIGNS_OF_TOKEN:
        raise BadOption("expected a token of at least {n} random signs", n=SHORTEST_TOKEN)


@at_table
async def log(_: Request, table: Table) -> Response:
    name = f"{table.game.key}-{table.id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(await table.finished_log(), headers=headers)


@at_table
async def moment(request: Request, table: Table) -> Response:
    return answer(await table.at(request.path_params["n"], language_of(request)))


@at_table
async def story(request: Request, table: Table) -> Response:
    """What each event of a finished match was."""
    return answer(await table.story(language_of(request)))


@at_table
async def ending(request: Request, table: Table) -> Response:
    """Everybody's place, and what decided it."""
    return answer(table.ending(language_of(request)))


@at_table
async def dice(request: Request, table: Table) -> Response:
    return answer(await table.tally(language_of(request)))


async def review(request: Request) -> Response:
    tables: Tables = request.app.state.tables
    found = await tables.review(request.path_params["id"], language_of(request))
    return answer(found, 202 if isinstance(found, ProgressInfo) else 200)


async def play_on(request: Request) -> Response:
    tables: Tables = request.app.state.tables
    asked = await read(request, PlayOn)
    table = await tables.play_on(request.path_params["id"], asked.event, asked.token)
    kept = [seat.name for seat in table.seats if seat.kind == "open" and seat.holder]
    return answer(PlayedOn(table.id, kept), 201)


async def deal(request: Request) -> Response:
    tables: Tables = request.app.state.tables
    code, page = request.path_params["code"], whole(request, "page", 1, 1, MOST_PAGES)
    return answer(await tables.deal_results(code, language_of(request), page))


@at_table
async def turn(request: Request, table: Table) -> Response:
    """What a program needs to choose, as soon as it is its turn or the time is up."""
    token = token_of(request)
    language = language_of(request)
    if not await table.has_seated(token):
        raise Refused("seat", "nobody sits at this table with that token")
    table.mark_polled(token)
    await table.back(token)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(whole(request, "wait", 0, 0, LONGEST_WAIT)):
            while not is_due(table, token) and await table.wait(table.version):
                pass
    return answer(await turn_of(table, token, language))


def whole(request: Request, name: str, default: int, low: int, high: int) -> int:
    """A number that the query names."""
    text = request.query_params.get(name, str(default))
    short = text.isdecimal() and len(text) <= len(str(high))
    if not short or not low <= int(text) <= high:
        raise BadOption(f"{name} is a number from {low} to {high}, not {text[:40]!r}")
    return int(text)


def is_due(table: Table, token: str) -> bool:
    return table.phase == "over" or bool(table.choices_of(token))


async def turn_of(table: Table, token: str, language: str) -> TurnInfo:
    seen = None if table.match is None else await table.moment(token, language)
    choices = table.choices_of(token, language)  # as it is once the story was learned
    return TurnInfo(
        version=table.version,
        phase=table.phase,
        yours=bool(choices),
        over=table.phase == "over",
        choices=choices,
        moment=seen,
    )


@at_table
async def start(request: Request, table: Table) -> Response:
    await table.start(token_of(request))
    return answer(Version(table.version, table.hash))


@at_table
async def choose(request: Request, table: Table) -> Response:
    asked = await read(request, ChooseAt)
    await table.choose(token_of(request), asked.version, asked.action, language_of(request))
    return answer(Version(table.version, table.hash))


async def health(request: Request) -> Response:
    tables: Tables = request.app.state.tables
    await tables.store.check()
    return answer({"status": "ok", "name": "pasch"})


routes = [
    Route("/tables", lobby, methods=["GET"]),
    Route("/tables", lay, methods=["POST"]),
    Route("/tables/{id}", show),
    Route("/tables/{id}/seats", sit, methods=["POST"]),
    Route("/tables/{id}/log", log),
    Route("/tables/{id}/at/{n:int}", moment),
    Route("/tables/{id}/story", story),
    Route("/tables/{id}/ending", ending),
    Route("/tables/{id}/dice", dice),
    Route("/tables/{id}/review", review),
    Route("/tables/{id}/on", play_on, methods=["POST"]),
    Route("/tables/{id}/turn", turn),
    Route("/tables/{id}/start", start, methods=["POST"]),
    Route("/tables/{id}/choose", choose, methods=["POST"]),
    Route("/deals/{code}", deal),
    Route("/health", health),
]
