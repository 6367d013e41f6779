"""What every game must hold, whatever its rules: run for each game, seat count and variant."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from pasch.core import log
from pasch.core.facts import Game
from pasch.core.match import Match, new
from pasch.core.record import CHANCE, OVER, WATCHER, State, blank, copy
from pasch.core.registry import games
from tests.kits import kits
from tests.plain import plain


def tables() -> list[tuple[Game, int, dict[str, Any]]]:
    """Every game with every number of seats and every combination of variants."""
    found = []
    for game in games().values():
        facts = game.option_facts()
        values = [kits()[game.key].VALUES.get(fact.name, [False, True]) for fact in facts]
        for seats in range(game.seats[0], game.seats[1] + 1):
            for chosen in product(*values):
                options = dict(zip([fact.name for fact in facts], chosen, strict=True))
                found.append((game, seats, options))
    return found


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
    """Text and JSON of what is possible are unique and lead back to it, in every language."""
    possible = match.possible()
    for language in ("en", "de"):
        texts = [match.text(a, language) for a in possible]
        assert len({text.casefold() for text in texts}) == len(texts), texts
        assert [match.read(text, language) for text in texts] == possible
    assert [match.number(match.action(a)) for a in possible] == possible


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
    """The same match, played by the uncompiled rules, held against the compiled ones."""

    def __init__(self, match: Match) -> None:
        self.rules, self.play = plain(match.game)
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
            view = match.view(match.player)
            assert self.play.quick(view) == match.game.play.quick(view)

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
    match = new(game.key, seats=seats, start=len(seed) % seats, **options)
    twin = PlainTwin(match)
    whole = kits()[game.key].material
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
        if len(match.events) % 7 == 0:
            check_words(match)
            check_views(match)
            twin.agree_on_views(match)
            check_scene(match)
            check_undo(match, a)
            kept.append((match.copy(), match.state_bytes()))
        check_deterministic(match, a)
        twin.apply(a)
    twin.agree(match)
    check_scene(match)
    assert abs(sum(match.returns()) - expected_total(match)) < 1e-12
    for earlier, then in kept:
        assert earlier.state_bytes() == then, "a copy changed when the match went on"
    check_log(match)
    return match


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
    """Every so often: taking back plays the whole match again."""
    one = match.copy()
    one.apply(a)
    assert one.undo() == a
    assert one.state_bytes() == match.state_bytes()


def check_log(match: Match) -> None:
    text = log.write(match)
    again = log.read(text).match
    assert again.state_bytes() == match.state_bytes()
    assert log.write(again) == text
