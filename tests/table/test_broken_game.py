"""A package that is no game: its table says why, and the other tables play on."""

import pytest

from pasch.core.game.registry import games
from pasch.table.model import Settings, StoreTrouble
from pasch.table.tables import Tables
from pasch.table.views.messages import Refusal
from tests.outside import Spoil
from tests.table import acts
from tests.table.party import Person, begin, salt, until

pytestmark = pytest.mark.anyio


async def test_a_table_of_a_broken_game_says_what_is_missing_and_others_play_on(
    tables: Tables, spoiled: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = spoiled("rules.py", "def legal(", "def allowed(")
    monkeypatch.setitem(games(), broken.key, broken)
    table = await tables.create_table(Settings(game=broken.key, seats=2))
    for seat, name in enumerate(("Anna", "Ben")):
        await table.sit(seat, name, f"secret of {name}", salt())
    anna = await Person(table, "secret of Anna").look()
    await acts.start(table, anna.token)
    await until(lambda: any(isinstance(each.d, Refusal) for each in anna.received))
    told = next(each.d for each in anna.received if isinstance(each.d, Refusal))
    assert "expected legal(s, out), got nothing of that name" in told.reason
    _, (cleo, _) = await begin(tables, "Cleo", "Dora", game="mmm")
    await until(lambda: cleo.moment.scene.choices)


async def test_a_game_whose_rules_fail_says_so_and_the_table_stays_as_it_was(
    tables: Tables, spoiled: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = spoiled("rules.py", "    s.goal = options.goal\n", "    s.goal = options.aim\n")
    monkeypatch.setitem(games(), broken.key, broken)
    table = await tables.create_table(Settings(game=broken.key, seats=2))
    for seat, name in enumerate(("Anna", "Ben")):
        await table.sit(seat, name, f"secret of {name}", salt())
    anna = await Person(table, "secret of Anna").look()
    await acts.start(table, anna.token)
    await until(lambda: isinstance(anna.received[-1].d, Refusal))
    assert "the match can't be played" in anna.received[-1].d.reason
    with pytest.raises(StoreTrouble, match="no attribute 'aim'"):
        await acts.choose(table, anna.token, table.version, 0)
