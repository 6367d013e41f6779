"""So ein Mist, a slow reference model written straight from the clauses SEM-1 to SEM-19."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

T = TypeVar("T")

# A card is (animal, value); the grey starting cards belong to no animal.
Card = tuple[int | None, int]

ANIMALS = ("cow", "sheep", "pig", "chicken", "horse", "rabbit")  # SEM-1, numbered 0..5
OWN_VALUES = (-5, -3, -1, 2, 4, 6, 8, 10)  # SEM-1
STARTING_CARDS: tuple[Card, ...] = tuple((None, v) for v in (-3, -3, -1, -1, 2, 2))  # SEM-2
DICE = 5  # SEM-2

CHANCE = -1
OVER = -2

OPT_OUT = 0
CONTINUE = 1


class Stage(Enum):
    """What the next event is."""

    ANIMAL = "the next seat is dealt an animal"
    MIDDLE = "the next seat puts a card into the middle"
    RING = "the next ring place is laid"
    ROLL = "the mover rolls a die"
    DECIDE = "the mover opts out or continues"
    REFILL = "the mover refills the gap"
    PASSED = "the next seat's passed cards come to light"
    OVER = "the game is over"


@dataclass(frozen=True)
class Position:
    """Everything there is to know between two events. Tuples run over seats or ring places."""

    seats: int
    start: int
    doubling: bool
    passing: bool
    another_round: bool
    stage: Stage
    animals: tuple[int, ...]  # by seat, as far as dealt
    unseen: tuple[tuple[int, ...], ...]  # by seat: own values never turned up, ascending (SEM-4)
    middle: tuple[Card, ...]  # cards in the middle, not yet laid
    ring: tuple[Card | None, ...]  # by place; None: not laid yet, or a gap
    at: tuple[int | None, ...]  # by seat: the place of the figure; None before SEM-6
    queues: tuple[tuple[int, ...], ...]  # by place: the seats standing there, the last one last
    piles: tuple[tuple[Card, ...], ...]  # by seat: the scoring pile in card order
    turn: int  # turns finished, all seats together
    aside: tuple[int, ...]  # faces put aside this turn, in the order rolled
    face: int | None  # the face to decide on
    gap: int | None  # the place to refill
    told: int  # seats whose passed cards have come to light


def begin(
    seats: int,
    start: int,
    *,
    doubling: bool = False,
    passing: bool = True,
    another_round: bool = False,
) -> Position:
    """Return the table before the animals are dealt."""
    if not 3 <= seats <= 6:
        raise ValueError(f"So ein Mist is for 3 to 6 players, not {seats}")
    if not 0 <= start < seats:
        raise ValueError(f"no seat {start} among {seats}")
    places = seats + len(STARTING_CARDS)  # SEM-5
    return Position(
        seats=seats,
        start=start,
        doubling=doubling,
        passing=passing,
        another_round=another_round,
        stage=Stage.ANIMAL,
        animals=(),
        unseen=(OWN_VALUES,) * seats,
        middle=(),
        ring=(None,) * places,
        at=(None,) * seats,
        queues=((),) * places,
        piles=((),) * seats,
        turn=0,
        aside=(),
        face=None,
        gap=None,
        told=0,
    )


def deal_animal(p: Position, animal: int) -> Position:
    """SEM-3: the next seat gets this animal."""
    animals = (*p.animals, animal)
    stage = Stage.ANIMAL if len(animals) < p.seats else Stage.MIDDLE
    return replace(p, animals=animals, stage=stage)


def put_into_middle(p: Position, value: int) -> Position:
    """SEM-5: the next seat puts its card of this value into the middle."""
    seat = len(p.middle)
    p = without_unseen(p, seat, value)
    middle = (*p.middle, (p.animals[seat], value))
    if len(middle) < p.seats:
        return replace(p, middle=middle)
    return replace(p, middle=in_card_order((*middle, *STARTING_CARDS)), stage=Stage.RING)


def lay(p: Position, k: int) -> Position:
    """SEM-5: the k-th card still in the middle goes to the next ring place."""
    place = len(p.ring) - len(p.middle)
    ring = with_item(p.ring, place, p.middle[k])
    middle = p.middle[:k] + p.middle[k + 1 :]
    p = replace(p, ring=ring, middle=middle)
    return p if middle else place_figures(p)


def place_figures(p: Position) -> Position:
    """SEM-6: each figure to its own animal's card; then the starting player's turn."""
    at = []
    queues: list[tuple[int, ...]] = [()] * len(p.ring)
    for seat, animal in enumerate(p.animals):
        (place,) = (i for i, card in enumerate(p.ring) if card is not None and card[0] == animal)
        at.append(place)
        queues[place] = (seat,)
    return replace(p, at=tuple(at), queues=tuple(queues), stage=Stage.ROLL)


def seat_in_turn(p: Position) -> int:
    """Return the seat whose turn it is; turns go clockwise from the starting seat."""
    return (p.start + p.turn) % p.seats


def roll(p: Position, face: int) -> Position:
    """SEM-7: a die shows this face."""
    if face in p.aside:  # SEM-8: a face put aside before must be moved
        return move(p, face)
    if len(p.aside) == DICE - 1:  # SEM-9: the fifth roll must be accepted
        return move(p, face)
    return replace(p, face=face, stage=Stage.DECIDE)


def opt_out(p: Position) -> Position:
    """SEM-7: move by the die rolled last."""
    assert p.face is not None
    return move(p, p.face)


def go_on(p: Position) -> Position:
    """SEM-7: put the die aside unchanged and roll the next."""
    assert p.face is not None
    return replace(p, aside=(*p.aside, p.face), face=None, stage=Stage.ROLL)


def destination(p: Position, place: int, steps: int) -> int:
    """SEM-10, SEM-19: that many cards further clockwise; a gap is not a step."""
    while steps:
        place = (place + 1) % len(p.ring)
        if p.ring[place] is not None:
            steps -= 1
    return place


def move(p: Position, steps: int) -> Position:
    """SEM-10 to SEM-12: move the figure; somebody takes the card reached."""
    seat = seat_in_turn(p)
    old = p.at[seat]
    assert old is not None
    new = destination(p, old, steps)
    assert new != old  # SEM-10
    card = p.ring[new]
    assert card is not None
    queue = p.queues[new]
    taker = queue[-1] if queue else seat  # SEM-12, SEM-11
    left_behind = tuple(other for other in p.queues[old] if other != seat)  # SEM-12, last sentence
    queues = with_item(with_item(p.queues, old, left_behind), new, (*queue, seat))
    p = replace(
        with_taken(p, taker, card),
        ring=with_item(p.ring, new, None),
        at=with_item(p.at, seat, new),
        queues=queues,
        aside=(),
        face=None,
    )
    if p.turn >= p.seats * refills_each(p):  # SEM-19: no refill in the extra round
        return end_turn(p)
    return replace(p, gap=new, stage=Stage.REFILL)


def refill(p: Position, value: int) -> Position:
    """SEM-13: the mover, whoever took the card, fills the gap from the own pile."""
    seat = seat_in_turn(p)
    assert p.gap is not None
    ring = with_item(p.ring, p.gap, (p.animals[seat], value))
    return end_turn(replace(without_unseen(p, seat, value), ring=ring, gap=None))


def passed_each(p: Position) -> int:
    """SEM-4, SEM-18: how many cards each player handed on."""
    if not p.passing:
        return 0
    return {3: 0, 4: 0, 5: 1, 6: 2}[p.seats]


def refills_each(p: Position) -> int:
    """Cards in each draw pile after the set-up: 8, less those passed on, less one in the middle."""
    return len(OWN_VALUES) - passed_each(p) - 1


def turns_each(p: Position) -> int:
    """SEM-15, SEM-18, SEM-19: how many turns each player has."""
    return refills_each(p) + (1 if p.another_round else 0)


def end_turn(p: Position) -> Position:
    """SEM-15: the next seat's turn, or the end."""
    p = replace(p, turn=p.turn + 1)
    if p.turn < p.seats * turns_each(p):
        return replace(p, stage=Stage.ROLL)
    return replace(p, stage=Stage.PASSED if passed_each(p) else Stage.OVER)


