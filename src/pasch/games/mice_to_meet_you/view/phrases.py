"""Phrases of the moves of Mice to Meet You: what they cost, and why they can't be done."""

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.view.things import MARKS, nuts_word
from pasch.sdk import Refusal, View


def play_text(v: View, is_mouse: bool, card: int, dice: str) -> str:
    if is_mouse:
        return v.say("play {card}: {dice}", card=card, dice=dice)
    return v.say("{card} down: {dice}", card=card, dice=dice)


def for_nuts(v: View, words: str, nuts: int) -> str:
    return v.say("{play}, {n} 🥜", play=words, n=nuts) if nuts else words


def verb(v: View, card: int) -> str:
    if v.s.hand[v.s.to_move] & rules.BIT[card]:
        return v.say("Cage the {card}", card=card)
    return v.say("Turn the {card} down", card=card)


def way(v: View, total: int, card: int) -> str:
    return f"{total} {nuts_word(card - total)}" if card != total else v.say("free")


def price(nuts: int) -> str:
    return f"{nuts} 🥜" if nuts else ""


def leaves_text(v: View, left: int, nuts: int, could: list[int]) -> str:
    """Return what is left, and who could use it just so."""
    s, say = v.s, v.say
    if not left:
        return say("leaves nothing")
    if s.seats > 1:
        return f"{say('leaves {left}', left=left)} {''.join(MARKS[i] for i in could)}".strip()
    if left >= s.threshold and s.supply + nuts:
        return say("leaves {left}: + 1 🥜", left=left)
    if could:
        return say("leaves {left} for the {left}", left=left)
    return say("leaves {left}", left=left)


def why_not(v: View, card: int, total: int, clause: str, is_priced: bool = False) -> Refusal:
    """Return why a seat can't play this card with this sum."""
    s, say = v.s, v.say
    if s.seats == 1 and card in VALUES:
        return say("{card} is a dice card: alone, only a miss turns it", card=card), "MTY-18"
    if card == VALUES[rules.SIX] and s.open[s.to_move] & rules.BIT[rules.SIX]:
        if s.open[s.to_move] != rules.BIT[rules.SIX]:
            return say("the 6 can only be turned as the last open dice card"), "MTY-7"
    elif not rules.playable_by(s, s.to_move) & rules.BIT[card]:
        return say("{card} is neither in the hand nor an open dice card", card=card), "MTY-7"
    return too_far(v, card, total, is_priced), clause


def too_far(v: View, card: int, total: int, is_priced: bool) -> str:
    nuts = v.s.nuts[v.s.to_move]
    values = {"total": total, "off": abs(card - total), "card": card}
    if is_priced:
        return v.say.many(
            "{total} is {off} off {card} and the price, with {n} nut",
            "{total} is {off} off {card} and the price, with {n} nuts",
            nuts,
            **values,
        )
    return v.say.many(
        "{total} is {off} off {card}, with {n} nut",
        "{total} is {off} off {card}, with {n} nuts",
        nuts,
        **values,
    )
