"""Dice for a table without real ones."""

import random
import secrets


class Dice:
    """Event n of a seed always falls the same way, whatever happened before it."""

    def __init__(self, seed: str | None = None) -> None:
        self.seed = seed if seed is not None else secrets.token_hex(16)

    def roll(self, n: int, outcomes: int) -> int:
        return random.Random(f"{self.seed}/{n}").randrange(outcomes)
