"""Bots for any game. A bot gets what its seat may know of a match, never the record."""

from pasch.bots.bot import Bot, Need, bot_rng
from pasch.bots.external import BotFault, ExternalBot
from pasch.bots.levels import BOTS, LEVELS, NAMES, quick, read_bot, sources_of
from pasch.bots.names import describe, name_of
from pasch.bots.turn import Player, Turn

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
