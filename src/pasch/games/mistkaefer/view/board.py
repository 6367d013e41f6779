"""What lies on the table: the tableaus with their dice and chips, the supply, the dice in hand.

Every part is made once for the same few numbers: what has not changed is the same object.
"""

from functools import lru_cache

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import COLOURS
from pasch.games.mistkaefer.view.things import (
    AGAIN,
    BALL,
    BALLS,
    BEETLE,
    CHIP,
    CLOVER,
    CLOVERS,
    CUP,
    HAND,
    HEAP,
    PAINT,
    ROLLED,
    SQUARES,
    SUPPLY,
    SUPPLY_COLOUR,
    TABLEAU,
    TILE,
    bonus_label,
    die,
    die_key,
    rolled_key,
    row_key,
    supply_key,
)
from pasch.sdk import Area, Cell, Piece, Words, cell, drawn, piece

BONUS_PICTURES = ("·", AGAIN, CHIP, 2 * CHIP, HAND + CHIP, HAND + CHIP)
LAST = rules.COLOURS - 1
HEAPED = 3  # chips of the heap that are seen

Numbers = tuple[int, ...]


# Tableaus


@drawn
def tableau(
    say: Words,
    seat: int,
    name: str,
    bonuses: tuple[Numbers, ...],
    line: int,
    filled: Numbers,
    now: int,
    goals: tuple[int, int],
    won: tuple[int, int],
) -> Area:
    """MK-3 Return three rows, of which one may be rolled for now, and what their owner has won.

    Where that is hidden (MK-5), the goals are 0.
    """
    feet = feet_of(say, len(bonuses[0]), line, filled)
    rows = tuple(
        row_cell(say, seat, colour, bonuses[colour], line, colour == now, feet * (colour == LAST))
        for colour in range(rules.COLOURS)
    )
    chips = goal_cells(seat, goals, won) if any(goals) else (cell(BEETLE(seat), look="beetle"),)
    return Area(TABLEAU(seat), "list", name, (*rows, *chips), seat=seat)


@lru_cache(1 << 12)
def row_cell(
    say: Words,
    seat: int,
    colour: int,
    bonuses: Numbers,
    line: int,
    now: bool,
    feet: tuple[str, ...],
) -> Cell:
    look = f"lane spaces-{len(bonuses)} line-{line}{' now' * now}"
    return cell(
        row_key(seat, colour),
        icon=SQUARES[colour],
        colour=PAINT[colour],
        look=look,
        slots=tuple(
            f"{BONUS_PICTURES[bonus]}\n{bonus_label(say, bonus)}".strip() for bonus in bonuses
        ),
        lines=feet,
    )


@lru_cache(1 << 12)
def feet_of(say: Words, spaces: int, line: int, filled: Numbers) -> tuple[str, ...]:
    """MK-15 Return what is printed below: a chip for each full column, and for each die beyond."""
    rows = [sum(n > column for n in filled) for column in range(line)]
    words = ["✓" if n == rules.COLOURS else f"{n}/{rules.COLOURS}" for n in rows]
    if line < spaces:
        words.append(say("for each die here"))
    return tuple(f"{CHIP} {word}" for word in words)


def goal_cells(seat: int, goals: tuple[int, int], won: tuple[int, int]) -> tuple[Cell, Cell]:
    """MK-17 Return a place for each leaf and for each ball that it takes."""
    (clovers, balls), (leaves, heap) = goals, won
    return (
        cell(CLOVERS(seat), look="clovers", slots=("",) * clovers, badge=f"{leaves}/{clovers}"),
        cell(BALLS(seat), look=f"balls of-{balls}", slots=("",) * balls, badge=f"{heap}/{balls}"),
    )


@lru_cache(1 << 14)
def dice(seat: int, rows: tuple[Numbers, ...], hunted: int) -> tuple[Piece, ...]:
    """Return the dice of one tableau, of which one colour may be in danger."""
    return tuple(
        lying
        for colour, faces in enumerate(rows)
        for lying in row_dice(seat, colour, tuple(filter(None, faces)), colour == hunted)
    )


