"""Tables over HTTP: create one, take a seat, look at a finished match; and play, for programs."""

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pasch.coach.findings import Review
from pasch.core.errors import BadOption
from pasch.core.match.ending import Ending, ending_of
from pasch.core.match.tally import Group
from pasch.core.view.scene import Told
from pasch.server.http.endpoint import (
    LANGUAGE,
    SVG,
    TEXT,
    Endpoint,
    Number,
    in_thread,
    language_of,
    read_json,
    tables_of,
    token_of,
    with_table,
)
from pasch.server.http.link import link_to, qr_code
from pasch.table.model import Choose, DiceKind, Phase, Refused, Settings, Start, holder_of
from pasch.table.table import Table
from pasch.table.views.finished import dice_tally, snapshot_at, story_of
from pasch.table.views.messages import ActionInfo, DealResult, ProgressInfo, Snapshot, TableInfo

WAIT = Number("wait", high=60)  # seconds until the turn comes
PAGE = Number("page", low=1, high=10_000, default=1)
TOKEN_BYTES = 24
SHORTEST_TOKEN, DIFFERENT_CHARACTERS = 20, 8  # characters, and different ones among them


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
    """The hex SHA-256 of the salt, instead of the salt, which follows once all seats are taken."""
    seat: int | None = None
    token: str | None = None
    """The token of a person who has a seat here already and takes one more."""


