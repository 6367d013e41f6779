"""Mice to Meet You in words: what one may do, why not, and what happened."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from pasch.core.game.numbers import count
from pasch.core.game.position import CHANCE, OVER, State
from pasch.core.view.scene import Told
from pasch.core.words import Words
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES


@cache
def grade_words(say: Words) -> tuple[str, ...]:
    """MTY-22 our own words for the seven grades."""
    return (
        say("The mice dance on the table"),
        say("The mice know your traps"),
        say("One mouse waves goodbye"),
        say("All caught, just about"),
        say("Caught with a steady paw"),
        say("The best cat in the street"),
        say("Not a crumb left lying"),
    )


def grade_word(s: State, say: Words) -> str:
    return grade_words(say)[rules.grade(s)]


@cache
def card_key(seat: int, card: int) -> str:
    return f"card:{seat}:{card}"


def cards_in(cards: int) -> list[int]:
    return [card for card in range(1, rules.CARDS + 1) if cards >> card & 1]


def red_faces(s: State) -> list[int]:
    return s.face[: min(s.rolled, s.red_dice)]


def yellow_faces(s: State) -> list[int]:
    return s.face[s.red_dice : s.rolled]


def dice_for(s: State, y: int) -> str:
    """The red dice and as few yellow ones as show that sum: 5+3+6."""
    yellow = yellow_faces(s)
    used = [yellow[die] for die in fewest(tuple(yellow), y)]
    return "+".join(map(str, [*red_faces(s), *used]))


@lru_cache(1 << 14)
def fewest(faces: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Which dice show this sum, as few as will do."""
    dice = range(len(faces))
    some = (chosen for n in range(len(faces) + 1) for chosen in combinations(dice, n))
    return next(chosen for chosen in some if sum([faces[die] for die in chosen]) == total)


def card_of(s: State, a: int) -> int:
    """The card that an action moves or turns, or 0."""
    if a < rules.TAKE_BACK:
        return a % rules.CARDS + 1
    if a == rules.TAKE_BACK:
        return s.cage[s.active, s.caged[s.active] - 1]
    if rules.TURN_UP <= a < rules.NOTHING:
        return VALUES[a - rules.TURN_UP]
    if rules.USE <= a < rules.PASS:
        return a - rules.USE + 1
    if rules.SECOND_CARD <= a < rules.NO_SECOND:
        return a - rules.SECOND_CARD + 1
    if a >= rules.TURN_DOWN:
        return VALUES[a - rules.TURN_DOWN]
    return 0


