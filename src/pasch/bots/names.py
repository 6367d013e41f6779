"""What bots are called at a table: every level has regulars of its own."""

from collections.abc import Iterable

from pasch.bots.external import OwnBot
from pasch.bots.levels import BOTS, NAMES, Bot, read_bot, thinks
from pasch.bots.perfect import NAME

REGULARS = (
    *("Pip", "Lulu", "Momo", "Fips", "Tilly"),
    *("Oskar", "Rosa", "Emmy", "Bruno", "Polly"),
    *("Greta", "Hugo", "Ida", "Linus", "Frieda"),
    *("Nora", "Kasimir", "Vera", "Anton", "Selma"),
    *("Ada", "Emanuel", "Sofia", "Magnus", "Judit"),
    *("Theodora", "Konrad", "Leonie", "Viktor", "Paulina"),
)
LEVELS = (*NAMES, NAME)
OF_A_LEVEL = len(REGULARS) // len(LEVELS)


def regular(bot: str, taken: Iterable[str]) -> str:
    """The first of the level who does not sit there yet; guests of other levels help out."""
    found = read_bot(bot)
    if isinstance(found, OwnBot):
        return found.name
    there = {name.casefold() for name in taken}
    first = OF_A_LEVEL * LEVELS.index(level_of(found))
    return next(n for n in (*REGULARS[first:], *REGULARS) if n.casefold() not in there)


def level_of(bot: Bot) -> str:
    """The one it is most like."""
    named = (name for name in LEVELS if BOTS[name] == bot)
    return next(named, "champion" if thinks(bot) else LEVELS[0])
