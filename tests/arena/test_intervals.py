"""Means, intervals, ratings."""

import math

import numpy as np
import pytest

from pasch.arena.intervals import Floats, mean_of, ratings, share_of, student


def ones(n: int) -> Floats:
    return np.ones(n)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(4, 2.776), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_students_quantile_is_the_one_in_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=1e-2)


def test_a_mean_has_the_textbook_interval() -> None:
    found = mean_of(np.arange(1.0, 12.0), ones(11))
    assert found.mean == 6
    assert found.low is not None
    assert found.low == pytest.approx(6 - 2.228 * math.sqrt(11) / math.sqrt(11), abs=1e-3)


def test_one_block_has_no_interval() -> None:
    assert mean_of(np.array([3.0]), np.array([6.0])).low is None
    assert share_of(np.array([3.0]), np.array([6.0])).high is None


def test_matches_that_go_alike_count_as_one() -> None:
    """Ten equal matches a block tell as much as one."""
    won = np.array([1.0, 0.0] * 20)
    once, tenfold = share_of(won, ones(40)), share_of(10 * won, 10 * ones(40))
    assert once == tenfold


def test_dice_shared_within_a_block_narrow_the_interval() -> None:
    """Both win once a block: the dice decided, and cancel out."""
    lucky = share_of(ones(50), 2 * ones(50))
    assert (lucky.low, lucky.mean, lucky.high) == (0.5, 0.5, 0.5)


def test_who_always_wins_may_still_lose() -> None:
    always, never = share_of(ones(30), ones(30)), share_of(0 * ones(30), ones(30))
    assert always.high == 1
    assert always.low is not None
    assert 0.85 < always.low < 0.9
    assert never.low == 0
    assert never.high == pytest.approx(1 - always.low)


def test_an_interval_holds_the_truth_in_about_95_of_100_runs() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        luck = rng.random(60)[:, None]
        won = (rng.random((60, 3)) < 0.1 + 0.4 * luck).sum(axis=1).astype(float)
        found = share_of(won, 3 * ones(60))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.3 <= found.high
    assert 0.92 < held / 400 < 0.98


def test_two_bots_have_elos_ratings() -> None:
    blocks = 400
    shares = np.tile([1.5, 0.5], (blocks, 1))
    high, low = ratings(shares, np.ones((blocks, 2)), np.full(blocks, 2.0))
    assert high.mean == -low.mean
    assert high.mean - low.mean == pytest.approx(400 * math.log10(3), abs=1)


def test_ratings_are_found_again_at_tables_of_three() -> None:
    """Drawn from known strengths, one seat wins: what comes out is what went in."""
    rng = np.random.default_rng(1)
    strength = np.array([1.0, 2.0, 4.0, 8.0])
    shares, seats = [], []
    for _ in range(6000):
        table = rng.permutation(4)[:3]
        winner = rng.choice(table, p=strength[table] / strength[table].sum())
        shares.append(np.eye(4)[winner])
        seats.append(np.eye(4)[table].sum(axis=0))
    found = ratings(np.array(shares), np.array(seats), np.ones(6000))
    due = 400 * np.log10(strength)
    for estimate, expected in zip(found, due - due.mean(), strict=True):
        assert estimate.mean == pytest.approx(expected, abs=25)
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.low - 10 < expected < estimate.high + 10


def test_who_never_won_has_a_rating_too() -> None:
    shares = np.tile([1.0, 0.0], (20, 1))
    high, low = ratings(shares, np.ones((20, 2)), np.ones(20))
    assert 300 < high.mean - low.mean < 2000
    assert ratings(shares[:1], np.ones((1, 2)), np.ones(1))[0].low is None


def test_ratings_are_the_same_each_time() -> None:
    shares = np.random.default_rng(0).dirichlet([1, 1], 30)
    assert ratings(shares, np.ones((30, 2)), np.ones(30)) == ratings(
        shares, np.ones((30, 2)), np.ones(30)
    )
