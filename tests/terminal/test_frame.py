"""Every decision of whole games in frames of every size: what a player needs is in sight."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle, product

import numpy as np
import pytest

from pasch.bots import quick
from pasch.core.game.dice import Dice
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games
from pasch.core.match.match import Match, new
from pasch.core.words import LANGUAGES, words
from pasch.terminal.commands.session import RESERVED, shortened
from pasch.terminal.screen.frame import SMALLEST, LastTime, frame
from pasch.terminal.screen.keys import Keyring
from pasch.terminal.screen.prompt import Prompt, Reply, question
from tests.terminal.sight import missing

SIZES = [(80, 24), (60, 20), (100, 30), (140, 45)]
LONG = ["あ" * 30, "Anna", "Bert", "Charlotte-Amalie von Sonderburg", "Du", "é" * 40]


def evening(key: str, seats: int, seed: str) -> Iterator[Match]:
    """Yield the match at every choice of a game, and at its end."""
    match = new(key, seats=seats, start=0, names=[shortened(name) for name in LONG[:seats]])
    dice, rng = Dice(seed), np.random.default_rng(1)
    while match.player != OVER:
        if match.player == CHANCE:
            match.apply(dice.roll(match.turn, match.die, match.chance))
        else:
            yield match
            match.apply(quick.choose(match, rng))
    yield match


def moment_of(match: Match, seat: int, replies: list[Reply], language: str) -> Prompt:
    scene = match.scene(seat, language)
    last = range(max(0, len(match.events) - 12), len(match.events))
    told = [told.text for n in last for told in match.story(seat, language, n)]
    asked = question(scene)
    return Prompt(match.game.title, scene, seat, asked, told, fresh=3, replies=replies)


def screen_of(
    moment: Prompt, size: tuple[int, int], language: str, last_time: LastTime | None = None
) -> str:
    width, height = size
    lines = frame(moment, width, height, words(language), last_time)
    assert len(lines) == height
    assert max(line.cell_len for line in lines) <= width
    return "\n".join(line.plain.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("key", "seats"), [(key, n) for key, game in games().items() for n in {*game.seats}]
)
def test_at_every_decision_all_that_matters_is_in_sight(key: str, seats: int) -> None:
    """Sizes and languages take turns; `make soak` tries all of them."""
    ways = cycle(product(SIZES, LANGUAGES))
    last_times = defaultdict[tuple[object, ...], LastTime](LastTime)
    for match, rings in decisions(key, seats):
        size, language = next(ways)
        look_for_all(match, size, language, rings, last_times[match.player, size, language])


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "seats"),
    [(key, n) for key, game in games().items() for n in range(game.seats[0], game.seats[1] + 1)],
)
def test_in_every_size_and_language_all_that_matters_is_in_sight(
    key: str, seats: int, language: str, size: tuple[int, int]
) -> None:
    last_times = [LastTime() for _ in range(seats)]
    for match, rings in decisions(key, seats):
        look_for_all(match, size, language, rings, last_times[match.player])


@pytest.mark.parametrize("size", [SMALLEST, (80, 24)])
def test_ones_own_beetle_stays_where_it_is_while_the_supply_and_the_choices_change(
    size: tuple[int, int],
) -> None:
    last_time = LastTime()
    places = []
    for match, rings in decisions("mistkaefer", 4):
        if match.player == 0:
            replies = rings["en"].replies(match.scene(0, "en"))
            screen = screen_of(moment_of(match, 0, replies, "en"), size, "en", last_time)
            row = next(line for line in screen.splitlines() if match.names[0] in line)
            places.append((screen.splitlines().index(row), row.index(match.names[0])))
    assert len(places) > 20
    assert len({*places}) == 1


def decisions(key: str, seats: int) -> Iterator[tuple[Match, dict[str, Keyring]]]:
    rings = [{language: Keyring(RESERVED) for language in LANGUAGES} for _ in range(seats)]
    for match in evening(key, seats, "yard"):
        if match.player != OVER:
            yield match, rings[match.player]


def look_for_all(
    match: Match,
    size: tuple[int, int],
    language: str,
    rings: dict[str, Keyring],
    last_time: LastTime,
) -> None:
    seat = match.player
    replies = rings[language].replies(match.scene(seat, language))
    screen = screen_of(moment_of(match, seat, replies, language), size, language, last_time)
    assert not missing(screen, match, seat, replies, language), screen
