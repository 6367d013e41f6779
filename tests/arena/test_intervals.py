"""Means, intervals, ratings. How often they hold is counted by bench/intervals.py."""

import math

import numpy as np
import pytest

from pasch.arena.statistics.intervals import (
    Estimate,
    Floats,
    Sample,
    information,
    mean_of,
    ratings,
    share_of,
    student,
    weights,
)


def sample(values: Floats, times: int = 1) -> Sample:
    """Return a sample with a block for each value and so many equal matches in each."""
    return Sample.of(np.repeat(np.arange(len(values)), times), np.repeat(values, times))


def unseen(blocks: int) -> float:
    """Return how frequent something is of which 5 runs of 100 show nothing."""
    found: float = 1 - 0.05 ** (1 / blocks)
    return found


def ends(estimate: Estimate) -> tuple[float, float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (4, 2.7764), (30, 2.0423), (1000, 1.9623)]
)
def test_students_quantile_is_the_one_in_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=1e-4)


def test_a_mean_has_nearly_the_textbook_interval() -> None:
    low, high = ends(mean_of(sample(np.arange(1.0, 12.0))))
    assert (low + high) / 2 == 6
    assert high - 6 == pytest.approx(2.228, rel=0.05)


def test_an_interval_reaches_farther_to_where_some_lie_far_off() -> None:
    low, high = ends(mean_of(sample(np.array([1.0, 1.0, 2.0, 2.0, 30.0]))))
    mean = 36 / 5
    assert high - mean > 1.2 * (mean - low)
    mirrored = ends(mean_of(sample(-np.array([1.0, 1.0, 2.0, 2.0, 30.0]))))
    assert mirrored == pytest.approx((-high, -low))


def test_the_fewer_blocks_the_farther_it_reaches_to_where_more_may_lie() -> None:
    sides = []
    for times in (1, 10):
        found = mean_of(sample(np.tile([1.0, 1.0, 2.0, 2.0, 30.0], times)))
        low, high = ends(found)
        sides.append((high - found.mean) / (found.mean - low))
    assert sides[0] > 5
    assert 1 < sides[1] < 1.35


def test_one_block_has_no_interval() -> None:
    one = sample(np.array([1.0]), 6)
    assert mean_of(one).low is None
    assert share_of(one).high is None


def test_blocks_lie_as_far_apart_as_they_do_however_many_matches_they_have() -> None:
    won = np.array([1.0, 0.0] * 20)
    once, tenfold = ends(share_of(sample(won))), ends(share_of(sample(won, 10)))
    assert tenfold == pytest.approx(once, abs=0.01)


def test_dice_shared_within_a_block_narrow_the_interval_but_not_to_nothing() -> None:
    """Both bots win once a block, so the dice cancel out; in some block they may not."""
    for blocks in (5, 50, 500):
        each = np.tile([1.0, 0.0], blocks)
        tied = Sample.of(np.repeat(np.arange(blocks), 2), each)
        low, high = ends(share_of(tied))
        alone_low, alone_high = ends(share_of(sample(each)))
        assert low < 0.5 < high
        assert high - low < alone_high - alone_low


def test_what_places_differ_by_is_no_chance() -> None:
    """In every block somebody gets much in the first seat and little in the second."""
    block, place = np.repeat(np.arange(6), 2), np.tile([0, 1], 6)
    luck = np.repeat([0.0, 1.0, 0.0, 2.0, 1.0, 2.0], 2)
    known = mean_of(Sample.of(block, luck + 20 * place, place))
    unknown = mean_of(Sample.of(block, luck + 20 * place))
    as_if_even = mean_of(Sample.of(block, luck + 10))
    assert ends(known) == pytest.approx(ends(as_if_even))
    assert ends(unknown)[0] < ends(known)[0] < known.mean < ends(known)[1] < ends(unknown)[1]


def test_a_match_counts_once_however_many_seats_say_the_same() -> None:
    won = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0])
    match, seats = np.arange(8), 6
    each_seat = Sample.of(
        np.repeat(match, seats), np.repeat(won, seats), match=np.repeat(match, seats)
    )
    assert each_seat.size == 8
    assert ends(share_of(each_seat)) == pytest.approx(ends(share_of(sample(won))))
    assert ends(mean_of(each_seat)) == pytest.approx(ends(mean_of(sample(won))))


