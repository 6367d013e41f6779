"""Every game for OpenSpiel, with every die a chance node: importing this registers them.

    import pyspiel
    import pasch.adapters.open_spiel
    game = pyspiel.load_game("pasch_mmm(seats=2,board=two-paws)")

Parameters are `seats`, `start` and the game's options. Utilities are shares of the victory.
"""

from collections.abc import Mapping
from copy import deepcopy
from functools import cache, cached_property
from typing import Any

import numpy as np

from pasch.adapters.encoding import encoding_of, read
from pasch.adapters.kernels import NOTHING, happen
from pasch.core.contract import Rules
from pasch.core.extras import need
from pasch.core.facts import Game as Facts
from pasch.core.match import Match
from pasch.core.position import CHANCE, OVER, Position
from pasch.core.record import dtype_of
from pasch.core.registry import games
from pasch.core.words import words

need("pyspiel", "env")

import pyspiel  # noqa: E402 - after it is known to be there

ENGLISH = "en"
DICE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
PLAYERS = {CHANCE: DICE, OVER: TERMINAL}
MANY = {"outcomes": 1 << 10, "decisions": 1 << 20}
"""More than any event of chance has outcomes, any game decisions, where a folder does not say."""


@cache
def outcomes(ways: int) -> list[tuple[int, float]]:
    return [(k, 1 / ways) for k in range(ways)]


def kind(facts: Facts, seats: int | None = None) -> Any:
    """What is true of a game at so many seats, or at any."""
    alike = facts.scene.ALIKE
    together = facts.together or seats == 1
    utility = pyspiel.GameType.Utility
    information = pyspiel.GameType.Information
    least, most = (seats, seats) if seats else facts.seats
    return pyspiel.GameType(
        short_name=f"pasch_{facts.key.replace('-', '_')}",
        long_name=facts.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.PERFECT_INFORMATION if alike else information.IMPERFECT_INFORMATION
        ),
        utility=utility.IDENTICAL if together else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=alike,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "seats": len(facts.table),
            "start": 0,
            **{fact.name: fact.default for fact in facts.option_facts()},
        },
    )


class Game(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """One table; `register` makes a class of each game."""

    facts: Facts

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        facts, told = self.facts, dict(given or {})
        seats = facts.check_seats(told.pop("seats", len(facts.table)))
        start = told.pop("start", 0)
        self.first = Match(facts, seats, start, facts.read_options(told)).position()
        bounds = {**MANY, **read(facts).get("bounds", {})}
        of_kind = kind(facts, seats)
        more = {}
        if of_kind.utility == pyspiel.GameType.Utility.CONSTANT_SUM:
            more["utility_sum"] = 1.0
        about = pyspiel.GameInfo(
            num_distinct_actions=facts.rules.ACTIONS,
            max_chance_outcomes=bounds["outcomes"],
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=bounds["decisions"],
            **more,
        )
        super().__init__(of_kind, about, dict(given or {}))

    @cached_property
    def begun(self) -> "Node":
        """How every game begins."""
        return Node(self.facts.rules, self.first)

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, kind_of: Any = None, params: Any = None) -> "Observer":
        return Observer(self, kind_of, params)


class Node:
    """A record, and who is to choose among how many: compiled, and copied the quick way."""

    __slots__ = ("_position", "kept", "n", "out", "player", "records", "rules")

    def __init__(self, rules: Rules, first: Position) -> None:
        self.rules, self.kept = rules, bytearray(first.layout.pack(first))
        self.records = np.ndarray((1,), dtype_of(rules.STATE), self.kept)
        self.out = np.empty(rules.ACTIONS, np.int64)
        self.apply(NOTHING)

    def apply(self, action: int) -> None:
        seat, self.n = happen(self.records, action, self.out)
        self.player = PLAYERS.get(seat, seat)
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """To be read only."""
        if self._position is None:
            self._position = self.rules.STATE.unpack(bytes(self.kept))
        return self._position

    def __deepcopy__(self, _: Any) -> "Node":
        twin = object.__new__(Node)
        twin.rules, twin.kept = self.rules, bytearray(self.kept)
        twin.records = np.ndarray((1,), self.records.dtype, twin.kept)
        twin.out, twin.player, twin.n = self.out.copy(), self.player, self.n
        twin._position = self._position
        return twin


