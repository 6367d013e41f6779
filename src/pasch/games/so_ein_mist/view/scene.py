"""The picture of So ein Mist: the ring with its figures, the dice, and a line about every seat."""

from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.view.things import (
    COLOURS,
    DICE,
    FACES,
    ICONS,
    PILE,
    PLACE,
    RING,
    ROLL,
    card_piece,
    die_piece,
    figure,
    signed,
)
from pasch.sdk import (
    Area,
    Cell,
    Finish,
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
)

Numbers = tuple[int, ...]


def scene(view: View) -> Scene:
    s = view.s
    ahead = places_ahead(s)
    rolled = s.die if s.phase in (rules.DECIDE, rules.REFILL) else 0
    counting = s.die if s.phase == rules.DECIDE else 0
    cards = ring_cards(view, tuple(s.ring), bool(s.doubling))
    return Scene(
        prompt=view.prompt(),
        areas=(ring_area(view, rules.places(s), ahead, s.aside, counting), dice_area(view)),
        pieces=cards + figures(view, ahead) + dice(view, s.aside, rolled),
        seats=tuple([seat_line(view, seat) for seat in range(s.seats)]),
        goal=view.say("most points win"),
        progress=progress(view, s.turn // s.seats, s.refills // s.seats, s.turns // s.seats),
    )


def places_ahead(s: State) -> Numbers:
    """Return the places one to six steps ahead of the seat to move."""
    if s.phase not in (rules.ROLL, rules.DECIDE):
        return ()
    at = s.at[s.to_move]
    return tuple([rules.step_on(s, at, steps) for steps in FACES])


@drawn
def ring_area(say: Words, places: int, ahead: Numbers, aside: int, die: int) -> Area:
    steps = dict(zip(ahead, FACES, strict=False))
    cells = tuple(place_cell(place, steps.get(place, 0), aside, die) for place in range(places))
    return Area(key=RING(), layout="ring", title=say("The ring"), cells=cells)


def place_cell(place: int, steps: int, aside: int, die: int) -> Cell:
    """Return a place; within reach it shows the face that leads there, and whether it must."""
    if not steps:
        return cell(key=PLACE(place))
    look = "now" if steps == die else "must" if aside & rules.BIT[steps] else ""
    return cell(key=PLACE(place), badge=str(steps), look=look)


@drawn
def ring_cards(say: Words, ring: Numbers, doubling: bool) -> tuple[Piece, ...]:
    lying = ((place, card) for place, card in enumerate(ring) if card != rules.GAP)
    return tuple(card_piece(card, PLACE(place), doubling) for place, card in lying)


def figures(view: View, ahead: Numbers) -> tuple[Piece, ...]:
    s = view.s
    mover = s.to_move if ahead else rules.NONE
    names = tuple(view.names)
    return standing_figures(view, tuple(s.at), tuple(s.came), tuple(s.animal), names, ahead, mover)


@drawn
def standing_figures(
    say: Words,
    at: Numbers,
    came: Numbers,
    animals: Numbers,
    names: tuple[str, ...],
    ahead: Numbers,
    mover: int,
) -> tuple[Piece, ...]:
    """Return the figures in the order they came.

    The last at a place within reach would get the card there.
    """
    on_way = [seat for seat in range(len(names)) if at[seat] != rules.NONE]
    on_way.sort(key=came.__getitem__)
    last = {at[seat]: seat for seat in on_way}
    takers = {last.get(place, rules.NONE) for place in ahead}
    looks = ["mover" if i == mover else "taker" if i in takers else "" for i in on_way]
    return tuple(
        figure(seat, animals[seat], at[seat], look, names[seat])
        for seat, look in zip(on_way, looks, strict=True)
    )


@drawn
def dice_area(say: Words) -> Area:
    cells = tuple(cell(key=key) for key in ROLL)
    return Area(key=DICE(), layout="row", title=say("Dice of this turn"), cells=cells)


@drawn
def dice(say: Words, aside: int, die: int) -> tuple[Piece, ...]:
    """Return the dice put aside, then the one that counts."""
    faces = [face for face in FACES if aside & rules.BIT[face]]
    shown = [die_piece(face, i, faint=True) for i, face in enumerate(faces)]
    return (*shown, die_piece(die, len(faces))) if die else tuple(shown)


@drawn
def progress(say: Words, done: int, refilled: int, of: int) -> Progress:
    """Return the rounds; SEM-19 the last may be one in which gaps stay open."""
    if done < of and done == refilled:
        text = say("Last round: gaps stay open")
    else:
        text = say("Round {n} of {of}", n=min(done + 1, of), of=of)
    return Progress(text, done, of)


def seat_line(view: View, seat: int) -> SeatLine:
    """Return the line about a seat.

    SEM-14 the running score stays hidden unless the table wants it, until the end (SEM-16).
    """
    s = view.s
    animal = s.animal[seat]
    if animal == rules.NONE:
        return view.seat_line(seat, icon="", text="")
    tally = rules.tally(s, seat) if view.over or s.open_scores else None
    text, number = standing(view, count(s.pile[seat]), s.passed, tally, view.over)
    return view.seat_line(seat, ICONS[animal], text, number, COLOURS[animal])


@drawn
def standing(
    say: Words, cards: int, passed: int, tally: tuple[int, int] | None, over: bool
) -> tuple[str, str]:
    """Return what is said of a seat, and the number that counts."""
    taken = cards_taken(say, cards, passed)
    if tally is None:
        return taken, str(cards)
    total, food = tally
    if over:
        return food_and_dung(say, total, food), signed(total)
    return say("points · {cards}", cards=f"{cards} {taken}"), signed(total)


def cards_taken(say: Words, cards: int, passed: int) -> str:
    """Return the word for the cards taken; SEM-4 nobody has seen those passed on."""
    if passed:
        return say.many("card, {passed} unseen", "cards, {passed} unseen", cards, passed=passed)
    return say.many("card", "cards", cards)


def food_and_dung(say: Words, total: int, food: int) -> str:
    return say("{food} food, {dung} dung", food=signed(food), dung=signed(total - food))


def score(view: View, seat: int) -> int:
    """Return the sum of the scoring pile (SEM-16)."""
    return rules.tally(view.s, seat)[0]


def finish(view: View, seat: int) -> Finish:
    """Return how a seat stands: SEM-16 by the sum, then by the food."""
    s = view.s
    total, food = rules.tally(s, seat)
    most = max(1, *(rules.tally(s, other)[1] for other in range(s.seats)))
    made_of = food_and_dung(view.say, total, food)
    return Finish((total, food), signed(total), made_of, max(0, total) / most, pile(s, seat))


def pile(s: State, seat: int) -> tuple[Piece, ...]:
    """Return the opened scoring pile, the best first; SEM-17 what counts double is marked."""
    cards = [card for card in range(rules.CARDS) if s.pile[seat] & rules.BIT[card]]
    cards.sort(key=rules.VALUE.__getitem__, reverse=True)
    double = s.animal[seat] if s.doubling else rules.NONE
    return tuple(card_piece(card, PILE(seat), card // rules.OWN == double) for card in cards)
