"""Compost's cards as they are printed: what fits, what completes them, what they do."""

from functools import lru_cache
from typing import NamedTuple

from pasch.games.compost import rules
from pasch.games.compost.view.things import (
    CARD,
    CARD_DIE,
    COMPOST_ICON,
    ICONS,
    KINDS,
    SIDE_NAMES,
    Dice,
    die,
    face_of,
    heap,
    kinds_of,
    round_from,
    side_word,
    with_one_more,
)
from pasch.sdk import Cell, Grid, Piece, State, Words, cell

BURNERS = 8
PAIR = 2
NOTHING_ASKED = -1


class Lone(State):
    """A position with one card of seat 0 and nothing else, for the rules to judge."""

    def __init__(self, place: int, flipped: int, dice: Dice) -> None:
        self.flipped = Grid([[0] * rules.PLACES])
        self.flipped[0, place] = flipped
        self.kinds, self.many, self.odd = ([0] * rules.PLACES for _ in range(3))
        self.dice = Grid([0] * rules.KINDS for _ in range(rules.PLACES))
        for kind in kinds_of(dice):
            rules.put(self, place, kind, 1)


class Card(NamedTuple):
    """What the rules say of a card with its dice."""

    side: int
    is_complete: bool
    fitting: tuple[int, ...]
    """The faces that may still join."""


@lru_cache(1 << 13)
def card(place: int, flipped: int, dice: Dice) -> Card:
    s = Lone(place, flipped, dice)
    fitting = tuple(face for face in range(rules.FACES) if rules.fits(s, 0, place, face))
    return Card(rules.side_up(s, 0, place), rules.is_complete(s, 0, place), fitting)


@lru_cache(1 << 13)
def card_cell(
    say: Words,
    seat: int,
    seats: int,
    place: int,
    flipped: int,
    faces: Dice,
    unrolled: int,
    asked: int,
    is_due: bool,
) -> Cell:
    """Return a card of this seat; `asked`, if any, is the face of the die that wants a place."""
    side, is_complete, fitting = card(place, flipped, faces)
    is_closed = asked != NOTHING_ASKED and asked not in fitting
    signs = {"ready": is_complete, "closed": is_closed, "due": is_due}
    back = rules.SIDE_UP[place, 1 - flipped]
    return cell(
        key=CARD(seat, place),
        label=name_of(say, side),
        note=note(say, place, flipped, faces, asked),
        look=" ".join([SIDE_NAMES[side], *(sign for sign, holds in signs.items() if holds)]),
        slots=slots_of(side, faces, unrolled),
        lines=lines_of(say, side, seat, seats),
        corner="" if side == rules.STOVE else name_of(say, back),
    )


def name_of(say: Words, side: int) -> str:
    """Return a name so short that a card has room for it."""
    return say("Pairs") if side == rules.PAIRS else side_word(say, side)


# What lies where


def slots_of(side: int, faces: Dice, unrolled: int) -> tuple[str, ...]:
    """Return what is printed on each place of a card."""
    if side == rules.RUN:
        return tuple(str(face + 1) for face in range(rules.FACES))
    if side == rules.KIND:
        return (str(next(kinds_of(faces)) + 1) if any(faces) else "=",) * rules.FACES
    if side == rules.PAIRS:
        begun = [str(pair[0] + 1) for pair in pairs_of(faces)]
        return tuple(face for face in [*begun, "", ""][:PAIR] for _ in range(PAIR))
    if side == rules.STOVE:
        return ("",) * max(BURNERS, sum(faces) + unrolled + 1)
    return ("≠" if side == rules.DIFFERENT else "",) * rules.MOST[side]


@lru_cache(1 << 13)
def dice_on(seat: int, place: int, flipped: int, dice: Dice) -> tuple[Piece, ...]:
    """Return the dice of a card, each in its slot."""
    seen, found = [0] * rules.KINDS, []
    for kind, slot in slotted(rules.SIDE_UP[place, flipped], dice):
        key = CARD_DIE(seat, place, KINDS[kind], seen[kind])
        found.append(die(key, kind, CARD(seat, place), slot=slot))
        seen[kind] += 1
    return tuple(found)


