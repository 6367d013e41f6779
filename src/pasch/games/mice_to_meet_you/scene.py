"""Mice to Meet You as a scene: a tray for the roll, the nuts, and everybody's 18 places."""

from collections.abc import Sequence
from functools import lru_cache

from pasch.core.game.numbers import count, zeros
from pasch.core.game.position import OVER, State
from pasch.core.view.scene import (
    Area,
    Cell,
    Colour,
    Piece,
    Progress,
    Scene,
    SeatLine,
    cell,
    piece,
)
from pasch.core.words import Words
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.finish import finish, rungs
from pasch.games.mice_to_meet_you.help import help
from pasch.games.mice_to_meet_you.offer import choices, faces_of, meant, nuts_word, used_dice
from pasch.games.mice_to_meet_you.tell import (
    action,
    card_key,
    cards_in,
    grade_word,
    refusal,
    story,
    text,
)
from pasch.games.mice_to_meet_you.why import habits, why

__all__ = [
    "ALIKE",
    "action",
    "choices",
    "finish",
    "habits",
    "help",
    "meant",
    "refusal",
    "rungs",
    "scene",
    "score",
    "score_unit",
    "story",
    "text",
    "why",
]

ALIKE = True
SEAT_COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "purple")
BACON, CHEESE = "🥓", "🧀"
NUMBERS = tuple(str(card) for card in range(1, rules.CARDS + 1))
GRADES = range(rules.BEST, -1, -1)
PARTED = (rules.REACT, rules.SECOND)  # when some dice are used and the others left
OPEN_FROM = 3  # MTY-22 this grade and better ones are by dice cards open, the others by cards left

Bait = tuple[tuple[int, int], ...]


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    seats = range(s.seats)
    return Scene(
        prompt=prompt(s, say, names),
        areas=(*middle(s, say, names), *(hand_area(i, names[i]) for i in seats)),
        pieces=(*dice(s), *(card for i in seats for card in cards(s, i))),
        seats=tuple(seat_line(s, i, say, names[i]) for i in seats),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
        goal=goal(s, say),
        progress=progress(s, say),
    )


def prompt(s: State, say: Words, names: Sequence[str]) -> str:
    if rules.player(s) == OVER:
        return result(s, say, names)
    if s.phase == rules.ROLL:
        values = {"n": s.rolled + 1, "dice": s.dice}
        if s.rolled < s.red_dice:
            return say("Roll die {n} of {dice}, red", **values)
        return say("Roll die {n} of {dice}, yellow", **values)
    if s.phase == rules.SECOND:
        return say("A second card with the {left} left?", left=s.standing)
    if s.phase == rules.ACT:
        return say("Play a card, or miss?")
    values = {"left": s.standing, "active": names[s.active]}
    if s.supply:
        return say("Use the {left}? {active} gets a nut.", **values)
    return say("Use the {left}? {active} gets a nut of yours.", **values)


def result(s: State, say: Words, names: Sequence[str]) -> str:
    if s.seats == 1:
        return say(
            "The game is over: {grade}! (grade {n} of 6)",
            grade=grade_word(s, say),
            n=rules.grade(s),
        )
    winners = [names[seat] for seat in range(s.seats) if shares(s)[seat]]
    if len(winners) == 1:
        return say("The game is over; the winner: {name}!", name=winners[0])
    return say("The game is over; a shared victory: {names}!", names=", ".join(winners))


def shares(s: State) -> list[float]:
    out: list[float] = zeros(s.seats)
    rules.returns(s, out)
    return out


def goal(s: State, say: Words) -> str:
    if s.seats == 1:
        return say("Catch all, keep dice cards")
    return say("Fewest points win")


def progress(s: State, say: Words) -> Progress:
    """MTY-15 how near somebody is to the end; MTY-21 alone, how many are caught."""
    if s.seats == 1:
        return mice_caught(s.caged[0], say)
    return cards_down(len(VALUES) - min(count(s.open[i]) for i in range(s.seats)), say)


@lru_cache(64)
def mice_caught(caged: int, say: Words) -> Progress:
    said = say("{n} of {of} caught", n=caged, of=rules.HAND)
    return Progress(text=said, done=caged, of=rules.HAND)


