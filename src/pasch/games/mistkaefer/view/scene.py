"""Mistkäfer as a scene: everybody's tableau, the supply and what was rolled.

What the chips are differs from viewer to viewer (MK-5), and nothing else does. Every part is made
once for the same few numbers: what has not changed is the same object.
"""

from collections.abc import Iterator
from functools import lru_cache

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import COLOURS
from pasch.games.mistkaefer.view.moves import brings
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
    LAST,
    PAINT,
    ROLLED,
    SQUARES,
    SUPPLY,
    SUPPLY_COLOUR,
    TABLEAU,
    TILE,
    bonus_label,
    can_put,
    die,
    die_key,
    faces_in_hand,
    robbed,
    rolled_key,
    row_key,
    supply_key,
    victims,
)
from pasch.sdk import (
    Area,
    Cell,
    Colour,
    Piece,
    Progress,
    Scene,
    SeatLine,
    State,
    View,
    Words,
    cell,
    drawn,
    piece,
)

BEETLES: tuple[Colour, ...] = ("red", "purple", "grey", "orange")
BONUS_PICTURES = ("·", AGAIN, CHIP, 2 * CHIP, HAND + CHIP, HAND + CHIP)
HEAPED = 3  # chips of the heap that are seen

Numbers = tuple[int, ...]


def scene(v: View) -> Scene:
    s, stuck = v.s, full(v.s)
    return Scene(
        prompt=v.prompt(),
        areas=(supply(v, tuple(s.dice), stuck), *rolled(v), *tableaus(v)),
        pieces=tuple(pieces(v, stuck)),
        seats=tuple([line(v, seat) for seat in range(s.seats)]),
        goal=goal(v, s.clovers, s.balls),
        progress=progress(v, s.newcomers, s.extra),
    )


@drawn
def goal(say: Words, clovers: int, balls: int) -> str:
    return say("First to {clovers} 🍀 or {balls} 🟤", clovers=clovers, balls=balls)


@drawn
def progress(say: Words, newcomers: int, extra: int) -> Progress:
    """Return what is special now; nothing is to be counted."""
    words = []
    if newcomers:
        words.append(say("first round: no thefts"))
    if extra:
        words.append(say.many("{n} extra turn to come", "{n} extra turns to come", extra))
    return Progress(" · ".join(words))


def shows(v: View, seat: int) -> bool:
    """MK-5 Return whether this viewer sees what the chips of the seat are."""
    return v.over or seat == v.seat


# Tableaus


def tableaus(v: View) -> Iterator[Area]:
    s = v.s
    bonuses = tuple(row[: s.spaces] for row in s.bonus)
    for seat in range(s.seats):
        shown = shows(v, seat)
        yield tableau(
            v,
            seat,
            v.names[seat],
            bonuses,
            s.line,
            s.filled[seat],
            now(s, seat),
            (s.clovers, s.balls) if shown else (0, 0),
            won(s, seat) if shown else (0, 0),
        )


def won(s: State, seat: int) -> tuple[int, int]:
    """Return the clovers and the dung balls of a seat."""
    return s.chips[seat, rules.CLOVER], rules.balls_of(s, seat)


def now(s: State, seat: int) -> int:
    """Return the colour that the seat rolls or puts down, or -1."""
    is_at_it = seat == s.to_move and rules.ROLL <= s.phase <= rules.BONUS
    return s.colour if is_at_it else -1


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
def tableau_dice(seat: int, rows: tuple[Numbers, ...], hunted: int) -> tuple[Piece, ...]:
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


def full(s: State) -> tuple[bool, ...]:
    """MK-8 Return the colours one can't roll for now."""
    if s.phase != rules.CHOOSE:
        return (False,) * rules.COLOURS
    return tuple(n == s.spaces for n in s.filled[s.to_move])


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


def rolled(v: View) -> tuple[Area, ...]:
    s = v.s
    if s.phase == rules.ROLL:
        return (hand(v, sum(s.rolled) + s.to_roll),)
    if s.phase == rules.PUT:
        tiles = tuple(
            tile(value, brings(v, value), can_put(s, value))
            for value in range(1, rules.FACES + 1)
            if s.rolled[value]
        )
        return (Area(ROLLED(), "list", v.say("Rolled"), tiles),)
    return ()


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


# Pieces


def pieces(v: View, stuck: tuple[bool, ...]) -> list[Piece]:
    s, hunted = v.s, prey(v.s)
    found = [*supply_dice(tuple(s.dice), stuck), *dice_in_hand(s)]
    for seat in range(s.seats):
        found += tableau_dice(seat, s.row[seat], s.colour if seat in hunted else -1)
        if shows(v, seat):
            found += chips_face_up(seat, *s.chips[seat], s.balls)
        else:
            found += chips_face_down(seat, s.owned[seat])
    found += heap(s.heaped)
    return found


def prey(s: State) -> list[int]:
    """Return the seats whose last die of the colour rolled is in danger."""
    if s.phase == rules.ROB:
        return [robbed(s)]
    if s.phase != rules.PUT:
        return []
    values = (value for value in range(1, rules.FACES + 1) if s.rolled[value] and can_put(s, value))
    return [seat for value in values for seat in victims(s, value)]


def dice_in_hand(s: State) -> tuple[Piece, ...]:
    faces = tuple(faces_in_hand(s))
    if s.phase == rules.ROLL:
        return hand_dice(s.colour, faces + (0,) * s.to_roll)
    if s.phase == rules.PUT:
        room = s.spaces - s.filled[s.to_move, s.colour]
        return tile_dice(s.colour, faces, rules.rightmost(s, s.to_move, s.colour), room)
    return ()


# Seats


def line(v: View, seat: int) -> SeatLine:
    owned = v.s.owned[seat]
    text = chips_text(v, owned, won(v.s, seat) if shows(v, seat) else ())
    return v.seat_line(seat, "🐞", text, str(owned), BEETLES[seat])


@drawn
def chips_text(say: Words, owned: int, won: tuple[int, ...]) -> str:
    """MK-5 how many chips one has is public; what they are stands where it may be seen."""
    text = say.many("chip", "chips", owned)
    if won:
        clovers, balls = won
        text = f"{text} · {clovers} 🍀 · {balls} 🟤"
    return text
