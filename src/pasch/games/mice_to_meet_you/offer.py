"""What one may do, where it lies on the board, and what it brings and costs."""

from collections.abc import Sequence
from functools import lru_cache

from pasch.core.game.numbers import counts
from pasch.core.game.position import State
from pasch.core.view.scene import Choice
from pasch.core.words import Words
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.tell import card_key, card_of, fewest, nuts_for, text

TRAY = "tray"
MARKS = "🔺🔷💚⭐🟣"  # by seat, in its colour

Faces = tuple[int, ...]


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    legal = out[: rules.legal(s, out)]
    if s.phase == rules.REACT:
        return tuple(use(s, a, say, names) for a in legal)
    if s.phase == rules.SECOND:
        return tuple(second(s, a, say) for a in legal)
    prices: dict[int, list[int]] = {}
    for a in legal:
        if a < rules.TAKE_BACK:
            prices.setdefault(card_of(s, a), []).append(nuts_for(s, a))
    return tuple(
        play(s, a, prices[card_of(s, a)], say)
        if a < rules.TAKE_BACK
        else miss(a, text(s, a, say), s.to_move, card_of(s, a), say)
        for a in legal
    )


def play(s: State, a: int, prices: Sequence[int], say: Words) -> Choice:
    """A card by one of the ways to pay for it, which together have these prices."""
    card, y = card_of(s, a), a // rules.CARDS
    left, nuts = s.yellow - y, nuts_for(s, a)
    could = users(s, card, left, nuts)
    how, leaves = way(s.red + y, card, say), leaves_word(s, left, nuts, could, say)
    only = len(prices) == 1
    return Choice(
        action=a,
        text=text(s, a, say),
        at=card_key(s.to_move, card),
        label=verb(s, card, say) if only else how,
        small=f"{how}, {leaves}" if only else leaves,
        badge=price(min(prices)),
        lights=(*lit_dice(s, left), *[card_key(i, left) for i in could]),
        asks=True,
        quiet=nuts > min(prices),
    )


@lru_cache(1 << 8)
def miss(a: int, told: str, seat: int, card: int, say: Words) -> Choice:
    """MTY-9, MTY-18 it has no place of its own: what it costs is lit."""
    if a == rules.TAKE_BACK:
        cost = say("the {card} comes back", card=card)
    elif a == rules.NOTHING:
        cost = say("costs nothing")
    elif a < rules.NOTHING:
        cost = say("the {card} opens again", card=card)
    else:
        cost = say("the {card} is lost", card=card)
    return Choice(
        action=a,
        text=told,
        at=TRAY,
        label=say("Miss"),
        small=cost,
        lights=(card_key(seat, card),) if card else (),
        asks=a != rules.NOTHING,
        quiet=True,
    )


def use(s: State, a: int, say: Words, names: Sequence[str]) -> Choice:
    """MTY-12 a nut for the active player: without any in the middle, it is one's own."""
    if a == rules.PASS:
        return Choice(action=a, text=text(s, a, say), at=TRAY, label=say("Pass"), quiet=True)
    card = card_of(s, a)
    how = way(s.standing, card, say)
    paid = how if s.supply else say("{how}, 1 🥜 for {name}", how=how, name=names[s.active])
    return with_left_dice(s, a, card, verb(s, card, say), paid, 0 if s.supply else 1, say)


def second(s: State, a: int, say: Words) -> Choice:
    """MTY-19 a nut for the right to; MTY-20 without it, one may come back."""
    if a == rules.NO_SECOND:
        earned = s.standing >= s.threshold and s.supply
        return Choice(
            action=a,
            text=text(s, a, say),
            at=TRAY,
            label=say("No second card"),
            small="+ 1 🥜" if earned else "",
            quiet=True,
        )
    card = card_of(s, a)
    label = say("Also cage the {card}", card=card)
    small = say("costs {n} 🥜", n=nuts_for(s, a))
    return with_left_dice(s, a, card, label, small, 0, say)


def with_left_dice(
    s: State, a: int, card: int, label: str, small: str, fee: int, say: Words
) -> Choice:
    return Choice(
        action=a,
        text=text(s, a, say),
        at=card_key(s.to_move, card),
        label=label,
        small=small,
        badge=price(nuts_for(s, a) + fee),
        lights=left_dice(s),
        asks=True,
    )


def verb(s: State, card: int, say: Words) -> str:
    if s.hand[s.to_move] & rules.BIT[card]:
        return say("Cage the {card}", card=card)
    return say("Turn the {card} down", card=card)


def way(total: int, card: int, say: Words) -> str:
    return f"{total} {nuts_word(card - total)}" if card != total else say("free")


def nuts_word(change: int) -> str:
    return f"{'+' if change > 0 else '−'} {abs(change)} 🥜" if change else ""


def price(nuts: int) -> str:
    return f"{nuts} 🥜" if nuts else ""


def leaves_word(s: State, left: int, nuts: int, could: list[int], say: Words) -> str:
    """What is left, and who could use it just so."""
    if not left:
        return say("leaves nothing")
    if s.seats > 1:
        return f"{say('leaves {left}', left=left)} {''.join(MARKS[i] for i in could)}".strip()
    if left >= s.threshold and s.supply + nuts:
        return say("leaves {left}: + 1 🥜", left=left)
    if could:
        return say("leaves {left} for the {left}", left=left)
    return say("leaves {left}", left=left)


def users(s: State, card: int, left: int, nuts: int) -> list[int]:
    """Who could play the card of that number, once this one is played for so many nuts."""
    if s.seats == 1:
        can = left != card and s.hand[0] & rules.BIT[left] and s.nuts[0] > nuts
        return [0] if can else []
    order = ((s.active + i) % s.seats for i in range(1, s.seats))
    return [
        seat
        for seat in order
        if rules.playable_by(s, seat) & rules.BIT[left] and (s.supply + nuts or s.nuts[seat])
    ]


def lit_dice(s: State, left: int) -> tuple[str, ...]:
    return keys_of(used_dice(faces_of(s), s.red_dice, left))


def left_dice(s: State) -> tuple[str, ...]:
    used = used_dice(faces_of(s), s.red_dice, s.unused)
    return keys_of(tuple(die for die in range(s.rolled) if die not in used))


@lru_cache(256)
def keys_of(dice: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"die:{die}" for die in dice)


def faces_of(s: State) -> Faces:
    return tuple(s.face[: s.rolled])


@lru_cache(1 << 14)
def used_dice(faces: Faces, red: int, left: int) -> tuple[int, ...]:
    """The dice of a sum that leaves so much: all red ones and as few yellow ones as will do; after
    a miss none."""
    if left == sum(faces):
        return ()
    yellow = faces[red:]
    return (*range(red), *(red + die for die in fewest(yellow, sum(yellow) - left)))


def meant(s: State, key: str) -> int | None:
    """Who taps an own card means to play it, as near as the dice come to it."""
    own = {card_key(s.to_move, card): card for card in range(1, rules.CARDS + 1)}
    card = own.get(key)
    if card is None:
        return None
    if s.phase == rules.REACT:
        return rules.USE + card - 1
    if s.phase == rules.SECOND:
        return rules.SECOND_CARD + card - 1
    sums = (y for y in range(s.yellow + 1) if s.sums >> y & 1)
    nearest: int = min(sums, key=lambda y: abs(card - s.red - y))
    return nearest * rules.CARDS + card - 1
