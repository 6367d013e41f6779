"""The things on the table of Mistkäfer: dice, chips and rows, their keys, icons and words."""

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import COLOURS, SPACES
from pasch.sdk import Colour, Key, Piece, State, Words, piece

PAINT: tuple[Colour, ...] = ("green", "yellow", "blue")
SQUARES = ("🟩", "🟨", "🟦")
LAST = len(COLOURS) - 1
"""The colour of the last row."""
BALL, CLOVER, HAND = "🟤", "🍀", "✋"
AGAIN, CHIP = "🔄", "🪙"
BONUS_ICONS = ("·", AGAIN, CHIP, 2 * CHIP, HAND, 2 * HAND)
CHIP_NAMES = ("one ball", "two balls", "clover")
"""What the log calls the kinds of chips."""

SEATS, VALUES = range(rules.SEATS), range(1, rules.FACES + 1)
TABLEAU = Key("tableau", SEATS)
ROW = Key("row", SEATS, COLOURS)
DIE = Key("die", SEATS, COLOURS, range(1, SPACES + 1))
BEETLE = Key("beetle", SEATS)
"""The chips of another player: where one steals."""
CLOVERS = Key("clovers", SEATS)
BALLS = Key("balls", SEATS)
SUPPLY = Key("supply")
SUPPLY_COLOUR = Key("supply", COLOURS)
SUPPLY_DIE = Key("supply", COLOURS, range(1, rules.MOST_DICE + 1))
HEAP = Key("heap")
ROLLED = Key("rolled")
ROLLED_DIE = Key("rolled", ("die",), range(rules.MOST_DICE))
TILE = Key("rolled", VALUES)
CUP = Key("hand")


def row_key(seat: int, colour: int) -> str:
    return ROW(seat, COLOURS[colour])


def die_key(seat: int, colour: int, column: int) -> str:
    return DIE(seat, COLOURS[colour], column + 1)


def last_die(s: State, seat: int) -> str:
    """Return the key of the last die in the row of the colour rolled."""
    return die_key(seat, s.colour, s.filled[seat, s.colour] - 1)


def rolled_key(i: int) -> str:
    return ROLLED_DIE("die", i)


def supply_key(colour: int, n: int) -> str:
    return SUPPLY_DIE(COLOURS[colour], n)


def colour_word(say: Words, colour: int) -> str:
    return (say("green"), say("yellow"), say("blue"))[colour]


def chip_word(say: Words, kind: int) -> str:
    return (say("one ball"), say("two balls"), say("clover"))[kind]


def bonus_word(say: Words, bonus: int) -> str:
    return (
        "",
        say("extra turn"),
        say("a chip"),
        say("two chips"),
        say("steal a chip"),
        say("a chip from everybody"),
    )[bonus]


def bonus_label(say: Words, bonus: int) -> str:
    """Return one word for a bonus, as it is printed on its space."""
    return ("", say("turn"), say("1 chip"), say("2 chips"), say("steal"), say("from all"))[bonus]


def die(
    key: str,
    at: str,
    colour: int,
    face: int,
    *,
    slot: int | None = None,
    look: str = "",
    faint: bool = False,
) -> Piece:
    """Return a die; a face of 0 is blank, not rolled yet."""
    return piece(
        key,
        "die",
        at,
        text=str(face or " "),
        colour=PAINT[colour],
        pips=face,
        faint=faint,
        look=look,
        slot=slot,
    )


# What can be read off a position


def is_known(s: State, seat: int) -> bool:
    """Return whether this view shows what the chips of the seat are (MK-5)."""
    return bool(sum(s.chips[seat]) == s.owned[seat])


def faces_in_hand(s: State) -> list[int]:
    return [face for face in VALUES for _ in range(s.rolled[face])]


def robbed(s: State) -> int:
    """Return the seat that may be robbed of a die."""
    return rules.to_the_left(s, s.asked)


def can_put(s: State, value: int) -> bool:
    """MK-7 Return whether a value is higher than the end of the row."""
    return value > rules.rightmost(s, s.to_move, s.colour)


def put(s: State, value: int) -> int:
    """Return how many of the dice rolled go into the row (MK-8)."""
    return min(s.rolled[value], s.spaces - s.filled[s.to_move, s.colour])


def victims(s: State, value: int) -> list[int]:
    """MK-9 Return the seats that could be robbed once this value is put down.

    MK-10 There are none in the first round.
    """
    if s.newcomers or s.filled[s.to_move, s.colour] + put(s, value) == s.spaces:
        return []
    others = (rules.to_the_left(s, n) for n in range(1, s.seats))
    return [i for i in others if rules.rightmost(s, i, s.colour) == value]
