"""What a position is worth, by slow recursions written straight from the clauses.

They know nothing of how the solvers number, sort or share positions.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product
from statistics import fmean
from typing import NamedTuple

# Mmm!: an item is its food and its squares left; a turn's dice are counted by item.
Items = tuple[tuple[int, int], ...]
Dice = tuple[int, ...]
X = 5  # MMM-1


@cache
def win(items: Items, steps: int) -> float:
    """MMM-12: how likely the mice win at the start of a turn, the cat `steps` from the pantry."""
    if all(left == 0 for _, left in items):
        return 1.0
    if steps == 0:
        return 0.0
    return roll(items, (0,) * len(items), 3, steps)


@cache
def roll(items: Items, dice: Dice, hand: int, steps: int) -> float:
    """MMM-5, MMM-8, MMM-9: the dice in hand are rolled, and one has to be placed or all is lost."""
    worths = []
    for faces in product(range(X + 1), repeat=hand):
        ways = placements(items, dice, tuple(sorted(faces)), steps)
        worths.append(max(ways) if ways else win(items, steps - 1))
    return fmean(worths)


@cache
def placements(items: Items, dice: Dice, faces: tuple[int, ...], steps: int) -> list[float]:
    """MMM-6: every way to place one more die."""
    worths = []
    for face in set(faces):
        rest = list(faces)
        rest.remove(face)
        for i, (food, left) in enumerate(items):
            if food == face and dice[i] < left:
                placed = (*dice[:i], dice[i] + 1, *dice[i + 1 :])
                worths.append(placed_one(items, placed, tuple(rest), steps))
    return worths


@cache
def placed_one(items: Items, dice: Dice, faces: tuple[int, ...], steps: int) -> float:
    """MMM-7, MMM-8: gather, place another, or roll those left over."""
    stop = gather(items, dice, steps)
    if not faces:
        return stop
    again = roll(items, dice, len(faces), steps)
    return max([stop, again, *placements(items, dice, faces, steps)])


def gather(items: Items, dice: Dice, steps: int) -> float:
    """MMM-10: what the position is worth after gathering."""
    after = tuple((food, left - on) for (food, left), on in zip(items, dice, strict=True))
    finished = any(on and on == left for (_, left), on in zip(items, dice, strict=True))
    return win(after, steps if finished else steps - 1)


# Mice to Meet You, alone.
class Solo(NamedTuple):
    dice_cards: tuple[tuple[int, int, int], ...]
    """Each open dice card: its value, its red dice and its yellow dice."""
    nuts: int
    """In all, MTY-17."""
    threshold: int
    goal: str


Cards = frozenset[int]


@cache
def alone(game: Solo, hand: Cards, up: Cards, nuts: int) -> float:
    """MTY-21: what the position is worth at the start of a round."""
    if not hand or not up:
        return ended(game, hand, up)
    red = sum(card[1] for card in game.dice_cards if card[0] in up)
    yellow = sum(card[2] for card in game.dice_cards if card[0] in up)
    total = 0.0
    rolls = Counter(
        (sum(faces[:red]), tuple(sorted(faces[red:])))
        for faces in product(range(1, 7), repeat=red + yellow)
    )
    for (red_sum, yellows), ways in rolls.items():
        total += ways * after_roll(game, hand, up, nuts, red_sum, yellows)
    return total / rolls.total()


def ended(game: Solo, hand: Cards, up: Cards) -> float:
    """MTY-22: what the end of the game is worth."""
    if game.goal == "empty":
        return 0.0 if hand else 1.0
    return (2 + len(up) if not hand else max(3 - len(hand), 0)) / 6


def after_roll(
    game: Solo, hand: Cards, up: Cards, nuts: int, red: int, yellows: tuple[int, ...]
) -> float:
    """MTY-5, MTY-6: play a card for the sum; MTY-18: or turn a dice card down, the 6 last."""
    worths = [alone(game, hand, up - {card}, nuts) for card in up if card != 6 or len(up) == 1]
    for count in range(len(yellows) + 1):
        for used in set(combinations(yellows, count)):
            left = sum(yellows) - sum(used)
            for card in hand:
                paid = abs(card - red - sum(used))
                if paid <= nuts:
                    worths.append(after_card(game, hand - {card}, up, nuts - paid, left))
    return max(worths)


@cache
def after_card(game: Solo, hand: Cards, up: Cards, nuts: int, left: int) -> float:
    """MTY-19: perhaps play a second card for what is left over; MTY-20: else perhaps gain a nut."""
    if not hand:
        return ended(game, hand, up)
    earns = left >= game.threshold and nuts < game.nuts
    worths = [alone(game, hand, up, nuts + earns)]
    for card in hand:
        paid = 1 + abs(card - left)
        if left and paid <= nuts:
            worths.append(alone(game, hand - {card}, up, nuts - paid))
    return max(worths)
