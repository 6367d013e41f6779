"""Golden playthroughs, played again."""

from itertools import product

import pytest

from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from tests.checker import name_of
from tests.goldens import TABLES, folder_of, path_of, replay
from tests.kits import kits


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_playthrough_plays_again_word_for_word(name: str) -> None:
    text = path_of(name).read_text(encoding="utf-8")
    assert replay(text) == text


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_playthrough_is_short_enough_to_read(name: str) -> None:
    assert 0 < path_of(name).stat().st_size < 20_000


def test_no_file_lies_among_the_goldens_unplayed() -> None:
    files = [path for kit in kits().values() for path in folder_of(kit).iterdir()]
    assert {path.stem for path in files} == set(TABLES)


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_every_option_of_every_game_has_a_golden(game: Game) -> None:
    tables = [table for table in TABLES.values() if table["key"] == game.key]
    varied = {
        fact.name
        for fact, table in product(game.option_facts(), tables)
        if table.get(fact.name, fact.default) != fact.default
    }
    assert varied == {fact.name for fact in game.option_facts()}
