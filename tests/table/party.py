"""People at a live table: they sit down, look on and play, and keep every byte they were sent."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np
import pytest

from pasch.bots import quick
from pasch.core.game.dice import Dice, Draws
from pasch.core.game.position import OVER
from pasch.core.game.registry import load
from pasch.core.match.match import Match
from pasch.core.view.scene import Choice, Told
from pasch.table.creation import check_settings, dice_of, first_entry
from pasch.table.model import Settings
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.viewers import Viewer
from pasch.table.views.messages import Snapshot, TableInfo
from tests.patience import PATIENCE
from tests.table import acts
from tests.table.window import Message, Window, read

SHORT: dict[str, dict[str, int]] = {
    "compost": {"dice": 5},
    "mistkaefer": {"clovers": 1, "balls": 8},
    "mmm": {"cat_steps": 4},
}
"""Options with which a long game is soon over."""


class Person:
    def __init__(self, table: Table, token: str = "", language: str = "en") -> None:
        self.table = table
        self.token = token
        self.received: list[Message] = []
        self.sent: list[str] = []
        self.window = Window()
        self.viewer = Viewer(token, language, self.receive)

    def receive(self, sent: str) -> None:
        self.sent.append(sent)
        self.received.append(read(sent))
        self.window.hear(self.received[-1])

    @property
    def moments(self) -> list[Snapshot]:
        return self.window.moments

    @property
    def infos(self) -> list[TableInfo]:
        return [message.d for message in self.received if isinstance(message.d, TableInfo)]

    @property
    def moment(self) -> Snapshot:
        return self.moments[-1]

    @property
    def info(self) -> TableInfo:
        return self.infos[-1]

    @property
    def told(self) -> list[Told]:
        """The story, as a client puts it together."""
        return self.window.told

    @property
    def may_undo(self) -> bool:
        return self.window.own.undo

    @property
    def taps(self) -> list[Choice]:
        return self.window.own.taps

    async def look(self) -> "Person":
        await self.table.join(self.viewer)
        return self

    def go(self) -> None:
        self.table.part(self.viewer)

    async def choose(self, text: str) -> None:
        """Choose or enter an outcome by its words, however the list is ordered."""
        offers = self.table.viewers.actions_of(self.token)
        known = {offer.text.partition(" (")[0]: offer.action for offer in offers}
        known |= {offer.text: offer.action for offer in offers}
        await acts.choose(self.table, self.token, self.table.version, known[text])

    async def choose_first(self) -> None:
        first = self.table.viewers.actions_of(self.token)[0]
        await acts.choose(self.table, self.token, self.table.version, first.action)


async def choose_well(person: Person) -> None:
    """Make the quick bot's choice; enter something else of real dice each time."""
    match = person.table.state.match
    assert match is not None
    offers = person.table.viewers.actions_of(person.token)
    a = offers[len(match.events) % len(offers)].action
    if match.player >= 0:
        a = quick.choose(match.copy(), np.random.default_rng(0))
    await acts.choose(person.table, person.token, person.table.version, a)


def sql_store(tables: Tables) -> SqlStore:
    assert isinstance(tables.store, SqlStore)
    return tables.store


def salt() -> str:
    return secrets.token_hex(16)


def salt_of(name: str) -> str:
    """Return the same salt in every test."""
    return name.encode().hex().ljust(32, "0")[:32]


async def lay_same(tables: Tables, settings: Settings) -> Table:
    """Create a table where everything is the same in every test, secret draws too."""
    settings = check_settings(settings)
    dice = dice_of(settings, secrets.token_hex(32))
    if (settings.deal or settings.dice == "real") and load(settings.game).keeps_secrets:
        dice = Dice(f"the secret of {settings.deal}")
    return await tables._create(first_entry(settings, dice, time.time(), secrets.token_hex(32)))


def draw_chips(monkeypatch: pytest.MonkeyPatch, kind_for: Callable[[int], str]) -> None:
    """Make the seat to move draw a chip of the kind that `kind_for` names."""
    due = Match.due
    drawn: dict[tuple[int, ...], str] = {}

    def chosen(match: Match, draws: Draws) -> int | None:
        if not match.is_secret:
            return due(match, draws)
        now = tuple(match.events)
        if now not in drawn:
            drawn[now] = kind_for(match.position().to_move)
        return next(a for a in match.possible() if drawn[now] in match.text(a))

    monkeypatch.setattr(Match, "due", chosen)


async def sit(table: Table, name: str, token: str = "", language: str = "en") -> Person:
    """Take a seat, open a connection, and return the person who did."""
    person = Person(table, token or f"the secret of {name}", language)
    await table.sit(None, name, person.token, salt_of(name))
    return await person.look()


async def gather(
    tables: Tables, *names: str, bots: int = 0, settings: dict[str, Any] | None = None
) -> tuple[Table, list[Person]]:
    """Create a table of these people and so many bots, all seated, with known dice."""
    given = {"game": "so-ein-mist", "starter": 0, **(settings or {})}
    if given.get("dice") != "real":
        given.setdefault("deal", "TABLE")
    table = await lay_same(tables, Settings(seats=len(names) + bots, **given))
    people = [await sit(table, name) for name in names]
    for seat in range(len(names), len(names) + bots):
        await acts.sit_bot(table, people[0].token, seat, "quick")
    return table, people


async def begin(
    tables: Tables, *names: str, bots: int = 0, **settings: Any
) -> tuple[Table, list[Person]]:
    """Create such a table, and start the match."""
    table, people = await gather(tables, *names, bots=bots, settings=settings)
    await acts.start(table, people[0].token)
    await ready(table)
    return table, people


async def ready(table: Table) -> Match:
    await table.viewers.snapshot()
    assert table.state.match is not None
    return table.state.match


async def until(condition: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


def quiet(table: Table) -> bool:
    """Return whether nothing happens until a person acts, or the match is over."""
    match = table.state.match
    if match is None:
        return False
    if match.player == OVER:
        return True
    if match.player < 0:
        return table.state.settings.dice == "real"
    seat = table.state.seats[match.player]
    return seat.kind == "person" and not seat.away


async def play(
    table: Table,
    people: list[Person],
    events: int = 10_000,
    choose: Callable[[Person], Awaitable[None]] = Person.choose_first,
) -> None:
    """Play until so many events have happened, or to the end, by the first thing possible."""
    while True:
        await until(lambda: quiet(table))
        assert table.state.match is not None
        if table.state.match.player == OVER or len(table.state.match.events) >= events:
            return
        movers = [person for person in people if table.viewers.actions_of(person.token)]
        await choose(movers[0])