def test_seats_of_a_match_weigh_as_much_as_those_of_any_other() -> None:
    """One match with two seats that lose, one with a single seat that wins."""
    match = np.array([0, 0, 1])
    found = Sample.of(match, np.array([0.0, 0.0, 1.0]), match=match)
    assert (found.mean, found.size) == pytest.approx((1 / 3, 2))


def test_where_all_are_alike_others_may_lie_as_far_off_as_any() -> None:
    alike, others = sample(np.full(60, 4.0)), unseen(60)
    found = ends(mean_of(alike, least=0, most=24))
    assert found == pytest.approx((4 - 4 * others, 4 + 20 * others))
    assert ends(mean_of(alike, least=4, most=4)) == ends(mean_of(alike))
    assert ends(mean_of(alike)) == pytest.approx((4 - others, 4 + others))


def test_what_never_varied_may_still() -> None:
    """After sixty equal blocks one in twenty may still differ: in a share, all lost or all won."""
    assert unseen(60) == pytest.approx(3 / 60, rel=0.03)
    for blocks, share in ((60, 0.5), (60, 0.2), (5, 0.5), (2, 0.9)):
        others = unseen(blocks)
        found = ends(share_of(sample(np.full(blocks, share))))
        assert found == pytest.approx((share - others * share, share + others * (1 - share)))


def test_where_most_blocks_tie_the_few_others_tell_little() -> None:
    """The variance is the same, but comes from two blocks of twenty instead of eight."""
    few = np.array([4.0, 0.0] + [2.0] * 18)
    many = np.array([3.0, 1.0] * 4 + [2.0] * 12)
    assert few.var() == many.var()
    widths = [np.ptp(ends(share_of(Sample(won, np.full(20, 4.0), won)))) for won in (few, many)]
    assert widths[0] > 1.05 * widths[1]


def test_what_is_not_won_or_lost_tells_less_of_its_error() -> None:
    """Grades lie as far apart as games in blocks, but their mean does not say by how much."""
    graded = np.tile([0.25, 0.5, 0.75], 2)
    won = Sample(4 * graded, np.full(6, 4.0), 4 * graded)
    assert np.ptp(ends(share_of(sample(graded, 4)))) > 1.05 * np.ptp(ends(share_of(won)))


def test_the_more_seldom_a_bot_wins_the_less_blocks_tell_of_it() -> None:
    """Every block has its fair share, which tells little of a bot that won about twice in all."""
    blocks = 12
    shares = np.tile([5.9, 5.9, 0.2], (blocks, 1))
    often, _, seldom = ratings(shares, np.ones((blocks, 3)), np.full(blocks, 12.0))
    assert ends(seldom)[1] - ends(seldom)[0] > 100 > ends(often)[1] - ends(often)[0]


def test_who_always_wins_may_still_lose() -> None:
    low, high = ends(share_of(sample(np.ones(30))))
    assert high == 1
    assert 0.85 < low < 0.9
    assert ends(share_of(sample(np.zeros(30)))) == pytest.approx((0, 1 - low))


def test_a_lead_lies_between_minus_one_and_one() -> None:
    assert ends(share_of(sample(np.ones(5)), -1))[1] == 1
    low, high = ends(share_of(sample(np.array([1.0, -1.0, 0.0, 1.0, 0.0])), -1))
    assert -1 < low < 0.2 < high < 1


def test_an_interval_holds_the_truth_in_about_95_of_100_runs() -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        luck = rng.random(5)[:, None]
        won = (rng.random((5, 3)) < 0.1 + 0.4 * luck).astype(float)
        low, high = ends(share_of(Sample.of(np.repeat(np.arange(5), 3), won.ravel())))
        held += low <= 0.3 <= high
    assert 0.92 < held / 400 < 0.98


def test_two_bots_have_elos_ratings() -> None:
    blocks = 400
    shares = np.tile([1.5, 0.5], (blocks, 1))
    high, low = ratings(shares, np.ones((blocks, 2)), np.full(blocks, 2.0))
    assert high.mean == pytest.approx(-low.mean)
    assert high.mean - low.mean == pytest.approx(400 * math.log10(3), abs=1)
    assert ends(high)[0] < high.mean < ends(high)[1]


