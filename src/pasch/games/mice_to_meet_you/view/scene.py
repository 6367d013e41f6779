"""Mice to Meet You as a scene: a tray for the roll, the nuts, and everybody's 18 places."""

from functools import lru_cache

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.view.things import (
    BACON,
    CARD,
    CARDS,
    CHEESE,
    DIE,
    GRADE,
    GRADES,
    NUTS,
    PLACES,
    ROLL,
    SEAT_COLOURS,
    SUPPLY,
    TRAY,
    USED,
    cards_in,
    faces_of,
    grade_words,
    nuts_word,
    used_dice,
)
from pasch.sdk import (
    Area,
    Cell,
    Colour,
    Piece,
    Progress,
    Scene,
    SeatLine,
    State,
    View,
    Words,
    cell,
    count,
    drawn,
    piece,
)

NUMBERS = tuple(str(card) for card in range(1, rules.CARDS + 1))
PARTED = (rules.REACT, rules.SECOND)  # when some dice are used and the others left
OPEN_FROM = 3  # MTY-22 this grade and better ones are by dice cards open, the others by cards left

Bait = tuple[tuple[int, int], ...]


def scene(v: View) -> Scene:
    s, seats = v.s, range(v.s.seats)
    return Scene(
        prompt=v.prompt(),
        areas=(*middle(v), *(hand_area(seat, v.names[seat]) for seat in seats)),
        pieces=(*dice(s), *(card for seat in seats for card in cards(s, seat))),
        seats=tuple([line(v, seat) for seat in seats]),
        goal=goal(v),
        progress=progress(v),
    )


def goal(v: View) -> str:
    if v.s.seats == 1:
        return v.say("Catch all, keep dice cards")
    return v.say("Fewest points win")


def ending(v: View) -> str:
    """Return how a player alone did."""
    n = rules.grade(v.s)
    grade = grade_words(v.say)[n]
    return v.say("The game is over: {grade}! (grade {n} of 6)", grade=grade, n=n)


def progress(v: View) -> Progress:
    """MTY-15 Return how near somebody is to the end; MTY-21 alone, how many are caught."""
    s = v.s
    if s.seats == 1:
        return mice_caught(v, s.caged[0])
    return cards_down(v, len(VALUES) - min(count(s.open[seat]) for seat in range(s.seats)))


@drawn
def mice_caught(say: Words, caged: int) -> Progress:
    text = say("{n} of {of} caught", n=caged, of=rules.HAND)
    return Progress(text=text, done=caged, of=rules.HAND)


@drawn
def cards_down(say: Words, down: int) -> Progress:
    text = say("{n} of {of} dice cards down", n=down, of=len(VALUES))
    return Progress(text=text, done=down, of=len(VALUES))


# The middle


def middle(v: View) -> tuple[Area, ...]:
    s, roll = v.s, tray(v)
    if s.seats > 1:
        return roll, nuts_area(v, s.supply, 0)
    return roll, nuts_area(v, s.supply, s.threshold), grades_area(v, best_grade(v))


def best_grade(v: View) -> int:
    """MTY-22 Return the grade reached, or the best one with every dice card that is still open."""
    if v.over:
        return int(rules.grade(v.s))
    return rules.BEST - len(VALUES) + count(v.s.open[0])


def tray(v: View) -> Area:
    """Return what was rolled, by whom; then what is used lies aside, and what is left stays."""
    s, name, colour = v.s, v.names[v.s.active], SEAT_COLOURS[v.s.active]
    if s.phase not in PARTED:
        makes = s.sums << s.red if s.phase == rules.ACT else 0
        return whole_tray(v, name, colour, s.red_dice, s.dice, makes)
    faces = faces_of(s)
    used = sum(faces[die] for die in used_dice(faces, s.red_dice, s.unused))
    return parted_tray(v, name, colour, used, s.unused, s.standing)


@drawn
def whole_tray(say: Words, name: str, colour: Colour, red: int, all_dice: int, makes: int) -> Area:
    slots = (BACON,) * red + (CHEESE,) * (all_dice - red)
    sums = ", ".join(str(n) for n in range(makes.bit_length()) if makes >> n & 1)
    note = say("makes {sums}", sums=sums) if makes else ""
    return tray_of(say, name, (cell(key=ROLL(), colour=colour, slots=slots, note=note),))


@drawn
def parted_tray(say: Words, name: str, colour: Colour, used: int, left: int, standing: int) -> Area:
    """MTY-13 Return the dice used and left; nuts that changed the sum are told beside them."""
    aside = cell(key=USED(), label=say("{n} used", n=used), look="aside")
    label = say("{n} left", n=standing)
    changed = nuts_word(standing - left)
    rest = cell(key=ROLL(), label=label, colour=colour, badge=changed, look="left")
    return tray_of(say, name, (aside, rest) if used else (rest,))