@lru_cache(16)
def cards_down(down: int, say: Words) -> Progress:
    said = say("{n} of {of} dice cards down", n=down, of=len(VALUES))
    return Progress(text=said, done=down, of=len(VALUES))


# The middle


def middle(s: State, say: Words, names: Sequence[str]) -> tuple[Area, ...]:
    roll = tray(s, say, names[s.active])
    if s.seats > 1:
        return roll, nuts_area(s.supply, 0, say)
    return roll, nuts_area(s.supply, s.threshold, say), grades_area(best_grade(s), say)


def best_grade(s: State) -> int:
    """MTY-22 the one reached, or with every dice card kept that is still open."""
    if rules.player(s) == OVER:
        return int(rules.grade(s))
    return rules.BEST - len(VALUES) + count(s.open[0])


def tray(s: State, say: Words, name: str) -> Area:
    """What was rolled, by whom; then what is used lies aside, and what is left stays."""
    colour = SEAT_COLOURS[s.active]
    if s.phase not in PARTED:
        makes = s.sums << s.red if s.phase == rules.ACT else 0
        return whole_tray(name, colour, s.red_dice, s.dice, makes, say)
    faces = faces_of(s)
    used = sum(faces[die] for die in used_dice(faces, s.red_dice, s.unused))
    return parted_tray(name, colour, used, s.unused, s.standing, say)


@lru_cache(1 << 12)
def whole_tray(name: str, colour: Colour, red: int, all_dice: int, makes: int, say: Words) -> Area:
    slots = (BACON,) * red + (CHEESE,) * (all_dice - red)
    sums = ", ".join(str(n) for n in range(makes.bit_length()) if makes >> n & 1)
    note = say("makes {sums}", sums=sums) if makes else ""
    return tray_of(name, (cell(key="roll", colour=colour, slots=slots, note=note),), say)


@lru_cache(1 << 12)
def parted_tray(name: str, colour: Colour, used: int, left: int, standing: int, say: Words) -> Area:
    """MTY-13 nuts may have changed the sum that stands: they are told beside the dice."""
    aside = cell(key="used", label=say("{n} used", n=used), look="aside")
    label = say("{n} left", n=standing)
    changed = nuts_word(standing - left)
    rest = cell(key="roll", label=label, colour=colour, badge=changed, look="left")
    return tray_of(name, (aside, rest) if used else (rest,), say)


def tray_of(name: str, cells: tuple[Cell, ...], say: Words) -> Area:
    return Area(key="tray", layout="list", title=say("{name}'s roll", name=name), cells=cells)


def dice(s: State) -> tuple[Piece, ...]:
    faces = faces_of(s)
    if s.phase in PARTED:
        return dice_pieces(
            faces, s.red_dice, used_dice(faces, s.red_dice, s.unused), in_slots=False
        )
    return dice_pieces(faces, s.red_dice, (), in_slots=True)


@lru_cache(1 << 14)
def dice_pieces(
    faces: tuple[int, ...], red: int, used: tuple[int, ...], in_slots: bool
) -> tuple[Piece, ...]:
    return tuple(
        piece(
            key=f"die:{die}",
            kind="die",
            cell="used" if die in used else "roll",
            pips=face,
            text=str(face),
            colour="red" if die < red else "yellow",
            faint=die in used,
            slot=die if in_slots else None,
        )
        for die, face in enumerate(faces)
    )


@lru_cache(1 << 8)
def nuts_area(nuts: int, threshold: int, say: Words) -> Area:
    """MTY-20 alone, one may come back from there."""
    note = say("from {n} left: 1 nut", n=threshold) if threshold else ""
    heap = cell(key="supply", icon="🥜", label=str(nuts), note=note)
    return Area(key="nuts", layout="list", title=say("In the middle"), cells=(heap,))


