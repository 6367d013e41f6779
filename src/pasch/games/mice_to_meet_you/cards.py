"""The dice cards: which dice each of them shows, as a text one can write down (MTY-1, MTY-2)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pasch.sdk import BadOption

VALUES = (6, 9, 12, 15)
RED, YELLOW = 2, 3
DICE_CARDS = "15 red, 12 yellow, 9 yellow, 6 red yellow"


class BadCards(BadOption):
    folder = Path(__file__).parent


def read_dice_cards(value: Any) -> str:
    """Return the dice_cards option in the one spelling that the log keeps."""
    if not isinstance(value, str):
        raise BadCards(
            "dice_cards is a text like {like!r}, not {got!r}", like=DICE_CARDS, got=value
        )
    cards = [read_card(part) for part in value.split(",")]
    shown = dict(cards)
    if len(shown) < len(cards) or set(shown) != set(VALUES):
        given = ", ".join(str(card) for card, _ in cards)
        raise BadCards("dice_cards: expected 6, 9, 12 and 15, each once, got {given}", given=given)
    red, yellow = (sum(dice) for dice in zip(*shown.values(), strict=True))
    if red != RED:
        raise BadCards("dice_cards: expected {n} red dice in all, got {got}", n=RED, got=red)
    if yellow != YELLOW:
        raise BadCards(
            "dice_cards: expected {n} yellow dice in all, got {got}", n=YELLOW, got=yellow
        )
    return ", ".join(f"{card} {' '.join(names(*shown[card]))}" for card in reversed(VALUES))


def read_card(text: str) -> tuple[int, tuple[int, int]]:
    """Read one card. It shows a die at least, so an open card always gives something to roll."""
    found = re.fullmatch(r"\s*(\d+)((?:\s+(?:red|yellow))+)\s*", text, re.IGNORECASE)
    if not found:
        raise BadCards(
            "dice_cards: expected a card and its dice like '6 red yellow', got {got!r}", got=text
        )
    dice = found[2].lower().split()
    return int(found[1]), (dice.count("red"), dice.count("yellow"))


def names(red: int, yellow: int) -> Iterator[str]:
    yield from ["red"] * red
    yield from ["yellow"] * yellow


def dice_of(text: str) -> list[tuple[int, int]]:
    """Return the red and yellow dice of the 6, the 9, the 12 and the 15."""
    shown = dict(read_card(part) for part in text.split(","))
    return [shown[card] for card in VALUES]
