"""What lies on the table: the tableaus with their dice and chips, the supply, the dice in hand.

Every part is made once for the same few numbers: what has not changed is the very same thing.
"""

from functools import lru_cache

from pasch.core.view.scene import Area, Cell, Colour, Piece, cell, piece
from pasch.core.words import Words
from pasch.games.mistkaefer.rules import COLOURS, MOST_DICE
from pasch.games.mistkaefer.tableau import COLOURS as NAMES
from pasch.games.mistkaefer.tell import CHIP, CLOVER, HAND, die_key

PAINT: tuple[Colour, ...] = ("green", "yellow", "blue")
SQUARES = ("🟩", "🟨", "🟦")
AGAIN, BACK = "🔄", "🪙"
BONUS_ICONS = ("·", AGAIN, BACK, 2 * BACK, HAND, 2 * HAND)
BONUS_PICTURES = ("·", AGAIN, BACK, 2 * BACK, HAND + BACK, HAND + BACK)
LAST = COLOURS - 1
HEAPED = 3  # chips of the heap that are seen

Numbers = tuple[int, ...]


def tableau_key(seat: int) -> str:
    return f"tableau:{seat}"


def row_key(seat: int, colour: int) -> str:
    return f"row:{seat}:{NAMES[colour]}"


def beetle_key(seat: int) -> str:
    """Somebody else's chips: where one steals."""
    return f"beetle:{seat}"


def supply_key(colour: int, n: int) -> str:
    return f"supply:{NAMES[colour]}:{n}"


def tile_key(value: int) -> str:
    return f"rolled:{value}"


def bonus_label(bonus: int, say: Words) -> str:
    """One word for it, printed on its space."""
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
    """A face of 0 is blank: not rolled yet."""
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


# Tableaus


@lru_cache(1 << 14)
def tableau(
    seat: int,
    name: str,
    bonuses: tuple[Numbers, ...],
    line: int,
    filled: Numbers,
    now: int,
    goals: tuple[int, int],
    won: tuple[int, int],
    say: Words,
) -> Area:
    """MK-3 three rows, of which one may be rolled for now, and what their owner has won; where
    that is hidden (MK-5), the goals are 0."""
    feet = feet_of(len(bonuses[0]), line, filled, say)
    rows = tuple(
        row_cell(seat, colour, bonuses[colour], line, colour == now, feet * (colour == LAST), say)
        for colour in range(COLOURS)
    )
    chips = goal_cells(seat, goals, won) if any(goals) else (cell(beetle_key(seat), look="beetle"),)
    return Area(tableau_key(seat), "list", name, (*rows, *chips), seat=seat)


@lru_cache(1 << 12)
def row_cell(
    seat: int,
    colour: int,
    bonuses: Numbers,
    line: int,
    now: bool,
    feet: tuple[str, ...],
    say: Words,
) -> Cell:
    look = f"lane spaces-{len(bonuses)} line-{line}{' now' * now}"
    return cell(
        row_key(seat, colour),
        icon=SQUARES[colour],
        colour=PAINT[colour],
        look=look,
        slots=tuple(
            f"{BONUS_PICTURES[bonus]}\n{bonus_label(bonus, say)}".strip() for bonus in bonuses
        ),
        lines=feet,
    )


@lru_cache(1 << 12)
def feet_of(spaces: int, line: int, filled: Numbers, say: Words) -> tuple[str, ...]:
    """MK-15 printed below: a chip for each column once it is full, and for each die beyond."""
    rows = [sum(n > column for n in filled) for column in range(line)]
    words = ["✓" if n == COLOURS else f"{n}/{COLOURS}" for n in rows]
    if line < spaces:
        words.append(say("for each die here"))
    return tuple(f"{BACK} {word}" for word in words)


def goal_cells(seat: int, goals: tuple[int, int], won: tuple[int, int]) -> tuple[Cell, Cell]:
    """MK-17 a place for each leaf and for each ball that it takes."""
    (clovers, balls), (leaves, heap) = goals, won
    return (
        cell(f"clovers:{seat}", look="clovers", slots=("",) * clovers, badge=f"{leaves}/{clovers}"),
        cell(
            f"balls:{seat}", look=f"balls of-{balls}", slots=("",) * balls, badge=f"{heap}/{balls}"
        ),
    )


@lru_cache(1 << 14)
def dice(seat: int, rows: tuple[Numbers, ...], hunted: int) -> tuple[Piece, ...]:
    """Of one tableau, of which one colour may be in danger."""
    return tuple(
        lying
        for colour, faces in enumerate(rows)
        for lying in row_dice(seat, colour, tuple(filter(None, faces)), colour == hunted)
    )


