"""The value of the start of a solo round, for one hand after the other.

`values` is by hand (one bit for each of its 14 cards), by dice cards open beside the 6 (which stays
open to the end), and by nuts. A round makes the hand smaller or turns a dice card down, so a hand
needs only those that are part of it, and its own with fewer dice cards. The empty hand comes first.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pasch.engine.compile import kernel
from pasch.games.mice_to_meet_you.cards import RED, VALUES, YELLOW, dice_of
from pasch.games.mice_to_meet_you.rules import BEST, BIT, CARDS, FACES, HAND
from pasch.sdk import count, first

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

CARD = np.array([card for card in range(1, CARDS + 1) if card not in VALUES])
INDEX = np.full(CARDS + 1, -1)
INDEX[CARD] = np.arange(HAND)
HANDS = 1 << HAND
OPEN = 1 << (len(VALUES) - 1)  # sets of dice cards beside the 6
LARGEST_SUM = FACES * (RED + YELLOW)
LARGEST_LEFT = FACES * YELLOW
NOT = -1.0


class Tray(NamedTuple):
    """What matters besides the hand: the dice, what they can show, and how a game is lost."""

    threshold: int
    reds: Ints  # by dice cards open: red dice, yellow dice
    yellows: Ints
    red_chance: Floats  # by red dice and sum
    rolls: Ints  # by yellow dice: how many rolls differ in what can be made of them
    sums: Ints  # by yellow dice and roll: the set of sums that some of them show
    total: Ints  # of all of them
    chance: Floats
    missed: Floats  # by cards left in hand: the game ends with all dice cards down


def tray_of(dice_cards: str, threshold: int, goal: str) -> Tray:
    six, *others = dice_of(dice_cards)
    dice = np.array([six] * OPEN)
    for i, card in enumerate(others):
        dice[[cards >> i & 1 == 1 for cards in range(OPEN)]] += card
    rolls = [yellow_rolls(n) for n in range(YELLOW + 1)]
    most = max(map(len, rolls))
    sums, total = (np.zeros((len(rolls), most), np.int64) for _ in range(2))
    chance = np.zeros((len(rolls), most))
    for n, ways in enumerate(rolls):
        for k, (roll, of) in enumerate(ways.items()):
            sums[n, k], total[n, k] = roll
            chance[n, k] = of / FACES**n
    return Tray(
        threshold=threshold,
        reds=dice[:, 0].copy(),
        yellows=dice[:, 1].copy(),
        red_chance=red_chances(),
        rolls=np.array([len(ways) for ways in rolls]),
        sums=sums,
        total=total,
        chance=chance,
        missed=np.array([worth_of_cards(cards, goal) for cards in range(HAND + 1)]),
    )


def yellow_rolls(dice: int) -> dict[tuple[int, int], int]:
    """Return in how many ways the yellow dice fall, by the set of sums and the total."""
    ways: dict[tuple[int, int], int] = {}
    for faces in product(range(1, FACES + 1), repeat=dice):
        sums = 1
        for face in faces:
            sums |= sums << face
        ways[sums, sum(faces)] = ways.get((sums, sum(faces)), 0) + 1
    return ways


def red_chances() -> Floats:
    chances = np.zeros((RED + 1, FACES * RED + 1))
    for dice in range(RED + 1):
        for faces in product(range(1, FACES + 1), repeat=dice):
            chances[dice, sum(faces)] += 1 / FACES**dice
    return chances


# MTY-22, as a share of the best grade
def worth_of_cards(cards: int, goal: str) -> float:
    return max(3 - cards, 0) / BEST if goal == "grade" else 0.0


def worth_of_empty_hand(dice_cards: int, goal: str) -> float:
    return (2 + dice_cards) / BEST if goal == "grade" else 1.0


def blank_values(nuts: int, goal: str) -> Floats:
    """Return the table of values, with those of the empty hand."""
    values = np.zeros((HANDS, OPEN, nuts + 1))
    for cards in range(OPEN):
        values[0, cards] = worth_of_empty_hand(1 + cards.bit_count(), goal)
    return values


@kernel
def solve_hands(tray: Tray, values: Floats, hands: Ints) -> None:
    """Solve these hands; all smaller hands in them have to be solved already."""
    most = values.shape[2] - 1
    second = np.zeros((HAND, most + 1, LARGEST_LEFT + 1))
    reach = np.zeros((LARGEST_SUM + 1, LARGEST_LEFT + 1, most + 1))
    for hand in hands:
        for cards in range(OPEN):
            look_at_second_cards(tray, values, hand, cards, second)
            look_at_first_cards(hand, second, reach)
            for nuts in range(most + 1):
                miss = worth_of_missing(tray, values, hand, cards, nuts)
                values[hand, cards, nuts] = over_all_rolls(tray, cards, nuts, reach, miss)


@kernel
def look_at_second_cards(tray: Tray, values: Floats, hand: int, cards: int, second: Floats) -> None:
    """Compute the value of a second card (MTY-19, MTY-20) by first card, nuts and dice left."""
    most = values.shape[2] - 1
    for i in range(HAND):
        if not hand & BIT[i]:
            continue
        rest = hand ^ BIT[i]
        for nuts in range(most + 1):
            for left in range(LARGEST_LEFT + 1):
                earned = 1 if left >= tray.threshold and nuts < most else 0
                best = values[rest, cards, nuts + earned]
                if left and nuts:
                    low = max(left - nuts + 1, 1)
                    for card in range(low, min(left + nuts - 1, CARDS) + 1):
                        j = INDEX[card]
                        if j >= 0 and rest & BIT[j]:
                            paid = 1 + abs(card - left)
                            best = max(best, values[rest ^ BIT[j], cards, nuts - paid])
                second[i, nuts, left] = best


@kernel
def look_at_first_cards(hand: int, second: Floats, reach: Floats) -> None:
    """Compute the value of a first card (MTY-5, MTY-6) by sum, dice left and nuts before."""
    reach[:] = NOT
    most = reach.shape[2] - 1
    for i in range(HAND):
        if not hand & BIT[i]:
            continue
        for change in range(-most, most + 1):
            used = CARD[i] + change
            if used < 0 or used > LARGEST_SUM:
                continue
            paid = abs(change)
            for left in range(LARGEST_LEFT + 1):
                for nuts in range(paid, most + 1):
                    best = max(reach[used, left, nuts], second[i, nuts - paid, left])
                    reach[used, left, nuts] = best


@kernel
def worth_of_missing(tray: Tray, values: Floats, hand: int, cards: int, nuts: int) -> float:
    """Return the value of a miss (MTY-18): a dice card is turned down, the 6 as the last one."""
    if cards == 0:
        return tray.missed[count(hand)]
    best = NOT
    rest = cards
    while rest:
        best = max(best, values[hand, cards ^ BIT[first(rest)], nuts])
        rest &= rest - 1
    return best


@kernel
def over_all_rolls(tray: Tray, cards: int, nuts: int, reach: Floats, miss: float) -> float:
    yellows = tray.yellows[cards]
    total = 0.0
    for red in range(tray.red_chance.shape[1]):
        p = tray.red_chance[tray.reds[cards], red]
        if p == 0.0:
            continue
        for roll in range(tray.rolls[yellows]):
            best = miss
            rest = tray.sums[yellows, roll]
            while rest:
                used = first(rest)
                rest &= rest - 1
                best = max(best, reach[red + used, tray.total[yellows, roll] - used, nuts])
            total += p * tray.chance[yellows, roll] * best
    return total
