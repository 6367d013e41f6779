"""No byte that a seat is sent depends on what the others hide."""

from itertools import chain, cycle, repeat
from pathlib import Path

import pytest

from pasch.core.game.position import CHANCE
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.table.party import Person, begin, draw_chips, until

pytestmark = pytest.mark.anyio

OPTIONS = {
    "clovers": 4,
    "balls": 45,
    "bonus": "green 1 extra, yellow 1 chip, yellow 2 chips, blue 2 chip",
}
DICE = (1, 2, 4, 5, 1, 3, 6, 2, 5, 3)


class Game:
    """Anna, Ben and a watcher at a table with real dice; every seat plays by the same script."""

    def __init__(self, table: Table, anna: Person, ben: Person, watcher: Person) -> None:
        self.table = table
        self.anna, self.ben, self.watcher = anna, ben, watcher
        self.dice = cycle(DICE)
        self.picks = cycle(range(7))

    async def play(self) -> None:
        while not self.table.state.match or self.table.state.phase == "playing":
            movers = (p for p in (self.anna, self.ben) if self.table.viewers.actions_of(p.token))
            mover = next(movers)
            texts = [offer.text for offer in self.table.viewers.actions_of(mover.token)]
            assert self.table.state.match is not None
            if self.table.state.match.player != CHANCE:
                await mover.choose(texts[next(self.picks) % len(texts)])
            else:
                await mover.choose(str(next(self.dice)))


async def play_a_game(
    folder: Path, chips_of_ben: list[str], monkeypatch: pytest.MonkeyPatch
) -> Game:
    """Play a game where Ben draws these chips, and Anna first balls, then the clovers that win."""
    kinds = iter(["one ball"] * 6 + ["clover"] * 4), chain(chips_of_ben, repeat("one ball"))
    draw_chips(monkeypatch, lambda seat: next(kinds[seat]))
    store = await SqlStore.open(str(folder))
    tables = Tables(store)
    table, (anna, ben) = await begin(
        tables, "Anna", "Ben", game="mistkaefer", dice="real", options=OPTIONS
    )
    watcher = await Person(table).look()
    await until(lambda: anna.moments and ben.moments and watcher.moments)
    game = Game(table, anna, ben, watcher)
    await game.play()
    await tables.close()
    await store.close()
    return game


def before_the_end(person: Person) -> list[str]:
    """Return what a person was sent before the end, which shows everybody's chips (MK-5)."""
    end = next(i for i, sent in enumerate(person.sent) if '"returns":[' in sent)
    return person.sent[:end]


@pytest.fixture(autouse=True)
def one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the games differ in nothing but the chips."""
    monkeypatch.setattr("pasch.table.services.SystemSecrets.table_id", lambda _: "0123456789")


async def test_nothing_sent_depends_on_the_chips_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        one = await play_a_game(tmp_path / "one", [], patched)
    two = await play_a_game(tmp_path / "two", ["clover", "two balls", "clover"], monkeypatch)
    assert before_the_end(one.anna) == before_the_end(two.anna)
    assert before_the_end(one.watcher) == before_the_end(two.watcher)
    assert before_the_end(one.ben) != before_the_end(two.ben)
    assert one.table.state.phase == two.table.state.phase == "over"
    chips = max(int(m.scene.seats[1].count) for m in one.anna.moments)
    assert chips >= 5
    assert len(before_the_end(one.anna)) > 150