class State(pyspiel.State):  # type: ignore[misc] # likewise
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._moment = deepcopy(game.begun)
        self._memory: Memory | None = None

    @property
    def position(self) -> Position:
        return self._moment.position

    def current_player(self) -> int:
        return self._moment.player

    def is_terminal(self) -> bool:
        return self._moment.player == TERMINAL

    def is_chance_node(self) -> bool:
        """As without this, but Python need not ask by way of C++; so with `legal_actions`."""
        return self._moment.player == DICE

    def legal_actions(self, *player: int) -> list[int]:
        if player:
            named: list[int] = super().legal_actions(*player)
            return named
        now = self._moment
        return list(range(now.n)) if now.player == DICE else self._legal_actions(now.player)

    def _legal_actions(self, _: int) -> list[int]:
        legal: list[int] = self._moment.out[: self._moment.n].tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return outcomes(self._moment.n)

    def _apply_action(self, action: int) -> None:
        self._moment.apply(action)

    def returns(self) -> list[float]:
        position = self.position
        shares = [0.0] * position.seats
        if self.is_terminal():
            self._moment.rules.returns(position, shares)
        return shares

    def _action_to_string(self, _: int, action: int) -> str:
        facts: Facts = self.get_game().facts
        return facts.scene.text(self.position, action, words(ENGLISH, facts.folder))

    def view(self, seat: int) -> Position:
        view = self.position.copy()
        self._moment.rules.hide(view, seat)
        return view

    def memory(self) -> "Memory":
        """Kept from when it is first asked for."""
        if self._memory is None:
            self._memory = Memory(self._moment.rules, self.get_game().first)
        return self._memory

    def __str__(self) -> str:
        return told(self.position)


def told(view: Position) -> str:
    return " ".join(f"{field}={getattr(view, field)}" for field in view.layout.fields)


class Memory:
    """What every seat knows with perfect memory: its views one after another, told by what changed,
    and its own choices. It is followed as far as somebody asks."""

    __slots__ = ("n", "parts", "position", "rules", "views")

    def __init__(self, rules: Rules, first: Position) -> None:
        self.rules, self.position = rules, first.copy()
        self.n = 0
        self.views = [self.view(seat) for seat in range(first.seats)]
        self.parts = [[told(view)] for view in self.views]

    def __deepcopy__(self, _: Any) -> "Memory":
        twin = object.__new__(Memory)
        twin.rules, twin.position, twin.n = self.rules, self.position.copy(), self.n
        twin.views, twin.parts = self.views[:], [parts[:] for parts in self.parts]
        return twin

    def view(self, seat: int) -> Position:
        view = self.position.copy()
        self.rules.hide(view, seat)
        return view

    def follow(self, history: list[int]) -> None:
        for action in history[self.n :]:
            chooser = self.rules.player(self.position)
            self.rules.apply(self.position, action)
            for seat, before in enumerate(self.views):
                now = self.views[seat] = self.view(seat)
                own = f"chose {action}: " if seat == chooser else ""
                self.parts[seat].append(own + changed(before, now))
        self.n = len(history)

    def of(self, seat: int, history: list[int]) -> str:
        self.follow(history)
        return "\n".join(filter(None, self.parts[seat]))


def changed(before: Position, now: Position) -> str:
    fields = now.layout.fields
    pairs = ((f, getattr(now, f)) for f in fields)
    return " ".join(f"{f}={value}" for f, value in pairs if value != getattr(before, f))


class Observer:
    """A seat's view as a tensor: who looks, and the columns of encoding.py; and in words. With
    perfect recall the words tell all that was seen so far."""

    def __init__(self, game: Game, kind_of: Any, params: Any) -> None:
        if params:
            raise ValueError(f"expected no parameters of an observation, got {params}")
        self.game = game
        self.encoding = encoding_of(game.facts)
        self.recalls = kind_of is not None and kind_of.perfect_recall
        seats = game.num_players()
        self.tensor = np.zeros(seats + self.encoding.width, np.float32)
        self.dict = {"player": self.tensor[:seats]}
        for part in self.encoding.parts:
            columns = self.tensor[seats + part.start : seats + part.end]
            shape = (*part.shape, part.width) if part.width > 1 else part.shape or (1,)
            self.dict[part.field] = columns.reshape(shape)

    def set_from(self, state: State, player: int) -> None:
        seats = self.game.num_players()
        self.tensor[:seats] = 0
        self.tensor[player] = 1
        self.tensor[seats:] = self.encoding.encode(state.view(player))

    def string_from(self, state: State, player: int) -> str:
        if not self.recalls:
            return f"seat {player}: {told(state.view(player))}"
        if self.game.facts.scene.ALIKE:
            return f"seat {player}: {state.history()}"
        return f"seat {player}: {state.memory().of(player, state.history())}"


def register(facts: Facts) -> None:
    """OpenSpiel asks for a class: it lets go of what it was given only when Python has ended."""
    of_game = type(facts.title, (Game,), {"facts": facts})
    pyspiel.register_game(kind(facts), of_game)


for each in games().values():
    register(each)
