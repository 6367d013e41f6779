"""Bots for any game. A bot gets what its seat may know of a match, never the record."""

from collections.abc import Iterable

from pasch.bots.bot import Bot, Need, bot_rng
from pasch.bots.external import BotFault, ExternalBot
from pasch.bots.levels import BOTS, LEVELS, NAMES, PERFECT, quick, read_bot, sources_of
from pasch.bots.turn import Player, Turn
from pasch.core.game.spec import Game
from pasch.core.words import Words

__all__ = [
    "BOTS",
    "LEVELS",
    "NAMES",
    "Bot",
    "BotFault",
    "ExternalBot",
    "Need",
    "Player",
    "Turn",
    "bot_rng",
    "describe",
    "name_of",
    "quick",
    "read_bot",
    "sources_of",
]


def describe(
    say: Words, game: Game | None = None, named: Iterable[str] = ()
) -> dict[str, tuple[str, str]]:
    """Return the bots that people choose from, each with its name and what it is like.

    Only a game that is solved has the perfect player; `named` are the bots of a server's operator.
    """
    solved = game is not None and game.is_solved
    levels = {bot: words for bot, words in all_levels(say).items() if solved or bot != PERFECT}
    return levels | {bot: (name_of(bot, say), say("a bot of this server")) for bot in named}


def name_of(bot: str, say: Words) -> str:
    """Return what a bot is called at a table, even one that is unknown here (from a log)."""
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
    """Return the name of every level, and what it is like."""
    return {
        "newcomer": (say("Newcomer"), say("knows the rules and often just tries something")),
        "easygoing": (say("Easygoing"), say("plays for fun and often slips")),
        "steady": (say("Steady"), say("plays fast and slips now and then")),
        "clever": (say("Clever"), say("tries out in its head what might come, and seldom slips")),
        "champion": (say("Champion"), say("thinks longest; hard to beat")),
        PERFECT: (say("Perfect"), say("has solved the game and never errs")),
    }
