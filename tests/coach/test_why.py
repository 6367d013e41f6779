"""The reasons of the coach, in which every number is true."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module

import pytest

from pasch.coach.reasons import reason, short_names
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.spec import Game
from pasch.core.match.match import Match, new
from pasch.core.view.scene import Reason, percent
from pasch.core.words import LANGUAGES
from tests.checker import name_of
from tests.clauses import ours
from tests.kits import kit_of

POSITIONS = pytest.mark.parametrize("positions", [60, pytest.param(400, marks=pytest.mark.soak)])
ENOUGH = 2000  # positions to meet every fact of a reason
LONGEST = 160
NUMBER = re.compile(r"(?:[<>] )?[+−]?\d+(?: %)?")
COORDINATE = re.compile(r"\b[a-g][1-7]\b")
NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil", "Frida")

Moment = tuple[Match, int, int | None]


def moments(key: str) -> Iterator[Moment]:
    """Yield positions, a choice there, and another one or none, at all tables of the game."""
    chance = random.Random(key)
    while True:
        for table in kit_of(key).TABLES.values():
            match = new(key, names=NAMES[: table["seats"]], **table)
            while match.player != OVER:
                legal = match.possible()
                if match.player != CHANCE and len(legal) > 1 and chance.random() < 0.1:
                    a, other = chance.sample(legal, 2)
                    yield match, a, chance.choice([other, other, None])
                match.apply(sensible(match, chance))


def sensible(match: Match, chance: random.Random) -> int:
    if match.player != CHANCE and chance.random() < 0.8:
        return match.game.quick_player.quick(match.view(match.player))
    return chance.choice(match.possible())


def reasons(key: str) -> Iterator[tuple[Match, int, Reason]]:
    for match, a, other in moments(key):
        found = match.shown_to(match.player).reason(a, other)
        if found is not None:
            yield match, a, found


def as_said(number: Fraction | int) -> str:
    return percent(number) if isinstance(number, Fraction) else str(number)


def said_in(text: str) -> set[str]:
    return {found.replace("+", "").replace("−", "-") for found in NUMBER.findall(text)}


@POSITIONS
@pytest.mark.parametrize("game", list(ours()), ids=name_of)
def test_every_number_said_is_true(game: Game, positions: int) -> None:
    counts = import_module(f"tests.recounts.{game.package.rpartition('.')[2]}").COUNTS
    told = set()
    for n, (match, _, found) in enumerate(reasons(game.key)):
        assert said_in(found.text) <= {as_said(number) for number in found.facts.values()}
        for (what, choice), number in found.facts.items():
            assert counts[what](match, choice) == number, (found.text, what, match.events)
            told.add(what)
        if n >= positions and told == set(counts):
            break
        assert n < ENOUGH, f"never said: {set(counts) - told}"


@POSITIONS
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(ours()), ids=name_of)
def test_a_reason_is_short_and_about_things_on_the_board(
    game: Game, language: str, positions: int
) -> None:
    for n, (match, a, other) in enumerate(moments(game.key)):
        scene = match.scene(match.player, language)
        cells = {cell.key for area in scene.areas for cell in area.cells}
        known = cells | {piece.key for piece in scene.pieces} | {area.key for area in scene.areas}
        found = reason(match, a, other, language)
        if found:
            assert len(found.text) <= LONGEST, found.text
            assert found.text.count(". ") <= 1, found.text
            assert not COORDINATE.search(found.text), found.text
            assert set(found.lights) <= known
            assert next(each.at for each in scene.choices if each.action == a) in found.lights
        names = short_names(match, language)
        assert sorted(names) == match.legal()
        assert not any(COORDINATE.search(name) for name in names.values())
        if n == positions:
            break


def test_what_may_happen_is_never_told_as_impossible_or_certain() -> None:
    shares = [Fraction(0), Fraction(1, 1296), Fraction(1, 6), Fraction(215, 216), Fraction(1)]
    assert [percent(share) for share in shares] == ["0 %", "< 1 %", "17 %", "> 99 %", "100 %"]
