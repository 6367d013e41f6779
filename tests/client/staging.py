"""Tables brought to a moment worth looking at, without a browser."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from pasch.bots import quick
from pasch.core.game.registry import games
from pasch.table.model import Settings
from pasch.table.table import Table
from tests.kits import kit_of
from tests.server.serving import Served, go_on
from tests.table import acts
from tests.table.party import lay_same

SALT = "0" * 32
TOKEN = "the-seat-of-anna-in-a-test-or-a-picture"
BENS_TOKEN = "the-seat-of-ben-in-a-test-or-a-picture"


@dataclass(frozen=True)
class Staging:
    """A table where Anna sits first and bots on all other seats."""

    game: str
    bots: int
    events: int
    """The least number of events that have happened when Anna has to choose."""
    deal: str = "A-MOMENT"
    options: dict[str, int] = field(default_factory=dict, hash=False)


def moment_of(key: str) -> Staging:
    return Staging(key, **kit_of(key).MOMENT)


MOMENTS = tuple(moment_of(key) for key in games())


def names_of(moments: Sequence[Staging]) -> list[str]:
    return [moment.game for moment in moments]


def gather(served: Served, staging: Staging) -> Table:
    """Create a table where Anna sits and the other seats are open."""
    return served.call(_gather(served, staging))


async def _gather(served: Served, staging: Staging) -> Table:
    settings = Settings(
        game=staging.game,
        seats=1 + staging.bots,
        options=dict(staging.options),
        starter=0,
        deal=staging.deal,
        listed=True,
    )
    table = await lay_same(served.tables, settings)
    await table.sit(0, "Anna", TOKEN, SALT)
    return table


def meet(served: Served, game: str, bots: int = 0) -> Table:
    """Create a table where Anna and Ben have begun a game."""
    return served.call(_meet(served, Staging(game, bots + 1, 0)))


async def _meet(served: Served, staging: Staging) -> Table:
    table = await _gather(served, staging)
    await table.sit(1, "Ben", BENS_TOKEN, SALT)
    for seat in range(2, 1 + staging.bots):
        await acts.sit_bot(table, TOKEN, seat, "quick")
    await acts.start(table, TOKEN)
    return table


def play_to(served: Served, staging: Staging) -> Table:
    """Return a table where much has happened and Anna has something to choose."""
    return served.call(_play(served, staging, staging.events))


def play_out(served: Served, staging: Staging) -> Table:
    return served.call(_play(served, staging, None))


@cache
def played_to(served: Served, staging: Staging) -> Table:
    """Return a table played to this moment, shared by all tests that only look at it."""
    return play_to(served, staging)


@cache
def played_out(served: Served, staging: Staging) -> Table:
    return play_out(served, staging)


async def _play(served: Served, staging: Staging, events: int | None) -> Table:
    table = await _gather(served, staging)
    for seat in range(1, 1 + staging.bots):
        await acts.sit_bot(table, TOKEN, seat, "quick")
    await acts.start(table, TOKEN)
    rng = np.random.default_rng(1)
    while table.state.phase != "over":
        if table.state.match is None or table.state.match.player != 0:
            await go_on(table)
        elif events is not None and len(table.state.match.events) >= events and has_a_say(table):
            break
        else:
            await acts.choose(
                table, TOKEN, table.version, quick.choose(table.state.match.copy(), rng)
            )
    return table


def has_a_say(table: Table) -> bool:
    assert table.state.match is not None
    return len(table.state.match.legal()) > 1


def link_of(table: Table, token: str = TOKEN) -> str:
    return f"/t/{table.id}#{token}"
