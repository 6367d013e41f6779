"""What happened in Mice to Meet You, as sentences."""

from collections.abc import Iterator

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.view.things import (
    CARD,
    card_of,
    keys_of,
    nuts_for,
    red_faces,
    yellow_faces,
)
from pasch.sdk import Told, View, Words, count


def story(v: View, before: View, a: int) -> Iterator[Told]:
    """Yield what the event `a` did to the view before it."""
    if before.s.phase == rules.ROLL:
        yield rolled(v)
        return
    seat, card = before.s.to_move, card_of(before.s, a)
    name = v.names[seat]
    if a == rules.PASS:
        yield Told(v.say("{name} passed.", name=name), kind="pass", seat=seat)
    elif a < rules.TAKE_BACK or rules.USE <= a < rules.NO_SECOND:
        yield played(before, card, nuts_for(before.s, a))
    elif a != rules.NO_SECOND:
        yield missed(before, a, card)
    if before.s.phase == rules.REACT and card:
        yield rewarded(before)
    if v.s.seats == 1 and v.s.supply < before.s.supply:
        yield nut_told(v.say("{name} earned a nut.", name=name), seat)
    if v.over:
        yield ending(v)


def rolled(v: View) -> Told:
    s = v.s
    return Told(
        v.say("{name} rolled: {dice}.", name=v.names[s.to_move], dice=dice_words(v)),
        kind="roll",
        seat=s.to_move,
        icon="🎲",
        pieces=keys_of(range(s.rolled)),
    )


def dice_words(v: View) -> str:
    s, say = v.s, v.say
    red = ", ".join(map(str, red_faces(s)))
    yellow = ", ".join(map(str, yellow_faces(s)))
    if not yellow:
        return say("red {red}", red=red)
    if not red:
        return say("yellow {yellow}", yellow=yellow)
    return say("red {red}; yellow {yellow}", red=red, yellow=yellow)


def played(v: View, card: int, nuts: int) -> Told:
    s, seat = v.s, v.s.to_move
    is_mouse = bool(s.hand[seat] & rules.BIT[card])
    return Told(
        played_text(v.say, v.names[seat], is_mouse, card, nuts),
        kind="place" if is_mouse else "turn",
        seat=seat,
        icon="🐭" if is_mouse else "🎲",
        pieces=(CARD(seat, card),),
        mood="good",
    )


def played_text(say: Words, name: str, is_mouse: bool, card: int, nuts: int) -> str:
    if is_mouse:
        if not nuts:
            return say("{name} caged the {card}.", name=name, card=card)
        return say.many(
            "{name} caged the {card} for {n} nut.",
            "{name} caged the {card} for {n} nuts.",
            nuts,
            name=name,
            card=card,
        )
    if not nuts:
        return say("{name} turned the {card} down.", name=name, card=card)
    return say.many(
        "{name} turned the {card} down for {n} nut.",
        "{name} turned the {card} down for {n} nuts.",
        nuts,
        name=name,
        card=card,
    )


def rewarded(v: View) -> Told:
    s, say, names = v.s, v.say, v.names
    seat, active = s.to_move, s.active
    if s.supply:
        return nut_told(say("{active} got a nut from the middle.", active=names[active]), active)
    text = say("{name} gave {active} a nut.", active=names[active], name=names[seat])
    return nut_told(text, seat, active)


def nut_told(text: str, seat: int, to: int | None = None) -> Told:
    return Told(text, kind="nut", seat=seat, icon="🥜", mood="good", to=to)


def missed(v: View, a: int, card: int) -> Told:
    seat = v.s.to_move
    return Told(
        missed_text(v.say, v.names[seat], a, card),
        kind="miss",
        seat=seat,
        icon="🚫",
        pieces=(CARD(seat, card),) if card else (),
        mood="bad",
    )


def missed_text(say: Words, name: str, a: int, card: int) -> str:
    if a == rules.TAKE_BACK:
        return say("{name} missed: the {card} is back.", name=name, card=card)
    if a == rules.NOTHING:
        return say("{name} missed.", name=name)
    if a < rules.NOTHING:
        return say("{name} missed: the {card} is open again.", name=name, card=card)
    return say("{name} missed: the {card} is lost.", name=name, card=card)


def ending(v: View) -> Told:
    s, say = v.s, v.say
    if s.phase == rules.DRAWN:
        return Told(say("It went on too long: all share the victory."), kind="end")
    if s.seats == 1 and count(s.hand[0]) == 0:
        return Told(say("The hand is empty!"), kind="end", icon="🏆", mood="good")
    return Told(say("The last dice card is down!"), kind="end", icon="🎲")
