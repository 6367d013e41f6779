"""What a thing of Mice to Meet You's table is, and what it is for."""

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.view.things import (
    CARD,
    CARDS,
    DIE,
    GRADE,
    GRADES,
    NUTS,
    ROLL,
    TRAY,
    USED,
    grade_ladder,
)
from pasch.sdk import HelpTable, View, Words, count

# Cards


def card_help(v: View, seat: int, card: int) -> str:
    s = v.s
    if seat >= s.seats:
        return ""
    if card in VALUES:
        return dice_card_help(v, seat, VALUES.index(card))
    if s.hand[seat] & rules.BIT[card]:
        return mouse_help(v, card)
    if s.caged[seat] and s.cage[seat, s.caged[seat] - 1] == card:
        return caged_help(v, card)
    return ""


def mouse_help(v: View, card: int) -> str:
    """MTY-7, MTY-16; MTY-21 alone"""
    s, say = v.s, v.say
    if s.seats == 1:
        return say("Mouse {card}, still free: a sum of {card} cages it. Catch them all!", card=card)
    return say(
        "Mouse {card}, still free: a sum of {card} cages it. Left, it counts {card} in the "
        "end, and the lowest total wins.",
        card=card,
    )


def caged_help(v: View, card: int) -> str:
    """MTY-9; MTY-18 alone"""
    s, say = v.s, v.say
    if s.seats == 1:
        return say("Mouse {card}, the last one caught. What is in the cage stays there.", card=card)
    return say(
        "Mouse {card}, on top of the cage. After a miss its owner may have to take it back.",
        card=card,
    )


def dice_card_help(v: View, seat: int, i: int) -> str:
    """MTY-2, MTY-4, MTY-7; MTY-18 alone"""
    s, say = v.s, v.say
    values = {"card": VALUES[i], "dice": dice_word(say, s.reds[1 << i], s.yellows[1 << i])}
    is_open = s.open[seat] & rules.BIT[i]
    if s.seats == 1 and is_open:
        return say(
            "Dice card {card}: {dice} in each roll. A miss turns a dice card down for good; each "
            "one still open makes a better grade.",
            **values,
        )
    if s.seats == 1:
        return say("Dice card {card}, down for good: {dice} less in each roll.", **values)
    if not is_open:
        return say(
            "Dice card {card}, face down: {dice} less in each roll. All four down end the game; a "
            "miss may turn one up.",
            **values,
        )
    if i == rules.SIX and s.open[seat] != rules.BIT[rules.SIX]:
        return say(
            "Dice card {card}: {dice} in each roll. A sum of {card} turns it down, but only as the "
            "last of the four.",
            **values,
        )
    return say(
        "Dice card {card}: {dice} in each roll. A sum of {card} turns it down; all four down end "
        "the game.",
        **values,
    )


def dice_word(say: Words, red: int, yellow: int) -> str:
    said = []
    if red:
        said.append(say.many("{n} red die", "{n} red dice", red))
    if yellow:
        said.append(say.many("{n} yellow die", "{n} yellow dice", yellow))
    return " + ".join(said)


def hand_help(v: View, seat: int) -> str:
    """MTY-15, MTY-16; MTY-21 alone"""
    s, say = v.s, v.say
    if seat >= s.seats:
        return ""
    mice = say.many("{n} mouse is still free", "{n} mice are still free", count(s.hand[seat]))
    if s.seats == 1:
        return say(
            "{mice}. Nuts: {nuts}. Catch all before the four dice cards are down. An empty "
            "place is a mouse caught.",
            mice=mice,
            nuts=s.nuts[seat],
        )
    return say(
        "{mice}, {points} together, and the lowest total wins. Nuts: {nuts}. An empty place is "
        "a mouse caught.",
        mice=mice,
        points=rules.points(s, seat),
        nuts=s.nuts[seat],
    )


# The roll


def die_help(v: View, die: int) -> str:
    """MTY-5, MTY-10; MTY-19 alone. Once some are used, it is told where they lie."""
    s, say = v.s, v.say
    if die >= s.rolled or s.phase in (rules.REACT, rules.SECOND):
        return ""
    if die < s.red_dice:
        return say("A red bacon die: it is always part of the sum.")
    if s.seats == 1:
        return say(
            "A yellow cheese die: add it to the sum, or leave it over for a second card or a nut."
        )
    return say(
        "A yellow cheese die: add it to the sum, or leave it over. The others may use what is left."
    )


def roll_help(v: View) -> str:
    """MTY-5, MTY-6; MTY-10..13 what is left; MTY-19 alone"""
    s, say = v.s, v.say
    if s.phase == rules.REACT:
        return say(
            "Left over: {left}. In turn the others may each play a card for the whole sum; the "
            "active player gets a nut each time.",
            left=s.standing,
        )
    if s.phase == rules.SECOND:
        return say(
            "Left over: {left}. For a nut you may play a second card for the whole sum.",
            left=s.standing,
        )
    return say(
        "The roll of all open dice cards: all red dice and any of the yellow ones make the sum. "
        "That is the card to play."
    )


# Nuts and grades


def nuts_help(v: View) -> str:
    """MTY-6, MTY-12; MTY-19, MTY-20 alone"""
    s, say = v.s, v.say
    if s.seats == 1:
        return say(
            "Nuts in the middle: {n}. A nut changes your sum by one or buys a second card. With "
            "{least} or more left over you take one from here.",
            n=s.supply,
            least=s.threshold,
        )
    if not s.supply:
        return say(
            "No nut in the middle: who uses the roll of another player pays with an own one. Each "
            "one spent changes a sum by one and comes here."
        )
    return say(
        "Nuts in the middle: {n}. Each one spent changes a sum by one. Whoever's roll another "
        "player uses gets one from here.",
        n=s.supply,
    )


def grade_help(v: View, grade: int) -> str:
    """MTY-22"""
    s, say = v.s, v.say
    if s.seats > 1:
        return ""
    name, takes = grade_ladder(say)[grade]
    return say("Grade {n}, “{name}”: {takes}.", n=grade, name=name, takes=takes)


def grades_help(v: View) -> str:
    """MTY-22"""
    if v.s.seats > 1:
        return ""
    return v.say(
        "What your catch is worth: first catch every mouse, then each dice card still open "
        "makes the grade better."
    )


def used_help(v: View) -> str:
    """MTY-10"""
    return v.say("These dice made the sum for the card that was played: they are used up.")


HELP: HelpTable = (
    (CARD, card_help),
    (CARDS, hand_help),
    (DIE, die_help),
    (GRADE, grade_help),
    (NUTS, nuts_help),
    (GRADES, grades_help),
    (USED, used_help),
    (ROLL, roll_help),
    (TRAY, roll_help),
)
