"""The same code, the same dice, the same bots; and a restart changes nothing."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.core.game.dice import Dice, deal_seed
from pasch.core.game.position import CHANCE
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match import log
from pasch.core.match.match import Match
from pasch.core.match.verify import verify
from pasch.table.model import Settings
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.checker import name_of
from tests.table import acts
from tests.table.party import SHORT, Person, begin, choose_well, play

pytestmark = pytest.mark.anyio

GAMES = list(games().values())


async def deal(tables: Tables, game: str, **settings: Any) -> tuple[Table, list[Person]]:
    given = {"deal": "Daily-2026-11-15", "starter": None, **settings}
    return await begin(tables, "Anna", bots=2, game=game, **given)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
async def test_a_restart_continues_as_if_nothing_had_happened(tmp_path: Path, game: Game) -> None:
    store = await SqlStore.open(str(tmp_path / "tables.sqlite3"))
    tables = Tables(store)
    options = SHORT.get(game.key, {})
    whole, (anna,) = await deal(tables, game.key, options=options)
    anna.go()
    await play(whole, [anna])
    kept = without_journal(await whole.finished_log())
    moment = await whole.viewers.snapshot(anna.token)
    broken, (anna,) = await deal(tables, game.key, options=options)
    await play(broken, [anna], events=25)
    await tables.close()
    tables = Tables(store)
    again = await tables.find(broken.id)
    await play(again, [Person(again, anna.token)])
    assert again.state.match is not None
    assert whole.state.match is not None
    assert again.state.match.events == whole.state.match.events
    assert again.state.match.position() == whole.state.match.position()
    assert await again.viewers.snapshot(anna.token) == moment
    assert without_journal(await again.finished_log()) == kept
    assert verify_log(await again.finished_log())
    await tables.close()
    await store.close()


def without_journal(text: str) -> tuple[str, str]:
    """Return what two tables with the same dice have in common: all but the journal's secrets."""
    read = log.read(text)
    assert read.end is not None
    end = msgspec.structs.replace(read.end, key="", journal=[])
    return text.rpartition("\n{")[0], log.to_line(end)


def verify_log(text: str) -> bool:
    written = log.read(text)
    assert written.end is not None
    return verify(written.header, written.match, written.end.seed).ok


async def test_who_knows_the_code_can_not_tell_what_is_drawn_in_secret(tables: Tables) -> None:
    """Two tables with the same code and the same choices: all that everybody sees falls alike."""
    code = "DAILY-2026-11-15"
    known, secrets = Dice(deal_seed(code)), []
    for salt in ("a" * 32, "b" * 32):
        table = await tables.create_table(Settings("mistkaefer", 2, deal=code))
        people = [Person(table, f"the secret of {name}") for name in ("Anna", "Ben")]
        for person in people:
            await table.sit(None, "Somebody", person.token, salt)
        await acts.start(table, people[0].token)
        assert table.state.laid.commitment != known.commitment
        await play(table, people, choose=choose_well)
        ended = log.read(await table.finished_log())
        assert ended.match.start == known.draw_start(2)
        own = Dice(ended.seed, [salt, salt])
        assert own.commitment == table.state.laid.commitment
        assert drawn(ended.match, secret=False) == drawn(ended.match, secret=False, by=known)
        assert drawn(ended.match, secret=True) == drawn(ended.match, secret=True, by=own)
        secrets.append(drawn(ended.match, secret=True))
        assert secrets[-1] != drawn(ended.match, secret=True, by=known)
        assert verify_log(await table.finished_log())
    one, two = secrets
    assert len(one) > 20
    assert one != two


def drawn(match: Match, *, secret: bool, by: Dice | None = None) -> list[int]:
    """Return what chance brought, either in secret or before everybody.

    With `by`, return what these dice bring in the same places.
    """
    again, found = match.at(0), []
    for a in match.events:
        if again.player == CHANCE and again.is_secret == secret:
            found.append(by.roll(again.turn, again.die, again.chance) if by else a)
        again.apply(a)
    return found


async def test_other_decisions_leave_the_dice_of_later_turns_alone(tables: Tables) -> None:
    rolls = []
    for choice in (0, -1):
        table, (anna, *_) = await begin(tables, "Anna", game="mmm", deal="X")

        async def choose(person: Person, choice: int = choice, table: Table = table) -> None:
            action = table.viewers.actions_of(person.token)[choice].action
            await acts.choose(table, person.token, table.version, action)

        await play(table, [anna], events=40, choose=choose)
        assert table.state.match is not None
        again = table.state.match.copy()
        while again.events:
            again.undo()
        dice = {}
        for a in table.state.match.events:
            if again.player == CHANCE:
                dice[again.turn, again.die] = a
            again.apply(a)
        rolls.append(dice)
    shared = rolls[0].keys() & rolls[1].keys()
    assert len({turn for turn, _ in shared}) > 2
    assert {key: rolls[0][key] for key in shared} == {key: rolls[1][key] for key in shared}


async def test_finished_tables_of_a_deal_are_compared(tables: Tables) -> None:
    one, people = await deal(tables, "compost", options={"dice": 4}, starter=0)
    await play(one, people)
    await deal(tables, "compost")
    results = await tables.deal_results("daily-2026-11-15")
    assert [result.table for result in results] == [one.id]
    (result,) = results
    assert (result.game, result.title, result.seats) == ("compost", "Compost", 3)
    assert result.names == ["Anna", "Pip", "Lulu"]
    assert result.returns == people[0].moment.returns
    seats = people[0].moment.scene.seats
    assert result.lines == [f"{line.count} {line.text}" for line in seats]
    assert result.options["dice"] == 4
    assert result.finished > one.state.laid.at
    assert await tables.deal_results("daily-2026-11-15") == results
    assert await tables.deal_results("other") == []


async def test_there_are_a_hundred_results_on_a_page(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int, int]] = []

    async def results(*given: Any) -> list[Any]:
        asked.append(given)
        return []

    monkeypatch.setattr(tables.store, "results", results)
    for page in (1, 3):
        assert await tables.deal_results("table", page=page) == []
    assert asked == [("TABLE", 0, 100), ("TABLE", 200, 100)]


async def test_a_deal_takes_no_salts(tables: Tables) -> None:
    table, (anna,) = await deal(tables, "so-ein-mist")
    assert table.state.settings.deal == "DAILY-2026-11-15"
    assert anna.info.salts == []
    assert anna.info.seed is None


async def test_tables_of_their_own_have_dice_of_their_own(tables: Tables) -> None:
    seen = set()
    for _ in range(2):
        table, people = await begin(tables, "Anna", bots=2, deal="")
        await play(table, people, events=20)
        assert table.state.match is not None
        seen.add(tuple(table.state.match.events[:20]))
    assert len(seen) == 2
