"""Players for any game. A bot gets what its seat may know of a match, never the record."""

from pasch.bots.levels import (
    BOTS,
    LEVELS,
    NAMES,
    Bot,
    check_bot,
    quick,
    random,
    read_bot,
    thinks,
)
from pasch.bots.perfect import NAME, perfect
from pasch.core.facts import Game
from pasch.core.words import Words

__all__ = [
    "BOTS",
    "LEVELS",
    "NAMES",
    "Bot",
    "check_bot",
    "describe",
    "name_of",
    "perfect",
    "quick",
    "random",
    "read_bot",
    "thinks",
]


def describe(say: Words, game: Game | None = None) -> dict[str, tuple[str, str]]:
    """The levels for people: each one's name and what it is like; with those only a game has."""
    solved = game is not None and game.is_solved
    return {bot: words for bot, words in all_levels(say).items() if solved or bot != NAME}


def name_of(bot: str, say: Words) -> str:
    """What it is called at a table."""
    name, _ = all_levels(say).get(bot, (bot.capitalize(), ""))
    return name


def all_levels(say: Words) -> dict[str, tuple[str, str]]:
    return {
        "newcomer": (say("Newcomer"), say("knows the rules and often just tries something")),
        "easygoing": (say("Easygoing"), say("plays for fun and often slips")),
        "steady": (say("Steady"), say("plays fast and slips now and then")),
        "clever": (say("Clever"), say("tries out in its head what might come, and seldom slips")),
        "champion": (say("Champion"), say("thinks longest; hard to beat")),
        NAME: (say("Perfect"), say("has solved the game and never errs")),
    }