def tell_passed(p: Position, to_left: int) -> Position:
    """SEM-4: of the next seat's unseen cards this one went to the left, any other to the right."""
    seat = p.told
    for value in p.unseen[seat]:
        neighbour = seat + 1 if value == to_left else seat - 1
        p = with_taken(p, neighbour % p.seats, (p.animals[seat], value))
    told = seat + 1
    return replace(
        p,
        unseen=with_item(p.unseen, seat, ()),
        told=told,
        stage=Stage.PASSED if told < p.seats else Stage.OVER,
    )


def counted_values(p: Position, seat: int) -> list[int]:
    """Return what each card of the scoring pile counts, SEM-17 doubling included."""
    return [
        2 * value if p.doubling and animal == p.animals[seat] else value
        for animal, value in p.piles[seat]
    ]


def score(p: Position, seat: int) -> int:
    """SEM-16; while the game runs, the running score of SEM-14."""
    return sum(counted_values(p, seat))


def shares(p: Position) -> list[float]:
    """SEM-16: each seat's share of the victory."""
    if p.stage is not Stage.OVER:
        raise ValueError("the game is not over")
    results = [
        (score(p, seat), sum(v for v in counted_values(p, seat) if v > 0))
        for seat in range(p.seats)
    ]
    best = max(results)
    return [1 / results.count(best) if result == best else 0.0 for result in results]