@lru_cache(1 << 14)
def row_dice(seat: int, colour: int, faces: Numbers, is_prey: bool) -> tuple[Piece, ...]:
    """MK-9 Return the dice of one row; only the last can be stolen."""
    at, last = row_key(seat, colour), len(faces) - 1
    looks = [""] * last + ["last prey" if is_prey else "last"]
    return tuple(
        die(die_key(seat, colour, column), at, colour, face, slot=column, look=looks[column])
        for column, face in enumerate(faces)
    )


@lru_cache(1 << 10)
def chips_face_down(seat: int, n: int) -> tuple[Piece, ...]:
    at = BEETLE(seat)
    return tuple(piece(f"chip:{at}:{i}", "chip", at, icon=CHIP) for i in range(n))


@lru_cache(1 << 12)
def chips_face_up(seat: int, one: int, two: int, clovers: int, balls: int) -> tuple[Piece, ...]:
    """Return the chips in the places of the goal; two balls cover two of them."""
    places = [*range(0, 2 * two, 2), *range(2 * two, 2 * two + one)]
    return (
        *(
            piece(f"chip:clover:{seat}:{i}", "chip", CLOVERS(seat), icon=CLOVER, slot=i)
            for i in range(clovers)
        ),
        *(
            piece(
                f"chip:{'two' if i < two else 'one'}:{seat}:{i}",
                "chip",
                BALLS(seat),
                icon=2 * BALL if i < two else BALL,
                look="two" if i < two else "",
                slot=place if place < balls else None,
            )
            for i, place in enumerate(places)
        ),
    )


# The supply


@drawn
def supply(say: Words, dice: Numbers, full: tuple[bool, ...]) -> Area:
    """Return the dice one may take of each colour, how many more there are, and the heap."""
    cells = tuple(
        supply_cell(say, colour, dice[colour], full[colour]) for colour in range(rules.COLOURS)
    )
    return Area(SUPPLY(), "list", say("Supply"), (*cells, cell(HEAP(), look="heap")))


def supply_cell(say: Words, colour: int, n: int, is_full: bool) -> Cell:
    more = say("full") if is_full else f"+{n - rules.MOST_DICE}" if n > rules.MOST_DICE else ""
    return cell(
        SUPPLY_COLOUR(COLOURS[colour]),
        icon=SQUARES[colour],
        colour=PAINT[colour],
        note=more,
        look="no" if is_full else "",
        badge=more,
        slots=("",) * rules.MOST_DICE,
    )


@lru_cache(1 << 14)
def supply_dice(dice: Numbers, full: tuple[bool, ...]) -> tuple[Piece, ...]:
    return tuple(
        die(
            supply_key(colour, i + 1),
            SUPPLY_COLOUR(COLOURS[colour]),
            colour,
            0,
            slot=i,
            faint=full[colour],
        )
        for colour in range(rules.COLOURS)
        for i in range(min(dice[colour], rules.MOST_DICE))
    )


@lru_cache(1 << 8)
def heap(n: int) -> tuple[Piece, ...]:
    """Return the uppermost chips of the heap."""
    return tuple(
        piece(f"chip:heap:{i}", "chip", HEAP(), icon=CHIP) for i in range(max(0, n - HEAPED), n)
    )


# What was rolled


@drawn
def hand(say: Words, dice: int) -> Area:
    return Area(ROLLED(), "list", say("Rolled"), (cell(CUP(), slots=("",) * dice),))


@lru_cache(1 << 12)
def hand_dice(colour: int, faces: Numbers) -> tuple[Piece, ...]:
    return tuple(die(rolled_key(i), CUP(), colour, face, slot=i) for i, face in enumerate(faces))


@lru_cache(1 << 12)
def tile(value: int, lines: tuple[str, ...], is_open: bool) -> Cell:
    """Return the tile of a value rolled, with what it would bring."""
    return cell(TILE(value), label=str(value), look="tile" if is_open else "tile no", lines=lines)


@lru_cache(1 << 14)
def tile_dice(colour: int, faces: Numbers, end: int, room: int) -> tuple[Piece, ...]:
    """Return the dice on their tiles; MK-7 those too low are faint, MK-8 those without a space."""
    return tuple(
        die(
            rolled_key(i),
            TILE(face),
            colour,
            face,
            faint=face <= end or faces[:i].count(face) >= room,
        )
        for i, face in enumerate(faces)
    )