@lru_cache(1 << 14)
def row_dice(seat: int, colour: int, faces: Numbers, is_prey: bool) -> tuple[Piece, ...]:
    """MK-9 only the last can be stolen."""
    at, last = row_key(seat, colour), len(faces) - 1
    looks = [""] * last + ["last prey" if is_prey else "last"]
    return tuple(
        die(die_key(seat, colour, column), at, colour, face, slot=column, look=looks[column])
        for column, face in enumerate(faces)
    )


@lru_cache(1 << 10)
def chips_face_down(seat: int, n: int) -> tuple[Piece, ...]:
    at = beetle_key(seat)
    return tuple(piece(f"chip:{at}:{i}", "chip", at, icon=BACK) for i in range(n))


@lru_cache(1 << 12)
def chips_face_up(seat: int, one: int, two: int, clovers: int, balls: int) -> tuple[Piece, ...]:
    """In the places of the goal; two balls cover two of them."""
    places = [*range(0, 2 * two, 2), *range(2 * two, 2 * two + one)]
    return (
        *(
            piece(f"chip:clover:{seat}:{i}", "chip", f"clovers:{seat}", icon=CLOVER, slot=i)
            for i in range(clovers)
        ),
        *(
            piece(
                f"chip:{'two' if i < two else 'one'}:{seat}:{i}",
                "chip",
                f"balls:{seat}",
                icon=2 * CHIP if i < two else CHIP,
                look="two" if i < two else "",
                slot=place if place < balls else None,
            )
            for i, place in enumerate(places)
        ),
    )


# The supply


@lru_cache(1 << 14)
def supply(dice: Numbers, full: tuple[bool, ...], say: Words) -> Area:
    """The dice one may take of each colour, how many more there are, and the heap of chips."""
    cells = tuple(supply_cell(colour, dice[colour], full[colour], say) for colour in range(COLOURS))
    return Area("supply", "list", say("Supply"), (*cells, cell("heap", look="heap")))


def supply_cell(colour: int, n: int, is_full: bool, say: Words) -> Cell:
    more = say("full") if is_full else f"+{n - MOST_DICE}" if n > MOST_DICE else ""
    return cell(
        f"supply:{NAMES[colour]}",
        icon=SQUARES[colour],
        colour=PAINT[colour],
        note=more,
        look="no" if is_full else "",
        badge=more,
        slots=("",) * MOST_DICE,
    )


@lru_cache(1 << 14)
def supply_dice(dice: Numbers, full: tuple[bool, ...]) -> tuple[Piece, ...]:
    return tuple(
        die(
            supply_key(colour, i + 1),
            f"supply:{NAMES[colour]}",
            colour,
            0,
            slot=i,
            faint=full[colour],
        )
        for colour in range(COLOURS)
        for i in range(min(dice[colour], MOST_DICE))
    )


@lru_cache(1 << 8)
def heap(n: int) -> tuple[Piece, ...]:
    """The uppermost chips of it."""
    return tuple(
        piece(f"chip:heap:{i}", "chip", "heap", icon=BACK) for i in range(max(0, n - HEAPED), n)
    )


# What was rolled


@lru_cache(1 << 14)
def hand(dice: int, say: Words) -> Area:
    """Being rolled."""
    return Area("rolled", "list", say("Rolled"), (cell("hand", slots=("",) * dice),))


@lru_cache(1 << 12)
def hand_dice(colour: int, faces: Numbers) -> tuple[Piece, ...]:
    return tuple(die(hand_key(i), "hand", colour, face, slot=i) for i, face in enumerate(faces))


def hand_key(i: int) -> str:
    return f"rolled:die:{i}"


@lru_cache(1 << 12)
def tile(value: int, lines: tuple[str, ...], is_open: bool) -> Cell:
    """One for each value rolled, with what it would bring."""
    return cell(
        tile_key(value), label=str(value), look="tile" if is_open else "tile no", lines=lines
    )


@lru_cache(1 << 14)
def tile_dice(colour: int, faces: Numbers, end: int, room: int) -> tuple[Piece, ...]:
    """MK-7 those too low, and MK-8 those without a space are faint."""
    return tuple(
        die(
            hand_key(i),
            tile_key(face),
            colour,
            face,
            faint=face <= end or faces[:i].count(face) >= room,
        )
        for i, face in enumerate(faces)
    )
