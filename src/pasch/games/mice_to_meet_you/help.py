"""What a thing of Mice to Meet You's table is, and what it is for."""

from pasch.core.game.numbers import count
from pasch.core.game.position import State
from pasch.core.words import Words
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.finish import rungs
from pasch.games.mice_to_meet_you.tell import card_key

SEATS = range(rules.SEATS)
CARDS = {card_key(seat, card): (seat, card) for seat in SEATS for card in range(1, rules.CARDS + 1)}
HANDS = {f"cards:{seat}": seat for seat in SEATS}
DICE = {f"die:{die}": die for die in range(rules.DICE)}
GRADES = {f"grade:{grade}": grade for grade in range(rules.BEST + 1)}


def help(s: State, key: str, say: Words) -> str:
    if key in CARDS:
        return card_help(s, *CARDS[key], say)
    if key in HANDS:
        return hand_help(s, HANDS[key], say)
    if key in DICE:
        return die_help(s, DICE[key], say)
    if key in GRADES:
        return grade_help(s, GRADES[key], say)
    return middle_help(s, key, say)


def middle_help(s: State, key: str, say: Words) -> str:
    if key == "nuts":
        return nuts_help(s, say)
    if key == "grades" and s.seats == 1:
        return say(
            "What your catch is worth: first catch every mouse, then each dice card still open "
            "makes the grade better."
        )
    if key == "used":
        return say("These dice made the sum for the card that was played: they are used up.")
    if key in ("roll", "tray"):
        return roll_help(s, say)
    return ""


# Cards


def card_help(s: State, seat: int, card: int, say: Words) -> str:
    if seat >= s.seats:
        return ""
    if card in VALUES:
        return dice_card_help(s, seat, VALUES.index(card), say)
    if s.hand[seat] & rules.BIT[card]:
        return mouse_help(s, card, say)
    if s.caged[seat] and s.cage[seat, s.caged[seat] - 1] == card:
        return caged_help(s, card, say)
    return ""


def mouse_help(s: State, card: int, say: Words) -> str:
    """MTY-7, MTY-16; MTY-21 alone"""
    if s.seats == 1:
        return say("Mouse {card}, still free: a sum of {card} cages it. Catch them all!", card=card)
    return say(
        "Mouse {card}, still free: a sum of {card} cages it. Left, it counts {card} in the "
        "end, and the lowest total wins.",
        card=card,
    )


def caged_help(s: State, card: int, say: Words) -> str:
    """MTY-9; MTY-18 alone"""
    if s.seats == 1:
        return say("Mouse {card}, the last one caught. What is in the cage stays there.", card=card)
    return say(
        "Mouse {card}, on top of the cage. After a miss its owner may have to take it back.",
        card=card,
    )


def dice_card_help(s: State, seat: int, i: int, say: Words) -> str:
    """MTY-2, MTY-4, MTY-7; MTY-18 alone"""
    values = {"card": VALUES[i], "dice": dice_word(s.reds[1 << i], s.yellows[1 << i], say)}
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


def dice_word(red: int, yellow: int, say: Words) -> str:
    said = []
    if red:
        said.append(say.many("{n} red die", "{n} red dice", red))
    if yellow:
        said.append(say.many("{n} yellow die", "{n} yellow dice", yellow))
    return " + ".join(said)


def hand_help(s: State, seat: int, say: Words) -> str:
    """MTY-15, MTY-16; MTY-21 alone"""
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


def die_help(s: State, die: int, say: Words) -> str:
    """MTY-5, MTY-10; MTY-19 alone. Once some are used, it is told where they lie."""
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


def roll_help(s: State, say: Words) -> str:
    """MTY-5, MTY-6; MTY-10..13 what is left; MTY-19 alone"""
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


def nuts_help(s: State, say: Words) -> str:
    """MTY-6, MTY-12; MTY-19, MTY-20 alone"""
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


def grade_help(s: State, grade: int, say: Words) -> str:
    """MTY-22"""
    if s.seats > 1:
        return ""
    name, takes = rungs(1, say)[grade]
    return say("Grade {n}, “{name}”: {takes}.", n=grade, name=name, takes=takes)
