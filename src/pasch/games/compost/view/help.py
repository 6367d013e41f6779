"""What a thing of Compost's table is, and what it is for. A die leaves it to where it lies."""

from pasch.games.compost import rules
from pasch.games.compost.view.cards import name_of
from pasch.games.compost.view.things import (
    CARD,
    CARDS,
    COLOUR,
    COLOUR_LIST,
    COMPOST,
    FACE_LIST,
    HAND,
    LAYING,
    TAKER,
    TRAY,
    colour_word,
)
from pasch.sdk import HelpTable, View, Words

# Cards


def card_help(v: View, seat: int, place: int) -> str:
    s, say = v.s, v.say
    if seat >= s.seats:
        return ""
    side = rules.side_up(s, seat, place)
    card = name_of(say, side)
    if side == rules.STOVE:
        return say(
            "{card}: any dice fit, and as many as you like, but it is never ready. What lies here "
            "waits to be rolled again.",
            card=card,
        )
    return say(
        "{card}: {fits} {does} On its back: {back}.",
        card=card,
        fits=fits_word(say, side),
        does=does_word(say, side),
        back=name_of(say, rules.SIDE_UP[place, 1 - s.flipped[seat, place]]),
    )


def fits_word(say: Words, side: int) -> str:
    """CO-9, CO-10"""
    many = {"least": rules.LEAST[side], "most": rules.MOST[side]}
    if side == rules.RUN:
        return say("different numbers, ready with {least} to {most} in a row.", **many)
    if side == rules.PAIRS:
        return say("room for two pairs, ready with one or both.")
    if side == rules.TARGET:
        return say("any numbers, ready with {most}.", most=rules.MOST[side])
    if side == rules.CONTROL:
        return say("any numbers, ready with {least} to {most}.", **many)
    if side == rules.KIND:
        return say("equal numbers, ready with {least} to {most}.", **many)
    return say("different numbers, ready with {least} to {most}.", **many)


def does_word(say: Words, side: int) -> str:
    """CO-11, CO-12, CO-13"""
    if side == rules.TARGET:
        return say("Activated, both go to one player of your choice.")
    if side == rules.CONTROL:
        return say("Activated, they are set as you like and laid anew, with others if you wish.")
    return say("Activated, they go round: the first to the Compost, the next to the left.")


def kitchen_help(v: View, seat: int) -> str:
    """CO-7, CO-14"""
    s, say = v.s, v.say
    if seat >= s.seats:
        return ""
    return say(
        "The kitchen of {colour}: if no die is left at the end of the own turn, {colour} wins. "
        "Nobody can give {colour} dice here.",
        colour=colour_word(say, seat),
    )


def taker_help(v: View, seat: int) -> str:
    """CO-12"""
    s, say = v.s, v.say
    if seat >= s.seats or s.phase != rules.AIM:
        return ""
    return say(
        "Both dice go to {colour}, who lays them; dice in the colour {colour} go to the Compost.",
        colour=colour_word(say, seat),
    )


# The middle


def colour_help(v: View, colour: int) -> str:
    """CO-4"""
    s, say = v.s, v.say
    first = rules.heap_of(s.to_move, 0)
    kinds = slice(colour * rules.FACES, (colour + 1) * rules.FACES)
    n = sum(sum(dice[kinds]) for dice in s.dice[first : first + rules.PLACES])
    if s.phase != rules.REROLL or not n:
        return ""
    word = colour_word(say, colour)
    return say.many(
        "This rolls {n} {colour} die again, whatever card it lies on.",
        "This rolls {n} {colour} dice again, from all cards.",
        n,
        colour=word,
    )


def hand_help(v: View) -> str:
    """CO-5, CO-8, CO-13"""
    s, say = v.s, v.say
    if s.phase == rules.ROLL:
        return say("Dice being rolled. Then each goes onto a card where it fits, or the Stove.")
    if s.phase in LAYING:
        return say(
            "Dice to be laid, the marked one first: onto a card where it fits, or onto the Stove, "
            "which takes any."
        )
    return say("Dice of Control: in the end they are laid anew, with the numbers they show now.")


def tray_help(v: View) -> str:
    """CO-11, CO-12, CO-13"""
    s, say = v.s, v.say
    if s.phase == rules.TURN_DICE:
        return say("The dice of Control: each is set to a face you like, then all are laid anew.")
    if s.phase == rules.AIM:
        return say("The dice of Target: another player of your choice gets both.")
    return say(
        "Dice to be dealt out one by one, in the order shown. Nobody gets the own colour while "
        "there is another."
    )


def colours_help(v: View) -> str:
    """CO-4"""
    return v.say("Instead of the dice of one card you may roll all dice of one colour again.")


def faces_help(v: View) -> str:
    """CO-13"""
    return v.say("The face that the marked die is to show: with Control you choose it freely.")


def compost_help(v: View) -> str:
    """CO-11"""
    return v.say.many(
        "The Compost: {n} die is out of the game. Of dice dealt out the first one goes here, "
        "and each that would come round to its giver.",
        "The Compost: {n} dice are out of the game. Of dice dealt out the first one goes here, "
        "and each that would come round to its giver.",
        sum(v.s.compost),
    )


HELP: HelpTable = (
    (CARD, card_help),
    (CARDS, kitchen_help),
    (TAKER, taker_help),
    (COLOUR, colour_help),
    (HAND, hand_help),
    (TRAY, tray_help),
    (COLOUR_LIST, colours_help),
    (FACE_LIST, faces_help),
    (COMPOST, compost_help),
)
