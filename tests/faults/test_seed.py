"""A trial draws everything from a seed, and prints the command that repeats it if it fails."""

import random
import shlex

import pytest

from tests.faults.__main__ import asked, trials
from tests.faults.fuzz import message, request

GIVEN = [
    "--seed 7",
    "kill --kills 60 --processes 3 --engine postgresql --seed 7 --games mmm,compost",
    "fuzz --fuzz 1000 --seed 7",
    "power --seconds 30 --seed 7",
    "--planted lost --seed 7",
]


@pytest.mark.parametrize("given", GIVEN)
def test_the_command_that_is_printed_repeats_one_trial(given: str) -> None:
    first = asked(given.split())
    for planned in trials(first):
        again = asked(shlex.split(planned.command(first))[3:])
        assert [*trials(again)] == [planned]
        assert (again.seed, again.games, again.planted) == (7, first.games, first.planted)


def test_a_run_without_a_seed_draws_one() -> None:
    assert asked([]).seed != asked([]).seed


def test_strangers_send_the_same_with_the_same_seed() -> None:
    def sent(seed: int) -> list[bytes]:
        luck = random.Random(seed)
        return [send for _ in range(50) for send in (message(luck), request(luck, ["T"]))]

    assert sent(1) == sent(1)
    assert sent(1) != sent(2)
