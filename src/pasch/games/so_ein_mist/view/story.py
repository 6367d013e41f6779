"""What happened in So ein Mist, as sentences."""

from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.view.things import (
    CARD,
    DIE,
    FIGURE,
    ICONS,
    animal_word,
    card_drawn,
    card_icon,
    card_mood,
    look_word,
)
from pasch.sdk import Told, View


def story(after: View, before: View, a: int) -> list[Told]:
    """Return what happened; of the set-up only the animals, since the ring shows the rest."""
    s, phase = before.s, before.s.phase
    if phase == rules.ANIMAL:
        last = s.seats if after.s.phase == rules.MIDDLE else s.to_move + 1
        return [got_animal(after, seat) for seat in range(s.to_move, last)]
    if phase == rules.DECIDE and a == rules.OPT_OUT:
        return moved(before, s.die, after)
    if phase == rules.ROLL:
        told = [rolled(before, a + 1, after)]
        return told if after.s.phase == rules.DECIDE else told + moved(before, a + 1, after)
    if phase == rules.REFILL:
        return [filled(before, card_drawn(s, a))]
    if phase == rules.REVEAL:
        return [passed_on(before, card_drawn(s, a))]
    return []


def got_animal(view: View, seat: int) -> Told:
    animal = view.s.animal[seat]
    name, word = view.names[seat], animal_word(view.say, animal)
    text = view.say("{name} got the {animal}.", name=name, animal=word)
    return Told(text, kind="take", seat=seat, icon=ICONS[animal])


def rolled(before: View, face: int, after: View) -> Told:
    s, say = before.s, before.say
    values = {"name": before.names[s.to_move], "face": face}
    pieces: tuple[str, ...] = ()
    if after.s.phase == rules.DECIDE:
        text = say("{name} rolled a {face}.", **values)
        pieces = (DIE(face),)
    elif s.aside & rules.BIT[face]:
        text = say("{name} rolled a second {face}: it counts.", **values)
    else:
        text = say("{name} rolled a {face}: the fifth roll counts.", **values)
    return Told(text, kind="roll", seat=s.to_move, icon="🎲", pieces=pieces)


def moved(before: View, steps: int, after: View) -> list[Told]:
    s, say, names = before.s, before.say, before.names
    mover = s.to_move
    there = after.s.at[mover]
    taker = rules.last_in_queue(s, there, mover)
    card = s.ring[there]
    values = {"name": names[mover], "steps": steps, "card": look_word(say, card)}
    if taker == mover:
        text = say("{name} moved {steps} and took the {card}.", **values)
    else:
        text = say(
            "{name} moved {steps}: the {card} went to {taker}.", taker=names[taker], **values
        )
    told = Told(
        text,
        kind="take" if taker == mover else "give",
        seat=mover,
        icon=card_icon(card),
        pieces=(FIGURE(mover),),
        mood=card_mood(card),
        to=None if taker == mover else taker,
    )
    if after.s.ring[there] == rules.GAP:
        return [told]
    return [told, filled(before, after.s.ring[there])]


def filled(before: View, card: int) -> Told:
    seat = before.s.to_move
    name, look = before.names[seat], look_word(before.say, card)
    text = before.say("{name} filled the gap: {card}.", name=name, card=look)
    return Told(text, kind="place", seat=seat, icon=card_icon(card), pieces=(CARD(card),))


def passed_on(before: View, card: int) -> Told:
    s, names = before.s, before.names
    seat = s.to_move
    left = rules.clockwise(seat, s.seats)
    values = {"name": names[seat], "card": look_word(before.say, card), "left": names[left]}
    return Told(
        before.say("{name} had passed the {card} to {left}.", **values),
        kind="give",
        seat=seat,
        icon=card_icon(card),
        mood=card_mood(card),
        to=left,
    )
