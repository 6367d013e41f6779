"""OpenSpiel games, with every die a chance node; importing this module registers them.

    import pyspiel
    import pasch.adapters.open_spiel
    game = pyspiel.load_game("pasch_mmm(seats=2,board=two-paws)")

Parameters are `seats`, `start` and the game's options; an option that is a list separated by commas
takes semicolons here, as in "pasch_mistkaefer(bonus=green 1 chip; blue 2 steal)". Utilities are
shares of the victory.
"""

from collections.abc import Mapping
from copy import deepcopy
from functools import cache, cached_property
from typing import Any

import numpy as np

from pasch.adapters.batch_step import NOTHING, happen
from pasch.adapters.encoding import encoding_of, read
from pasch.core.game.position import CHANCE, OVER, WATCHER, Position
from pasch.core.game.registry import games
from pasch.core.game.spec import Game as Facts
from pasch.core.match.match import Match
from pasch.core.optional import need
from pasch.core.words import words
from pasch.engine.record import dtype_of

need("pyspiel", "env")

import pyspiel  # noqa: E402 - after it is known to be there

ENGLISH = "en"
DICE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
PLAYERS = {CHANCE: DICE, OVER: TERMINAL}
MANY = {"outcomes": 1 << 10, "decisions": 1 << 20}
"""Upper bounds of a game whose observe.toml names none."""


@cache
def outcomes(ways: int) -> list[tuple[int, float]]:
    """Return so many equally likely outcomes with their probabilities."""
    return [(k, 1 / ways) for k in range(ways)]


def kind(facts: Facts, seats: int | None = None) -> Any:
    """Return the type of a game for so many seats, or for any number."""
    is_open = facts.view.open_information
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
            information.PERFECT_INFORMATION if is_open else information.IMPERFECT_INFORMATION
        ),
        utility=utility.IDENTICAL if together else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=is_open,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "seats": len(facts.table),
            "start": 0,
            **{fact.name: written(fact.default) for fact in facts.option_facts()},
        },
    )


def written(value: Any) -> Any:
    """Return an option as a parameter.

    It has semicolons, since OpenSpiel separates parameters by commas.
    """
    return value.replace(",", ";") if isinstance(value, str) else value


def option_of(value: Any) -> Any:
    """Return a parameter as the game's option."""
    return value.replace(";", ",") if isinstance(value, str) else value


class Game(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """A game with its seats and options; `register` makes a subclass for each game of pasch."""

    facts: Facts

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        facts, named = self.facts, dict(given or {})
        seats = facts.check_seats(named.pop("seats", len(facts.table)))
        start = named.pop("start", 0)
        options = facts.read_options({name: option_of(value) for name, value in named.items()})
        self.first = Match(facts, seats, start, options).position()
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
        parameters = {name: written(value) for name, value in (given or {}).items()}
        super().__init__(of_kind, about, parameters)

    @cached_property
    def beginning(self) -> "Node":
        """The first position of every match."""
        return Node(self.facts, self.first)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (self.get_type().short_name, self.get_parameters())

    def __deepcopy__(self, _: Any) -> "Game":
        return self

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, kind_of: Any = None, params: Any = None) -> "Observer":
        return Observer(self, kind_of, params)


def loaded(name: str, parameters: dict[str, Any]) -> Game:
    game: Game = pyspiel.load_game(name, parameters)
    return game


class Node:
    """A record with its player and the number of choices: compiled rules, and a fast copy."""

    __slots__ = ("_position", "facts", "kept", "n", "out", "player", "records")

    def __init__(self, facts: Facts, first: Position) -> None:
        self.facts, self.kept = facts, bytearray(first.layout.pack(first))
        self.records = np.ndarray((1,), dtype_of(first.layout), self.kept)
        self.out = np.empty(facts.rules.ACTIONS, np.int64)
        self.apply(NOTHING)

    def __reduce__(self) -> tuple[Any, ...]:
        return Node, (self.facts, self.position)

    def apply(self, action: int) -> None:
        seat, self.n = happen(self.records, action, self.out)
        self.player = PLAYERS.get(seat, seat)
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """The position; do not change it."""
        if self._position is None:
            self._position = self.facts.rules.STATE.unpack(bytes(self.kept))
        return self._position

    def __deepcopy__(self, _: Any) -> "Node":
        twin = object.__new__(Node)
        twin.facts, twin.kept = self.facts, bytearray(self.kept)
        twin.records = np.ndarray((1,), self.records.dtype, twin.kept)
        twin.out, twin.player, twin.n = self.out.copy(), self.player, self.n
        twin._position = self._position
        return twin