def mover(p: Position) -> int:
    """Return the seat to choose, CHANCE or OVER."""
    if p.stage is Stage.OVER:
        return OVER
    if p.stage is Stage.DECIDE:
        return seat_in_turn(p)
    return CHANCE


def outcomes(p: Position) -> list[Position]:
    """Return what chance may do next, each equally likely, certain outcomes included."""
    if p.stage is Stage.ANIMAL:
        return [deal_animal(p, a) for a in range(len(ANIMALS)) if a not in p.animals]
    if p.stage is Stage.MIDDLE:
        return [put_into_middle(p, value) for value in p.unseen[len(p.middle)]]
    if p.stage is Stage.RING:
        return [lay(p, k) for k in range(len(p.middle))]
    if p.stage is Stage.ROLL:
        return [roll(p, face) for face in (1, 2, 3, 4, 5, 6)]
    if p.stage is Stage.REFILL:
        return [refill(p, value) for value in p.unseen[seat_in_turn(p)]]
    assert p.stage is Stage.PASSED
    return [tell_passed(p, value) for value in p.unseen[p.told]]


def settled(p: Position) -> Position:
    """Apply what is certain: such an outcome is no event."""
    while mover(p) == CHANCE:
        possible = outcomes(p)
        if len(possible) > 1:
            break
        (p,) = possible
    return p


def moves(p: Position) -> list[tuple[int, Position]]:
    """Return every possible next event with the position after it."""
    if p.stage is Stage.OVER:
        return []
    if p.stage is Stage.DECIDE:
        return [(OPT_OUT, settled(opt_out(p))), (CONTINUE, go_on(p))]
    return [(k, settled(after_it)) for k, after_it in enumerate(outcomes(p))]


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def in_card_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards by animal, the grey cards last, then by value."""

    def key(card: Card) -> tuple[int, int]:
        animal, value = card
        return (len(ANIMALS) if animal is None else animal, value)

    return tuple(sorted(cards, key=key))


def without_unseen(p: Position, seat: int, value: int) -> Position:
    """Turn up a card of this seat."""
    left = tuple(v for v in p.unseen[seat] if v != value)
    return replace(p, unseen=with_item(p.unseen, seat, left))


def with_taken(p: Position, seat: int, card: Card) -> Position:
    """SEM-11: this seat's scoring pile grows by a card."""
    return replace(p, piles=with_item(p.piles, seat, in_card_order((*p.piles[seat], card))))
