"""Compost as a scene: everybody's cards, the dice in hand, the Compost. Everybody sees the same."""

from collections.abc import Iterator
from itertools import chain

from pasch.games.compost import rules
from pasch.games.compost.view.cards import NOTHING_ASKED, card_cell, dice_on
from pasch.games.compost.view.things import (
    CARDS,
    COLOUR,
    COLOUR_LIST,
    COLOUR_NAMES,
    COLOURS,
    COMPOST,
    COMPOST_ICON,
    FACE,
    FACE_LIST,
    HAND,
    HAND_DIE,
    ICONS,
    KINDS,
    LAYING,
    TAKER,
    TRAY,
    TRAY_DIE,
    UNROLLED,
    Dice,
    asked_for,
    by_face,
    colour_word,
    die,
    face_of,
    kinds_of,
    round_from,
)
from pasch.sdk import (
    Area,
    Cell,
    Key,
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

Drawn = tuple[Area, tuple[Piece, ...]]
"""An area, and what lies there."""


def scene(v: View) -> Scene:
    s = v.s
    at_turn = v.player if v.player >= 0 else s.to_move
    nearest, *others = [cards(v, seat) for seat in round_from(at_turn, s.seats)]
    mound = heap(v, sum(s.compost), gets_next(s) == s.to_move)
    areas = [nearest, *middle(v), *others, mound]
    return Scene(
        prompt=v.prompt(),
        areas=tuple([area for area, _ in areas]),
        pieces=tuple(chain.from_iterable([pieces for _, pieces in areas])),
        seats=tuple([line(v, seat, at_turn) for seat in range(s.seats)]),
        goal=v.say("No dice left wins"),
        progress=progress(v, s.turn),
    )


# Cards


def cards(v: View, seat: int) -> Drawn:
    s, first = v.s, rules.heap_of(seat, 0)
    is_rolling = s.phase == rules.ROLL and seat == s.to_move
    return drawn_cards(
        v,
        seat,
        s.seats,
        v.names[seat],
        s.flipped[seat],
        tuple([bytes(dice) for dice in s.dice[first : first + rules.PLACES]]),
        b"" if is_rolling else bytes(s.unrolled[seat]),
        face_of(asked_for(s)) if seat == v.player and s.phase in LAYING else NOTHING_ASKED,
        seat == gets_next(s) != s.to_move,
        s.phase == rules.AIM and seat != v.player,
    )


def gets_next(s: State) -> int:
    """Return the seat due for a die; the owner's own turn is the Compost's."""
    return s.due if s.phase in (rules.DISTRIBUTE, rules.RECEIVE) else rules.NOBODY


@drawn
def drawn_cards(
    say: Words,
    seat: int,
    seats: int,
    name: str,
    flipped: tuple[int, ...],
    dice: tuple[Dice, ...],
    unrolled: bytes,
    asked: int,
    is_due: bool,
    may_get_both: bool,
) -> Drawn:
    cells: list[Cell] = []
    pieces: list[Piece] = []
    for place, (side, lying) in enumerate(zip(flipped, dice, strict=True)):
        waiting = sum(unrolled) if place == rules.STOVE else 0
        faces = by_face(lying) if place != rules.STOVE else bytes([sum(lying)])
        cells.append(card_cell(say, seat, seats, place, side, faces, waiting, asked, is_due))
        pieces += dice_on(seat, place, side, lying)
    pieces += unrolled_dice(seat, unrolled, cells[rules.STOVE].key, sum(dice[rules.STOVE]))
    if may_get_both:
        cells.append(cell(key=TAKER(seat), label=say("Give both"), look="taker"))
    title = f"{name} · {colour_word(say, seat)}"
    return Area(CARDS(seat), "list", title, tuple(cells), seat=seat), tuple(pieces)


def unrolled_dice(seat: int, dice: bytes, where: str, slot: int | None = None) -> list[Piece]:
    """Return the dice that show no face yet, by colour; in the slots from this one on."""
    found: list[Piece] = []
    for colour, n in enumerate(dice):
        for i in range(n):
            key = UNROLLED(seat, COLOUR_NAMES[colour], i)
            lies = None if slot is None else slot + len(found)
            found.append(piece(key, "die", where, text="?", colour=COLOURS[colour], slot=lies))
    return found


# The middle


def middle(v: View) -> Iterator[Drawn]:
    """Yield what is rolled, laid, given or set, and what may be chosen there."""
    s = v.s
    if s.phase == rules.ROLL:
        yield rolling(v, s.to_move, bytes(s.dice[rules.HAND]), bytes(s.unrolled[s.to_move]))
    elif s.phase == rules.REROLL:
        yield colours(v, by_colour(s))
    elif s.phase != rules.END:
        if s.kinds[rules.HAND]:
            yield hand(v, bytes(s.dice[rules.HAND]), s.phase in LAYING)
        if s.phase == rules.TURN_DICE:
            yield from setting(v, bytes(s.dice[rules.TRAY]))
        elif s.kinds[rules.TRAY]:
            yield tray(v)


def by_colour(s: State) -> bytes:
    """Return how many dice of each colour lie on the cards of the seat to move."""
    heaps = s.dice[rules.heap_of(s.to_move, 0) : rules.heap_of(s.to_move + 1, 0)]
    return bytes(
        sum([sum(dice[first : first + rules.FACES]) for dice in heaps])
        for first in range(0, rules.KINDS, rules.FACES)
    )


@drawn
def rolling(say: Words, seat: int, dice: Dice, unrolled: bytes) -> Drawn:
    area = Area(HAND(), "list", say("Rolling"), (cell(HAND()),))
    return area, (*dice_in(HAND, HAND_DIE, dice), *unrolled_dice(seat, unrolled, HAND()))


@drawn
def hand(say: Words, dice: Dice, is_laying: bool) -> Drawn:
    """Return the dice in hand; where they are laid one by one, the first is marked."""
    title = (
        say.many("{n} die to lay", "{n} dice to lay", sum(dice)) if is_laying else say("In hand")
    )
    area = Area(HAND(), "list", title, (cell(HAND()),))
    return area, dice_in(HAND, HAND_DIE, dice, is_laying)


@drawn
def colours(say: Words, many: bytes) -> Drawn:
    cells = [
        cell(
            key=COLOUR(colour),
            label=colour_word(say, colour),
            note=str(n),
            colour=COLOURS[colour],
        )
        for colour, n in enumerate(many)
        if n
    ]
    return Area(COLOUR_LIST(), "list", say("or one colour from all cards"), tuple(cells)), ()


@drawn
def setting(say: Words, dice: Dice) -> tuple[Drawn, ...]:
    """Return the dice of Control, the first of which is set, and the faces it may show."""
    first = next(kinds_of(dice))
    kinds = range(first - first % rules.FACES, first - first % rules.FACES + rules.FACES)
    faces = tuple([die(FACE(face), kind, FACE_LIST()) for face, kind in enumerate(kinds)])
    return (
        (
            Area(TRAY(), "list", say("To be set"), (cell(TRAY()),)),
            dice_in(TRAY, TRAY_DIE, dice, True),
        ),
        (Area(FACE_LIST(), "list", say("To which face?"), (cell(FACE_LIST()),)), faces),
    )


def tray(v: View) -> Drawn:
    """Return the dice of a card activated."""
    s, dice = v.s, bytes(v.s.dice[rules.TRAY])
    if s.phase == rules.AIM:
        return given(v, dice, rules.ALL, ())
    open_kinds = rules.choosable(s) if s.phase == rules.DISTRIBUTE else rules.ALL
    is_taken = s.phase == rules.RECEIVE
    way = stops(v, s.due, s.to_move, sum(dice) + is_taken, tuple(v.names))
    return given(v, dice, open_kinds, way)


@drawn
def stops(say: Words, due: int, owner: int, n: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return who gets the next dice, in turn."""
    seats = [(due + i) % len(names) for i in range(n)]
    compost = f"{COMPOST_ICON} " + say("Compost")
    return tuple([compost if i == owner else f"{ICONS[i]} {names[i]}" for i in seats])


@drawn
def given(say: Words, dice: Dice, open_kinds: int, way: tuple[str, ...]) -> Drawn:
    area = Area(TRAY(), "list", say("To be given"), (cell(TRAY(), lines=way),))
    return area, dice_in(TRAY, TRAY_DIE, dice, open_kinds=open_kinds)


def dice_in(
    where: Key, key: Key, dice: Dice, marks_first: bool = False, open_kinds: int = rules.ALL
) -> tuple[Piece, ...]:
    """Return a heap in the order in which dice are asked for.

    Dice that can't be chosen are pale.
    """
    found: list[Piece] = []
    for kind, n in enumerate(dice):
        is_pale = not open_kinds & rules.BIT[kind]
        for i in range(n):
            look = "asked" if marks_first and not found else ""
            found.append(die(key(KINDS[kind], i), kind, where(), look, is_pale))
    return tuple(found)


@drawn
def heap(say: Words, n: int, is_due: bool) -> Drawn:
    dice = say.many("{n} die", "{n} dice", n)
    mound = cell(COMPOST(), say("Compost"), note=dice, look="due" if is_due else "")
    return Area(COMPOST(), "list", say("Out of the game"), (mound,)), ()


# Seats


def line(v: View, seat: int, at_turn: int) -> SeatLine:
    s, first = v.s, rules.heap_of(seat, 0)
    dice = sum(s.many[first : first + rules.PLACES]) + sum(s.unrolled[seat])
    if seat == at_turn:
        dice += s.many[rules.HAND] + (s.many[rules.TRAY] if s.phase == rules.TURN_DICE else 0)
    return v.seat_line(seat, ICONS[seat], dice_word(v, dice), str(dice), COLOURS[seat])


@drawn
def dice_word(say: Words, n: int) -> str:
    return say.many("die", "dice", n)


@drawn
def progress(say: Words, turn: int) -> Progress:
    return Progress(say("Turn {n}", n=turn) if turn else say("Setting up"))
