"""Players for any game. A bot gets what its seat may know of a match, never the record."""

from pasch.bots.levels import BOTS, LEVELS, NAMES, Bot, quick, random, read_bot
from pasch.core.words import Words

__all__ = ["BOTS", "LEVELS", "NAMES", "Bot", "describe", "quick", "random", "read_bot"]


def describe(say: Words) -> dict[str, tuple[str, str]]:
    """The levels for people: each one's name and what it is like."""
    return {
        "newcomer": (say("Newcomer"), say("knows the rules and often just tries something")),
        "easygoing": (say("Easygoing"), say("plays for fun and slips now and then")),
        "steady": (say("Steady"), say("plays fast and slips seldom")),
        "clever": (say("Clever"), say("tries out in its head what might come")),
        "champion": (say("Champion"), say("thinks longest; hard to beat")),
    }
