"""PettingZoo environments: `env("mistkaefer", seats=3)`, for every game.

The agent to choose is the seat that the rules ask, in other players' turns too; chance happens
inside. The reward at the end is the share of the victory.
"""

from typing import Any

import numpy as np

from pasch.adapters.observation import Observation, begin, observation, roll, shares, spaces
from pasch.adapters.render import METADATA, RENDERERS, check_mode
from pasch.core.game.position import OVER
from pasch.core.game.registry import load
from pasch.core.match.match import Match
from pasch.core.optional import need

need("pettingzoo", "env")

from pettingzoo import AECEnv  # noqa: E402 - after it is known to be there
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402


def env(key: str, **more: Any) -> OrderEnforcingWrapper:
    """Return an environment that raises when it is used in the wrong order."""
    return OrderEnforcingWrapper(raw_env(key, **more))


def raw_env(key: str, **more: Any) -> "SeatsEnv":
    return SeatsEnv(key, **more)


class SeatsEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """One table with an agent for each seat."""

    def __init__(
        self,
        key: str,
        *,
        seats: int | None = None,
        start: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = load(key)
        self.seats = self.game.check_seats(len(self.game.table) if seats is None else seats)
        self.start = start
        self.options = self.game.read_options(options)
        self.metadata = {
            "name": f"pasch_{key.replace('-', '_')}_v{self.game.version}",
            "is_parallelizable": False,
            **METADATA,
        }
        self.render_mode = check_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        each = {agent: spaces(self.game) for agent in self.possible_agents}
        self.observation_spaces = {agent: observations for agent, (observations, _) in each.items()}
        self.action_spaces = {agent: actions for agent, (_, actions) in each.items()}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.match: Match = begin(self.game, self.seats, self.start, self.options, self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.player]

    def observe(self, agent: str) -> Observation:
        return observation(self.match, self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.apply(action)
        roll(self.match, self._rng)
        is_over = self.match.player == OVER
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, shares(self.match), strict=True))
        self.terminations = dict.fromkeys(self.agents, is_over)
        if not is_over:
            self.agent_selection = self.agents[self.match.player]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Render what the agent to choose sees."""
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection)
        return RENDERERS[self.render_mode](self.match.scene(seat))
