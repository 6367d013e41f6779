"""Names of the players at a table: tidied, and never two that look the same."""

import unicodedata
from collections.abc import Collection, Iterable

from pasch.table.model.errors import Refused

LONGEST_NAME = 30
JOINER, AS_EMOJI = "\u200d", "\ufe0f"  # within an emoji, and nowhere else
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164")
"""Characters that leave no mark, though Unicode counts them as letters, marks or symbols."""
SELECTORS = (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))

# Letters of other scripts, and signs, that look like a Latin letter or a plain sign; those with an
# accent are taken apart first (NFKD). The pairs are those of Unicode's confusables that a person
# can type on a Cyrillic or Greek keyboard.
PAIRS = (
    ("АВЕЅІЈКМНОРСТУХҮԌЗӀ", "ABESIJKMHOPCTYXYG3I"),
    ("авеѕіјкмнорстухүԁԛԝһӏ", "abesijkmhopctyxydqwhl"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
    ("αγηικνορσςτυχω", "aynikvopoctuxw"),
    ("ıɑɡ", "iag"),
    ("’‘ʼ´`‐‑‒–—−", "'''''------"),
)
LATIN = {
    ord(other): latin for others, same in PAIRS for other, latin in zip(others, same, strict=True)
}
STROKES = {ord("I"): "l", ord("1"): "l", ord("|"): "l", ord("0"): "O"}
ROUND = {ord("0"): "o"}


def clean_name(text: str) -> str:
    """Return the name without odd white space and unseen characters, or refuse it."""
    is_long = len(text) > 4 * LONGEST_NAME
    composed = unicodedata.normalize("NFKC", text[: 4 * LONGEST_NAME])
    name = " ".join("".join(seen(composed)).split())
    if not 1 <= len(name) <= LONGEST_NAME or is_long:
        came = repr(name) if len(name) <= LONGEST_NAME else f"{len(text)}"
        raise Refused(
            "name",
            "expected a name of 1 to {most} characters, got {came}",
            most=LONGEST_NAME,
            came=came,
        )
    return name


def seen(text: str) -> Iterable[str]:
    """Yield the characters, with a blank for each that is unseen, breaks the line or turns it.

    These are Unicode C and Z; what joins an emoji is kept.
    """
    before = ""
    for character in text:
        joins = character in (JOINER, AS_EMOJI)
        if joins and before and unicodedata.category(before) in ("So", "Sk"):
            yield character
            continue
        is_blank = unicodedata.category(character)[0] in "CZ" or character in UNSEEN
        yield " " if is_blank or ord(character) in SELECTORS else character
        before = character


def looks(name: str) -> tuple[str, str]:
    """Return what is the same for two names that look alike.

    The first is for names that differ in upper and lower case, the second for those with strokes
    and circles for letters.
    """
    apart = unicodedata.normalize("NFKD", name.replace(JOINER, "").replace(AS_EMOJI, ""))
    latin = apart.translate(LATIN)
    shapes = latin.translate(STROKES).replace("rn", "m").replace("vv", "w")
    return latin.translate(ROUND).casefold(), shapes


def alike(one: str, other: str) -> bool:
    """Return whether a person could take one name for the other."""
    return any(a == b for a, b in zip(looks(one), looks(other), strict=True))


def expect_unlike(name: str, others: Collection[str]) -> None:
    """Refuse a name that looks like that of somebody else without being the same."""
    for other in others:
        if name != other and alike(name, other):
            raise Refused(
                "name", "this name looks like that of {other}: choose another one", other=other
            )


def distinct(name: str, others: Collection[str]) -> str:
    """Return the name, numbered if it is that of somebody here or looks like it."""
    candidate, n = name, 1
    while any(alike(candidate, other) for other in others):
        n += 1
        candidate = f"{name[: LONGEST_NAME - len(f' {n}')]} {n}"
    return candidate