@lru_cache(64)
def grades_area(best: int, say: Words) -> Area:
    """MTY-22 the grades, those out of reach, and the best of the others."""
    cells = tuple(
        cell(
            key=f"grade:{grade}",
            label=str(grade),
            icon="🏆" if grade == best else "",
            lines=(grade_line(grade, say),),
            look="best" if grade == best else "lost" if grade > best else "",
        )
        for grade in GRADES
    )
    title = say("Best grade in reach: {n}", n=best)
    return Area(key="grades", layout="track", title=title, cells=cells)


def grade_line(grade: int, say: Words) -> str:
    if grade >= OPEN_FROM:
        return say("{n} open", n=grade - OPEN_FROM + 1)
    left = OPEN_FROM - grade
    return say("{n} left", n=left if grade else f"{left}+")


# Everybody's 18 places


@lru_cache(1 << 10)
def hand_area(seat: int, name: str) -> Area:
    places = cell(key=f"hand:{seat}", slots=NUMBERS)
    return Area(key=f"cards:{seat}", layout="list", title=name, cells=(places,), seat=seat)


def cards(s: State, seat: int) -> tuple[Piece, ...]:
    top = s.cage[seat, s.caged[seat] - 1] if s.caged[seat] else 0
    bait = tuple((s.reds[1 << i], s.yellows[1 << i]) for i in range(len(VALUES)))
    return card_pieces(seat, s.hand[seat], s.open[seat], top, bait)


@lru_cache(1 << 14)
def card_pieces(seat: int, hand: int, open_cards: int, top: int, bait: Bait) -> tuple[Piece, ...]:
    """A caught mouse leaves its place empty; only the last one, on top of the cage, is seen."""
    mice = [mouse(seat, card, is_caged=card == top) for card in cards_in(hand | 1 << top)]
    baits = [dice_card(seat, i, bool(open_cards >> i & 1), *bait[i]) for i in range(len(VALUES))]
    return tuple(sorted([*mice, *baits], key=lambda card: card.slot or 0))


def mouse(seat: int, card: int, is_caged: bool) -> Piece:
    return piece(
        key=card_key(seat, card),
        kind="card",
        cell=f"hand:{seat}",
        icon="🔒" if is_caged else "🐭",
        text=str(card),
        look="mouse caged" if is_caged else "mouse",
        slot=card - 1,
    )


def dice_card(seat: int, i: int, is_open: bool, red: int, yellow: int) -> Piece:
    card = VALUES[i]
    colour: Colour = "orange" if red and yellow else "red" if red else "yellow"
    return piece(
        key=card_key(seat, card),
        kind="card",
        cell=f"hand:{seat}",
        icon=BACON * red + CHEESE * yellow if is_open else "🚫",
        text=str(card),
        colour=colour,
        faint=not is_open,
        look="bait" if is_open else "bait down",
        slot=card - 1,
    )


def seat_line(s: State, seat: int, say: Words, name: str) -> SeatLine:
    over = rules.player(s) == OVER
    is_asked = not over and seat == s.to_move
    share = shares(s)[seat] if over else 0.0
    return line(name, seat, s.hand[seat], s.nuts[seat], is_asked, share, s.seats == 1, say)


@lru_cache(1 << 12)
def line(
    name: str,
    seat: int,
    hand: int,
    nuts: int,
    is_asked: bool,
    share: float,
    alone: bool,
    say: Words,
) -> SeatLine:
    """MTY-16 points decide; alone, how many are still at large."""
    mice = cards_in(hand)
    what = say.many("mouse", "mice", len(mice)) if alone else say("left")
    return SeatLine(
        name=name,
        icon="🐱",
        text=f"{what} · 🥜 {nuts}",
        to_move=is_asked,
        share=share,
        count=str(len(mice) if alone else sum(mice)),
        colour=SEAT_COLOURS[seat],
    )


def score(s: State, seat: int) -> int:
    """MTY-16 the fewest points win; MTY-22 alone one is graded."""
    return rules.grade(s) if s.seats == 1 else rules.points(s, seat)


def score_unit(seats: int, say: Words) -> str:
    return say("grade, 0 to 6") if seats == 1 else say("points left")


def grades(seats: int) -> int:
    """MTY-22 alone a share is a grade: the best one; 0 where it is a chance."""
    return rules.BEST if seats == 1 else 0
