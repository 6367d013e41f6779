"""Checks that every game must pass, whatever its rules, with every seat count and variant."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, product
from typing import Any

import numpy as np

from pasch.core.game.position import CHANCE, OVER, WATCHER, Position
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match import log
from pasch.core.match.match import Match, new
from pasch.core.words import LANGUAGES
from pasch.engine.record import blank, dtype_of, position_of, record_of
from pasch.server.http.assets import pictures
from tests import law
from tests.emoji import picture_name
from tests.kits import kit_of

Table = tuple[Game, int, dict[str, Any]]
TOLD = {
    *("roll", "place", "move", "take", "give", "steal", "bust", "score", "gather", "cat"),
    *("turn", "pass", "miss", "nut", "compost", "end", "bonus"),
}
"""The kinds of events, the same words in all games."""


def every_table() -> list[Table]:
    """Return every game with every number of seats and every combination of option values."""
    return [
        (game, seats, dict(zip(values_of(game), chosen, strict=True)))
        for game in games().values()
        for seats in seat_counts(game)
        for chosen in product(*values_of(game).values())
    ]


def some_tables() -> list[Table]:
    """Return every game with every number of seats, each option value, and all others at once."""
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
    """Return the values of each option, the default first."""
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
    """Yield random events to the end of the match, and apply each after it was yielded."""
    chooser = random.Random(seed)
    while match.player != OVER:
        a = chooser.choice(match.possible())
        yield a
        match.apply(a)


def check_legal(match: Match) -> None:
    """Assert that the legal actions are not empty, ascending and the same at every call."""
    legal = match.legal()
    assert legal, "a seat must always have something to do"
    assert legal == sorted(set(legal))
    assert legal == match.legal()
    assert match.chance == 0


def check_words(match: Match) -> None:
    """Assert that the text and the JSON of each possible event are unique and lead back to it."""
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
    """Check that a view hides the same twice over and a guess agrees with what the seat saw."""
    rules = match.game.rules
    for seat in (*range(match.seats), WATCHER):
        view = match.view(seat)
        again = view.copy()
        rules.hide(again, seat)
        assert again == view
        guess = match.guess(seat, np.random.default_rng())
        rules.hide(guess, seat)
        assert guess == view


def check_scene(match: Match) -> None:
    """Check that only the seat to move is offered actions, and pieces lie in real cells."""
    for seat in (*range(match.seats), WATCHER):
        scene = match.scene(seat)
        view = match.game.view(match.view(seat), seat, match.words(), match.names)
        assert replace(scene, choices=()) == view.scene()
        assert view.mover == next(
            (n for n, line in enumerate(scene.seats) if line.to_move), WATCHER
        )
        offered = [choice.action for choice in scene.choices]
        assert offered == (match.legal() if seat == match.player else [])
        cells = {cell.key for area in scene.areas for cell in area.cells}
        assert {piece.cell for piece in scene.pieces} <= cells
        keys = [piece.key for piece in scene.pieces]
        assert len(keys) == len(set(keys))
        areas = {area.key for area in scene.areas}
        assert {choice.at for choice in scene.choices} <= cells | areas | set(keys)


def check_story(match: Match) -> None:
    """Check that the story of the last event is about seats, pieces and pictures that there are."""
    keys = {
        piece.key for seat in (*range(match.seats), WATCHER) for piece in match.scene(seat).pieces
    }
    for seat in (*range(match.seats), WATCHER):
        for told in match.story(seat):
            assert told.text
            assert told.kind in TOLD
            assert told.seat is None or 0 <= told.seat < match.seats
            assert told.to is None or 0 <= told.to < match.seats
            assert told.to is None or told.to != told.seat
            assert not told.icon or picture_name(told.icon) in pictures()
            assert keys.issuperset(told.pieces)


class CompiledTwin:
    """The same match, played by the compiled rules on a record, held against the plain ones."""

    def __init__(self, match: Match) -> None:
        self.layout = match.game.rules.STATE
        self.state = blank(dtype_of(self.layout), 1)[0]
        match.game.rules.setup(self.state, match.seats, match.start, match.options)
        self.out = np.empty(match.game.rules.ACTIONS, np.int64)
        self.revealed = False

    def agree(self, match: Match) -> None:
        assert position_of(self.layout, self.state) == match.position()
        assert law.player(self.state) == match.player
        assert not match.events or self.revealed == match.revealed
        if match.player == CHANCE:
            assert law.chance(self.state) == match.chance
        elif match.player == OVER:
            shares = np.zeros(match.seats)
            law.returns(self.state, shares)
            assert shares.tolist() == match.returns()
        else:
            n = law.legal(self.state, self.out)
            assert self.out[:n].tolist() == match.legal()

    def agree_on_quick(self, match: Match) -> None:
        if match.player >= 0:
            view = match.view(match.player)
            assert match.game.quick_player.quick(view) == law.quick(record_of(view))

    def agree_on_views(self, match: Match) -> None:
        for seat in (*range(match.seats), WATCHER):
            view = self.state.copy()
            law.hide(view, seat)
            assert position_of(self.layout, view) == match.view(seat)
            law.resample(view, seat, np.random.default_rng(len(match.events)))
            guess = match.guess(seat, np.random.default_rng(len(match.events)))
            assert position_of(self.layout, view) == guess

    def apply(self, a: int) -> None:
        before = self.state.copy()
        law.apply(self.state, a)
        self.revealed = law.reveals(before, self.state)


def check_game(game: Game, seats: int, options: dict[str, Any], seed: str) -> Match:
    """Play one random game, run all checks along the way, and return the finished match."""
    match = new(game.key, seats=seats, start=len(seed) % seats, **options)
    twin = CompiledTwin(match)
    whole = kit_of(game.key).material
    kept: list[tuple[Match, Position]] = []
    at_start = whole(match.view(WATCHER))
    for a in walk(match, seed):
        if match.player >= 0:
            check_legal(match)
        else:
            assert match.legal() == []
            assert match.chance > 1, "what is certain is no event"
            if is_looked_at(len(match.events)):
                check_secret(match)
        twin.agree(match)
        assert whole(match.view(WATCHER)) == at_start
        if is_looked_at(len(match.events)):
            twin.agree_on_quick(match)
            check_words(match)
            check_views(match)
            twin.agree_on_views(match)
            check_scene(match)
            if match.events:
                check_story(match)
            check_deterministic(match, a)
            kept.append((match.copy(), match.position()))
        if len(match.events).bit_count() == 1:
            check_undo(match, a)
        twin.apply(a)
    twin.agree(match)
    assert match.mover == WATCHER, "when the game is over, it is nobody's turn"
    check_scene(match)
    check_story(match)
    assert abs(sum(match.returns()) - expected_total(match)) < 1e-12
    for earlier, then in kept:
        assert earlier.position() == then, "a copy changed when the match went on"
    check_log(match)
    return match


def is_looked_at(events: int) -> bool:
    """Return whether to run the slow checks now: often at first, seldom in a long game."""
    return events % (7 if events < 200 else 49) == 0


def expected_total(match: Match) -> float:
    """Return what the shares must add up to: one victory, or that of every seat in a team."""
    alike = match.game.together or match.seats == 1
    return match.seats * match.returns()[0] if alike else 1.0


def check_secret(match: Match) -> None:
    """Check that exactly what not everybody may see is declared as drawn in secret."""
    seen: dict[str, set[str]] = {}
    for outcome in match.possible():
        after = match.copy()
        after.apply(outcome)
        public = repr(match.action(outcome, WATCHER))
        seen.setdefault(public, set()).add(repr(vars(after.position())))
    if match.is_secret:
        assert len(seen) == 1
    else:
        assert all(len(positions) == 1 for positions in seen.values())


def check_deterministic(match: Match, a: int) -> None:
    one, two = match.copy(), match.copy()
    one.apply(a)
    two.apply(a)
    assert one.position() == two.position()


def check_undo(match: Match, a: int) -> None:
    """Assert that undo, which replays the whole match, leads back to the same position."""
    one = match.copy()
    one.apply(a)
    assert one.undo() == a
    assert one.position() == match.position()


def check_log(match: Match) -> None:
    text = log.write(match)
    again = log.read(text).match
    assert again.position() == match.position()
    assert log.write(again) == text
