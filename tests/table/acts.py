"""The commands of people at a table, given with their token."""

from pasch.table.model import (
    Choose,
    Leave,
    OpenSalt,
    Rematch,
    Seal,
    SeatBot,
    Stand,
    StandIn,
    Start,
    TakeBack,
    holder_of,
)
from pasch.table.model.playing import Pause
from pasch.table.table import Table


async def seal(table: Table, token: str, seat: int, seal: str) -> None:
    await table.act(Seal(holder_of(token), seat, seal))


async def open_salt(table: Table, token: str, salt: str) -> None:
    await table.act(OpenSalt(holder_of(token), salt))


async def sit_bot(table: Table, token: str, seat: int, bot: str) -> None:
    await table.act(SeatBot(holder_of(token), seat, bot))


async def stand(table: Table, token: str, seat: int) -> None:
    await table.act(Stand(holder_of(token), seat))


async def start(table: Table, token: str) -> None:
    await table.act(Start(holder_of(token)))


async def choose(table: Table, token: str, version: int, action: int, language: str = "en") -> None:
    await table.act(Choose(holder_of(token), version, action, language))


async def undo(table: Table, token: str, version: int) -> None:
    await table.act(TakeBack(holder_of(token), version))


async def leave(table: Table, token: str) -> None:
    await table.act(Leave(holder_of(token)))


async def stand_in(table: Table, token: str, seat: int) -> None:
    await table.act(StandIn(holder_of(token), seat))


async def rematch(table: Table, token: str) -> str:
    """Return the table of the next match."""
    await table.act(Rematch(holder_of(token)))
    found = table.viewers.info().rematch
    assert found is not None
    return found


async def pause(table: Table, token: str, on: bool = True) -> None:
    await table.act(Pause(holder_of(token), on))
