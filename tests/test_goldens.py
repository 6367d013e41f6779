"""Golden playthroughs, played again by the compiled and by the plain rules."""

from itertools import product

import pytest

from pasch.core.facts import Game
from pasch.core.registry import games
from tests.checker import name_of
from tests.goldens import FOLDER, TABLES, replay


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_playthrough_plays_again_word_for_word(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert replay(text) == text


@pytest.mark.parametrize("name", TABLES)
def test_a_golden_playthrough_is_short_enough_to_read(name: str) -> None:
    assert 0 < (FOLDER / f"{name}.txt").stat().st_size < 20_000


def test_no_file_lies_among_the_goldens_unplayed() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(TABLES)


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_every_option_of_every_game_has_a_golden(game: Game) -> None:
    tables = [table for table in TABLES.values() if table["key"] == game.key]
    varied = {
        fact.name
        for fact, table in product(game.option_facts(), tables)
        if table.get(fact.name, fact.default) != fact.default
    }
    assert varied == {fact.name for fact in game.option_facts()}