def nuts_for(s: State, a: int) -> int:
    """What an action costs, the price of the unused dice apart."""
    card = card_of(s, a)
    if a < rules.TAKE_BACK:
        return abs(card - s.red - a // rules.CARDS)
    right = 1 if s.phase == rules.SECOND else 0
    return right + abs(card - s.standing)


def action(s: State, a: int) -> dict[str, Any]:
    if s.phase == rules.ROLL:
        return {"die": a + 1}
    card = card_of(s, a)
    if a < rules.TAKE_BACK:
        return {"play": card, "yellow": a // rules.CARDS}
    if a == rules.TAKE_BACK:
        return {"miss": "take back"}
    if a < rules.NOTHING:
        return {"miss": "turn up", "card": card}
    if a == rules.NOTHING:
        return {"miss": "nothing"}
    if a < rules.PASS:
        return {"use": card}
    if a == rules.PASS:
        return {"pass": True}
    if a < rules.NO_SECOND:
        return {"second": card}
    if a == rules.NO_SECOND:
        return {"second": "none"}
    return {"miss": "turn down", "card": card}


def text(s: State, a: int, say: Words) -> str:
    if s.phase == rules.ROLL:
        return str(a + 1)
    card = card_of(s, a)
    if a < rules.TAKE_BACK:
        return text_of_play(s, a, say)
    if a == rules.TAKE_BACK:
        return say("miss: take {card} back", card=card)
    if a < rules.NOTHING:
        return say("miss: turn {card} up", card=card)
    if a == rules.NOTHING:
        return say("miss")
    if a < rules.PASS:
        return for_nuts(play_word(s, card, str(s.standing), say), nuts_for(s, a), say)
    if a == rules.PASS:
        return say("pass")
    if a < rules.NO_SECOND:
        second = say("also play {card}: {dice}", card=card, dice=s.standing)
        return for_nuts(second, nuts_for(s, a), say)
    if a == rules.NO_SECOND:
        return say("no second card")
    return say("miss: turn {card} down", card=card)


def text_of_play(s: State, a: int, say: Words) -> str:
    """What the yellow dice leave over is told too: it is what the others can use."""
    y = a // rules.CARDS
    words = play_word(s, card_of(s, a), dice_for(s, y) or "0", say)
    words = for_nuts(words, nuts_for(s, a), say)
    left = s.yellow - y
    return say("{play}, leaves {left}", play=words, left=left) if left else words


def play_word(s: State, card: int, dice: str, say: Words) -> str:
    if s.hand[s.to_move] & rules.BIT[card]:
        return say("play {card}: {dice}", card=card, dice=dice)
    return say("{card} down: {dice}", card=card, dice=dice)


def for_nuts(words: str, nuts: int, say: Words) -> str:
    if not nuts:
        return words
    return say("{play}, {n} 🥜", play=words, n=nuts)


def refusal(s: State, a: int | None, say: Words) -> tuple[str, str]:
    seat = rules.player(s)
    if seat == OVER:
        return say("the game is over"), "MTY-21" if s.seats == 1 else "MTY-15"
    if seat == CHANCE:
        last = rules.FACES - 1
        return say("a die is rolled: expected an outcome from 0 to {last}", last=last), "MTY-4"
    if s.phase == rules.REACT:
        return why_no_use(s, a, say)
    if s.phase == rules.SECOND:
        return why_no_second(s, a, say)
    if a is not None and 0 <= a < rules.TAKE_BACK:
        y, card = a // rules.CARDS, a % rules.CARDS + 1
        if not s.sums >> y & 1:
            return why_no_sum(s, y, say), "MTY-5"
        return why_not(s, card, s.red + y, say, "MTY-6")
    if s.seats == 1:
        return why_no_miss_alone(s, a, say)
    return why_no_miss(a, say)


def why_no_use(s: State, a: int | None, say: Words) -> tuple[str, str]:
    left = s.standing
    if a is not None and rules.USE <= a < rules.PASS:
        return why_not(s, a - rules.USE + 1, left, say, "MTY-13", priced=not s.supply)
    said = say(
        "expected a card to use the {left} for ({first} to {last}), or to pass ({none})",
        left=left,
        **numbers(rules.USE, rules.PASS),
    )
    return said, "MTY-10"


def why_no_second(s: State, a: int | None, say: Words) -> tuple[str, str]:
    if a is not None and rules.SECOND_CARD <= a < rules.NO_SECOND:
        card = a - rules.SECOND_CARD + 1
        return why_not(s, card, s.standing, say, "MTY-19", priced=True)
    said = say(
        "expected a second card ({first} to {last}) or none ({none})",
        **numbers(rules.SECOND_CARD, rules.NO_SECOND),
    )
    return said, "MTY-19"


def numbers(first: int, none: int) -> dict[str, int]:
    return {"first": first, "last": none - 1, "none": none}


def why_no_sum(s: State, y: int, say: Words) -> str:
    faces = ", ".join(map(str, yellow_faces(s)))
    if not faces:
        return say("no yellow die was rolled")
    return say("no choice of the yellow dice ({faces}) shows {sum}", faces=faces, sum=y)


def why_not(
    s: State, card: int, total: int, say: Words, clause: str, priced: bool = False
) -> tuple[str, str]:
    """Why a seat can't play this card with this sum."""
    if s.seats == 1 and card in VALUES:
        return say("{card} is a dice card: alone, only a miss turns it", card=card), "MTY-18"
    if card == VALUES[rules.SIX] and s.open[s.to_move] & rules.BIT[rules.SIX]:
        if s.open[s.to_move] != rules.BIT[rules.SIX]:
            return say("the 6 can only be turned as the last open dice card"), "MTY-7"
    elif not rules.playable_by(s, s.to_move) & rules.BIT[card]:
        return say("{card} is neither in the hand nor an open dice card", card=card), "MTY-7"
    nuts, off = s.nuts[s.to_move], abs(card - total)
    if priced:
        said = say.many(
            "{total} is {off} off {card} and the price, with {n} nut",
            "{total} is {off} off {card} and the price, with {n} nuts",
            nuts,
            total=total,
            off=off,
            card=card,
        )
    else:
        said = say.many(
            "{total} is {off} off {card}, with {n} nut",
            "{total} is {off} off {card}, with {n} nuts",
            nuts,
            total=total,
            off=off,
            card=card,
        )
    return said, clause


def why_no_miss(a: int | None, say: Words) -> tuple[str, str]:
    if a == rules.TAKE_BACK:
        return say("the cage is empty"), "MTY-9"
    if a == rules.NOTHING:
        return say("a miss takes a card back or turns a dice card up"), "MTY-9"
    if a is not None and rules.TURN_UP <= a < rules.NOTHING:
        return say("the {card} lies open", card=VALUES[a - rules.TURN_UP]), "MTY-9"
    first, last = rules.TAKE_BACK, rules.NOTHING
    said = say("expected a card to play, or a miss ({first} to {last})", first=first, last=last)
    return said, "MTY-7"


def why_no_miss_alone(s: State, a: int | None, say: Words) -> tuple[str, str]:
    if a is None or not rules.TURN_DOWN <= a < rules.ACTIONS:
        first, last = rules.TURN_DOWN, rules.ACTIONS - 1
        said = say("expected a card to play, or a miss ({first} to {last})", first=first, last=last)
        return said, "MTY-18"
    if s.open[0] & rules.BIT[a - rules.TURN_DOWN]:
        return say("the 6 can only be turned as the last open dice card"), "MTY-18"
    return say("the {card} is face down already", card=VALUES[a - rules.TURN_DOWN]), "MTY-18"


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    seat = before.to_move
    name = names[seat]
    if before.phase == rules.ROLL:
        return [] if after.phase == rules.ROLL else [rolled(after, say, name)]
    card = card_of(before, a)
    if a == rules.PASS:
        told = [Told(say("{name} passed.", name=name), kind="pass", seat=seat)]
    elif a == rules.NO_SECOND:
        told = []
    elif a < rules.TAKE_BACK or rules.USE <= a < rules.NO_SECOND:
        told = [played(before, card, nuts_for(before, a), say, name)]
    else:
        told = [missed(before, a, card, say, name)]
    if before.phase == rules.REACT and card:
        told.append(rewarded(before, say, names))
    if after.seats == 1 and after.supply < before.supply:
        told.append(nut_told(say("{name} earned a nut.", name=name), seat))
    return told + ending(after, say)


def rolled(s: State, say: Words, name: str) -> Told:
    return Told(
        say("{name} rolled: {dice}.", name=name, dice=dice_words(s, say)),
        kind="roll",
        seat=s.to_move,
        icon="🎲",
        pieces=tuple(f"die:{die}" for die in range(s.rolled)),
    )


def dice_words(s: State, say: Words) -> str:
    red = ", ".join(map(str, red_faces(s)))
    yellow = ", ".join(map(str, yellow_faces(s)))
    if not yellow:
        return say("red {red}", red=red)
    if not red:
        return say("yellow {yellow}", yellow=yellow)
    return say("red {red}; yellow {yellow}", red=red, yellow=yellow)


def played(s: State, card: int, nuts: int, say: Words, name: str) -> Told:
    seat = s.to_move
    is_mouse = bool(s.hand[seat] & rules.BIT[card])
    return Told(
        played_word(is_mouse, card, nuts, say, name),
        kind="place" if is_mouse else "turn",
        seat=seat,
        icon="🐭" if is_mouse else "🎲",
        pieces=(card_key(seat, card),),
        mood="good",
    )


def played_word(is_mouse: bool, card: int, nuts: int, say: Words, name: str) -> str:
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


def rewarded(s: State, say: Words, names: Sequence[str]) -> Told:
    seat, active = s.to_move, s.active
    if s.supply:
        return nut_told(say("{active} got a nut from the middle.", active=names[active]), active)
    text = say("{name} gave {active} a nut.", active=names[active], name=names[seat])
    return nut_told(text, seat, active)


def nut_told(text: str, seat: int, to: int | None = None) -> Told:
    return Told(text, kind="nut", seat=seat, icon="🥜", mood="good", to=to)


def missed(s: State, a: int, card: int, say: Words, name: str) -> Told:
    seat = s.to_move
    return Told(
        missed_word(a, card, say, name),
        kind="miss",
        seat=seat,
        icon="🚫",
        pieces=(card_key(seat, card),) if card else (),
        mood="bad",
    )


def missed_word(a: int, card: int, say: Words, name: str) -> str:
    if a == rules.TAKE_BACK:
        return say("{name} missed: the {card} is back.", name=name, card=card)
    if a == rules.NOTHING:
        return say("{name} missed.", name=name)
    if a < rules.NOTHING:
        return say("{name} missed: the {card} is open again.", name=name, card=card)
    return say("{name} missed: the {card} is lost.", name=name, card=card)


def ending(s: State, say: Words) -> list[Told]:
    if s.phase == rules.DRAWN:
        return [Told(say("It went on too long: all share the victory."), kind="end")]
    if s.phase != rules.END:
        return []
    if s.seats == 1 and count(s.hand[0]) == 0:
        return [Told(say("The hand is empty!"), kind="end", icon="🏆", mood="good")]
    return [Told(say("The last dice card is down!"), kind="end", icon="🎲")]
