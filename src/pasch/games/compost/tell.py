"""Compost in words: what one may do, why not, and what happened."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from pasch.core.game.numbers import each, first
from pasch.core.game.position import CHANCE, OVER, State
from pasch.core.view.scene import Told
from pasch.core.words import Words
from pasch.games.compost import rules

COLOUR_KEYS = ("red", "blue", "green", "yellow", "neutral")
SIDE_KEYS = ("run", "kind", "pairs", "stove", "different", "control", "target")


@lru_cache(1 << 8)
def colour_word(colour: int, say: Words) -> str:
    return (say("red"), say("blue"), say("green"), say("yellow"), say("neutral"))[colour]


@lru_cache(1 << 8)
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


@lru_cache(1 << 8)
def die_word(kind: int, say: Words) -> str:
    colour, face = divmod(kind, rules.FACES)
    return f"{colour_word(colour, say)} {face + 1}"


@lru_cache(1 << 6)
def die_key(kind: int) -> str:
    colour, face = divmod(kind, rules.FACES)
    return f"{COLOUR_KEYS[colour]} {face + 1}"


@lru_cache(1 << 12)
def die_piece_key(cell: str, kind: int, i: int = 0) -> str:
    return f"{cell}:{kind_key(kind)}:{i}"


def kind_key(kind: int) -> str:
    return die_key(kind).replace(" ", "-")


def card_word(s: State, seat: int, place: int, say: Words) -> str:
    return side_word(rules.side_up(s, seat, place), say)


def card_key(s: State, seat: int, place: int) -> str:
    return SIDE_KEYS[rules.side_up(s, seat, place)]


def kinds_in(s: State, heap: int) -> Iterator[int]:
    """The kind of every die of a heap, in the order in which dice are asked for."""
    for kind in each(s.kinds[heap]):
        for _ in range(s.dice[heap, kind]):
            yield kind


def asked_for(s: State) -> int:
    """The die to be assigned, laid down or set."""
    return first(s.kinds[rules.TRAY if s.phase == rules.TURN_DICE else rules.HAND])


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
    return put_words(asked_for(s), rules.side_up(s, seat, a - rules.PUT_ON), say)


def put_words(kind: int, side: int, say: Words) -> str:
    return say("{die} on {card}", die=die_word(kind, say), card=side_word(side, say))


def refusal(s: State, a: int | None, say: Words) -> tuple[str, str]:
    seat = rules.player(s)
    if seat == OVER:
        return say("the game is over"), "CO-7"
    if seat == CHANCE:
        last = rules.FACES - 1
        return say("a die is rolled: expected an outcome from 0 to {last}", last=last), "CO-4"
    n = -1 if a is None else a
    if s.phase == rules.REROLL:
        return refused_reroll(s, n, say)
    if s.phase == rules.ACTIVATE:
        return refused_card(s, n, say)
    if s.phase == rules.DISTRIBUTE:
        return refused_gift(s, n, say)
    if s.phase == rules.AIM:
        players = numbers(rules.AIM_AT, s.seats)
        return say("expected another player ({first} to {last})", **players), "CO-12"
    if s.phase == rules.TURN_DICE:
        faces = numbers(rules.TURN_TO, rules.FACES)
        return say("expected a face of the die ({first} to {last})", **faces), "CO-13"
    if s.phase == rules.LIFT:
        return refused_lift(s, n, say)
    return refused_place(s, n, say)


def numbers(first: int, count: int) -> dict[str, int]:
    return {"first": first, "last": first + count - 1}


def refused_reroll(s: State, n: int, say: Words) -> tuple[str, str]:
    if 0 <= n < rules.PLACES:
        return say("no die lies on {card}", card=card_word(s, s.to_move, n, say)), "CO-4"
    if rules.PLACES <= n < rules.REROLLS:
        colour = colour_word(n - rules.PLACES, say)
        return say("no {colour} die lies on your cards", colour=colour), "CO-4"
    return (
        say(
            "expected a card (0 to {card}) or a colour ({first} to {last})",
            card=rules.PLACES - 1,
            **numbers(rules.PLACES, rules.COLOURS),
        ),
        "CO-4",
    )


def refused_card(s: State, n: int, say: Words) -> tuple[str, str]:
    if rules.USE <= n < rules.USE_NONE:
        card = card_word(s, s.to_move, n - rules.USE, say)
        return say("{card} is not complete", card=card), "CO-10"
    none, cards = rules.USE_NONE, numbers(rules.USE, rules.USE_NONE - rules.USE)
    return say("expected a card ({first} to {last}) or none ({none})", none=none, **cards), "CO-6"


def refused_gift(s: State, n: int, say: Words) -> tuple[str, str]:
    kind = n - rules.GIVE
    if not 0 <= kind < rules.KINDS:
        dice = numbers(rules.GIVE, rules.KINDS)
        return say("expected a die to give ({first} to {last})", **dice), "CO-11"
    if s.dice[rules.TRAY, kind]:
        said = say("nobody is given a die of the own colour while there is another")
        return said, "CO-14"
    return say("no {die} is left to be given", die=die_word(kind, say)), "CO-11"


def refused_lift(s: State, n: int, say: Words) -> tuple[str, str]:
    if not rules.LIFT_FROM <= n < rules.LIFTED:
        none, dice = rules.LIFTED, numbers(rules.LIFT_FROM, rules.LIFTED - rules.LIFT_FROM)
        said = say(
            "expected a die to lift ({first} to {last}) or no more ({none})", none=none, **dice
        )
        return said, "CO-13"
    place, kind = divmod(n - rules.LIFT_FROM, rules.KINDS)
    card = card_word(s, s.to_move, place, say)
    return say("no {die} lies on {card}", die=die_word(kind, say), card=card), "CO-13"


def refused_place(s: State, n: int, say: Words) -> tuple[str, str]:
    die = die_word(asked_for(s), say)
    if rules.PUT_ON <= n < rules.USE:
        card = card_word(s, rules.player(s), n - rules.PUT_ON, say)
        return say("{die} does not fit on {card}", die=die, card=card), "CO-9"
    clause = {rules.ASSIGN: "CO-5", rules.RECEIVE: "CO-8", rules.LAY_DOWN: "CO-13"}[s.phase]
    cards = numbers(rules.PUT_ON, rules.PLACES)
    return say("expected a card for {die} ({first} to {last})", die=die, **cards), clause


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    """What just happened. Where dice were laid is not told: the cards show it."""
    return [*happened(before, a, after, say, names), *ending(after, say, names)]


def happened(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    name = names[before.to_move]
    if before.phase == rules.ROLL and after.phase != rules.ROLL:
        return [rolled(after, say, name)]
    if before.phase == rules.REROLL:
        return [taken_up(before, a, after, say, name)]
    if before.phase == rules.ACTIVATE:
        return [activated(before, a, say, name)]
    if before.phase == rules.DISTRIBUTE:
        return [given(before, a - rules.GIVE, before.due, 0, say, names)]
    if before.phase == rules.AIM:
        both = list(kinds_in(before, rules.TRAY))
        return [
            given(before, kind, a - rules.AIM_AT, both[:i].count(kind), say, names)
            for i, kind in enumerate(both)
        ]
    if before.phase == rules.TURN_DICE:
        return [turned(before, a - rules.TURN_TO, after, say, name)]
    return []


def rolled(s: State, say: Words, name: str) -> Told:
    dice = list(kinds_in(s, rules.HAND))
    return Told(
        say("{name} rolled {dice}.", name=name, dice=dice_words(s, rules.HAND, say)),
        kind="roll",
        seat=s.to_move,
        icon="🎲",
        pieces=tuple(hand_key(kind, dice[:i].count(kind)) for i, kind in enumerate(dice)),
    )


def hand_key(kind: int, i: int) -> str:
    return die_piece_key("hand", kind, i)


def unrolled_key(seat: int, colour: int, i: int) -> str:
    return f"unrolled:{seat}:{COLOUR_KEYS[colour]}:{i}"


def taken_up(before: State, a: int, after: State, say: Words, name: str) -> Told:
    seat = before.to_move
    if a < rules.PLACES:
        text = say("{name} rerolled {card}.", name=name, card=card_word(before, seat, a, say))
    else:
        colour = colour_word(a - rules.PLACES, say)
        text = say("{name} rerolled all {colour} dice.", name=name, colour=colour)
    pieces = (
        unrolled_key(seat, colour, i)
        for colour in range(rules.COLOURS)
        for i in range(after.unrolled[seat, colour])
    )
    return Told(text, kind="take", seat=seat, icon="🎲", pieces=tuple(pieces))


def activated(s: State, a: int, say: Words, name: str) -> Told:
    seat = s.to_move
    if a == rules.USE_NONE:
        return Told(say("{name} activated nothing.", name=name), kind="pass", seat=seat)
    card = card_word(s, seat, a - rules.USE, say)
    text = say("{name} activated {card}.", name=name, card=card)
    return Told(text, kind="turn", seat=seat, mood="good")


def given(s: State, kind: int, due: int, i: int, say: Words, names: Sequence[str]) -> Told:
    """A die for who is due, the i-th of its kind."""
    seat = s.to_move
    name, die = names[seat], die_word(kind, say)
    if due == seat:
        text = say("{name} put {die} in the Compost.", name=name, die=die)
        return Told(text, kind="compost", seat=seat, icon="🌱", mood="good")
    if due == kind // rules.FACES:
        text = say("To the Compost: {die}, the own colour of {name}.", name=names[due], die=die)
        return Told(text, kind="compost", seat=seat, icon="🌱", mood="good", to=due)
    return Told(
        say("{name} gave {die} to {taker}.", name=name, die=die, taker=names[due]),
        kind="give",
        seat=seat,
        icon="🎲",
        pieces=(hand_key(kind, i),),
        mood="bad",
        to=due,
    )


def turned(before: State, face: int, after: State, say: Words, name: str) -> Told:
    kind = asked_for(before)
    now = kind - kind % rules.FACES + face
    return Told(
        say("{name} set {die} to {face}.", name=name, die=die_word(kind, say), face=face + 1),
        kind="turn",
        seat=before.to_move,
        icon="🎲",
        pieces=(hand_key(now, after.dice[rules.HAND, now] - 1),),
    )


def ending(s: State, say: Words, names: Sequence[str]) -> list[Told]:
    if s.phase != rules.END:
        return []
    if s.winner != rules.NOBODY:
        text = say("{name} got rid of all dice.", name=names[s.winner])
        return [Told(text, kind="end", seat=s.winner, icon="🏆", mood="good")]
    if rules.is_stuck(s):
        return [Told(say("Nobody can finish any more."), kind="end")]
    return [Told(say.many("{n} turn is over.", "{n} turns are over.", s.turn), kind="end")]
