"""The batch environment: one call steps thousands of matches of one game, arrays in, arrays out.

    env = Batch("so-ein-mist", 4096, seats=4, seed=7)
    env.reset()
    while True:
        env.step(choose(env.observation, env.legal, env.player))

The arrays belong to the environment, and every step overwrites them: copy what should last.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np

from pasch.adapters.batch_step import (
    BEGIN,
    CALLER,
    Bytes,
    Integers,
    Matches,
    first_illegal,
    sample_each,
    step_each,
    streams_apart,
)
from pasch.adapters.encoder import encoder
from pasch.adapters.encoding import encoding_of
from pasch.core.errors import BadOption, IllegalAction, PaschError
from pasch.core.game.position import WATCHER
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.core.words import words
from pasch.engine.playouts import QUICK, RANDOM
from pasch.engine.record import blank, dtype_of, position_of

MINDS = {"caller": CALLER, "random": RANDOM, "quick": QUICK}
FEW = 1024
"""The matches for which another core is worth while."""


class Machine(Protocol):
    """The hardware that plays the matches: cores, or a GPU."""

    def put(self, array: Any) -> Any:
        """Copy an array to the machine's memory."""

    def get(self, array: Any) -> Any:
        """Copy an array from the machine's memory."""

    def actions(self, given: Any) -> Any:
        """Return the caller's actions as an array in the machine's memory."""

    def step(self, m: Matches, actions: Any, seed: int, again: bool, minds: Bytes) -> None: ...

    def encode(self, m: Matches, out: Any) -> None: ...

    def sample(self, m: Matches, streams: Any, actions: Any) -> None: ...

    def first_illegal(self, m: Matches, actions: Any) -> int: ...


