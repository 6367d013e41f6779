"""What bots are called: the names of the levels, and five regulars of each at a table."""

from collections.abc import Iterable

from pasch.bots.levels import NAMES, PERFECT, read_bot
from pasch.core.game.spec import Game
from pasch.core.words import Words

REGULARS = (
    *("Pip", "Lulu", "Momo", "Fips", "Tilly"),
    *("Oskar", "Rosa", "Emmy", "Bruno", "Polly"),
    *("Greta", "Hugo", "Ida", "Linus", "Frieda"),
    *("Nora", "Kasimir", "Vera", "Anton", "Selma"),
    *("Ada", "Emanuel", "Sofia", "Magnus", "Judit"),
    *("Theodora", "Konrad", "Leonie", "Viktor", "Paulina"),
)
LEVELS = (*NAMES, PERFECT)
REGULARS_PER_LEVEL = len(REGULARS) // len(LEVELS)


def regular(bot: str, taken: Iterable[str]) -> str:
    """Return a free name for this bot: a regular of its level, else one of another level."""
    found = read_bot(bot)
    if found.name:
        return found.name
    there = {name.casefold() for name in taken}
    first = REGULARS_PER_LEVEL * LEVELS.index(found.level)
    return next(n for n in (*REGULARS[first:], *REGULARS) if n.casefold() not in there)


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
