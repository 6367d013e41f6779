"""So ein Mist in words and as a scene."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pasch.core.game.numbers import count, counts, zeros
from pasch.core.game.position import CHANCE, OVER, State
from pasch.core.view.scene import Choice, Mood, Piece, Progress, Scene, SeatLine, Told
from pasch.core.words import Words
from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.board import COLOURS, FACES, ICONS, KEYS, board, figure, signed
from pasch.games.so_ein_mist.finish import facts, finish
from pasch.games.so_ein_mist.help import help
from pasch.games.so_ein_mist.why import habits, why

__all__ = [
    "ALIKE",
    "action",
    "choices",
    "finish",
    "habits",
    "help",
    "meant",
    "refusal",
    "scene",
    "score",
    "score_unit",
    "story",
    "text",
    "why",
]

ALIKE = True
# What nobody can do, but may try by a tap: to move elsewhere, to take an earlier die.
ELSEWHERE, EARLIER = rules.ACTIONS, rules.ACTIONS + 1


def animal_word(animal: int, say: Words) -> str:
    return (
        say("cow"),
        say("sheep"),
        say("pig"),
        say("chicken"),
        say("horse"),
        say("rabbit"),
    )[animal]


def card_word(card: int, say: Words) -> str:
    """Every card has its own."""
    if card // rules.OWN < rules.ANIMALS:
        return card_told(card, say)
    value = signed(rules.VALUE[card])
    return say("grey {value} ({which})", value=value, which="ab"[card % 2])


def card_told(card: int, say: Words) -> str:
    """The same for cards that look alike."""
    value = signed(rules.VALUE[card])
    animal = card // rules.OWN
    if animal < rules.ANIMALS:
        return f"{animal_word(animal, say)} {value}"
    return say("grey {value}", value=value)


def card_icon(card: int) -> str:
    return (*ICONS, "")[card // rules.OWN] if rules.VALUE[card] > 0 else "💩"


def card_mood(card: int) -> Mood:
    return "good" if rules.VALUE[card] > 0 else "bad"


def card_key(card: int) -> str:
    animal = card // rules.OWN
    if animal < rules.ANIMALS:
        return f"{KEYS[animal]} {rules.VALUE[card]}"
    return f"grey {rules.VALUE[card]} {'ab'[card % 2]}"


def drawn(s: State, a: int) -> int:
    """The card, or at the very start the animal, behind an outcome of chance."""
    if s.phase == rules.ANIMAL:
        return rules.NTH[s.box, a]
    if s.phase == rules.LAYOUT:
        cards = [card for card in range(rules.CARDS) if s.middle & rules.BIT[card]]
        return cards[a]
    seat = s.to_move
    return s.animal[seat] * rules.OWN + rules.NTH[s.unseen[seat], a]


def action(s: State, a: int) -> dict[str, Any]:
    if s.phase == rules.DECIDE:
        return {"move": s.die} if a == rules.OPT_OUT else {"continue": True}
    if s.phase == rules.ROLL:
        return {"die": a + 1}
    if s.phase == rules.ANIMAL:
        return {"animal": KEYS[drawn(s, a)]}
    if s.phase == rules.REVEAL:
        return {"passed left": card_key(drawn(s, a))}
    return {"card": card_key(drawn(s, a))}


def text(s: State, a: int, say: Words) -> str:
    if s.phase == rules.DECIDE:
        return say("move {steps}", steps=s.die) if a == rules.OPT_OUT else say("roll on")
    if s.phase == rules.ROLL:
        return str(a + 1)
    if s.phase == rules.ANIMAL:
        return animal_word(drawn(s, a), say)
    return card_word(drawn(s, a), say)


def refusal(s: State, a: int | None, say: Words) -> tuple[str, str]:
    seat = rules.player(s)
    if seat == OVER:
        return say("the game is over"), "SEM-15"
    if seat == CHANCE:
        return refused_chance(s, say)
    if a == ELSEWHERE:
        return say(
            "the die shows {steps}: your animal moves exactly that far", steps=s.die
        ), "SEM-10"
    if a == EARLIER:
        return say("this die lies aside: only the latest one counts"), "SEM-7"
    return (
        say(
            "expected to move {steps} ({move}) or to roll on ({roll})",
            steps=s.die,
            move=rules.OPT_OUT,
            roll=rules.CONTINUE,
        ),
        "SEM-7",
    )


def refused_chance(s: State, say: Words) -> tuple[str, str]:
    last = rules.chance(s) - 1
    if s.phase == rules.ANIMAL:
        return say("an animal is dealt: expected an outcome from 0 to {last}", last=last), "SEM-3"
    if s.phase == rules.MIDDLE:
        said = say("a card for the middle is drawn: expected one from 0 to {last}", last=last)
        return said, "SEM-5"
    if s.phase == rules.LAYOUT:
        return say("the ring is laid out: expected a card from 0 to {last}", last=last), "SEM-5"
    if s.phase == rules.ROLL:
        return say("a die is rolled: expected an outcome from 0 to {last}", last=last), "SEM-7"
    if s.phase == rules.REFILL:
        return say("the gap is refilled: expected a card from 0 to {last}", last=last), "SEM-13"
    said = say("the cards passed on are revealed: expected one from 0 to {last}", last=last)
    return said, "SEM-4"


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    """What just happened. Nothing is told of the set-up but the animals: the ring shows it."""
    seat = before.to_move
    if before.phase == rules.ANIMAL:
        dealt = range(seat, before.seats if after.phase == rules.MIDDLE else seat + 1)
        return [got_animal(after, i, say, names[i]) for i in dealt]
    if before.phase == rules.DECIDE and a == rules.OPT_OUT:
        return moved(before, before.die, after, say, names)
    if before.phase == rules.ROLL:
        told = [rolled(before, a + 1, after, say, names[seat])]
        if after.phase == rules.DECIDE:
            return told
        return told + moved(before, a + 1, after, say, names)
    if before.phase == rules.REFILL:
        return [filled(before, drawn(before, a), say, names)]
    if before.phase == rules.REVEAL:
        return [passed_on(before, drawn(before, a), say, names)]
    return []


def got_animal(s: State, seat: int, say: Words, name: str) -> Told:
    animal = s.animal[seat]
    text = say("{name} got the {animal}.", name=name, animal=animal_word(animal, say))
    return Told(text, kind="take", seat=seat, icon=ICONS[animal])


def rolled(before: State, face: int, after: State, say: Words, name: str) -> Told:
    pieces: tuple[str, ...] = ()
    if after.phase == rules.DECIDE:
        text = say("{name} rolled a {face}.", name=name, face=face)
        pieces = (f"die:{face}",)
    elif before.aside & rules.BIT[face]:
        text = say("{name} rolled a second {face}: it counts.", name=name, face=face)
    else:
        text = say("{name} rolled a {face}: the fifth roll counts.", name=name, face=face)
    return Told(text, kind="roll", seat=before.to_move, icon="🎲", pieces=pieces)


def moved(before: State, steps: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    mover = before.to_move
    there = after.at[mover]
    taker = rules.last_in_queue(before, there, mover)
    card = before.ring[there]
    values = {"name": names[mover], "steps": steps, "card": card_told(card, say)}
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
        pieces=(f"figure:{mover}",),
        mood=card_mood(card),
        to=None if taker == mover else taker,
    )
    if after.ring[there] == rules.GAP:
        return [told]
    return [told, filled(before, after.ring[there], say, names)]


def filled(before: State, card: int, say: Words, names: Sequence[str]) -> Told:
    seat = before.to_move
    text = say("{name} filled the gap: {card}.", name=names[seat], card=card_told(card, say))
    return Told(text, kind="place", seat=seat, icon=card_icon(card), pieces=(f"card:{card}",))


def passed_on(before: State, card: int, say: Words, names: Sequence[str]) -> Told:
    seat = before.to_move
    left = rules.clockwise(seat, before.seats)
    values = {"name": names[seat], "card": card_told(card, say), "left": names[left]}
    return Told(
        say("{name} had passed the {card} to {left}.", **values),
        kind="give",
        seat=seat,
        icon=card_icon(card),
        mood=card_mood(card),
        to=left,
    )


def meant(s: State, key: str) -> int | None:
    """A card or a figure means to go there, a die to move it, an empty place to roll on."""
    kind, _, number = key.partition(":")
    if s.phase != rules.DECIDE or not number.isdecimal():
        return None
    if kind == "die":
        return rules.OPT_OUT if int(number) == s.die else EARLIER
    if kind == "roll":
        return rules.CONTINUE
    place = place_of(s, kind, int(number))
    if place is None:
        return None
    return rules.OPT_OUT if place == rules.step_on(s, s.at[s.to_move], s.die) else ELSEWHERE


def place_of(s: State, kind: str, number: int) -> int | None:
    """Where this thing of the ring is."""
    if kind == "place":
        return number
    if kind == "figure" and number < s.seats:
        return s.at[number]
    return s.ring.index(number) if kind == "card" and number in s.ring else None


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    areas, pieces = board(s, say, names)
    return Scene(
        prompt=prompt(s, say, names),
        areas=areas,
        pieces=pieces,
        seats=tuple([seat_line(s, i, say, names[i]) for i in range(s.seats)]),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
        goal=say("most points win"),
        progress=progress(s.turn // s.seats, s.refills // s.seats, s.turns // s.seats, say),
    )


@lru_cache(1 << 8)
def progress(done: int, refilled: int, of: int, say: Words) -> Progress:
    """In rounds; SEM-19 the last may be one in which gaps stay open."""
    if done < of and done == refilled:
        text = say("Last round: gaps stay open")
    else:
        text = say("Round {n} of {of}", n=min(done + 1, of), of=of)
    return Progress(text, done, of)


def prompt(s: State, say: Words, names: Sequence[str]) -> str:
    if s.phase == rules.END:
        winners = [names[seat] for seat in range(s.seats) if shares(s)[seat]]
        if len(winners) == 1:
            return say("The game is over; the winner: {name}!", name=winners[0])
        return say("The game is over; a shared victory: {names}!", names=", ".join(winners))
    if s.phase == rules.ANIMAL:
        return say("Deal an animal")
    if s.phase == rules.MIDDLE:
        return say("Draw a card for the middle")
    if s.phase == rules.LAYOUT:
        return say("Which card lies at place {n}?", n=s.laid + 1)
    if s.phase == rules.REFILL:
        return say("Refill the gap")
    if s.phase == rules.REVEAL:
        return say("Which card went to the left?")
    if s.phase == rules.ROLL:
        return say("Roll {n} of {most}", n=s.rolls + 1, most=rules.ROLLS)
    mover = s.to_move
    there = rules.step_on(s, s.at[mover], s.die)
    taker = rules.last_in_queue(s, there, mover)
    value = signed(rules.VALUE[s.ring[there]])
    if taker == mover:
        return say("Take the {value}, or roll on?", value=value)
    return say("Give the {value} to {taker}, or roll on?", value=value, taker=names[taker])


def shares(s: State) -> list[float]:
    out: list[float] = zeros(s.seats)
    rules.returns(s, out)
    return out


def seat_line(s: State, seat: int, say: Words, name: str) -> SeatLine:
    """SEM-14 the running score stays untold unless the table wants it, until the end (SEM-16)."""
    over = s.phase == rules.END
    tally = rules.tally(s, seat) if over or s.open_scores else None
    share = float(shares(s)[seat]) if over else 0.0
    to_move = not over and seat == s.to_move
    return line(
        name, s.animal[seat], count(s.pile[seat]), s.passed, tally, to_move, share, over, say
    )


@lru_cache(1 << 10)
def line(
    name: str,
    animal: int,
    cards: int,
    passed: int,
    tally: tuple[int, int] | None,
    to_move: bool,
    share: float,
    over: bool,
    say: Words,
) -> SeatLine:
    if animal == rules.NONE:
        return SeatLine(name=name, icon="", text="", to_move=to_move)
    if tally is None:
        number, text = str(cards), taken(cards, passed, say)
    else:
        total, food = tally
        number = signed(total)
        if over:
            text = facts(total, food, say)
        else:
            text = say("points · {cards}", cards=f"{cards} {taken(cards, passed, say)}")
    return SeatLine(
        name=name,
        icon=ICONS[animal],
        text=text,
        to_move=to_move,
        share=share,
        count=number,
        colour=COLOURS[animal],
    )


def taken(cards: int, passed: int, say: Words) -> str:
    """SEM-4 and those that nobody has seen."""
    if passed:
        return say.many("card, {passed} unseen", "cards, {passed} unseen", cards, passed=passed)
    return say.many("card", "cards", cards)


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    legal = out[: rules.legal(s, out)]
    return tuple(choice(s, a, say, names) for a in legal)


def choice(s: State, a: int, say: Words, names: Sequence[str]) -> Choice:
    if a == rules.CONTINUE:
        return to_roll_on(s.aside | rules.BIT[s.die], s.rolls, text(s, a, say), say)
    mover = s.to_move
    there = rules.step_on(s, s.at[mover], s.die)
    taker = rules.last_in_queue(s, there, mover)
    stands = figure(mover, s.animal[mover], there, "", names[mover])
    name = None if taker == mover else names[taker]
    return to_move(text(s, a, say), s.ring[there], there, taker, name, stands, say)


@lru_cache(1 << 10)
def to_roll_on(aside: int, rolls: int, move: str, say: Words) -> Choice:
    small = risk(aside, rolls, say)
    return Choice(rules.CONTINUE, move, at="dice", label=say("Roll on"), small=small)


@lru_cache(1 << 12)
def to_move(
    move: str, card: int, there: int, taker: int, name: str | None, stands: Piece, say: Words
) -> Choice:
    """`name`: of who must take the card, if that is another."""
    told = card_told(card, say)
    if name is not None:
        move = say("{move}: {taker} must take {card}", move=move, taker=name, card=told)
    else:
        move = say("{move}: take {card}", move=move, card=told)
    return Choice(
        rules.OPT_OUT,
        move,
        at=f"place:{there}",
        lights=(f"figure:{taker}",),
        ghosts=(stands,),
    )


@lru_cache(1 << 8)
def risk(aside: int, rolls: int, say: Words) -> str:
    """What may happen to who rolls on: SEM-8 faces that lie aside then, SEM-9 the last roll."""
    if rolls == rules.ROLLS - 1:
        return say("the last die counts, whatever it shows")
    *first, last = [str(face) for face in FACES if aside & rules.BIT[face]]
    if not first:
        return say("another {face} would count at once", face=last)
    faces = ", ".join(first)
    return say("another {faces} or {last} would count at once", faces=faces, last=last)


def score(s: State, seat: int) -> int:
    """SEM-16 the sum of the scoring pile."""
    return rules.tally(s, seat)[0]


def score_unit(seats: int, say: Words) -> str:
    return say("points")