class State(pyspiel.State):  # type: ignore[misc] # likewise
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._moment = deepcopy(game.beginning)
        self._memory: Memory | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game beside the text that OpenSpiel writes of a state."""
        return restored, (self.get_game(), self.serialize())

    @property
    def position(self) -> Position:
        return self._moment.position

    def current_player(self) -> int:
        return self._moment.player

    def is_terminal(self) -> bool:
        return self._moment.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether chance is due, without the detour through C++ (as in `legal_actions`)."""
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
            self._moment.facts.rules.returns(position, shares)
        return shares

    def _action_to_string(self, _: int, action: int) -> str:
        facts: Facts = self.get_game().facts
        return facts.view(self.position, WATCHER, words(ENGLISH, facts.folder)).text(action)

    def view(self, seat: int) -> Position:
        return view_of(self._moment.facts, self.position, seat)

    def memory(self) -> "Memory":
        """Return what every seat has seen so far; it is kept once somebody asks."""
        if self._memory is None:
            self._memory = Memory(self._moment.facts, self.get_game().first)
        return self._memory

    def __str__(self) -> str:
        return described(self.position)


def restored(game: Game, text: str) -> State:
    state: State = game.deserialize_state(text)
    return state


def view_of(facts: Facts, position: Position, seat: int) -> Position:
    """Return what a seat may know of a position."""
    view = position.copy()
    facts.rules.hide(view, seat)
    return view


def described(view: Position) -> str:
    """Return the fields of a view as text."""
    return " ".join(f"{field}={getattr(view, field)}" for field in view.layout.fields)


class Memory:
    """What every seat has seen and chosen: its views one after another, by what changed in them.

    It is brought up to date when somebody asks.
    """

    __slots__ = ("facts", "n", "parts", "position", "views")

    def __init__(self, facts: Facts, first: Position) -> None:
        self.facts, self.position = facts, first.copy()
        self.n = 0
        self.views = [self.view(seat) for seat in range(first.seats)]
        self.parts = [[described(view)] for view in self.views]

    def __deepcopy__(self, _: Any) -> "Memory":
        twin = object.__new__(Memory)
        twin.facts, twin.position, twin.n = self.facts, self.position.copy(), self.n
        twin.views, twin.parts = self.views[:], [parts[:] for parts in self.parts]
        return twin

    def view(self, seat: int) -> Position:
        return view_of(self.facts, self.position, seat)

    def follow(self, history: list[int]) -> None:
        """Bring it up to date with this history."""
        for action in history[self.n :]:
            chooser = self.facts.rules.player(self.position)
            self.facts.rules.apply(self.position, action)
            for seat, before in enumerate(self.views):
                now = self.views[seat] = self.view(seat)
                own = f"chose {action}: " if seat == chooser else ""
                self.parts[seat].append(own + changed(before, now))
        self.n = len(history)

    def of(self, seat: int, history: list[int]) -> str:
        self.follow(history)
        return "\n".join(filter(None, self.parts[seat]))


def changed(before: Position, now: Position) -> str:
    """Return the fields that differ, as text."""
    fields = now.layout.fields
    pairs = ((f, getattr(now, f)) for f in fields)
    return " ".join(f"{f}={value}" for f, value in pairs if value != getattr(before, f))


class Observer:
    """A seat's view as a tensor (the seat, then the columns of encoding.py) and as text.

    With perfect recall the text contains everything the seat has seen so far.
    """

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
            return f"seat {player}: {described(state.view(player))}"
        if self.game.facts.view.open_information:
            return f"seat {player}: {state.history()}"
        return f"seat {player}: {state.memory().of(player, state.history())}"


def register(facts: Facts) -> None:
    """Register one game, as a class: OpenSpiel keeps what it gets until Python has ended."""
    of_game = type(facts.title, (Game,), {"facts": facts})
    pyspiel.register_game(kind(facts), of_game)


for each in games().values():
    register(each)
