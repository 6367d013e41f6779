"""So ein Mist as one writes a PettingZoo environment by hand, around the plain model beside it."""

from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from plain_so_ein_mist import CHANCE, SoEinMist

SEATS = 4
WIDTH = 1 + 3 * SEATS + SEATS + 6


class ByHand(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    metadata = {"name": "so_ein_mist_by_hand", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = [f"seat_{seat}" for seat in range(SEATS)]
        seen = Dict({"observation": Box(-99, 99, (WIDTH,), np.int8), "action_mask": Box(0, 1, (2,), np.int8)})  # fmt: skip # noqa: E501
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(2) for agent in self.possible_agents}
        self.random = Random(1)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        self.model = SoEinMist(SEATS)
        self.events = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.roll()
        self.agent_selection = self.agents[self.model.player()]

    def roll(self) -> None:
        while self.model.player() == CHANCE:
            self.model.apply(int(self.random.random() * self.model.ways))
            self.events += 1

    def observe(self, agent: str) -> Any:  # noqa: ARG002
        model = self.model
        ring = (model.ring + [0] * WIDTH)[: SEATS + 6]
        seen = [model.face, *model.places, *model.scores, *model.food, *ring]
        mask = np.ones(2, np.int8)
        return {"observation": np.array(seen[:WIDTH], np.int8), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.model.apply(int(action))
        self.events += 1
        self.roll()
        if self.model.ways:
            self.agent_selection = self.agents[self.model.player()]
        else:
            self.rewards = dict(zip(self.agents, self.model.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