def on_card(s: State, place: int) -> tuple[Piece, ...]:
    """Return the dice on a card of the seat to choose."""
    seat = rules.player(s)
    return dice_on(seat, place, s.flipped[seat, place], heap(s, place))


def slotted(side: int, dice: Dice) -> list[tuple[int, int]]:
    """Return the kind of every die, and its slot."""
    if side == rules.RUN:
        return [(kind, kind % rules.FACES) for kind in sorted(kinds_of(dice), key=face_of)]
    if side == rules.PAIRS:
        pairs = enumerate(pairs_of(dice))
        return [(kind, PAIR * n + i) for n, pair in pairs for i, kind in enumerate(pair)]
    return [(kind, slot) for slot, kind in enumerate(kinds_of(dice))]


def free_slot(side: int, dice: Dice, kind: int) -> int:
    """Return the slot of one more die."""
    if side == rules.RUN:
        return kind % rules.FACES
    if side != rules.PAIRS:
        return sum(dice)
    pairs = pairs_of(dice)
    for n, pair in enumerate(pairs):
        if is_partner(pair, kind):
            return PAIR * n + 1
    return PAIR * len(pairs)


def pairs_of(dice: Dice) -> list[list[int]]:
    """Return the dice by pairs, full or begun."""
    pairs: list[list[int]] = []
    for kind in sorted(kinds_of(dice), key=face_of):
        if pairs and is_partner(pairs[-1], kind):
            pairs[-1].append(kind)
        else:
            pairs.append([kind])
    return pairs


def is_partner(pair: list[int], kind: int) -> bool:
    return len(pair) < PAIR and (pair[0] - kind) % rules.FACES == 0


# What is said


def note(say: Words, place: int, flipped: int, faces: Dice, asked: int) -> str:
    """Return what is missing, or what the die asked for would do here, or why it can't."""
    side, is_complete, fitting = card(place, flipped, faces)
    if asked == NOTHING_ASKED:
        return say("✓ ready") if is_complete else missing(say, side, faces)
    if side == rules.STOVE:
        return say("waits")
    if asked in fitting:
        more = with_one_more(faces, asked)
        if card(place, flipped, more).is_complete:
            return say("→ ready")
        return "→ " + missing(say, side, more)
    if not fitting:
        return say("full")
    if side in (rules.RUN, rules.DIFFERENT):
        return say("has a {face}", face=asked + 1)
    return say("only {faces}", faces=", ".join(str(face + 1) for face in fitting))


def missing(say: Words, side: int, faces: Dice) -> str:
    shown = list(kinds_of(faces))
    if side == rules.STOVE or not shown:
        return ""
    if side == rules.RUN and len(shown) > 1:
        gaps = [face + 1 for face in range(shown[0], shown[-1]) if face not in shown]
        if len(gaps) == 1:
            return say("gap at {face}", face=gaps[0])
        return say("{n} gaps", n=len(gaps))
    if side == rules.PAIRS:
        return say("{n} more", n=sum(len(pair) < PAIR for pair in pairs_of(faces)))
    return say("{n} more", n=rules.LEAST[side] - len(shown))


@lru_cache(1 << 8)
def lines_of(say: Words, side: int, seat: int, seats: int) -> tuple[str, ...]:
    """Return what completes a card, and what it does."""
    others = "".join(ICONS[other] for other in round_from(seat, seats)[1:])
    printed = (
        (say("✓ 2–6 in a row"),),
        (say("✓ 2–6 equal"),),
        (say("✓ 1–2 pairs"),),
        (say("anything fits"), say("never ready")),
        (say("✓ 1–3 different"),),
        (say("✓ 1–3, any"), say("set faces, lay anew")),
        (say("✓ 2 dice, any"), say("both to one {others}", others=others)),
    )[side]
    return printed if len(printed) > 1 else (*printed, say("deal out:"), way(seat, seats))


def way(seat: int, seats: int) -> str:
    """Return the way round the table on which dice are dealt out.

    The Compost stands where the owner sits.
    """
    others = (ICONS[other] for other in round_from(seat, seats)[1:])
    return "›".join([COMPOST_ICON, *others, COMPOST_ICON]) + "…"
