"""What an arena plays: the game, the bots, and who sits where in which match.

Matches come in blocks. The matches of a block have the same dice; from one to the next everybody
moves on by one seat, so that each bot has each seat's luck. Seat 1 begins.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from itertools import combinations, count
from typing import Any, NamedTuple, TypeVar

import msgspec

from pasch.bots import Need, read_bot, sources_of
from pasch.core.errors import BadOption
from pasch.core.game.dice import Dice
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.engine.cache import PACKAGE, compiled_sources, hash_of, python_files

T = TypeVar("T")

FORMAT = 1
MOST_GAMES = 1_000_000
MOST_BOTS = 20
LOTS = 1 << 32


@cache
def code_here() -> str:
    """Return a hash of all that decides a match: the rules, the bots and the compiled code."""
    played = [path for name in ("bots", "core") for path in python_files(PACKAGE / name)]
    return hash_of(dict.fromkeys([*played, *compiled_sources()]))


def code_of(bots: Sequence[str]) -> str:
    """Return a hash of the sources here: pasch's, and those of the user's own bots."""
    return code_here() + sources_of(bots)


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything a result depends on, and how many games are wanted.

    It is the first line of a results file.
    """

    arena: int
    game: str
    rules: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seats: int
    seed: str
    code: str
    """A hash of the sources of the rules and the bots: other players, other results."""
    games: int = 0
    """Not in the file: it may be gone on with for as long as one likes."""

    @property
    def alone(self) -> bool:
        """Return whether each bot has tables of its own because it cannot play against another."""
        return self.seats == 1 or load(self.game).together

    @property
    def need(self) -> Need:
        """Return what has to be ready before its bots can play."""
        game = load(self.game)
        options = game.read_options(self.options)
        return max(read_bot(bot).need(game, self.seats, options) for bot in self.bots)

    @property
    def block_size(self) -> int:
        """Return the most matches a block can have; it has fewer where bots repeat at the seats."""
        return len(self.bots) if self.alone else self.seats

    def line(self) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(self, games=0)) + b"\n"


class Seating(NamedTuple):
    i: int
    block: int
    sits: tuple[int, ...]
    """The number of the bot at each seat."""


def make_plan(
    game: Game,
    bots: Sequence[str],
    games: int,
    seats: int | None = None,
    seed: str = "1",
    options: Mapping[str, Any] | None = None,
) -> Plan:
    """Return a plan that can be played; raise BadOption if there is none."""
    if not 1 <= len(bots) <= MOST_BOTS:
        raise BadOption("an arena takes 1 to {most} bots, not {n}", most=MOST_BOTS, n=len(bots))
    settings = game.read_options(options or {})
    seats = game.check_seats(usual_seats(game, len(bots)) if seats is None else seats)
    for bot in bots:
        read_bot(bot).check(game, seats, settings)
    if not 1 <= games <= MOST_GAMES:
        raise BadOption("an arena plays 1 to {most} games, not {n}", most=MOST_GAMES, n=games)
    Dice(seed)
    return Plan(
        arena=FORMAT,
        game=game.key,
        rules=game.version,
        options=asdict(settings),
        bots=tuple(bots),
        seats=seats,
        games=games,
        seed=seed,
        code=code_of(bots),
    )


def usual_seats(game: Game, bots: int) -> int:
    """Return one seat for each bot, as far as the game allows; together, as few as possible."""
    low, high = game.seats
    return low if game.together else min(max(low, bots), high)


def seatings(plan: Plan) -> Iterator[Seating]:
    """Yield every match of the plan. Blocks stay whole, so there may be a few more."""
    i = 0
    for block, tables in enumerate(blocks(plan)):
        if i >= plan.games:
            return
        for sits in tables:
            yield Seating(i, block, sits)
            i += 1


def blocks(plan: Plan) -> Iterator[list[tuple[int, ...]]]:
    if plan.alone:
        while True:
            yield [(bot,) * plan.seats for bot in range(len(plan.bots))]
    where = Dice(f"{plan.seed}/where")
    for block, meeting in enumerate(meetings(plan)):
        yield rotations(tuple(by_lot(meeting, where, block)))


def meetings(plan: Plan) -> Iterator[tuple[int, ...]]:
    """Yield which bots meet: all equally often, with the remaining seats in turn.

    Each combination comes up once before any comes up again, in a random order.
    """
    bots = range(len(plan.bots))
    times, left_over = divmod(plan.seats, len(bots))
    who = Dice(f"{plan.seed}/who")
    for cycle in count():
        for more in by_lot(list(combinations(bots, left_over)), who, cycle):
            yield (*bots,) * times + more


def by_lot(things: Sequence[T], dice: Dice, turn: int) -> list[T]:
    lots = [dice.roll(turn, die, LOTS) for die in range(len(things))]
    return [things[i] for i in sorted(range(len(things)), key=lots.__getitem__)]


def rotations(sits: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the seatings in which everybody moves on by one seat, until they repeat."""
    turned = [sits[-n:] + sits[:-n] for n in range(len(sits))]
    return list(dict.fromkeys(turned))
