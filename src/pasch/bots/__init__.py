"""Players for any game. A bot gets what its seat may know of a match, never the record."""

from pasch.bots.levels import LEVELS, Bot, quick, random, read_bot
from pasch.core.words import Words

__all__ = ["BOTS", "LEVELS", "Bot", "describe", "quick", "random", "read_bot"]

NAMES = ("newcomer", "easygoing", "steady", "clever", "champion")
"""The levels, by the names that stand in a seat."""

BOTS: dict[str, Bot] = {
    **dict(zip(NAMES, LEVELS, strict=True)),
    "quick": quick,
    "random": random,
}


def describe(say: Words) -> dict[str, tuple[str, str]]:
    """For people: each one's name and what it is like."""
    return {
        "newcomer": (say("Newcomer"), say("knows the rules and often just tries something")),
        "easygoing": (say("Easygoing"), say("plays for fun and slips now and then")),
        "steady": (say("Steady"), say("plays fast and slips seldom")),
        "clever": (say("Clever"), say("tries out in its head what might come")),
        "champion": (say("Champion"), say("thinks longest; hard to beat")),
        "quick": (say("Quick"), say("plays fast and sensibly")),
        "random": (say("Random"), say("any move at all, good for a first try")),
    }
