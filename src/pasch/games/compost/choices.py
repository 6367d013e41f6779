"""What one may do in Compost, where on the board, and what a tap there means."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from pasch.core.game.numbers import counts
from pasch.core.game.position import State
from pasch.core.view.scene import Choice, Piece
from pasch.core.words import Words
from pasch.games.compost import rules
from pasch.games.compost.cards import COLOURS, COMPOST, ICONS, Dice, dice_on, die, free_slot
from pasch.games.compost.tell import asked_for, die_piece_key, hand_key, kind_key, put_words, text

LAYING = (rules.ASSIGN, rules.RECEIVE, rules.LAY_DOWN)
KIND_OF = {kind_key(kind): kind for kind in range(rules.KINDS)}

Make = Callable[[State, int, Words, Sequence[str]], Choice]


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    make = MAKE[s.phase]
    return tuple(make(s, a, say, names) for a in out[: rules.legal(s, out)])


def rerolling(s: State, a: int, say: Words, _: Sequence[str]) -> Choice:
    """A card by a tap; a colour is spread over several, so it is shown first."""
    if a < rules.PLACES:
        return Choice(a, text(s, a, say), at=card_of(s, a))
    colour = a - rules.PLACES
    pieces = [piece for place in range(rules.PLACES) for piece in on_card(s, place)]
    dice = [piece.key for piece in pieces if piece.colour == COLOURS[colour]]
    return Choice(
        a,
        text(s, a, say),
        at=f"colour:{colour}",
        label=say("Roll these again"),
        small=say.many("{n} die", "{n} dice", len(dice)),
        lights=tuple(dice),
        asks=True,
    )


def laying(s: State, a: int, say: Words, _: Sequence[str]) -> Choice:
    seat, place, kind = rules.player(s), a - rules.PUT_ON, asked_for(s)
    side = rules.side_up(s, seat, place)
    return laid(a, seat, kind, side, free_slot(side, heap(s, place), kind), say)


@lru_cache(1 << 12)
def laid(a: int, seat: int, kind: int, side: int, slot: int, say: Words) -> Choice:
    where = f"card:{seat}:{a - rules.PUT_ON}"
    ghost = die("ghost", kind, where, slot=slot)
    return Choice(a, put_words(kind, side, say), at=where, by=hand_key(kind, 0), ghosts=(ghost,))


def activating(s: State, a: int, say: Words, names: Sequence[str]) -> Choice:
    if a == rules.USE_NONE:
        label, small = say("Activate nothing"), say("end the turn")
        return Choice(a, text(s, a, say), at=all_cards(s), label=label, small=small, quiet=True)
    place = a - rules.USE
    side = rules.side_up(s, s.to_move, place)
    n = sum(heap(s, place))
    if side == rules.CONTROL:
        badge, small = say("Set faces"), say("then lay them anew")
    elif side == rules.TARGET:
        badge, small = say("Give both"), say("to one player")
    else:
        badge, small = say("Deal out"), shares(s, n, names)
    return Choice(
        a,
        text(s, a, say),
        at=card_of(s, place),
        label=badge + " · " + say.many("{n} die", "{n} dice", n),
        small=small,
        badge=badge,
        lights=tuple(piece.key for piece in on_card(s, place)),
        asks=True,
    )


def shares(s: State, n: int, names: Sequence[str]) -> str:
    """Who gets how many of so many dice dealt out."""
    told = []
    for i in range(min(n, s.seats)):
        seat = (s.to_move + i) % s.seats
        taker = f"{ICONS[seat]} {names[seat]}" if i else COMPOST
        told.append(f"{taker} {(n - i - 1) // s.seats + 1}")
    return " · ".join(told)


def giving(s: State, a: int, say: Words, _: Sequence[str]) -> Choice:
    return Choice(a, text(s, a, say), at=die_piece_key("tray", a - rules.GIVE))


def aiming(_: State, a: int, say: Words, names: Sequence[str]) -> Choice:
    taker = a - rules.AIM_AT
    return Choice(a, say("both dice to {name}", name=names[taker]), at=f"taker:{taker}")


def turning(s: State, a: int, say: Words, _: Sequence[str]) -> Choice:
    return Choice(a, text(s, a, say), at=f"face:{a - rules.TURN_TO}")


def lifting(s: State, a: int, say: Words, _: Sequence[str]) -> Choice:
    if a == rules.LIFTED:
        small = say.many("lay {n} die", "lay {n} dice", s.many[rules.HAND])
        label = say("Done lifting")
        return Choice(a, text(s, a, say), at=all_cards(s), label=label, small=small)
    place, kind = divmod(a - rules.LIFT_FROM, rules.KINDS)
    return Choice(a, text(s, a, say), at=die_piece_key(card_of(s, place), kind))


MAKE: dict[int, Make] = {
    **dict.fromkeys(LAYING, laying),
    rules.REROLL: rerolling,
    rules.ACTIVATE: activating,
    rules.DISTRIBUTE: giving,
    rules.AIM: aiming,
    rules.TURN_DICE: turning,
    rules.LIFT: lifting,
}


def card_of(s: State, place: int) -> str:
    return f"card:{rules.player(s)}:{place}"


def all_cards(s: State) -> str:
    return f"cards:{rules.player(s)}"


def heap(s: State, place: int) -> Dice:
    return bytes(s.dice[rules.heap_of(rules.player(s), place)])


def on_card(s: State, place: int) -> tuple[Piece, ...]:
    seat = rules.player(s)
    return dice_on(seat, place, s.flipped[seat, place], heap(s, place))


def meant(s: State, key: str) -> int | None:
    """By the phase, what a tap on a card, a die or another sign of the board would do."""
    thing, *rest = key.split(":")
    if thing == "card" and int(rest[0]) == rules.player(s):
        return meant_by_card(s, int(rest[1]), rest[2:])
    if thing == "tray" and s.phase == rules.DISTRIBUTE and rest:
        return rules.GIVE + KIND_OF[rest[0]]
    first = {"colour": rules.PLACES, "taker": rules.AIM_AT, "face": rules.TURN_TO}.get(thing)
    return None if first is None else first + int(rest[0])


def meant_by_card(s: State, place: int, die: list[str]) -> int | None:
    """A card of who is asked, or a die on it."""
    if s.phase == rules.REROLL:
        return place
    if s.phase in LAYING:
        return rules.PUT_ON + place
    if s.phase == rules.ACTIVATE and place != rules.STOVE:
        return rules.USE + place
    if s.phase == rules.LIFT and die:
        return rules.LIFT_FROM + place * rules.KINDS + KIND_OF[die[0]]
    return None
