"""So ein Mist in OpenSpiel's Python API, around the plain Python model beside this file.

The model is the fastest way there: a call of the compiled rules from Python costs more than a step
of the plain ones.
"""

from typing import Any

import pyspiel
from plain_so_ein_mist import ANIMALS, OVER, OWN_CARDS, STARTING_CARDS, SoEinMist

SEATS = 3
MOST_WAYS = SEATS + len(STARTING_CARDS)
TURNS = SEATS * (OWN_CARDS - 1)
ROLLS = 5

KIND = pyspiel.GameType(
    short_name="python_so_ein_mist",
    long_name="So ein Mist, in Python",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=SEATS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
FACTS = pyspiel.GameInfo(
    num_distinct_actions=2,
    max_chance_outcomes=MOST_WAYS,
    num_players=SEATS,
    min_utility=0.0,
    max_utility=1.0,
    utility_sum=1.0,
    max_game_length=TURNS * (ROLLS - 1),
)

PLAYER = {-1: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
OUTCOMES = [[(k, 1 / ways) for k in range(ways)] for ways in range(1, MOST_WAYS + 1)]


class Model(SoEinMist):
    """The model, with a fast copy."""

    __slots__ = ()

    def __deepcopy__(self, _: Any) -> "Model":
        copy = Model.__new__(Model)
        copy.seats = self.seats
        copy.start = self.start
        copy.doubling = self.doubling
        copy.passed = self.passed
        copy.turns_without_refill = self.turns_without_refill
        copy.turns_left = self.turns_left
        copy.lot = self.lot[:]
        copy.animals = self.animals[:]
        copy.unseen = [cards[:] for cards in self.unseen]
        copy.middle = self.middle[:]
        copy.ring = self.ring[:]
        copy.queues = [queue[:] for queue in self.queues]
        copy.places = self.places[:]
        copy.scores = self.scores[:]
        copy.food = self.food[:]
        copy.aside = self.aside[:]
        copy.face = self.face
        copy.seat = self.seat
        copy.stage = self.stage
        copy.ways = self.ways
        return copy


class State(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        self.model = Model(SEATS)

    def current_player(self) -> int:
        seat = self.model.player()
        return PLAYER[seat] if seat < 0 else seat

    def _legal_actions(self, _: int) -> list[int]:
        return self.model.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES[self.model.ways - 1]

    def _apply_action(self, action: int) -> None:
        self.model.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action) if player < 0 else ("opt out", "continue")[action]

    def is_terminal(self) -> bool:
        return not self.model.ways

    def returns(self) -> list[float]:
        return self.model.returns() if self.is_terminal() else [0.0] * SEATS

    def __str__(self) -> str:
        return f"{self.model.ring} {self.model.scores} of {ANIMALS} animals"


class Game(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    def __init__(self, params: Any = None) -> None:
        super().__init__(KIND, FACTS, params or {})

    def new_initial_state(self) -> State:
        return State(self)


pyspiel.register_game(KIND, Game)
