"""Compost as a scene: everybody's cards, the dice in hand, the Compost; the same for everybody."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from pasch.core.game.numbers import zeros
from pasch.core.game.position import OVER, State
from pasch.core.view.scene import Area, Cell, Piece, Progress, Scene, SeatLine, cell, piece
from pasch.core.words import Words
from pasch.games.compost import rules
from pasch.games.compost.cards import (
    COLOURS,
    COMPOST,
    ICONS,
    NOTHING_ASKED,
    Dice,
    by_face,
    card_cell,
    dice_on,
    die,
    face_of,
    kinds_of,
    round_from,
)
from pasch.games.compost.choices import LAYING, choices, meant
from pasch.games.compost.finish import finish
from pasch.games.compost.help import help
from pasch.games.compost.tell import (
    action,
    asked_for,
    colour_word,
    die_piece_key,
    die_word,
    refusal,
    story,
    text,
    unrolled_key,
)
from pasch.games.compost.why import habits, why

__all__ = [
    "ALIKE",
    "action",
    "choices",
    "finish",
    "habits",
    "help",
    "meant",
    "refusal",
    "scene",
    "score",
    "score_unit",
    "story",
    "text",
    "why",
]

ALIKE = True
NONE = bytes(rules.KINDS)

Drawn = tuple[Area, tuple[Piece, ...]]
"""An area, and what lies there."""


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    asked = rules.player(s)
    at_turn = asked if asked >= 0 else s.to_move
    nearest, *others = [cards(s, i, asked, say, names[i]) for i in round_from(at_turn, s.seats)]
    mound = heap(sum(s.compost), gets_next(s) == s.to_move, say)
    drawn = [nearest, *middle(s, say, names), *others, mound]
    return Scene(
        prompt=prompt(s, say, names),
        areas=tuple([area for area, _ in drawn]),
        pieces=tuple(chain.from_iterable([pieces for _, pieces in drawn])),
        seats=tuple([line(s, i, asked, say, names[i]) for i in range(s.seats)]),
        choices=choices(s, say, names) if asked == seat else (),
        goal=say("No dice left wins"),
        progress=progress(s.turn, say),
    )


def prompt(s: State, say: Words, names: Sequence[str]) -> str:
    if s.phase == rules.END:
        if s.winner == rules.NOBODY:
            return say("The game is drawn.")
        return say("The game is over; the winner: {name}!", name=names[s.winner])
    if s.phase == rules.ROLL:
        return say("Roll a die: {colour}", colour=colour_word(rules.next_colour(s), say))
    if s.phase == rules.REROLL:
        return say("Which dice do you reroll?")
    if s.phase == rules.ACTIVATE:
        return say("Which card do you activate?")
    if s.phase == rules.DISTRIBUTE:
        if s.due == s.to_move:
            return say("Which die goes to the Compost?")
        return say("Which die for {taker}?", taker=names[s.due])
    if s.phase == rules.AIM:
        return say("Who gets both dice?")
    if s.phase == rules.LIFT:
        return say("Which dice do you lay anew?")
    die = die_word(asked_for(s), say)
    if s.phase == rules.TURN_DICE:
        return say("Set {die} to which face?", die=die)
    if s.phase == rules.RECEIVE:
        return say("{giver} gives you {die}. Where to?", giver=names[s.to_move], die=die)
    return say("Where does {die} go?", die=die)


# Cards


def cards(s: State, seat: int, asked: int, say: Words, name: str) -> Drawn:
    first = rules.heap_of(seat, 0)
    is_rolling = s.phase == rules.ROLL and seat == s.to_move
    return drawn_cards(
        seat,
        s.seats,
        name,
        s.flipped[seat],
        tuple([bytes(dice) for dice in s.dice[first : first + rules.PLACES]]),
        b"" if is_rolling else bytes(s.unrolled[seat]),
        face_of(asked_for(s)) if seat == asked and s.phase in LAYING else NOTHING_ASKED,
        seat == gets_next(s) != s.to_move,
        s.phase == rules.AIM and seat != asked,
        say,
    )


def gets_next(s: State) -> int:
    """The seat due for a die; the owner's own turn is the Compost's."""
    return s.due if s.phase in (rules.DISTRIBUTE, rules.RECEIVE) else rules.NOBODY


@lru_cache(1 << 12)
def drawn_cards(
    seat: int,
    seats: int,
    name: str,
    flipped: tuple[int, ...],
    dice: tuple[Dice, ...],
    unrolled: bytes,
    asked: int,
    is_due: bool,
    may_get_both: bool,
    say: Words,
) -> Drawn:
    cells: list[Cell] = []
    pieces: list[Piece] = []
    for place, (side, lying) in enumerate(zip(flipped, dice, strict=True)):
        waiting = sum(unrolled) if place == rules.STOVE else 0
        faces = by_face(lying) if place != rules.STOVE else bytes([sum(lying)])
        cells.append(card_cell(seat, seats, place, side, faces, waiting, asked, is_due, say))
        pieces += dice_on(seat, place, side, lying)
    pieces += unrolled_dice(seat, unrolled, cells[rules.STOVE].key, sum(dice[rules.STOVE]))
    if may_get_both:
        cells.append(cell(key=f"taker:{seat}", label=say("Give both"), look="taker"))
    title = f"{name} · {colour_word(seat, say)}"
    return Area(f"cards:{seat}", "list", title, tuple(cells), seat=seat), tuple(pieces)


def unrolled_dice(seat: int, dice: bytes, where: str, slot: int | None = None) -> list[Piece]:
    """Those that show no face yet, by colour; in the slots from this one on."""
    found: list[Piece] = []
    for colour, n in enumerate(dice):
        for i in range(n):
            key = unrolled_key(seat, colour, i)
            lies = None if slot is None else slot + len(found)
            found.append(piece(key, "die", where, text="?", colour=COLOURS[colour], slot=lies))
    return found


# The middle


def middle(s: State, say: Words, names: Sequence[str]) -> list[Drawn]:
    """What is rolled, laid, given or set, and what may be chosen there."""
    found: list[Drawn] = []
    if s.phase == rules.ROLL:
        found.append(
            rolling(s.to_move, bytes(s.dice[rules.HAND]), bytes(s.unrolled[s.to_move]), say)
        )
    elif s.phase == rules.REROLL:
        found.append(colours(by_colour(s), say))
    elif s.phase != rules.END:
        if s.kinds[rules.HAND]:
            found.append(hand(bytes(s.dice[rules.HAND]), s.phase in LAYING, say))
        if s.phase == rules.TURN_DICE:
            found += setting(bytes(s.dice[rules.TRAY]), say)
        elif s.kinds[rules.TRAY]:
            found.append(tray(s, say, names))
    return found


def by_colour(s: State) -> bytes:
    """How many dice of each colour lie on the cards of who is to move."""
    heaps = s.dice[rules.heap_of(s.to_move, 0) : rules.heap_of(s.to_move + 1, 0)]
    return bytes(
        sum([sum(dice[first : first + rules.FACES]) for dice in heaps])
        for first in range(0, rules.KINDS, rules.FACES)
    )


@lru_cache(1 << 10)
def rolling(seat: int, dice: Dice, unrolled: bytes, say: Words) -> Drawn:
    area = Area("hand", "list", say("Rolling"), (cell("hand"),))
    return area, (*dice_in("hand", dice), *unrolled_dice(seat, unrolled, "hand"))


@lru_cache(1 << 10)
def hand(dice: Dice, is_laying: bool, say: Words) -> Drawn:
    """Where dice are laid one by one, the first is marked."""
    title = (
        say.many("{n} die to lay", "{n} dice to lay", sum(dice)) if is_laying else say("In hand")
    )
    return Area("hand", "list", title, (cell("hand"),)), dice_in("hand", dice, is_laying)


@lru_cache(1 << 10)
def colours(many: bytes, say: Words) -> Drawn:
    cells = [
        cell(
            key=f"colour:{colour}",
            label=colour_word(colour, say),
            note=str(n),
            colour=COLOURS[colour],
        )
        for colour, n in enumerate(many)
        if n
    ]
    return Area("colours", "list", say("or one colour from all cards"), tuple(cells)), ()


@lru_cache(1 << 10)
def setting(dice: Dice, say: Words) -> tuple[Drawn, ...]:
    """The dice of Control, the first of which is set, and the faces it may show."""
    first = next(kinds_of(dice))
    kinds = range(first - first % rules.FACES, first - first % rules.FACES + rules.FACES)
    faces = tuple([die(f"face:{face}", kind, "faces") for face, kind in enumerate(kinds)])
    return (
        (Area("tray", "list", say("To be set"), (cell("tray"),)), dice_in("tray", dice, True)),
        (Area("faces", "list", say("To which face?"), (cell("faces"),)), faces),
    )


def tray(s: State, say: Words, names: Sequence[str]) -> Drawn:
    """The dice of a card activated."""
    dice = bytes(s.dice[rules.TRAY])
    if s.phase == rules.AIM:
        return given(dice, rules.ALL, (), say)
    open_kinds = rules.choosable(s) if s.phase == rules.DISTRIBUTE else rules.ALL
    is_taken = s.phase == rules.RECEIVE
    return given(
        dice, open_kinds, stops(s.due, s.to_move, sum(dice) + is_taken, tuple(names), say), say
    )


@lru_cache(1 << 10)
def stops(due: int, owner: int, n: int, names: tuple[str, ...], say: Words) -> tuple[str, ...]:
    """Who gets the next dice, in turn."""
    seats = [(due + i) % len(names) for i in range(n)]
    return tuple(
        [f"{COMPOST} " + say("Compost") if i == owner else f"{ICONS[i]} {names[i]}" for i in seats]
    )


@lru_cache(1 << 10)
def given(dice: Dice, open_kinds: int, way: tuple[str, ...], say: Words) -> Drawn:
    area = Area("tray", "list", say("To be given"), (cell("tray", lines=way),))
    return area, dice_in("tray", dice, open_kinds=open_kinds)


def dice_in(
    where: str, dice: Dice, marks_first: bool = False, open_kinds: int = rules.ALL
) -> tuple[Piece, ...]:
    """A heap in the order in which dice are asked for; those that can't be chosen are pale."""
    found: list[Piece] = []
    for kind, n in enumerate(dice):
        is_pale = not open_kinds & rules.BIT[kind]
        for i in range(n):
            look = "asked" if marks_first and not found else ""
            found.append(die(die_piece_key(where, kind, i), kind, where, look, is_pale))
    return tuple(found)


