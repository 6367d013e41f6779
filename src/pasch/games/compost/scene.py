"""Compost in words and as a scene: everybody's cards, the dice in hand, the Compost."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pasch.core.record import CHANCE, OVER, State
from pasch.core.scene import Area, Cell, Choice, Colour, Piece, Scene, SeatLine
from pasch.core.words import Words
from pasch.games.compost import rules

COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "grey")
COLOUR_KEYS = ("red", "blue", "green", "yellow", "neutral")
SIDE_KEYS = ("run", "kind", "pairs", "stove", "different", "control", "target")
ICONS = ("🔴", "🔵", "🟢", "🟡")


def colour_word(colour: int, say: Words) -> str:
    return (say("red"), say("blue"), say("green"), say("yellow"), say("neutral"))[colour]


def side_word(side: int, say: Words) -> str:
    return (
        say("A Run"),
        say("All of a Kind"),
        say("One or Two Pair"),
        say("Stove"),
        say("Different"),
        say("Control"),
        say("Target"),
    )[side]


def die_word(kind: int, say: Words) -> str:
    colour, face = divmod(kind, rules.FACES)
    return f"{colour_word(colour, say)} {face + 1}"


def die_key(kind: int) -> str:
    colour, face = divmod(kind, rules.FACES)
    return f"{COLOUR_KEYS[colour]} {face + 1}"


def card_word(s: State, seat: int, place: int, say: Words) -> str:
    return side_word(rules.side_up(s, seat, place), say)


def card_key(s: State, seat: int, place: int) -> str:
    return SIDE_KEYS[rules.side_up(s, seat, place)]


def kinds_in(s: State, heap: int) -> Iterator[int]:
    """The kind of every die of a heap, in the order in which dice are asked for."""
    for kind in range(rules.KINDS):
        for _ in range(s.dice[heap, kind]):
            yield kind


def asked_for(s: State) -> int:
    """The die to be assigned, laid down or set."""
    return next(kinds_in(s, rules.TRAY if s.phase == rules.TURN_DICE else rules.HAND))


def dice_words(s: State, heap: int, say: Words) -> str:
    """`red 1 4 4, neutral 2`"""
    shown: dict[int, list[str]] = {}
    for kind in kinds_in(s, heap):
        colour, face = divmod(kind, rules.FACES)
        shown.setdefault(colour, []).append(str(face + 1))
    return ", ".join(f"{colour_word(c, say)} {' '.join(faces)}" for c, faces in shown.items())


def action(s: State, a: int) -> dict[str, Any]:
    seat = rules.player(s)
    if s.phase == rules.ROLL:
        return {"die": a + 1}
    if s.phase == rules.REROLL:
        if a < rules.PLACES:
            return {"reroll": card_key(s, seat, a)}
        return {"reroll": COLOUR_KEYS[a - rules.PLACES]}
    if s.phase == rules.ACTIVATE:
        return {"activate": "none" if a == rules.USE_NONE else card_key(s, seat, a - rules.USE)}
    if s.phase == rules.DISTRIBUTE:
        return {"give": die_key(a - rules.GIVE)}
    if s.phase == rules.AIM:
        return {"give both": COLOUR_KEYS[a - rules.AIM_AT]}
    if s.phase == rules.TURN_DICE:
        return {"set": die_key(asked_for(s)), "to": a - rules.TURN_TO + 1}
    if s.phase == rules.LIFT:
        if a == rules.LIFTED:
            return {"lift": "none"}
        place, kind = divmod(a - rules.LIFT_FROM, rules.KINDS)
        return {"lift": die_key(kind), "from": card_key(s, seat, place)}
    return {"put": die_key(asked_for(s)), "on": card_key(s, seat, a - rules.PUT_ON)}


def text(s: State, a: int, say: Words) -> str:
    seat = rules.player(s)
    if s.phase == rules.ROLL:
        return str(a + 1)
    if s.phase == rules.REROLL:
        if a < rules.PLACES:
            return say("reroll {card}", card=card_word(s, seat, a, say))
        return say("reroll all {colour} dice", colour=colour_word(a - rules.PLACES, say))
    if s.phase == rules.ACTIVATE:
        if a == rules.USE_NONE:
            return say("activate nothing")
        return say("activate {card}", card=card_word(s, seat, a - rules.USE, say))
    if s.phase == rules.DISTRIBUTE:
        return say("give {die}", die=die_word(a - rules.GIVE, say))
    if s.phase == rules.AIM:
        return say("both dice to {name}", name=colour_word(a - rules.AIM_AT, say))
    if s.phase == rules.TURN_DICE:
        die = die_word(asked_for(s), say)
        return say("set {die} to {face}", die=die, face=a - rules.TURN_TO + 1)
    if s.phase == rules.LIFT:
        if a == rules.LIFTED:
            return say("lift no more")
        place, kind = divmod(a - rules.LIFT_FROM, rules.KINDS)
        die = die_word(kind, say)
        return say("lift {die} from {card}", die=die, card=card_word(s, seat, place, say))
    card = card_word(s, seat, a - rules.PUT_ON, say)
    return say("{die} on {card}", die=die_word(asked_for(s), say), card=card)


ENGLISH = Words("en", ())


def refusal(s: State, a: int | None) -> tuple[str, str]:
    seat = rules.player(s)
    if seat == OVER:
        return "the game is over", "CO-7"
    if seat == CHANCE:
        return f"a die is rolled: expected an outcome from 0 to {rules.FACES - 1}", "CO-4"
    n = -1 if a is None else a
    if s.phase == rules.REROLL:
        return refused_reroll(s, n)
    if s.phase == rules.ACTIVATE:
        if rules.USE <= n < rules.USE_NONE:
            return f"{card_word(s, seat, n - rules.USE, ENGLISH)} is not complete", "CO-10"
        return f"expected a card from {numbers(rules.USE, 3)}, or {rules.USE_NONE} for none", "CO-6"
    if s.phase == rules.DISTRIBUTE:
        return refused_gift(s, n)
    if s.phase == rules.AIM:
        return f"expected another player from {numbers(rules.AIM_AT, s.seats)}", "CO-12"
    if s.phase == rules.TURN_DICE:
        return f"expected a face from {numbers(rules.TURN_TO, rules.FACES)}", "CO-13"
    if s.phase == rules.LIFT:
        return refused_lift(s, n)
    die = die_word(asked_for(s), ENGLISH)
    if rules.PUT_ON <= n < rules.USE:
        card = card_word(s, seat, n - rules.PUT_ON, ENGLISH)
        return f"{die} does not fit on {card}", "CO-9"
    clause = {rules.ASSIGN: "CO-5", rules.RECEIVE: "CO-8", rules.LAY_DOWN: "CO-13"}[int(s.phase)]
    return f"expected a card for {die} from {numbers(rules.PUT_ON, rules.PLACES)}", clause


def numbers(begin: int, count: int) -> str:
    return f"{begin} to {begin + count - 1}"


def refused_reroll(s: State, n: int) -> tuple[str, str]:
    if 0 <= n < rules.PLACES:
        return f"no die lies on {card_word(s, s.to_move, n, ENGLISH)}", "CO-4"
    if rules.PLACES <= n < rules.REROLLS:
        return f"no {COLOUR_KEYS[n - rules.PLACES]} die lies on your cards", "CO-4"
    cards = numbers(0, rules.PLACES)
    return f"expected a card from {cards} or a colour from {numbers(4, rules.COLOURS)}", "CO-4"


def refused_gift(s: State, n: int) -> tuple[str, str]:
    kind = n - rules.GIVE
    if not 0 <= kind < rules.KINDS:
        return f"expected a die from {numbers(rules.GIVE, rules.KINDS)}", "CO-11"
    if s.dice[rules.TRAY, kind]:
        return "nobody is given a die of the own colour while there is another", "CO-14"
    return f"no {die_word(kind, ENGLISH)} is left to be given", "CO-11"


def refused_lift(s: State, n: int) -> tuple[str, str]:
    if not rules.LIFT_FROM <= n < rules.LIFTED:
        begin, end = rules.LIFT_FROM, rules.LIFTED
        return f"expected a die from {begin} to {end - 1}, or {end} for no more", "CO-13"
    place, kind = divmod(n - rules.LIFT_FROM, rules.KINDS)
    card = card_word(s, s.to_move, place, ENGLISH)
    return f"no {die_word(kind, ENGLISH)} lies on {card}", "CO-13"


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[str]:
    """What just happened. Where dice were laid is not told: the cards show it."""
    return [*happened(before, a, after, say, names), *ending(after, say, names)]


def happened(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[str]:
    seat = int(before.to_move)
    name = names[seat]
    if before.phase == rules.ROLL and after.phase != rules.ROLL:
        return [say("{name} rolled {dice}.", name=name, dice=dice_words(after, rules.HAND, say))]
    if before.phase == rules.REROLL:
        if a < rules.PLACES:
            return [say("{name} rerolled {card}.", name=name, card=card_word(before, seat, a, say))]
        colour = colour_word(a - rules.PLACES, say)
        return [say("{name} rerolled all {colour} dice.", name=name, colour=colour)]
    if before.phase == rules.ACTIVATE and a != rules.USE_NONE:
        place = a - rules.USE
        card, back = card_word(before, seat, place, say), card_word(after, seat, place, say)
        return [say("{name} activated {card}: now {back} is up.", name=name, card=card, back=back)]
    if before.phase == rules.DISTRIBUTE:
        return [given(before, a - rules.GIVE, int(before.due), say, names)]
    if before.phase == rules.AIM:
        both = kinds_in(before, rules.TRAY)
        return [given(before, kind, a - rules.AIM_AT, say, names) for kind in both]
    if before.phase == rules.TURN_DICE:
        die, face = die_word(asked_for(before), say), a - rules.TURN_TO + 1
        return [say("{name} set {die} to {face}.", name=name, die=die, face=face)]
    return []


def given(s: State, kind: int, due: int, say: Words, names: Sequence[str]) -> str:
    name, die = names[int(s.to_move)], die_word(kind, say)
    if due == s.to_move:
        return say("{name} put {die} in the Compost.", name=name, die=die)
    if due == kind // rules.FACES:
        return say(
            "{name} got no {die}, the own colour: it went to the Compost.",
            name=names[due],
            die=die,
        )
    return say("{name} gave {die} to {taker}.", name=name, die=die, taker=names[due])


def ending(s: State, say: Words, names: Sequence[str]) -> list[str]:
    if s.phase != rules.END:
        return []
    if s.winner != rules.NOBODY:
        return [say("{name} got rid of all dice.", name=names[int(s.winner)])]
    if rules.is_stuck(s):
        return [say("One die each, and Different is up nowhere: nobody can finish.")]
    return [say.many("{n} turn is over.", "{n} turns are over.", int(s.turn))]


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    first = max(seat, 0)
    seats = [(first + i) % int(s.seats) for i in range(s.seats)]
    return Scene(
        prompt=prompt(s, say, names),
        areas=(*(cards_area(s, i, i == seat, say, names[i]) for i in seats), compost_area(s, say)),
        pieces=tuple(piece for i in seats for piece in pieces_of(s, i)),
        seats=tuple(seat_line(s, i, say, names[i]) for i in range(s.seats)),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
    )


def prompt(s: State, say: Words, names: Sequence[str]) -> str:
    if s.phase == rules.END:
        if s.winner == rules.NOBODY:
            return say("The game is drawn.")
        return say("The game is over; the winner: {name}!", name=names[int(s.winner)])
    name = names[int(s.to_move)]
    if s.phase == rules.ROLL:
        colour = colour_word(rules.next_colour(s), say)
        return say("{name}: roll a die ({colour}).", name=name, colour=colour)
    if s.phase == rules.REROLL:
        return say("{name}: which dice do you reroll?", name=name)
    if s.phase == rules.ACTIVATE:
        return say("{name}: which card do you activate?", name=name)
    if s.phase == rules.DISTRIBUTE:
        if s.due == s.to_move:
            return say("{name}: which die goes to the Compost?", name=name)
        return say("{name}: which die for {taker}?", name=name, taker=names[int(s.due)])
    if s.phase == rules.AIM:
        return say("{name}: who gets both dice?", name=name)
    if s.phase == rules.LIFT:
        return say("{name}: which dice do you lift and lay anew?", name=name)
    die = die_word(asked_for(s), say)
    if s.phase == rules.TURN_DICE:
        return say("{name}: set {die} to which face?", name=name, die=die)
    if s.phase == rules.RECEIVE:
        return say("{name}: you are given {die}. Where to?", name=names[int(s.due)], die=die)
    return say("{name}: {die}. Where to?", name=name, die=die)


def cards_area(s: State, seat: int, is_viewer: bool, say: Words, name: str) -> Area:
    """The four cards, and below them the dice in hand or to be given away."""
    cells = [
        Cell(
            key=f"card:{seat}:{place}",
            label=card_word(s, seat, place, say),
            note=note(s, seat, place, is_viewer, say),
        )
        for place in range(rules.PLACES)
    ]
    if in_hand(s, seat):
        cells.append(Cell(key="hand", label=say("In hand")))
    if s.phase != rules.END and seat == s.to_move and s.kinds[rules.TRAY]:
        away = say("To be set") if s.phase == rules.TURN_DICE else say("To be given")
        cells.append(Cell(key="tray", label=away))
    title = f"{name} · {colour_word(seat, say)}"
    return Area(key=f"cards:{seat}", layout="list", title=title, cells=tuple(cells))


def in_hand(s: State, seat: int) -> bool:
    """Whether this seat rolls, or assigns."""
    if s.phase == rules.ROLL:
        return bool(seat == s.to_move)
    return bool(s.kinds[rules.HAND]) and seat == rules.player(s)


def note(s: State, seat: int, place: int, is_viewer: bool, say: Words) -> str:
    """To the viewer what fits and what is complete; of the others what is complete."""
    complete = rules.is_complete(s, seat, place)
    if not is_viewer:
        return "✓" if complete else ""
    faces = [str(face + 1) for face in range(rules.FACES) if rules.fits(s, seat, place, face)]
    which = say("any") if len(faces) == rules.FACES else " ".join(faces)
    if not complete:
        return say("fits {faces}", faces=which)
    return say("✓ complete, fits {faces}", faces=which) if faces else say("✓ complete")


def pieces_of(s: State, seat: int) -> Iterator[Piece]:
    for place in range(rules.PLACES):
        heap = rules.heap_of(seat, place)
        by_face = sorted(kinds_in(s, heap), key=lambda kind: kind % rules.FACES)
        yield from dice_pieces(by_face, f"card:{seat}:{place}")
    if in_hand(s, seat):
        yield from dice_pieces(kinds_in(s, rules.HAND), "hand")
    if seat == s.to_move:
        yield from dice_pieces(kinds_in(s, rules.TRAY), "tray")
    cell = "hand" if in_hand(s, seat) else f"card:{seat}:{rules.STOVE}"
    for colour in range(rules.COLOURS):
        for i in range(s.unrolled[seat, colour]):
            key = f"unrolled:{seat}:{COLOUR_KEYS[colour]}:{i}"
            yield Piece(key=key, kind="die", cell=cell, text="?", colour=COLOURS[colour])


def dice_pieces(kinds: Iterator[int] | list[int], cell: str) -> Iterator[Piece]:
    so_far: dict[int, int] = {}
    for kind in kinds:
        colour, face = divmod(kind, rules.FACES)
        i = so_far[kind] = so_far.get(kind, -1) + 1
        yield Piece(
            key=die_piece_key(cell, kind, i),
            kind="die",
            cell=cell,
            text=str(face + 1),
            colour=COLOURS[colour],
            pips=face + 1,
        )


def die_piece_key(cell: str, kind: int, i: int = 0) -> str:
    return f"{cell}:{die_key(kind)}:{i}"


def compost_area(s: State, say: Words) -> Area:
    n = int(s.compost.sum())
    cell = Cell(key="compost", label=say("Compost"), note=say.many("{n} die", "{n} dice", n))
    return Area(key="compost", layout="list", title=say("Out of the game"), cells=(cell,))


def seat_line(s: State, seat: int, say: Words, name: str) -> SeatLine:
    dice = int(rules.dice_on_cards(s, seat) + s.unrolled[seat].sum())
    if in_hand(s, seat):
        dice += int(s.many[rules.HAND])
    words = colour_word(seat, say) + " · " + say.many("{n} die", "{n} dice", dice)
    if s.phase == rules.DISTRIBUTE and seat == s.due:
        words += " · " + (say("composts next") if seat == s.to_move else say("gets the next die"))
    share = 0.0
    if s.phase == rules.END:
        out = np.zeros(s.seats)
        rules.returns(s, out)
        share = float(out[seat])
    return SeatLine(
        name=name,
        icon=ICONS[seat],
        text=words,
        to_move=bool(seat == rules.player(s) or (s.phase == rules.ROLL and seat == s.to_move)),
        share=share,
    )


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = np.empty(rules.ACTIONS, np.int64)
    legal = [int(a) for a in out[: rules.legal(s, out)]]
    return tuple(Choice(action=a, text=named(s, a, say, names), at=place_of(s, a)) for a in legal)


def named(s: State, a: int, say: Words, names: Sequence[str]) -> str:
    """As `text`, with the receiver's name, and without the die that the prompt asks for."""
    if s.phase == rules.AIM:
        return say("both dice to {name}", name=names[a - rules.AIM_AT])
    if rules.PUT_ON <= a < rules.USE:
        return card_word(s, rules.player(s), a - rules.PUT_ON, say)
    return text(s, a, say)


def place_of(s: State, a: int) -> str:
    """The cell, the die or the cards a choice belongs to."""
    seat = rules.player(s)
    if a < rules.PLACES:
        return f"card:{seat}:{a}"
    if a < rules.REROLLS or a in (rules.USE_NONE, rules.LIFTED):
        return f"cards:{seat}"
    if a < rules.USE:
        return f"card:{seat}:{a - rules.PUT_ON}"
    if a < rules.USE_NONE:
        return f"card:{seat}:{a - rules.USE}"
    if a < rules.AIM_AT:
        return die_piece_key("tray", a - rules.GIVE)
    if a < rules.TURN_TO:
        return f"cards:{a - rules.AIM_AT}"
    if a < rules.LIFT_FROM:
        return "tray"
    place, kind = divmod(a - rules.LIFT_FROM, rules.KINDS)
    return die_piece_key(f"card:{seat}:{place}", kind)


def score(s: State, seat: int) -> int:
    """CO-7 who has none left has won."""
    return int(rules.dice_on_cards(s, seat))


def score_unit(seats: int, say: Words) -> str:
    return say("dice left")
