"""The things on the table of Compost: dice and cards, their keys, colours and words."""

from collections.abc import Iterator
from functools import lru_cache

from pasch.games.compost import rules
from pasch.sdk import Colour, Key, Piece, State, Words, each, first, piece

LAYING = (rules.ASSIGN, rules.RECEIVE, rules.LAY_DOWN)
"""The phases in which dice are laid one by one."""
COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "grey")
ICONS = ("🔴", "🔵", "🟢", "🟡")
COMPOST_ICON = "🌱"

# What the log calls them
COLOUR_NAMES = ("red", "blue", "green", "yellow", "neutral")
SIDE_NAMES = ("run", "kind", "pairs", "stove", "different", "control", "target")
DIE_NAMES = tuple(f"{colour} {face + 1}" for colour in COLOUR_NAMES for face in range(rules.FACES))

# What the board calls them
KINDS = tuple(name.replace(" ", "-") for name in DIE_NAMES)
KIND_OF = {key: kind for kind, key in enumerate(KINDS)}
SEATS, PLACES, NTH = range(rules.SEATS), range(rules.PLACES), range(100)

CARDS = Key("cards", SEATS)
CARD = Key("card", SEATS, PLACES)
CARD_DIE = Key("card", SEATS, PLACES, KINDS, NTH)
TAKER = Key("taker", SEATS)
UNROLLED = Key("unrolled", SEATS, COLOUR_NAMES, NTH)
HAND = Key("hand")
HAND_DIE = Key("hand", KINDS, NTH)
TRAY = Key("tray")
TRAY_DIE = Key("tray", KINDS, NTH)
COLOUR_LIST = Key("colours")
COLOUR = Key("colour", range(rules.COLOURS))
FACE_LIST = Key("faces")
FACE = Key("face", range(rules.FACES))
COMPOST = Key("compost")

Dice = bytes
"""How many there are of each kind; where colours don't matter, of each face: as if all were red."""


@lru_cache(1 << 8)
def colour_word(say: Words, colour: int) -> str:
    return (say("red"), say("blue"), say("green"), say("yellow"), say("neutral"))[colour]


@lru_cache(1 << 8)
def side_word(say: Words, side: int) -> str:
    return (
        say("A Run"),
        say("All of a Kind"),
        say("One or Two Pair"),
        say("Stove"),
        say("Different"),
        say("Control"),
        say("Target"),
    )[side]


@lru_cache(1 << 8)
def die_word(say: Words, kind: int) -> str:
    colour, face = divmod(kind, rules.FACES)
    return f"{colour_word(say, colour)} {face + 1}"


def card_word(say: Words, s: State, seat: int, place: int) -> str:
    return side_word(say, rules.side_up(s, seat, place))


def card_name(s: State, seat: int, place: int) -> str:
    """Return what the log calls a card."""
    return SIDE_NAMES[rules.side_up(s, seat, place)]


def dice_words(say: Words, s: State, heap: int) -> str:
    """Return the dice of a heap by colour: `red 1 4 4, neutral 2`."""
    shown: dict[int, list[str]] = {}
    for kind in kinds_in(s, heap):
        colour, face = divmod(kind, rules.FACES)
        shown.setdefault(colour, []).append(str(face + 1))
    return ", ".join(f"{colour_word(say, c)} {' '.join(faces)}" for c, faces in shown.items())


def kinds_in(s: State, heap: int) -> Iterator[int]:
    """Yield the kind of every die of a heap, in the order in which dice are asked for."""
    for kind in each(s.kinds[heap]):
        for _ in range(s.dice[heap, kind]):
            yield kind


def kinds_of(dice: Dice) -> Iterator[int]:
    """Yield the kind of every die, in the order in which dice are asked for."""
    for kind, n in enumerate(dice):
        for _ in range(n):
            yield kind


def asked_for(s: State) -> int:
    """Return the die to be assigned, laid down or set."""
    return first(s.kinds[rules.TRAY if s.phase == rules.TURN_DICE else rules.HAND])


def dice_with_keys(dice: Dice, key: Key, *of: int) -> Iterator[tuple[int, str]]:
    """Yield the kind and the key of every die."""
    for kind, n in enumerate(dice):
        for i in range(n):
            yield kind, key(*of, KINDS[kind], i)


def by_face(dice: Dice) -> Dice:
    return bytes([sum(dice[face :: rules.FACES]) for face in range(rules.FACES)])


def with_one_more(faces: Dice, face: int) -> Dice:
    return bytes([n + (each == face) for each, n in enumerate(faces)])


def face_of(kind: int) -> int:
    return kind % rules.FACES


def heap(s: State, place: int) -> Dice:
    """Return the dice on a card of the seat to choose."""
    return bytes(s.dice[rules.heap_of(rules.player(s), place)])


def round_from(seat: int, seats: int) -> list[int]:
    return [(seat + i) % seats for i in range(seats)]


def die(
    key: str,
    kind: int,
    where: str,
    look: str = "",
    is_pale: bool = False,
    slot: int | None = None,
) -> Piece:
    """Return a die that shows its face."""
    colour, face = divmod(kind, rules.FACES)
    return piece(
        key=key,
        kind="die",
        cell=where,
        text=str(face + 1),
        colour=COLOURS[colour],
        pips=face + 1,
        faint=is_pale,
        look=look,
        slot=slot,
    )