@lru_cache(1 << 8)
def heap(n: int, is_due: bool, say: Words) -> Drawn:
    dice = say.many("{n} die", "{n} dice", n)
    mound = cell("compost", say("Compost"), note=dice, look="due" if is_due else "")
    return Area("compost", "list", say("Out of the game"), (mound,)), ()


# Seats


def line(s: State, seat: int, asked: int, say: Words, name: str) -> SeatLine:
    first = rules.heap_of(seat, 0)
    dice = sum(s.many[first : first + rules.PLACES]) + sum(s.unrolled[seat])
    is_at_turn = seat == (asked if asked >= 0 else s.to_move)
    if is_at_turn:
        dice += s.many[rules.HAND] + (s.many[rules.TRAY] if s.phase == rules.TURN_DICE else 0)
    if asked == OVER:
        return seat_line(seat, name, dice, False, share_of(s, seat), say)
    return seat_line(seat, name, dice, is_at_turn, 0.0, say)


@lru_cache(1 << 10)
def seat_line(seat: int, name: str, dice: int, to_move: bool, share: float, say: Words) -> SeatLine:
    return SeatLine(
        name=name,
        icon=ICONS[seat],
        text=say.many("die", "dice", dice),
        to_move=to_move,
        share=share,
        count=str(dice),
        colour=COLOURS[seat],
    )


def share_of(s: State, seat: int) -> float:
    out = zeros(s.seats)
    rules.returns(s, out)
    return float(out[seat])


@lru_cache(1 << 10)
def progress(turn: int, say: Words) -> Progress:
    return Progress(say("Turn {n}", n=turn) if turn else say("Setting up"))


def score(s: State, seat: int) -> int:
    """CO-7 who has none left has won."""
    return rules.dice_on_cards(s, seat)


def score_unit(seats: int, say: Words) -> str:
    return say("dice left")
