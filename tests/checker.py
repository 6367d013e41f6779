"""What every game must hold, whatever its rules: run for each game, seat count and variant."""

import random
from collections.abc import Iterator
from itertools import cycle, product
from typing import Any

import numpy as np

from pasch.core import fast, log
from pasch.core.facts import Game
from pasch.core.match import Match, new
from pasch.core.record import CHANCE, OVER, WATCHER, State, blank, copy
from pasch.core.registry import games
from pasch.core.words import LANGUAGES
from tests.compiled import compiled
from tests.kits import kit_of

Table = tuple[Game, int, dict[str, Any]]


def every_table() -> list[Table]:
    """Every game with every number of seats and every combination of its options' values."""
    return [
        (game, seats, dict(zip(values_of(game), chosen, strict=True)))
        for game in games().values()
        for seats in seat_counts(game)
        for chosen in product(*values_of(game).values())
    ]


def some_tables() -> list[Table]:
    """Every game with every number of seats; each value of each option, and all others at once."""
    found: list[Table] = []
    for game in games().values():
        values, seats = values_of(game), cycle(seat_counts(game))
        usual = {name: value for name, (value, *_) in values.items()}
        found += [(game, n, usual) for n in seat_counts(game)]
        found += [
            (game, next(seats), usual | {name: other})
            for name, (_, *others) in values.items()
            for other in others
        ]
        found.append((game, next(seats), {name: each[-1] for name, each in values.items()}))
    return found


def seat_counts(game: Game) -> range:
    return range(game.seats[0], game.seats[1] + 1)


def values_of(game: Game) -> dict[str, list[Any]]:
    """Of each option, the usual one first."""
    named = kit_of(game.key).VALUES
    return {
        fact.name: named.get(fact.name) or [fact.default, not fact.default]
        for fact in game.option_facts()
    }


def name_of(table: object) -> str:
    if isinstance(table, Game):
        return table.key
    if isinstance(table, dict):
        return ",".join(f"{name}={value}" for name, value in table.items())
    return str(table)


def walk(match: Match, seed: str) -> Iterator[int]:
    """Random events to the end of the match; each is applied after it was yielded."""
    chooser = random.Random(seed)
    while match.player != OVER:
        a = chooser.choice(match.possible())
        yield a
        match.apply(a)


def check_legal(match: Match) -> None:
    """Never empty at a seat, ascending, the same each time it is asked."""
    legal = match.legal()
    assert legal, "a seat must always have something to do"
    assert legal == sorted(set(legal))
    assert legal == match.legal()
    assert match.chance == 0


def check_words(match: Match) -> None:
    """Text and JSON of what is possible are unique, so that they lead back to it."""
    possible = match.possible()
    last = possible[-1]
    for language in LANGUAGES:
        texts = [match.text(a, language) for a in possible]
        assert len({text.strip().casefold() for text in texts}) == len(texts), texts
        assert match.read(f" {texts[-1].upper()} ", language) == last
    told = [repr(match.action(a)) for a in possible]
    assert len(set(told)) == len(told), told
    assert match.number(match.action(last)) == last


def check_views(match: Match) -> None:
    """A view hides the same twice over, a guess agrees with what the seat saw."""
    rules = match.game.rules
    for seat in (*range(match.seats), WATCHER):
        view = match.view(seat)
        again = copy(view)
        rules.hide(again, seat)
        assert again.tobytes() == view.tobytes()
        guess = match.guess(seat, np.random.default_rng())
        rules.hide(guess, seat)
        assert guess.tobytes() == view.tobytes()


def check_scene(match: Match) -> None:
    """The seat to move is offered the legal actions, nobody else any; pieces lie in real cells."""
    for seat in (*range(match.seats), WATCHER):
        scene = match.scene(seat)
        offered = [choice.action for choice in scene.choices]
        assert offered == (match.legal() if seat == match.player else [])
        cells = {cell.key for area in scene.areas for cell in area.cells}
        assert {piece.cell for piece in scene.pieces} <= cells
        keys = [piece.key for piece in scene.pieces]
        assert len(keys) == len(set(keys))
        areas = {area.key for area in scene.areas}
        assert {choice.at for choice in scene.choices} <= cells | areas | set(keys)