def test_ratings_are_found_again_at_tables_of_three() -> None:
    """Drawn from known strengths, one seat wins: what comes out is what went in."""
    rng = np.random.default_rng(1)
    strength = np.array([1.0, 2.0, 4.0, 8.0])
    shares, seats = [], []
    for _ in range(3000):
        table = rng.permutation(4)[:3]
        winner = rng.choice(table, p=strength[table] / strength[table].sum())
        shares.append(np.eye(4)[winner])
        seats.append(np.eye(4)[table].sum(axis=0))
    games = np.ones(3000)
    found = ratings(np.array(shares), np.array(seats), games)
    due = 400 * np.log10(strength)
    middle = weights(information(np.array(seats), games, np.log(strength))) @ due
    for estimate, expected in zip(found, due - middle, strict=True):
        low, high = ends(estimate)
        assert low < expected < high
        assert high - low < 60


def test_who_never_wins_does_not_lift_the_others() -> None:
    """The others are even, and the average is theirs, however often the last one loses."""
    for blocks in (6, 60, 6000):
        shares = np.tile([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], (blocks // 2, 1))
        one, other, never = ratings(shares, np.ones((blocks, 3)), np.ones(blocks))
        assert one.mean == pytest.approx(0, abs=1e-6)
        assert other.mean == pytest.approx(0, abs=1e-6)
        assert never.mean < -300
        assert never.low is None
        assert ends(one)[0] < 0 < ends(one)[1]


def test_the_average_is_of_those_who_won_and_lost() -> None:
    """One bot wins three games of four against another; a third one always loses."""
    meetings = np.tile([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]], (4, 1))
    shares = np.tile([[3.0, 1.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], (4, 1))
    better, worse, hopeless = ratings(shares, meetings, np.full(12, 4.0))
    assert better.mean == pytest.approx(-worse.mean, abs=12)
    assert better.mean - worse.mean == pytest.approx(400 * math.log10(3), abs=12)
    assert hopeless.low is None


def test_where_only_one_won_and_lost_nobody_has_an_interval() -> None:
    """Nobody can say how far one is ahead of an average that is unknown."""
    shares = np.tile([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], (5, 1))
    seats = np.tile([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]], (5, 1))
    assert [each.low for each in ratings(shares, seats, np.ones(10))] == [None] * 3


def test_who_has_not_sat_down_yet_has_no_interval() -> None:
    """With more bots than seats, some wait for their first block."""
    shares = np.tile([1.0, 1.0, 0.0], (2, 1))
    found = ratings(shares, np.tile([1.0, 1.0, 0.0], (2, 1)), np.full(2, 2.0))
    assert [each.mean for each in found] == pytest.approx([0, 0, 0])
    assert [each.low is None for each in found] == [False, False, True]


def test_blocks_in_which_two_did_not_meet_tell_nothing_of_which_is_better() -> None:
    """Both always beat a third; the more they met, the more is known."""
    third = np.array([[10.0, 0.0, 0.0], [0.0, 10.0, 0.0]])
    apart = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])

    def found(met: int) -> list[Estimate]:
        shares = np.vstack([np.tile(third, (20, 1)), np.tile([6.0, 4.0, 0.0], (met, 1))])
        seats = np.vstack([np.tile(apart, (20, 1)), np.tile([1.0, 1.0, 0.0], (met, 1))])
        return ratings(shares, seats, np.full(40 + met, 10.0))

    assert [each.low for each in found(1)] == [None] * 3
    widths = [np.ptp(ends(found(met)[0])) for met in (2, 5, 50)]
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


@pytest.mark.parametrize("blocks", [60, 600, 6000])
def test_who_wins_once_hardly_lifts_them(blocks: int) -> None:
    shares = np.tile([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], (blocks // 2, 1))
    shares[0] = 0, 0, 1
    one, other, once = ratings(shares, np.ones((blocks, 3)), np.ones(blocks))
    assert abs(one.mean + other.mean) / 2 < 8
    assert ends(once)[0] < once.mean < ends(once)[1] < 0


def test_who_never_won_has_a_rating_too_but_may_lie_farther_off() -> None:
    shares = np.tile([1.0, 0.0], (20, 1))
    high, low = ratings(shares, np.ones((20, 2)), np.ones(20))
    assert 300 < high.mean - low.mean < 2000
    assert (high.low, low.low) == (None, None)
    shares[3] = 0, 1
    assert all(ends(each) for each in ratings(shares, np.ones((20, 2)), np.ones(20)))
    assert ratings(shares[:1], np.ones((1, 2)), np.ones(1))[0].low is None