class ChooseAt(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    action: int


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    event: int
    """The number of events that the new match begins with."""
    token: str = ""
    """The token of a person who wants the same seats again."""


class Link(msgspec.Struct, frozen=True):
    link: str


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
    """The names of those for whom seats are reserved."""


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
    """The running hash at this version, which includes what was done."""


async def list_tables(request: Request) -> list[TableLine]:
    return [line_of(table) for table in await tables_of(request).lobby()]


def line_of(table: Table) -> TableLine:
    return TableLine(
        id=table.id,
        game=table.state.game.key,
        title=table.state.game.title,
        icon=table.state.game.icon,
        names=[seat.name for seat in table.state.seats if seat.kind != "open"],
        open=sum(seat.kind == "open" for seat in table.state.seats),
        seats=len(table.state.seats),
    )


async def create_table(request: Request) -> NewTable:
    asked = await read_json(request, NewSettings)
    table = await tables_of(request).create_table(Settings(**msgspec.structs.asdict(asked)))
    return NewTable(table.id, table.state.laid.commitment)


@with_table
async def show_table(_: Request, table: Table) -> TableInfo:
    return table.viewers.info()


@with_table
async def show_link(request: Request, table: Table) -> Link:
    return Link(link_to(request, table.id))


@with_table
async def show_qr_code(request: Request, table: Table) -> Response:
    picture = await in_thread(request, qr_code, link_to(request, table.id))
    return Response(picture, media_type=SVG)


@with_table
async def take_seat(request: Request, table: Table) -> Seated:
    asked = await read_json(request, SitDown)
    token = asked.token or secrets.token_urlsafe(TOKEN_BYTES)
    if not table.viewers.seats_of(token):
        expect_strong(token)
    seat = await table.sit(asked.seat, asked.name, token, asked.salt, asked.seal)
    return Seated(seat, token, table.version, table.hash)


def expect_strong(token: str) -> None:
    """Refuse a token that others could guess: it would give them the seat."""
    if len(token) < SHORTEST_TOKEN or len(set(token)) < DIFFERENT_CHARACTERS:
        raise BadOption("expected a token of at least {n} random signs", n=SHORTEST_TOKEN)


@with_table
async def start(request: Request, table: Table) -> Version:
    await table.act(Start(holder_of(token_of(request))))
    return Version(table.version, table.hash)


@with_table
async def show_turn(request: Request, table: Table) -> TurnInfo:
    """Wait until it is this player's turn or the time is up; return what the player needs."""
    token = token_of(request)
    language = language_of(request)
    if not await table.has_seated(token):
        raise Refused("seat", "nobody sits at this table with that token")
    table.viewers.mark_polled(token)
    await table.back(token)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(WAIT.of(request)):
            while not is_due(table, token) and await table.wait(table.version):
                pass
    return await turn_of(table, token, language)


def is_due(table: Table, token: str) -> bool:
    return table.state.phase == "over" or bool(table.viewers.actions_of(token))


async def turn_of(table: Table, token: str, language: str) -> TurnInfo:
    seen = None if table.state.match is None else await table.viewers.snapshot(token, language)
    choices = table.viewers.actions_of(token, language)  # after the moment, which may wait
    return TurnInfo(
        version=table.version,
        phase=table.state.phase,
        yours=bool(choices),
        over=table.state.phase == "over",
        choices=choices,
        moment=seen,
    )


@with_table
async def choose(request: Request, table: Table) -> Version:
    asked = await read_json(request, ChooseAt)
    holder, language = holder_of(token_of(request)), language_of(request)
    await table.act(Choose(holder, asked.version, asked.action, language))
    return Version(table.version, table.hash)


@with_table
async def show_log(_: Request, table: Table) -> Response:
    name = f"{table.state.game.key}-{table.id}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(await table.finished_log(), headers=headers)


@with_table
async def show_moment(request: Request, table: Table) -> Snapshot:
    return await table.look_back(snapshot_at, request.path_params["n"], language_of(request))


@with_table
async def show_story(request: Request, table: Table) -> list[list[Told]]:
    return await table.look_back(story_of, language_of(request))


@with_table
async def show_ending(request: Request, table: Table) -> Ending:
    return ending_of(table.finished().playable, language_of(request))


@with_table
async def show_dice(request: Request, table: Table) -> list[Group]:
    return await table.look_back(dice_tally, language_of(request))


async def show_review(request: Request) -> Review | ProgressInfo:
    return await tables_of(request).review(request.path_params["id"], language_of(request))


async def play_on(request: Request) -> PlayedOn:
    asked = await read_json(request, PlayOn)
    id = request.path_params["id"]
    table = await tables_of(request).play_on(id, asked.event, asked.token)
    kept = [seat.name for seat in table.state.seats if seat.kind == "open" and seat.holder]
    return PlayedOn(table.id, kept)


async def show_deal(request: Request) -> list[DealResult]:
    code, page = request.path_params["code"], PAGE.of(request)
    return await tables_of(request).deal_results(code, language_of(request), page)


GET, POST = "GET", "POST"
endpoints = [
    Endpoint(GET, "/tables", list_tables, "open tables"),
    Endpoint(POST, "/tables", create_table, "lays a table", NewSettings, 201),
    Endpoint(GET, "/tables/{id}", show_table, "who sits there, the envelope, the phase"),
    Endpoint(GET, "/tables/{id}/link", show_link, "the link for other devices"),
    Endpoint(GET, "/tables/{id}/qr.svg", show_qr_code, "the link as a QR code", media=SVG),
    Endpoint(POST, "/tables/{id}/seats", take_seat, "takes a seat", SitDown, 201),
    Endpoint(POST, "/tables/{id}/start", start, "starts the game", needs_token=True),
    Endpoint(
        GET,
        "/tables/{id}/turn",
        show_turn,
        "waits until it is one's turn",
        query=(WAIT, LANGUAGE),
        needs_token=True,
    ),
    Endpoint(
        POST,
        "/tables/{id}/choose",
        choose,
        "makes a choice",
        ChooseAt,
        query=(LANGUAGE,),
        needs_token=True,
    ),
    Endpoint(GET, "/tables/{id}/log", show_log, "the log of a finished match", media=TEXT),
    Endpoint(
        GET,
        "/tables/{id}/at/{n:int}",
        show_moment,
        "a finished match after event n",
        query=(LANGUAGE,),
    ),
    Endpoint(
        GET,
        "/tables/{id}/story",
        show_story,
        "what each event of a finished match was",
        query=(LANGUAGE,),
    ),
    Endpoint(
        GET,
        "/tables/{id}/ending",
        show_ending,
        "everybody's place, and what decided it",
        query=(LANGUAGE,),
    ),
    Endpoint(GET, "/tables/{id}/dice", show_dice, "rolled against expected", query=(LANGUAGE,)),
    Endpoint(
        GET,
        "/tables/{id}/review",
        show_review,
        "the coach's review of a finished match, or how far it has come",
        query=(LANGUAGE,),
        sends=Review,
        also_sends={202: ProgressInfo},
    ),
    Endpoint(
        POST, "/tables/{id}/on", play_on, "lays a table that begins as this match was", PlayOn, 201
    ),
    Endpoint(
        GET, "/deals/{code}", show_deal, "how everybody did with these dice", query=(PAGE, LANGUAGE)
    ),
]