class PlainTwin:
    """The same match, played by the rules as they stand, held against the compiled ones."""

    def __init__(self, match: Match) -> None:
        self.rules, self.play = match.game.rules, match.game.play
        self.state: State = blank(self.rules.STATE, 1)[0]
        self.rules.setup(self.state, match.seats, match.start, match.options)
        self.out = np.empty(self.rules.ACTIONS, np.int64)

    def agree(self, match: Match) -> None:
        assert self.state.tobytes() == match.state_bytes()
        assert self.rules.player(self.state) == match.player
        if match.player == CHANCE:
            assert self.rules.chance(self.state) == match.chance
        elif match.player == OVER:
            shares = np.zeros(match.seats)
            self.rules.returns(self.state, shares)
            assert shares.tolist() == match.returns()
        else:
            n = self.rules.legal(self.state, self.out)
            assert self.out[:n].tolist() == match.legal()

    def agree_on_quick(self, match: Match) -> None:
        if match.player >= 0:
            view = match.view(match.player)
            assert self.play.quick(view) == fast.quick(view)

    def agree_on_views(self, match: Match) -> None:
        for seat in (*range(match.seats), WATCHER):
            view = copy(self.state)
            self.rules.hide(view, seat)
            assert view.tobytes() == match.view(seat).tobytes()
            self.rules.resample(view, seat, np.random.default_rng(len(match.events)))
            guess = match.guess(seat, np.random.default_rng(len(match.events)))
            assert view.tobytes() == guess.tobytes()

    def apply(self, a: int) -> None:
        self.rules.apply(self.state, a)


def check_game(game: Game, seats: int, options: dict[str, Any], seed: str) -> Match:
    """One random game from the first event to the last, looked at from every side."""
    match = compiled(new(game.key, seats=seats, start=len(seed) % seats, **options))
    twin = PlainTwin(match)
    whole = kit_of(game.key).material
    kept: list[tuple[Match, bytes]] = []
    at_start = whole(match.view(WATCHER))
    for a in walk(match, seed):
        if match.player >= 0:
            check_legal(match)
        else:
            assert match.legal() == []
            assert match.chance > 1, "what is certain is no event"
        twin.agree(match)
        assert whole(match.view(WATCHER)) == at_start
        if is_looked_at(len(match.events)):
            twin.agree_on_quick(match)
            check_words(match)
            check_views(match)
            twin.agree_on_views(match)
            check_scene(match)
            check_deterministic(match, a)
            kept.append((match.copy(), match.state_bytes()))
        if len(match.events).bit_count() == 1:
            check_undo(match, a)
        twin.apply(a)
    twin.agree(match)
    check_scene(match)
    assert abs(sum(match.returns()) - expected_total(match)) < 1e-12
    for earlier, then in kept:
        assert earlier.state_bytes() == then, "a copy changed when the match went on"
    check_log(match)
    return match


def is_looked_at(events: int) -> bool:
    """Often at first; seldom in the long middle of a game played at random."""
    return events % (7 if events < 200 else 49) == 0


def expected_total(match: Match) -> float:
    """Shares add up to one victory; together, or alone, all have the same."""
    alike = match.game.together or match.seats == 1
    return match.seats * match.returns()[0] if alike else 1.0


def check_deterministic(match: Match, a: int) -> None:
    one, two = match.copy(), match.copy()
    one.apply(a)
    two.apply(a)
    assert one.state_bytes() == two.state_bytes()


def check_undo(match: Match, a: int) -> None:
    """After 1, 2, 4, 8, … events: taking back plays the whole match again."""
    one = match.copy()
    one.apply(a)
    assert one.undo() == a
    assert one.state_bytes() == match.state_bytes()


def check_log(match: Match) -> None:
    text = log.write(match)
    again = log.read(text).match
    assert again.state_bytes() == match.state_bytes()
    assert log.write(again) == text
