"""What happened in Compost, as sentences. The cards themselves show where dice were laid."""

from collections.abc import Iterator

from pasch.games.compost import rules
from pasch.games.compost.view.things import (
    COLOUR_NAMES,
    HAND_DIE,
    KINDS,
    UNROLLED,
    asked_for,
    card_word,
    colour_word,
    dice_words,
    die_word,
    kinds_in,
)
from pasch.sdk import Told, View


def story(v: View, before: View, a: int) -> Iterator[Told]:
    """Yield what the event `a` did to the view before it."""
    phase = before.s.phase
    if phase == rules.ROLL and v.s.phase != rules.ROLL:
        yield rolled(v)
    elif phase == rules.REROLL:
        yield taken_up(v, before, a)
    elif phase == rules.ACTIVATE:
        yield activated(before, a)
    elif phase == rules.DISTRIBUTE:
        yield given(before, a - rules.GIVE, before.s.due, 0)
    elif phase == rules.AIM:
        both = list(kinds_in(before.s, rules.TRAY))
        for i, kind in enumerate(both):
            yield given(before, kind, a - rules.AIM_AT, both[:i].count(kind))
    elif phase == rules.TURN_DICE:
        yield turned(v, before, a - rules.TURN_TO)
    if v.s.phase == rules.END:
        yield ending(v)


def rolled(v: View) -> Told:
    s, dice = v.s, list(kinds_in(v.s, rules.HAND))
    words = dice_words(v.say, s, rules.HAND)
    return Told(
        v.say("{name} rolled {dice}.", name=v.names[s.to_move], dice=words),
        kind="roll",
        seat=s.to_move,
        icon="🎲",
        pieces=tuple(HAND_DIE(KINDS[kind], dice[:i].count(kind)) for i, kind in enumerate(dice)),
    )


def taken_up(v: View, before: View, a: int) -> Told:
    say, seat = v.say, before.s.to_move
    name = v.names[seat]
    if a < rules.PLACES:
        text = say("{name} rerolled {card}.", name=name, card=card_word(say, before.s, seat, a))
    else:
        colour = colour_word(say, a - rules.PLACES)
        text = say("{name} rerolled all {colour} dice.", name=name, colour=colour)
    pieces = (
        UNROLLED(seat, COLOUR_NAMES[colour], i)
        for colour in range(rules.COLOURS)
        for i in range(v.s.unrolled[seat, colour])
    )
    return Told(text, kind="take", seat=seat, icon="🎲", pieces=tuple(pieces))


def activated(v: View, a: int) -> Told:
    seat = v.s.to_move
    name = v.names[seat]
    if a == rules.USE_NONE:
        return Told(v.say("{name} activated nothing.", name=name), kind="pass", seat=seat)
    card = card_word(v.say, v.s, seat, a - rules.USE)
    text = v.say("{name} activated {card}.", name=name, card=card)
    return Told(text, kind="turn", seat=seat, mood="good")


def given(v: View, kind: int, due: int, i: int) -> Told:
    """Return that a die went to the seat due, the i-th of its kind."""
    say, seat = v.say, v.s.to_move
    name, die = v.names[seat], die_word(say, kind)
    if due == seat:
        text = say("{name} put {die} in the Compost.", name=name, die=die)
        return Told(text, kind="compost", seat=seat, icon="🌱", mood="good")
    if due == kind // rules.FACES:
        text = say("To the Compost: {die}, the own colour of {name}.", name=v.names[due], die=die)
        return Told(text, kind="compost", seat=seat, icon="🌱", mood="good", to=due)
    return Told(
        say("{name} gave {die} to {taker}.", name=name, die=die, taker=v.names[due]),
        kind="give",
        seat=seat,
        icon="🎲",
        pieces=(HAND_DIE(KINDS[kind], i),),
        mood="bad",
        to=due,
    )


def turned(v: View, before: View, face: int) -> Told:
    kind, seat = asked_for(before.s), before.s.to_move
    now = kind - kind % rules.FACES + face
    die = die_word(v.say, kind)
    return Told(
        v.say("{name} set {die} to {face}.", name=v.names[seat], die=die, face=face + 1),
        kind="turn",
        seat=seat,
        icon="🎲",
        pieces=(HAND_DIE(KINDS[now], v.s.dice[rules.HAND, now] - 1),),
    )


def ending(v: View) -> Told:
    s, say = v.s, v.say
    if s.winner != rules.NOBODY:
        text = say("{name} got rid of all dice.", name=v.names[s.winner])
        return Told(text, kind="end", seat=s.winner, icon="🏆", mood="good")
    if rules.is_stuck(s):
        return Told(say("Nobody can finish any more."), kind="end")
    return Told(say.many("{n} turn is over.", "{n} turns are over.", s.turn), kind="end")
