"""Players for any game. A bot gets what its seat may know of a match, never the record."""

from collections.abc import Iterable

from pasch.bots.external import BotFault, OwnBot
from pasch.bots.levels import (
    BOTS,
    LEVELS,
    NAMES,
    Bot,
    check_bot,
    quick,
    random,
    read_bot,
    sources_of,
    thinks,
    whims,
)
from pasch.bots.perfect import NAME, perfect
from pasch.bots.turn import Player, Turn
from pasch.core.game.spec import Game
from pasch.core.words import Words

__all__ = [
    "BOTS",
    "LEVELS",
    "NAMES",
    "Bot",
    "BotFault",
    "OwnBot",
    "Player",
    "Turn",
    "check_bot",
    "describe",
    "name_of",
    "perfect",
    "quick",
    "random",
    "read_bot",
    "sources_of",
    "thinks",
    "whims",
]


def describe(
    say: Words, game: Game | None = None, named: Iterable[str] = ()
) -> dict[str, tuple[str, str]]:
    """The levels for people: each one's name and what it is like; with those only a game has, and
    those that somebody named."""
    solved = game is not None and game.is_solved
    levels = {bot: words for bot, words in all_levels(say).items() if solved or bot != NAME}
    return levels | {bot: (name_of(bot, say), say("a bot of this server")) for bot in named}


def name_of(bot: str, say: Words) -> str:
    """What it is called at a table; also one that a log names and nobody knows here."""
    names = {level: name for level, (name, _) in all_levels(say).items()}
    by_number = {f"level:{n}": name for n, name in enumerate(names.values(), start=1)}
    names |= {"quick": say("Quick"), "random": say("Random"), **by_number}
    if bot in names:
        return names[bot]
    kind, colon, detail = bot.partition(":")
    if kind == "search" and colon:
        return say("Search {budget}", budget=detail)
    return detail or bot.capitalize()


def all_levels(say: Words) -> dict[str, tuple[str, str]]:
    return {
        "newcomer": (say("Newcomer"), say("knows the rules and often just tries something")),
        "easygoing": (say("Easygoing"), say("plays for fun and often slips")),
        "steady": (say("Steady"), say("plays fast and slips now and then")),
        "clever": (say("Clever"), say("tries out in its head what might come, and seldom slips")),
        "champion": (say("Champion"), say("thinks longest; hard to beat")),
        NAME: (say("Perfect"), say("has solved the game and never errs")),
    }
