"""Compost's cards as they are printed: what fits, what completes them, what they do."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pasch.core.game.numbers import Grid
from pasch.core.game.position import State
from pasch.core.view.scene import Cell, Colour, Piece, cell, piece
from pasch.core.words import Words
from pasch.games.compost import rules
from pasch.games.compost.tell import SIDE_KEYS, die_piece_key, side_word

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "grey")
ICONS = ("🔴", "🔵", "🟢", "🟡")
COMPOST = "🌱"

BURNERS = 8
PAIR = 2
NOTHING_ASKED = -1

Dice = bytes
"""How many there are of each kind; where colours don't matter, of each face: as if all were red."""


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


def kinds_of(dice: Dice) -> Iterator[int]:
    """Of every die, in the order in which dice are asked for."""
    for kind, n in enumerate(dice):
        for _ in range(n):
            yield kind


def by_face(dice: Dice) -> Dice:
    return bytes([sum(dice[face :: rules.FACES]) for face in range(rules.FACES)])


def with_one_more(faces: Dice, face: int) -> Dice:
    return bytes([n + (each == face) for each, n in enumerate(faces)])


def face_of(kind: int) -> int:
    return kind % rules.FACES


@lru_cache(1 << 13)
def card_cell(
    seat: int,
    seats: int,
    place: int,
    flipped: int,
    faces: Dice,
    unrolled: int,
    asked: int,
    is_due: bool,
    say: Words,
) -> Cell:
    """A card of this seat; `asked`, if any, is the face of the die for which it is asked."""
    side, is_complete, fitting = card(place, flipped, faces)
    is_closed = asked != NOTHING_ASKED and asked not in fitting
    signs = {"ready": is_complete, "closed": is_closed, "due": is_due}
    back = rules.SIDE_UP[place, 1 - flipped]
    return cell(
        key=f"card:{seat}:{place}",
        label=name_of(side, say),
        note=note(place, flipped, faces, asked, say),
        look=" ".join([SIDE_KEYS[side], *(sign for sign, holds in signs.items() if holds)]),
        slots=slots_of(side, faces, unrolled),
        lines=lines_of(side, seat, seats, say),
        corner="" if side == rules.STOVE else name_of(back, say),
    )


def name_of(side: int, say: Words) -> str:
    """As short as a card has room for it."""
    return say("Pairs") if side == rules.PAIRS else side_word(side, say)


# What lies where


def slots_of(side: int, faces: Dice, unrolled: int) -> tuple[str, ...]:
    """What is printed on each place of a card."""
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
    """Those of a card, each in its slot."""
    where, seen = f"card:{seat}:{place}", [0] * rules.KINDS
    found = []
    for kind, slot in slotted(rules.SIDE_UP[place, flipped], dice):
        found.append(die(die_piece_key(where, kind, seen[kind]), kind, where, slot=slot))
        seen[kind] += 1
    return tuple(found)


def slotted(side: int, dice: Dice) -> list[tuple[int, int]]:
    """The kind of every die, and its slot."""
    if side == rules.RUN:
        return [(kind, kind % rules.FACES) for kind in sorted(kinds_of(dice), key=face_of)]
    if side == rules.PAIRS:
        pairs = enumerate(pairs_of(dice))
        return [(kind, PAIR * n + i) for n, pair in pairs for i, kind in enumerate(pair)]
    return [(kind, slot) for slot, kind in enumerate(kinds_of(dice))]


def free_slot(side: int, dice: Dice, kind: int) -> int:
    """Where one more die would lie."""
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
    """The dice by pairs, full or begun."""
    pairs: list[list[int]] = []
    for kind in sorted(kinds_of(dice), key=face_of):
        if pairs and is_partner(pairs[-1], kind):
            pairs[-1].append(kind)
        else:
            pairs.append([kind])
    return pairs


def is_partner(pair: list[int], kind: int) -> bool:
    return len(pair) < PAIR and (pair[0] - kind) % rules.FACES == 0


def die(
    key: str,
    kind: int,
    where: str,
    look: str = "",
    is_pale: bool = False,
    slot: int | None = None,
) -> Piece:
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


# What is said


def note(place: int, flipped: int, faces: Dice, asked: int, say: Words) -> str:
    """What is missing, or what the die asked for would do here, or why it can't."""
    side, is_complete, fitting = card(place, flipped, faces)
    if asked == NOTHING_ASKED:
        return say("✓ ready") if is_complete else missing(side, faces, say)
    if side == rules.STOVE:
        return say("waits")
    if asked in fitting:
        more = with_one_more(faces, asked)
        if card(place, flipped, more).is_complete:
            return say("→ ready")
        return "→ " + missing(side, more, say)
    if not fitting:
        return say("full")
    if side in (rules.RUN, rules.DIFFERENT):
        return say("has a {face}", face=asked + 1)
    return say("only {faces}", faces=", ".join(str(face + 1) for face in fitting))


def missing(side: int, faces: Dice, say: Words) -> str:
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
def lines_of(side: int, seat: int, seats: int, say: Words) -> tuple[str, ...]:
    """What completes a card, and what it does."""
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
    """Round the table, as dice are dealt out: the Compost stands where the owner sits."""
    return (
        "›".join([COMPOST, *(ICONS[other] for other in round_from(seat, seats)[1:]), COMPOST]) + "…"
    )


def round_from(seat: int, seats: int) -> list[int]:
    return [(seat + i) % seats for i in range(seats)]