class Cores:
    """The cores of this computer; any number of them plays the same games."""

    def __init__(self, game: Game, cores: int | None) -> None:
        self.most = game.rules.ACTIONS
        self.encode_each = encoder(encoding_of(game).recipe)
        self.cores = cores or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.cores)

    def put(self, array: Any) -> Any:
        return array

    def get(self, array: Any) -> Any:
        return array

    def actions(self, given: Any) -> Any:
        return np.asarray(given)

    def step(self, m: Matches, actions: Integers, seed: int, again: bool, minds: Bytes) -> None:
        quicks = QUICK in minds

        def part(start: int, end: int) -> None:
            m.mask[start:end] = False
            out = np.empty(self.most, np.int64)
            step_each(start, end, len(actions), actions, seed, again, quicks, True, out, *m)

        self._share(len(actions), part)

    def encode(self, m: Matches, out: Bytes) -> None:
        views = m.views.view(np.int8).reshape(len(out), -1)
        self._share(len(out), lambda a, b: self.encode_each(a, b, views, out))

    def sample(self, m: Matches, streams: Integers, actions: Integers) -> None:
        asked = (m.players, m.ways, m.mask, streams, actions)
        self._share(len(actions), lambda a, b: sample_each(a, b, *asked))

    def first_illegal(self, m: Matches, actions: Integers) -> int:
        return first_illegal(actions, m.players, m.ways, m.mask)

    def _share(self, count: int, work: Any) -> None:
        """Give every core the same number of matches."""
        workers = min(self.cores, max(count // FEW, 1))
        if workers == 1:
            work(0, count)
            return
        bounds = [count * i // workers for i in range(workers + 1)]
        list(self.pool.map(work, bounds, bounds[1:]))


def machine(device: str, game: Game, cores: int | None) -> Machine:
    """Return the machine for this device."""
    if device == "cpu":
        return Cores(game, cores)
    if device != "cuda":
        raise BadOption("device is cpu or cuda, not {got!r}", got=device)
    from pasch.adapters.cuda import Gpu  # noqa: PLC0415 - an extra

    return Gpu(game)


class Batch:
    """Many matches of one game, stepped together.

    `players` says by seat who chooses: the caller, or `random` or `quick` players inside. With
    `chance="caller"` the caller rolls the dice too. After a game has ended the next one begins,
    unless `again` is false. The starting seat rotates, unless `start` names one.

    The same seed gives the same games, on any number of cores and, with `device="cuda"`, on a GPU.
    """

    def __init__(
        self,
        key: str,
        count: int,
        *,
        seats: int | None = None,
        start: int | None = None,
        seed: int = 0,
        players: Sequence[str] = (),
        chance: str = "inside",
        again: bool = True,
        observed: bool = True,
        checked: bool = True,
        device: str = "cpu",
        cores: int | None = None,
        **options: Any,
    ) -> None:
        self.game = load(key)
        self.seats = self.game.check_seats(len(self.game.table) if seats is None else seats)
        self.options = self.game.read_options(options)
        self.encoding = encoding_of(self.game)
        self.count = whole("count", count, 1, 1 << 31)
        self.seed = whole("seed", seed, 0, 1 << 63)
        self.again, self.observed, self.checked = again, observed, checked
        starts = range(self.seats) if start is None else [start]
        firsts = bytearray(b"".join(map(self._first, starts)))
        self._firsts = np.frombuffer(firsts, dtype_of(self.game.rules.STATE))
        self._minds = minds_of(self.seats, players, chance, again)
        self._device, self._cores = device, cores
        self._machine = machine(device, self.game, cores)
        self.reset()

    def __getstate__(self) -> dict[str, Any]:
        """Keep the arrays as this machine holds them, and records as their bytes."""
        kept, get = self.__dict__.copy(), self._machine.get
        del kept["_machine"]
        kept |= {name: get(kept[name]) for name in ("_observation", "_streams", "_sampled")}
        kept["_firsts"] = as_numbers(self._firsts)
        kept["_matches"] = [as_numbers(get(array)) for array in self._matches]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._machine = machine(self._device, self.game, self._cores)
        put, dtype = self._machine.put, dtype_of(self.game.rules.STATE)
        for name in ("_observation", "_streams", "_sampled"):
            setattr(self, name, put(kept[name]))
        self._firsts = kept["_firsts"].view(dtype)
        arrays = dict(zip(Matches._fields, kept["_matches"], strict=True))
        arrays |= {name: arrays[name].view(dtype) for name in ("states", "views", "firsts")}
        self._matches = Matches(**{name: put(array) for name, array in arrays.items()})

    def _first(self, start: int) -> bytes:
        """Return the first position of a game as bytes, the same on every machine."""
        position = Match(self.game, self.seats, start, self.options).position()
        return position.layout.pack(position)

    def reset(self, seed: int | None = None) -> None:
        """Begin the first games of the seed, or of another seed."""
        if seed is not None:
            self.seed = whole("seed", seed, 0, 1 << 63)
        self._matches = Matches(*map(self._machine.put, self._blank()))
        self._observation = self._machine.put(np.zeros((self.count, self.encoding.width), np.int8))
        self._streams = self._machine.put(streams_apart(self.seed, np.zeros(self.count, np.int64)))
        self._sampled = self._machine.put(np.zeros(self.count, np.int64))
        self._happen(self._machine.put(np.full(self.count, BEGIN, np.int64)))

    def _blank(self) -> Matches:
        """Return empty arrays; match i will begin with game i."""
        n, dtype = self.count, dtype_of(self.game.rules.STATE)
        return Matches(
            states=blank(dtype, n),
            views=blank(dtype, n),
            firsts=self._firsts,
            minds=self._minds,
            games=np.arange(-n, 0),
            streams=np.zeros(n, np.int64),
            steps=np.zeros(n, np.int64),
            players=np.zeros(n, np.int8),
            ways=np.zeros(n, np.int64),
            mask=np.zeros((n, self.game.rules.ACTIONS), np.bool_),
            shares=np.zeros((n, self.seats)),
            done=np.zeros(n, np.bool_),
        )

    def step(self, actions: Any) -> None:
        """Take one action for each match.

        It is the choice of the seat to choose, or the outcome of the dice if the caller rolls them;
        NOTHING if the game is over, BEGIN to begin the next one.
        """
        given = self._machine.actions(actions)
        if given.shape != (self.count,) or given.dtype != np.int64:
            raise BadOption(
                "expected {count} whole numbers of 64 bits, an action for each match, got {got}",
                count=self.count,
                got=f"{given.dtype} {given.shape}",
            )
        if self.checked and (i := self._machine.first_illegal(self._matches, given)) >= 0:
            raise self._refusal(i, int(given[i]))
        self._happen(given)

    def _happen(self, actions: Any) -> None:
        self._machine.step(self._matches, actions, self.seed, self.again, self._minds)
        if self.observed:
            self._machine.encode(self._matches, self._observation)

    def _refusal(self, i: int, a: int) -> PaschError:
        view = position_of(self.game.rules.STATE, self._machine.get(self._matches.views)[i])
        shown = self.game.view(view, WATCHER, words("en", self.game.folder))
        problem = IllegalAction(a, *shown.refusal(a))
        return PaschError("match {match}: {problem}", match=i, problem=problem)

    def sample(self) -> Any:
        """Return for each match one of the possible actions, all equally likely."""
        self._machine.sample(self._matches, self._streams, self._sampled)
        return self._sampled

    @property
    def observation(self) -> Any:
        """Return what the seat to choose may know, a row of int8 for each match (encoding.py)."""
        return self._observation

    @property
    def legal(self) -> Any:
        """Return by match and action whether the seat to choose may choose it."""
        return self._matches.mask

    @property
    def player(self) -> Any:
        """Return by match the seat to choose, CHANCE if the caller is to roll, or OVER."""
        return self._matches.players

    @property
    def ways(self) -> Any:
        """Return by match how many equally likely outcomes the caller's dice have."""
        return self._matches.ways

    @property
    def done(self) -> Any:
        """Return by match whether a game ended with the last step."""
        return self._matches.done

    @property
    def returns(self) -> Any:
        """Return by match and seat the shares of the victory of the game that ended last."""
        return self._matches.shares

    @property
    def steps(self) -> Any:
        """Return by match the events so far, choices and chance, in all its games."""
        return self._matches.steps

    @property
    def state(self) -> Any:
        """Return the complete records, with everything that is hidden from the seats."""
        return self._matches.states


def as_numbers(array: Any) -> Any:
    """Return records as their bytes, which can be pickled; other arrays as they are."""
    return array.view(np.int8) if array.dtype.names else array


def whole(name: str, given: object, low: int, end: int) -> int:
    """Return a whole number in this range, or raise BadOption."""
    if not isinstance(given, int) or not low <= given < end:
        raise BadOption(
            "{name} is a whole number from {low} to {high}, not {got!r}",
            name=name,
            low=low,
            high=end - 1,
            got=given,
        )
    return given


def minds_of(seats: int, players: Sequence[str], chance: str, again: bool) -> Bytes:
    """Return the mind of every seat, and that of the dice at the end."""
    named = [*(players or ["caller"] * seats)]
    if len(named) != seats or not set(named) <= {*MINDS}:
        raise BadOption(
            "expected {seats} players, each one of {known}, got {got}",
            seats=seats,
            known=", ".join(MINDS),
            got=", ".join(named),
        )
    if chance not in ("inside", "caller"):
        raise BadOption("chance is inside or caller, not {got!r}", got=chance)
    if "caller" not in (*named, chance) and again:
        raise BadOption("expected a seat whose choices are the caller's, or games that end")
    dice = "caller" if chance == "caller" else "random"
    return np.array([MINDS[name] for name in (*named, dice)], np.int8)
