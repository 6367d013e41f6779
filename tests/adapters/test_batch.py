"""The batch environment: what it plays is what the rules say, match by match and step by step."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pasch.adapters import batch_step
from pasch.adapters.batch import Batch
from pasch.adapters.batch_step import BEGIN, NOTHING
from pasch.core.errors import PaschError
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from tests.checker import name_of
from tests.kits import kit_of

GAMES = list(games().values())
COUNT = 5


def short(game: Game) -> dict[str, Any]:
    return dict(kit_of(game.key).SHORT)


class Beside:
    """The games of one match, played by plain rules beside the environment."""

    def __init__(self, env: Batch, i: int) -> None:
        self.env, self.number = env, i - env.count
        self.shares: list[float] = []
        self.begin()

    def begin(self) -> None:
        env = self.env
        self.number += env.count
        self.stream = batch_step.stream_of(env.seed, self.number)
        self.match = Match(env.game, env.seats, self.number % env.seats, env.options)
        self.roll()

    def draw(self, ways: int) -> int:
        self.stream = batch_step.after(self.stream)
        return batch_step.drawn(self.stream, ways)

    def roll(self) -> None:
        while self.match.player == CHANCE:
            self.match.apply(self.draw(self.match.chance))

    def apply(self, a: int) -> bool:
        """Apply an action; return whether it ended a game."""
        self.match.apply(a)
        self.roll()
        if self.match.player != OVER:
            return False
        self.shares = self.match.returns()
        self.begin()
        return True


def agree(env: Batch, i: int, beside: Beside) -> None:
    match = beside.match
    assert env.player[i] == match.player
    assert np.flatnonzero(env.legal[i]).tolist() == match.legal()
    seen = env.encoding.encode(match.view(match.player))
    assert env.observation[i].tolist() == seen.tolist()


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_it_goes_on_as_the_rules_say(game: Game) -> None:
    env = Batch(game.key, COUNT, seed=11, **short(game))
    beside = [Beside(env, i) for i in range(COUNT)]
    ended = 0
    while ended < COUNT:
        for i in range(COUNT):
            agree(env, i, beside[i])
        actions = env.sample().copy()
        env.step(actions)
        for i in range(COUNT):
            assert env.done[i] == beside[i].apply(int(actions[i]))
            if env.done[i]:
                ended += 1
                assert env.returns[i].tolist() == beside[i].shares
    assert env.steps.sum() > ended


def whole_games(env: Batch, steps: int) -> Iterator[tuple[bytes, ...]]:
    for _ in range(steps):
        env.step(env.sample())
        yield tuple(
            array.tobytes()
            for array in (env.observation, env.legal, env.player, env.returns, env.done, env.state)
        )


def test_the_same_seed_gives_the_same_games_on_any_number_of_cores() -> None:
    one, two, other = (
        list(whole_games(Batch("mmm", 3000, seats=2, seed=seed, cores=cores), 20))
        for seed, cores in ((5, 1), (5, 2), (6, 1))
    )
    assert one == two
    assert one != other


def test_a_reset_begins_the_same_games_again() -> None:
    env = Batch("mmm", 4, seats=2, seed=5)
    first = list(whole_games(env, 6))
    env.reset()
    assert list(whole_games(env, 6)) == first
    env.reset(seed=6)
    assert list(whole_games(env, 6)) != first


def test_the_starting_seat_goes_round_or_is_the_one_named() -> None:
    assert Batch("mmm", 5, seats=3).player.tolist() == [0, 1, 2, 0, 1]
    assert Batch("mmm", 3, seats=3, start=2).player.tolist() == [2, 2, 2]


def test_dice_may_be_the_callers() -> None:
    env = Batch("mmm", 2, seats=1, chance="caller")
    match = Match(env.game, 1, 0, env.options)
    for a in (0, 5, 5):
        assert env.player.tolist() == [CHANCE] * 2
        assert env.ways.tolist() == [match.chance] * 2
        env.step(np.array([a, a]))
        match.apply(a)
    assert env.player.tolist() == [0, 0]
    assert np.flatnonzero(env.legal[0]).tolist() == match.legal()
    assert env.ways.tolist() == [0, 0]


def test_quick_players_play_by_themselves_and_better_than_random_ones() -> None:
    env = Batch("so-ein-mist", 400, seats=3, players=["caller", "random", "quick"], seed=1)
    won, ended = np.zeros(3), 0
    while ended < 400:
        assert set(env.player) == {0}
        env.step(env.sample())
        won += env.returns[env.done].sum(0)
        ended += env.done.sum()
    assert won[2] / ended > 0.6
    assert won.sum() == pytest.approx(ended)


def test_a_game_that_is_over_stays_so_until_the_next_begins() -> None:
    env = Batch("mmm", 2, seats=1, again=False, cat_steps=1)
    while (env.player != OVER).any():
        env.step(env.sample())
    assert env.sample().tolist() == [NOTHING, NOTHING]
    last = env.state.tobytes()
    env.step(env.sample())
    assert env.state.tobytes() == last
    assert not env.done.any()
    env.step(np.array([BEGIN, NOTHING]))
    assert env.player.tolist() == [0, OVER]


def test_what_others_hide_is_not_observed() -> None:
    """A seat's own chips are seen by itself alone."""
    env = Batch("mistkaefer", 50, seats=3, seed=2)
    part = next(part for part in env.encoding.parts if part.field == "chips")
    hidden = 0
    for _ in range(200):
        env.step(env.sample())
        chips = env.observation[:, part.start : part.end].reshape(50, *part.shape)
        others = np.arange(4) != env.player[:, None]
        assert (chips[others] == 0).all()
        hidden += (env.state["chips"][others] != 0).sum()
    assert hidden > 0


REFUSED = [
    ({"count": 0}, "count is a whole number from 1 to 2147483647, not 0"),
    ({"seed": "x"}, "seed is a whole number from 0 to 9223372036854775807, not 'x'"),
    ({"players": ["me"]}, "expected 1 players, each one of caller, random, quick, got me"),
    (
        {"players": ["random"]},
        "expected a seat whose choices are the caller's, or games that end",
    ),
    ({"chance": "no"}, "chance is inside or caller, not 'no'"),
    ({"seats": 9}, "Mmm! is for 1 to 6 seats, not 9"),
    ({"cats": 9}, "Mmm! has no option 'cats'; it has: board, cat_steps, line"),
]


@pytest.mark.parametrize(("wrong", "sentence"), REFUSED)
def test_what_can_not_be_is_refused_in_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PaschError) as refused:
        Batch("mmm", **{"count": 1, "seats": 1, **wrong})
    assert str(refused.value) == sentence


def test_actions_that_can_not_be_are_refused_and_nothing_happens() -> None:
    env = Batch("mmm", 2, seats=1, seed=1)
    before = env.state.tobytes()
    for wrong, got in (([1], "int64 (1,)"), ([0.5, 1.0], "float64 (2,)")):
        with pytest.raises(PaschError, match="expected 2 whole numbers of 64 bits") as refused:
            env.step(np.array(wrong))
        assert str(refused.value).endswith(got)
    legal = env.sample().copy()
    for illegal in (50, 51, -1, 10**9):
        with pytest.raises(PaschError, match=rf"^match 1: {illegal} is not possible: .* \(MMM-"):
            env.step(np.array([legal[0], illegal]))
    assert env.state.tobytes() == before
