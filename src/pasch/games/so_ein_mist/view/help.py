"""What a thing of So ein Mist's table is, and what it is for."""

from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.view.scene import places_ahead
from pasch.games.so_ein_mist.view.things import (
    CARD,
    DICE,
    DIE,
    FACES,
    FIGURE,
    PLACE,
    RING,
    signed,
)
from pasch.sdk import HelpTable, View, Words


def ring_help(view: View) -> str:
    return view.say(
        "The ring of cards: all figures go round it clockwise. Who comes to a card takes it; "
        "if others stand there, the last of them does."
    )


def dice_help(view: View) -> str:
    return view.say(
        "The dice of this turn, {most} at most. Only the latest counts; a number that lies "
        "aside already must be moved when it comes again.",
        most=rules.ROLLS,
    )


def card_help(view: View, card: int) -> str:
    s = view.s
    return place_help(view, s.ring.index(card)) if card in s.ring else ""


def place_help(view: View, place: int) -> str:
    """Explain a place: its card, who would get it, and the number that leads there."""
    s, say = view.s, view.say
    if place >= rules.places(s):
        return ""
    card = s.ring[place]
    if card == rules.GAP:
        return gap_help(view)
    if s.turn == s.turns:
        over = say("All turns are over: it counts for nobody.")
        return f"{card_worth(view, card)} {over}"
    said = (card_worth(view, card), taker_word(view, place), way_word(view, place))
    return " ".join(filter(None, said))


def gap_help(view: View) -> str:
    """Explain an empty place of the ring (SEM-13, SEM-19)."""
    s, say = view.s, view.say
    if s.turn >= s.refills:
        return say("A gap: in the last round it stays open and is not counted as a step.")
    return say("An empty place in the ring: a card will be laid here.")


def taker_word(view: View, place: int) -> str:
    """Return who would get the card of a place (SEM-11, SEM-12)."""
    s, say = view.s, view.say
    last = rules.last_in_queue(s, place, rules.NONE)
    if last != rules.NONE:
        animal = the_animal(say, s.animal[last])
        return say(
            "If somebody moves here, the card goes to {animal}, the last in line.", animal=animal
        )
    if rules.VALUE[s.ring[place]] > 0:
        return say("Nobody stands here: whoever moves here gets it.")
    return say("Nobody stands here: whoever moves here must take it.")


def way_word(view: View, place: int) -> str:
    """Return the number that leads to a place; SEM-8 a face that lies aside must be moved."""
    s, say = view.s, view.say
    steps = dict(zip(places_ahead(s), FACES, strict=False)).get(place, 0)
    if not steps:
        return ""
    if steps == s.die and s.phase == rules.DECIDE:
        return say("The {steps} leads here now.", steps=steps)
    if s.aside & rules.BIT[steps]:
        return say("Another {steps} forces the figure here.", steps=steps)
    return say("A {steps} leads here.", steps=steps)


def card_worth(view: View, card: int) -> str:
    s, say = view.s, view.say
    value, animal = rules.VALUE[card], card // rules.OWN
    points = points_word(say, value)
    if s.doubling and animal in s.animal[: s.seats]:
        owner = list(s.animal).index(animal)
        values = {
            "points": points,
            "animal": the_animal(say, animal),
            "double": signed(rules.worth(s, owner, card)),
        }
        if value > 0:
            return say("Food: {points}, for {animal} {double}.", **values)
        return say("Dung: {points}, for {animal} {double}.", **values)
    if value > 0:
        return say("Food: {points}.", points=points)
    return say("Dung: {points}.", points=points)


def points_word(say: Words, value: int) -> str:
    return say.many("{value} point", "{value} points", abs(value), value=signed(value))


def the_animal(say: Words, animal: int) -> str:
    """Return the animal that gets something, or for which it counts."""
    return (
        say("the cow"),
        say("the sheep"),
        say("the pig"),
        say("the chicken"),
        say("the horse"),
        say("the rabbit"),
    )[animal]


def figure_help(view: View, seat: int) -> str:
    s, say = view.s, view.say
    place = s.at[seat]
    if place == rules.NONE:
        return ""
    if s.turn == s.turns:
        return say("A player's figure, where its last move has led it.")
    if seat == s.to_move and s.phase in (rules.ROLL, rules.DECIDE):
        return say("This figure is to move: clockwise, as many cards as the die shows.")
    card = s.ring[place]
    if card == rules.GAP and s.turn < s.refills:
        return say("This figure stands where a card is about to be laid.")
    if card == rules.GAP:
        return say("This figure stands at a gap: the next card there is will be its first step.")
    if rules.last_in_queue(s, place, seat) != seat:
        return say(
            "Another figure came later and stands behind this one: the card here would go to that "
            "one."
        )
    return say(
        "The last in line here: if another figure comes, the card goes to this one, {points}.",
        points=points_word(say, rules.worth(s, seat, card)),
    )


def die_help(view: View, face: int) -> str:
    """Explain a die; SEM-7 only the latest counts."""
    s, say = view.s, view.say
    if face == s.die and s.phase == rules.DECIDE:
        return say(
            "The die that counts: move {face}, or put it aside and roll on. Then another {face} "
            "must be moved.",
            face=face,
        )
    if face == s.die and s.phase == rules.REFILL:
        return say("The die that counted: it has been moved.")
    if s.aside & rules.BIT[face]:
        return say(
            "This die lies aside and counts no more. But another {face} must be moved at once.",
            face=face,
        )
    return ""


HELP: HelpTable = (
    (CARD, card_help),
    (FIGURE, figure_help),
    (PLACE, place_help),
    (DIE, die_help),
    (RING, ring_help),
    (DICE, dice_help),
)
