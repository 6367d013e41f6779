"""Names of bots at a table: every level has five regulars."""

from collections.abc import Iterable

from pasch.bots.levels import NAMES, PERFECT, read_bot

REGULARS = (
    *("Pip", "Lulu", "Momo", "Fips", "Tilly"),
    *("Oskar", "Rosa", "Emmy", "Bruno", "Polly"),
    *("Greta", "Hugo", "Ida", "Linus", "Frieda"),
    *("Nora", "Kasimir", "Vera", "Anton", "Selma"),
    *("Ada", "Emanuel", "Sofia", "Magnus", "Judit"),
    *("Theodora", "Konrad", "Leonie", "Viktor", "Paulina"),
)
LEVELS = (*NAMES, PERFECT)
OF_A_LEVEL = len(REGULARS) // len(LEVELS)


def regular(bot: str, taken: Iterable[str]) -> str:
    """Return a free name for this bot: a regular of its level, else one of another level."""
    found = read_bot(bot)
    if found.name:
        return found.name
    there = {name.casefold() for name in taken}
    first = OF_A_LEVEL * LEVELS.index(found.level)
    return next(n for n in (*REGULARS[first:], *REGULARS) if n.casefold() not in there)
