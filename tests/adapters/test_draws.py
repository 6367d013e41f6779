"""The generator that every machine shares."""

import numpy as np

from pasch.adapters import batch_step
from pasch.engine.compile import kernel


def plain(seed: int, game: int, ways: int, n: int) -> list[int]:
    stream = batch_step.stream_of(seed, game)
    found = []
    for _ in range(n):
        stream = batch_step.after(stream)
        found.append(batch_step.drawn(stream, ways))
    return found


compiled = kernel(plain)


def test_it_is_splitmix64() -> None:
    """These are the values that its authors' program prints for the seed 1234567."""
    stream, printed = 1234567, []
    for _ in range(5):
        stream = batch_step.after(stream)
        printed.append(batch_step.mixed(stream) % (1 << 64))
    assert printed == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_it_draws_the_same_compiled_and_plain() -> None:
    for seed, game in ((0, 0), (7, 1), ((1 << 63) - 1, 1 << 40)):
        assert compiled(seed, game, 1000, 50) == plain(seed, game, 1000, 50)


def test_every_outcome_is_as_likely() -> None:
    drawn = np.array([compiled(3, game, 6, 10) for game in range(6000)])
    for counts in (np.bincount(drawn[:, 0]), np.bincount(drawn[:, 9]), np.bincount(drawn.ravel())):
        expected = counts.sum() / 6
        assert len(counts) == 6
        assert ((counts - expected) ** 2 / expected).sum() < 20.5  # by chance 1 in 1000


def test_no_two_games_share_their_draws() -> None:
    draws = {tuple(plain(seed, game, 1 << 30, 2)) for seed in range(9) for game in range(9)}
    assert len(draws) == 81
