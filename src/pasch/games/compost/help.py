"""What a thing of Compost's table is, and what it is for."""

from pasch.core.game.position import State
from pasch.core.words import Words
from pasch.games.compost import rules
from pasch.games.compost.cards import name_of
from pasch.games.compost.choices import LAYING
from pasch.games.compost.tell import colour_word

SEATS = range(rules.SEATS)
CARDS = {f"card:{seat}:{place}": (seat, place) for seat in SEATS for place in range(rules.PLACES)}
KITCHENS = {f"cards:{seat}": seat for seat in SEATS}
TAKERS = {f"taker:{seat}": seat for seat in SEATS}
COLOURS = {f"colour:{colour}": colour for colour in range(rules.COLOURS)}


def help(s: State, key: str, say: Words) -> str:
    """A die leaves it to where it lies."""
    if key in CARDS:
        return card_help(s, *CARDS[key], say)
    if key in KITCHENS:
        return kitchen_help(s, KITCHENS[key], say)
    if key in TAKERS:
        return taker_help(s, TAKERS[key], say)
    if key in COLOURS:
        return colour_help(s, COLOURS[key], say)
    return middle_help(s, key, say)


def middle_help(s: State, key: str, say: Words) -> str:
    if key == "hand":
        return hand_help(s, say)
    if key == "tray":
        return tray_help(s, say)
    if key == "colours":
        return say("Instead of the dice of one card you may roll all dice of one colour again.")
    if key == "faces":
        return say("The face that the marked die is to show: with Control you choose it freely.")
    if key == "compost":
        return say.many(
            "The Compost: {n} die is out of the game. Of dice dealt out the first one goes here, "
            "and each that would come round to its giver.",
            "The Compost: {n} dice are out of the game. Of dice dealt out the first one goes here, "
            "and each that would come round to its giver.",
            sum(s.compost),
        )
    return ""


# Cards


def card_help(s: State, seat: int, place: int, say: Words) -> str:
    if seat >= s.seats:
        return ""
    side = rules.side_up(s, seat, place)
    card = name_of(side, say)
    if side == rules.STOVE:
        return say(
            "{card}: any dice fit, and as many as you like, but it is never ready. What lies here "
            "waits to be rolled again.",
            card=card,
        )
    return say(
        "{card}: {fits} {does} On its back: {back}.",
        card=card,
        fits=fits_word(side, say),
        does=does_word(side, say),
        back=name_of(rules.SIDE_UP[place, 1 - s.flipped[seat, place]], say),
    )


def fits_word(side: int, say: Words) -> str:
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


def does_word(side: int, say: Words) -> str:
    """CO-11, CO-12, CO-13"""
    if side == rules.TARGET:
        return say("Activated, both go to one player of your choice.")
    if side == rules.CONTROL:
        return say("Activated, they are set as you like and laid anew, with others if you wish.")
    return say("Activated, they go round: the first to the Compost, the next to the left.")


def kitchen_help(s: State, seat: int, say: Words) -> str:
    """CO-7, CO-14"""
    if seat >= s.seats:
        return ""
    return say(
        "The kitchen of {colour}: if no die is left at the end of the own turn, {colour} wins. "
        "Nobody can give {colour} dice here.",
        colour=colour_word(seat, say),
    )


def taker_help(s: State, seat: int, say: Words) -> str:
    """CO-12"""
    if seat >= s.seats or s.phase != rules.AIM:
        return ""
    return say(
        "Both dice go to {colour}, who lays them; dice in the colour {colour} go to the Compost.",
        colour=colour_word(seat, say),
    )


# The middle


def colour_help(s: State, colour: int, say: Words) -> str:
    """CO-4"""
    first = rules.heap_of(s.to_move, 0)
    kinds = slice(colour * rules.FACES, (colour + 1) * rules.FACES)
    n = sum(sum(dice[kinds]) for dice in s.dice[first : first + rules.PLACES])
    if s.phase != rules.REROLL or not n:
        return ""
    word = colour_word(colour, say)
    return say.many(
        "This rolls {n} {colour} die again, whatever card it lies on.",
        "This rolls {n} {colour} dice again, from all cards.",
        n,
        colour=word,
    )


def hand_help(s: State, say: Words) -> str:
    """CO-5, CO-8, CO-13"""
    if s.phase == rules.ROLL:
        return say("Dice being rolled. Then each goes onto a card where it fits, or the Stove.")
    if s.phase in LAYING:
        return say(
            "Dice to be laid, the marked one first: onto a card where it fits, or onto the Stove, "
            "which takes any."
        )
    return say("Dice of Control: in the end they are laid anew, with the numbers they show now.")


def tray_help(s: State, say: Words) -> str:
    """CO-11, CO-12, CO-13"""
    if s.phase == rules.TURN_DICE:
        return say("The dice of Control: each is set to a face you like, then all are laid anew.")
    if s.phase == rules.AIM:
        return say("The dice of Target: another player of your choice gets both.")
    return say(
        "Dice to be dealt out one by one, in the order shown. Nobody gets the own colour while "
        "there is another."
    )