def tray_of(say: Words, name: str, cells: tuple[Cell, ...]) -> Area:
    return Area(key=TRAY(), layout="list", title=say("{name}'s roll", name=name), cells=cells)


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
            key=DIE(die),
            kind="die",
            cell=USED() if die in used else ROLL(),
            pips=face,
            text=str(face),
            colour="red" if die < red else "yellow",
            faint=die in used,
            slot=die if in_slots else None,
        )
        for die, face in enumerate(faces)
    )


@drawn
def nuts_area(say: Words, nuts: int, threshold: int) -> Area:
    """MTY-20 Return the nuts in the middle; alone, one may come back from there."""
    note = say("from {n} left: 1 nut", n=threshold) if threshold else ""
    heap = cell(key=SUPPLY(), icon="🥜", label=str(nuts), note=note)
    return Area(key=NUTS(), layout="list", title=say("In the middle"), cells=(heap,))


@drawn
def grades_area(say: Words, best: int) -> Area:
    """MTY-22 Return the grades, those out of reach, and the best of the others."""
    cells = tuple(
        cell(
            key=GRADE(grade),
            label=str(grade),
            icon="🏆" if grade == best else "",
            lines=(grade_line(say, grade),),
            look="best" if grade == best else "lost" if grade > best else "",
        )
        for grade in range(rules.BEST, -1, -1)
    )
    title = say("Best grade in reach: {n}", n=best)
    return Area(key=GRADES(), layout="track", title=title, cells=cells)


def grade_line(say: Words, grade: int) -> str:
    if grade >= OPEN_FROM:
        return say("{n} open", n=grade - OPEN_FROM + 1)
    left = OPEN_FROM - grade
    return say("{n} left", n=left if grade else f"{left}+")


# Everybody's 18 places


@lru_cache(1 << 10)
def hand_area(seat: int, name: str) -> Area:
    places = cell(key=PLACES(seat), slots=NUMBERS)
    return Area(key=CARDS(seat), layout="list", title=name, cells=(places,), seat=seat)


def cards(s: State, seat: int) -> tuple[Piece, ...]:
    top = s.cage[seat, s.caged[seat] - 1] if s.caged[seat] else 0
    bait = tuple((s.reds[1 << i], s.yellows[1 << i]) for i in range(len(VALUES)))
    return card_pieces(seat, s.hand[seat], s.open[seat], top, bait)


@lru_cache(1 << 14)
def card_pieces(seat: int, hand: int, open_cards: int, top: int, bait: Bait) -> tuple[Piece, ...]:
    """Return the cards of a seat.

    A caught mouse leaves its place empty; only the last one, on top of the cage, is seen.
    """
    mice = [mouse(seat, card, is_caged=card == top) for card in cards_in(hand | 1 << top)]
    baits = [dice_card(seat, i, bool(open_cards >> i & 1), *bait[i]) for i in range(len(VALUES))]
    return tuple(sorted([*mice, *baits], key=lambda card: card.slot or 0))


def mouse(seat: int, card: int, is_caged: bool) -> Piece:
    return piece(
        key=CARD(seat, card),
        kind="card",
        cell=PLACES(seat),
        icon="🔒" if is_caged else "🐭",
        text=str(card),
        look="mouse caged" if is_caged else "mouse",
        slot=card - 1,
    )


def dice_card(seat: int, i: int, is_open: bool, red: int, yellow: int) -> Piece:
    card = VALUES[i]
    colour: Colour = "orange" if red and yellow else "red" if red else "yellow"
    return piece(
        key=CARD(seat, card),
        kind="card",
        cell=PLACES(seat),
        icon=BACON * red + CHEESE * yellow if is_open else "🚫",
        text=str(card),
        colour=colour,
        faint=not is_open,
        look="bait" if is_open else "bait down",
        slot=card - 1,
    )


# Seats


def line(v: View, seat: int) -> SeatLine:
    s = v.s
    text, number = mice_left(v, s.hand[seat], s.nuts[seat], s.seats == 1)
    return v.seat_line(seat, "🐱", text, number, SEAT_COLOURS[seat])


@drawn
def mice_left(say: Words, hand: int, nuts: int, alone: bool) -> tuple[str, str]:
    """MTY-16 Return what stands beside the number, and the number.

    Points decide; alone, how many are still at large.
    """
    mice = cards_in(hand)
    left = say.many("mouse", "mice", len(mice)) if alone else say("left")
    return f"{left} · 🥜 {nuts}", str(len(mice) if alone else sum(mice))
