"""One match of an arena, and what is kept of it."""

import hashlib
import time
from collections.abc import Sequence

import msgspec
import numpy as np

from pasch.arena.plan import Plan, Seating, code_of
from pasch.bots import Bot, BotFault, read_bot
from pasch.core.errors import PaschError
from pasch.core.game.dice import Dice
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import load
from pasch.core.match import log
from pasch.core.match.match import Match


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """What is kept of a match, a line of a results file. Lists have a value for each seat."""

    i: int
    block: int
    sits: list[int]
    returns: list[float]
    score: list[int]
    events: int
    turns: int
    real_turns: int
    """Turns with a decision that was one."""
    decisions: list[int]
    real: list[int]
    """Decisions with more than one legal action."""
    ms: list[float]
    """Milliseconds spent on those."""


class Played(msgspec.Struct):
    result: Result
    log: str = ""
    """Only where somebody wants it."""


class Done(msgspec.Struct):
    """A chunk of matches, or those of it before somebody could not go on."""

    played: list[Played]
    problem: PaschError | None = None


def play_chunk(plan: Plan, chunk: Sequence[Seating], with_logs: bool) -> Done:
    """Play a chunk of matches; a worker runs this, on any machine."""
    here = code_of(plan.bots)
    if plan.code != here:
        raise PaschError(
            "a worker has another pasch, or another bot: expected sources {code}, got {here}",
            code=plan.code,
            here=here,
        )
    done = Done([])
    for seating in chunk:
        try:
            done.played.append(play(plan, seating, with_logs))
        except PaschError as problem:
            done.problem = problem
            break
    return done


def play(plan: Plan, seating: Seating, with_logs: bool = False) -> Played:
    game = load(plan.game)
    match = Match(game, plan.seats, 0, game.read_options(plan.options))
    bots = [plan.bots[bot] for bot in seating.sits]
    dice = Dice(f"{plan.seed}/{seating.block}")
    referee = Referee(match, [read_bot(bot) for bot in bots], dice, entropy(plan.seed), seating)
    try:
        result = referee.play()
    except BotFault as fault:
        raise BotFault(
            "{fault} (game {i}, after event {n}); what was played before is kept",
            fault=fault,
            i=seating.i,
            n=len(match.events),
        ) from None
    if not with_logs:
        return Played(result)
    header = log.header_of(match, bots, commitment=dice.commitment)
    return Played(result, log.write(match, header=header, seed=dice.seed))


class Referee:
    """A match on its way, and what is counted meanwhile."""

    def __init__(
        self, match: Match, bots: list[Bot], dice: Dice, entropy: int, seating: Seating
    ) -> None:
        self.match = match
        self.bots = bots
        self.dice = dice
        self.entropy = entropy
        self.seating = seating
        self.turns: set[int] = set()
        self.real_turns: set[int] = set()
        self.decisions = [0] * match.seats
        self.real = [0] * match.seats
        self.ms = [0.0] * match.seats

    def play(self) -> Result:
        match = self.match
        while (seat := match.player) != OVER:
            self.turns.add(match.turn)
            if seat == CHANCE:
                match.apply(self.dice.roll(match.turn, match.die, match.chance))
            else:
                match.apply(self.decide(seat, match.legal()))
        return Result(
            i=self.seating.i,
            block=self.seating.block,
            sits=list(self.seating.sits),
            returns=match.returns(),
            score=match.score(),
            events=len(match.events),
            turns=len(self.turns),
            real_turns=len(self.real_turns),
            decisions=self.decisions,
            real=self.real,
            ms=[round(ms, 3) for ms in self.ms],
        )

    def decide(self, seat: int, legal: list[int]) -> int:
        """Return the bot's choice; without asking where there is only one legal action."""
        self.decisions[seat] += 1
        if len(legal) == 1:
            return legal[0]
        self.real[seat] += 1
        self.real_turns.add(self.match.turn)
        event = len(self.match.events)
        rng = np.random.default_rng([self.entropy, self.seating.i, seat, event])
        before = time.perf_counter()
        a = self.bots[seat].choose(self.match, rng)
        self.ms[seat] += 1000 * (time.perf_counter() - before)
        return a


def entropy(seed: str) -> int:
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:16], "big")
