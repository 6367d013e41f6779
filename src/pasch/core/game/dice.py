"""Sealed dice: every roll follows from a seed that was fixed before anybody sat down.

The seed's SHA-256, its commitment, is shown before the game, the seed itself after it. A roll is
keyed by turn and die, not taken from one stream: another decision in this turn leaves the dice of
the next as they were. docs/dice.md tells the whole of it, with test vectors.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from pasch.core.errors import BadOption

SEED_BYTES = 32
WORD_BYTES = 8
WORDS = 1 << 8 * WORD_BYTES

BEFORE_THE_FIRST = -1  # the turn in which the starting seat is drawn

DEAL_CODE = re.compile(r"[A-Za-z0-9-]{1,40}")
SALT = re.compile(r"[0-9a-f]{32}")


class Dice:
    """Each (turn, die) of a seed and its salts always falls the same way."""

    def __init__(self, seed: str | None = None, salts: Sequence[str] = ()) -> None:
        self.seed = secrets.token_hex(SEED_BYTES) if seed is None else seed
        self.salts = tuple(salts)
        self.commitment = commitment_of(self.seed)
        self._keyed = hmac.new(self.seed.encode(), digestmod="sha256")
        self._salt = ",".join(self.salts)

    def roll(self, turn: int, die: int, outcomes: int) -> int:
        """Return one of 0 … outcomes - 1, all equally likely."""
        fair = WORDS - WORDS % outcomes
        for attempt in count():
            if (word := self._word(turn, die, attempt)) < fair:
                break
        return word % outcomes

    def draw_start(self, seats: int) -> int:
        """Return the starting seat."""
        return self.roll(BEFORE_THE_FIRST, 0, seats)

    def _word(self, turn: int, die: int, attempt: int) -> int:
        sealed = self._keyed.copy()
        sealed.update(f"{self._salt}|{turn}|{die}|{attempt}".encode())
        return int.from_bytes(sealed.digest()[:WORD_BYTES], "big")


@dataclass(frozen=True)
class Draws:
    """The dice of a match: for what everybody sees, and for what is drawn in secret."""

    open: Dice | None
    """None: people roll their own and type what fell."""
    secret: Dice


def draws_of(
    seed: str | None, salts: Sequence[str] = (), *, deal: str | None = None, real: bool = False
) -> Draws:
    """Return the dice of a match, from its seed and salts.

    With a deal or with real dice, only what is drawn in secret comes from them.
    """
    secret = Dice(seed, salts)
    if real:
        return Draws(None, secret)
    return Draws(Dice(deal_seed(deal)) if deal else secret, secret)


def commitment_of(seed: str) -> str:
    try:
        return hashlib.sha256(seed.encode()).hexdigest()
    except UnicodeEncodeError:
        raise BadOption("a seed is text, not {seed!r}", seed=seed) from None


def deal_code(text: str) -> str:
    """Return the code of a deal as everybody writes it, or raise BadOption."""
    code = text.strip()
    if not DEAL_CODE.fullmatch(code):
        raise BadOption(
            "a deal's code is 1 to 40 letters, digits and hyphens, not {text!r}", text=text
        )
    return code.upper()


def deal_seed(code: str) -> str:
    """Return the seed of a deal: the same code gives the same dice at every table."""
    return f"pasch deal {deal_code(code)}"
