"""Gymnasium environments: every game for one seat, alone or against bots.

Importing this module registers `pasch/mmm-v1` and so on. `gymnasium.make` takes the arguments of
`SeatEnv`, and `gymnasium.make_vec` those of `SeatVectorEnv`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pasch.adapters.batch import Batch
from pasch.adapters.batch_step import BEGIN
from pasch.adapters.observation import Observation, begin, observation, roll, shares, spaces
from pasch.adapters.render import METADATA, RENDERERS, check_mode
from pasch.bots import read_bot
from pasch.core.errors import BadOption, IllegalAction
from pasch.core.game.position import OVER
from pasch.core.game.registry import games, load
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.core.optional import need

need("gymnasium", "env")

import gymnasium  # noqa: E402 - after it is known to be there
from gymnasium.spaces import MultiDiscrete  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a table; `bots`, by their names, play the others in the order of the seats.

    The reward at the end is the share of the victory. An action the rules don't allow loses the
    game: the reward is 0, and `info["refusal"]` says why.
    """

    metadata = METADATA

    def __init__(
        self,
        key: str,
        *,
        seats: int | None = None,
        seat: int = 0,
        bots: Sequence[str] = (),
        start: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = load(key)
        self.seats = self.game.check_seats(usual_seats(self.game) if seats is None else seats)
        self.options = self.game.read_options(options)
        self.start, self.seat = start, seat
        named = bots or ["quick"] * (self.seats - 1)
        if not 0 <= seat < self.seats or len(named) != self.seats - 1:
            raise BadOption(
                "expected a seat from 0 to {last} and {last} bots, got seat {seat!r} and {n}",
                last=self.seats - 1,
                seat=seat,
                n=len(named),
            )
        for bot in named:
            read_bot(bot).check(self.game, self.seats, self.options)
        others = [other for other in range(self.seats) if other != seat]
        self.bots = {other: read_bot(bot) for other, bot in zip(others, named, strict=True)}
        self.observation_space, self.action_space = spaces(self.game)
        self.render_mode = check_mode(render_mode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.match: Match = begin(self.game, self.seats, self.start, self.options, self.np_random)
        self._others()
        return observation(self.match, self.seat), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self.match.apply(action)
        except IllegalAction as refused:
            seen = observation(self.match, self.seat)
            return seen, 0.0, True, False, {"refusal": str(refused)}
        roll(self.match, self.np_random)
        self._others()
        if self.render_mode == "human":
            self.render()
        reward = shares(self.match)[self.seat]
        is_over = self.match.player == OVER
        return observation(self.match, self.seat), reward, is_over, False, {}

    def _others(self) -> None:
        """Let the bots choose until it is this seat's turn, or the match is over."""
        while self.match.player not in (self.seat, OVER):
            self.match.apply(self.bots[self.match.player].choose(self.match, self.np_random))
            roll(self.match, self.np_random)

    def render(self) -> Any:
        """Render what this seat sees."""
        return self.render_mode and RENDERERS[self.render_mode](self.match.scene(self.seat))


class SeatVectorEnv(VectorEnv[Observation, Any, Any]):
    """The same seat of many tables (batch.py); the others are played by `quick` or `random`.

    After a game has ended, the next step begins a new one and ignores its action.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - Gymnasium's way

    def __init__(
        self,
        num_envs: int,
        key: str,
        *,
        seats: int | None = None,
        seat: int = 0,
        others: str = "quick",
        start: int | None = None,
        cores: int | None = None,
        **options: Any,
    ) -> None:
        game = load(key)
        seats = game.check_seats(usual_seats(game) if seats is None else seats)
        players = ["caller" if each == seat else others for each in range(seats)]
        self.num_envs, self.seat = num_envs, seat
        self.batch = Batch(
            key,
            num_envs,
            seats=seats,
            start=start,
            players=players,
            again=False,
            cores=cores,
            **options,
        )
        self.single_observation_space, self.single_action_space = spaces(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete(np.full(num_envs, game.rules.ACTIONS))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew, all from one seed."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first, options=options)
        self.batch.reset(int(self.np_random.integers(1 << 62)) if first is None else first)
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        ended = self.batch.player == OVER
        self.batch.step(np.where(ended, BEGIN, np.asarray(actions, np.int64)))
        done = self.batch.done.copy()
        reward = np.where(done, self.batch.returns[:, self.seat], 0.0)
        return self._seen(), reward, done, np.zeros_like(done), {}

    def _seen(self) -> Observation:
        return {
            "observation": self.batch.observation.copy(),
            "action_mask": self.batch.legal.astype(np.int8),
        }


def usual_seats(game: Game) -> int:
    """Return one seat if the game can be played alone, else the usual number."""
    return 1 if game.seats[0] == 1 else len(game.table)


def register() -> None:
    """Register every game with Gymnasium."""
    for key, game in games().items():
        gymnasium.register(
            f"pasch/{key}-v{game.version}",
            entry_point=f"{__name__}:SeatEnv",
            vector_entry_point=f"{__name__}:SeatVectorEnv",
            kwargs={"key": key},
        )


register()
