"""The things on the table of Mice to Meet You: their keys, icons and words."""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.sdk import Colour, Key, State, Words

SEAT_COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple")
MARKS = "🔺🔷💚⭐🟣"
"""A sign for each seat, in its colour."""
BACON, CHEESE = "🥓", "🧀"

SEATS = range(rules.SEATS)
CARD = Key("card", SEATS, range(1, rules.CARDS + 1))
CARDS = Key("cards", SEATS)
PLACES = Key("hand", SEATS)
DIE = Key("die", range(rules.DICE))
TRAY = Key("tray")
ROLL = Key("roll")
USED = Key("used")
NUTS = Key("nuts")
SUPPLY = Key("supply")
GRADES = Key("grades")
GRADE = Key("grade", range(rules.BEST + 1))

Faces = tuple[int, ...]


@cache
def grade_words(say: Words) -> tuple[str, ...]:
    """MTY-22 Return our own words for the seven grades."""
    return (
        say("The mice dance on the table"),
        say("The mice know your traps"),
        say("One mouse waves goodbye"),
        say("All caught, just about"),
        say("Caught with a steady paw"),
        say("The best cat in the street"),
        say("Not a crumb left lying"),
    )


@cache
def grade_ladder(say: Words) -> tuple[tuple[str, str], ...]:
    """MTY-22 Return the grades of a player alone, each with what it takes."""
    takes = (
        say("3 mice left, or more"),
        say("2 mice left"),
        say("1 mouse left, or all caught and no dice card open"),
        say("all caught, 1 dice card open"),
        say("all caught, 2 dice cards open"),
        say("all caught, 3 dice cards open"),
        say("all caught, 4 dice cards open"),
    )
    return tuple(zip(grade_words(say), takes, strict=True))


def nuts_word(change: int) -> str:
    return f"{'+' if change > 0 else '−'} {abs(change)} 🥜" if change else ""


# Cards, and what they cost


def cards_in(cards: int) -> list[int]:
    return [card for card in range(1, rules.CARDS + 1) if cards >> card & 1]


def card_of(s: State, a: int) -> int:
    """Return the card that an action moves or turns, or 0."""
    if a < rules.TAKE_BACK:
        return a % rules.CARDS + 1
    if a == rules.TAKE_BACK:
        return s.cage[s.active, s.caged[s.active] - 1]
    if rules.TURN_UP <= a < rules.NOTHING:
        return VALUES[a - rules.TURN_UP]
    if rules.USE <= a < rules.PASS:
        return a - rules.USE + 1
    if rules.SECOND_CARD <= a < rules.NO_SECOND:
        return a - rules.SECOND_CARD + 1
    if a >= rules.TURN_DOWN:
        return VALUES[a - rules.TURN_DOWN]
    return 0


def nuts_for(s: State, a: int) -> int:
    """Return what an action costs, the price of the unused dice apart."""
    card = card_of(s, a)
    if a < rules.TAKE_BACK:
        return abs(card - s.red - a // rules.CARDS)
    right = 1 if s.phase == rules.SECOND else 0
    return right + abs(card - s.standing)


def left_by(s: State, a: int) -> int:
    """Return what the yellow dice leave over when a card is played."""
    return int(s.yellow - a // rules.CARDS)


def users(s: State, card: int, left: int, nuts: int) -> list[int]:
    """Return the seats that could play the card of the number left over.

    They could once this card is played for so many nuts.
    """
    if s.seats == 1:
        can = left != card and s.hand[0] & rules.BIT[left] and s.nuts[0] > nuts
        return [0] if can else []
    order = ((s.active + i) % s.seats for i in range(1, s.seats))
    return [
        seat
        for seat in order
        if rules.playable_by(s, seat) & rules.BIT[left] and (s.supply + nuts or s.nuts[seat])
    ]


# Dice, and which of them show a sum


def faces_of(s: State) -> Faces:
    return tuple(s.face[: s.rolled])


def red_faces(s: State) -> list[int]:
    return s.face[: min(s.rolled, s.red_dice)]


def yellow_faces(s: State) -> list[int]:
    return s.face[s.red_dice : s.rolled]


def dice_for(s: State, y: int) -> str:
    """Return the red dice and as few yellow ones as show that sum: 5+3+6."""
    yellow = yellow_faces(s)
    used = [yellow[die] for die in fewest(tuple(yellow), y)]
    return "+".join(map(str, [*red_faces(s), *used]))


@lru_cache(1 << 14)
def fewest(faces: Faces, total: int) -> tuple[int, ...]:
    """Return which dice show this sum, as few as will do."""
    dice = range(len(faces))
    some = (chosen for n in range(len(faces) + 1) for chosen in combinations(dice, n))
    return next(chosen for chosen in some if sum([faces[die] for die in chosen]) == total)


@lru_cache(1 << 14)
def used_dice(faces: Faces, red: int, left: int) -> tuple[int, ...]:
    """Return the dice of a sum that leaves so much.

    These are all red ones and as few yellow ones as will do; after a miss there are none.
    """
    if left == sum(faces):
        return ()
    yellow = faces[red:]
    return (*range(red), *(red + die for die in fewest(yellow, sum(yellow) - left)))


def used_keys(s: State, left: int) -> tuple[str, ...]:
    """Return the keys of the dice of a sum that leaves so much."""
    return keys_of(used_dice(faces_of(s), s.red_dice, left))


def left_keys(s: State) -> tuple[str, ...]:
    """Return the keys of the dice that the active player left over."""
    used = used_dice(faces_of(s), s.red_dice, s.unused)
    return keys_of(die for die in range(s.rolled) if die not in used)


def keys_of(dice: Iterable[int]) -> tuple[str, ...]:
    return tuple(DIE(die) for die in dice)
