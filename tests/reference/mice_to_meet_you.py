"""Mice to Meet You, a slow reference model written straight from the clauses MTY-1 to MTY-22."""

from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import TypeVar

T = TypeVar("T")

CARDS = tuple(range(1, 19))  # MTY-1
# MTY-2: dice card -> (red dice, yellow dice) its owner rolls only while it lies open
DICE_CARDS = {6: (1, 1), 9: (0, 1), 12: (0, 1), 15: (1, 0)}
LAST_DICE_CARD = 6  # MTY-7, MTY-18
HAND = tuple(v for v in CARDS if v not in DICE_CARDS)  # MTY-1
FACES = (1, 2, 3, 4, 5, 6)
MOST_ROUNDS = 5000  # MTY-15
BEST_GRADE = 6  # MTY-22

CHANCE = -1
OVER = -2

# Choices. A card of value v adds v - 1 to the first number of its group, a dice card its index
# among 6, 9, 12, 15.
PLAY = 0  # plus 18 times the sum of the yellow dice used
MISS_TAKE_BACK = 342
MISS_TURN_UP = 343
MISS_NOTHING = 347
USE_LEFT_OVER = 348
PASS = 366
SECOND_CARD = 367
NO_SECOND_CARD = 385
MISS_TURN_DOWN = 386


class Stage(Enum):
    """What the next event is."""

    ROLL = "the active player rolls a die"
    ACTIVE = "the active player plays a card or misses"
    PASSIVE = "the player asked uses the dice left over or passes"
    SECOND = "the solo player plays a second card or not"
    OVER = "the game is over"


@dataclass(frozen=True)
class Position:
    """Everything there is to know between two events. Tuples of tuples run over seats."""

    seats: int
    threshold: int  # MTY-20
    stage: Stage
    hands: tuple[tuple[int, ...], ...]  # ascending
    cages: tuple[tuple[int, ...], ...]  # in the order played, the top card last
    open_cards: tuple[tuple[int, ...], ...]  # dice cards lying open, ascending
    nuts: tuple[int, ...]
    supply: int  # nuts in the common supply; solo: in the middle
    rounds: int  # rounds finished
    active: int  # when the game is over: whose round was the last
    red: tuple[int, ...]  # faces in the order rolled
    yellow: tuple[int, ...]
    left_over: int  # the sum standing for the passive players or a second card; 0: no such die
    asked: int | None  # the passive player to choose


def begin(
    seats: int,
    start: int,
    *,
    level: int = 0,
    nuts: int = 3,
    threshold: int = 15,
) -> Position:
    """Return the table before the first roll; the level counts only for one player alone."""
    if not 1 <= seats <= 5:
        raise ValueError(f"Mice to Meet You is for 1 to 5 players, not {seats}")
    if not 0 <= start < seats:
        raise ValueError(f"no seat {start} among {seats}")
    if not 0 <= level <= 3:
        raise ValueError(f"the levels are 0 to 3, not {level}")
    if nuts < 0:
        raise ValueError(f"there can't be {nuts} nuts")
    if threshold < 1:
        raise ValueError(f"no dice show less than 1, so the threshold can't be {threshold}")
    if seats == 1:  # MTY-17
        supply = min(level, nuts)
        held = nuts - supply
    else:  # MTY-3
        supply = nuts * seats
        held = 0
    return Position(
        seats=seats,
        threshold=threshold,
        stage=Stage.ROLL,
        hands=(HAND,) * seats,
        cages=((),) * seats,
        open_cards=(tuple(DICE_CARDS),) * seats,
        nuts=(held,) * seats,
        supply=supply,
        rounds=0,
        active=start,
        red=(),
        yellow=(),
        left_over=0,
        asked=None,
    )


def is_solo(p: Position) -> bool:
    """Return whether one player plays alone, by MTY-17 to MTY-22."""
    return p.seats == 1


def dice_to_roll(p: Position) -> tuple[int, int]:
    """MTY-4, MTY-8: the red and the yellow dice of the active player's open dice cards."""
    cards = p.open_cards[p.active]
    return sum(DICE_CARDS[v][0] for v in cards), sum(DICE_CARDS[v][1] for v in cards)


def roll(p: Position, face: int) -> Position:
    """MTY-4: the next die shows this face, the red dice first."""
    reds, yellows = dice_to_roll(p)
    if len(p.red) < reds:
        p = replace(p, red=(*p.red, face))
    else:
        p = replace(p, yellow=(*p.yellow, face))
    if len(p.red) + len(p.yellow) < reds + yellows:
        return p
    return replace(p, stage=Stage.ACTIVE)


def yellow_sums(p: Position) -> list[int]:
    """MTY-5: what none to all of the yellow dice may add; equal sums are the same choice."""
    sizes = range(len(p.yellow) + 1)
    return sorted({sum(chosen) for n in sizes for chosen in combinations(p.yellow, n)})


def may_be_turned_down(p: Position, seat: int, value: int) -> bool:
    """MTY-7, MTY-18: an open dice card; the 6 only as the last open one."""
    cards = p.open_cards[seat]
    return value in cards and (value != LAST_DICE_CARD or cards == (LAST_DICE_CARD,))


def may_be_played(p: Position, seat: int, value: int) -> bool:
    """MTY-7, MTY-11: a hand card or a dice card; MTY-18, MTY-19: solo only a hand card."""
    if value in p.hands[seat]:
        return True
    return not is_solo(p) and may_be_turned_down(p, seat, value)


def within_reach(p: Position, seat: int, total: int, nuts: int) -> list[int]:
    """MTY-6, MTY-13, MTY-19: cards this sum plays when changed with at most so many nuts."""
    return [v for v in CARDS if abs(v - total) <= nuts and may_be_played(p, seat, v)]


def play_card(p: Position, seat: int, total: int, value: int) -> Position:
    """MTY-6, MTY-13, MTY-19: nuts for the change go to the supply; MTY-7: the card is played."""
    p = pay_supply(p, seat, abs(value - total))
    if value in p.open_cards[seat]:
        return turn_down(p, seat, value)
    hand = tuple(v for v in p.hands[seat] if v != value)
    cage = (*p.cages[seat], value)
    return replace(p, hands=with_item(p.hands, seat, hand), cages=with_item(p.cages, seat, cage))


def turn_down(p: Position, seat: int, value: int) -> Position:
    """MTY-7, MTY-18: an open dice card is turned face down."""
    left = tuple(v for v in p.open_cards[seat] if v != value)
    return replace(p, open_cards=with_item(p.open_cards, seat, left))


def pay_supply(p: Position, seat: int, nuts: int) -> Position:
    """Pay nuts of this seat to the supply, or to the middle."""
    return replace(p, nuts=with_added(p.nuts, seat, -nuts), supply=p.supply + nuts)


def play_active(p: Position, yellow: int, value: int) -> Position:
    """MTY-5 to MTY-7: all red dice and this sum of yellow ones play this card."""
    p = play_card(p, p.active, sum(p.red) + yellow, value)
    p = replace(p, left_over=sum(p.yellow) - yellow)  # MTY-6: as rolled
    if ends_the_game(p):
        return finish(p)
    return offer_second_card(p) if is_solo(p) else ask_the_others(p)


def face_down(p: Position, seat: int) -> list[int]:
    """Return the dice cards this seat has turned down."""
    return [v for v in DICE_CARDS if v not in p.open_cards[seat]]


def take_back(p: Position) -> Position:
    """MTY-9: a miss; the top card of the cage goes back into the hand."""
    *cage, top = p.cages[p.active]
    hand = tuple(sorted((*p.hands[p.active], top)))
    return after_a_miss(
        replace(
            p,
            hands=with_item(p.hands, p.active, hand),
            cages=with_item(p.cages, p.active, tuple(cage)),
        )
    )


def turn_up(p: Position, value: int) -> Position:
    """MTY-9: a miss; a face-down dice card is turned up again."""
    cards = tuple(sorted((*p.open_cards[p.active], value)))
    return after_a_miss(replace(p, open_cards=with_item(p.open_cards, p.active, cards)))


def after_a_miss(p: Position) -> Position:
    """MTY-10: the others may use the sum of all rolled dice."""
    return ask_the_others(replace(p, left_over=sum(p.red) + sum(p.yellow)))


def active_choices(p: Position) -> list[tuple[int, Position]]:
    """Return what the active player may do after the roll."""
    seat = p.active
    choices = [
        (PLAY + 18 * yellow + value - 1, play_active(p, yellow, value))
        for yellow in yellow_sums(p)
        for value in within_reach(p, seat, sum(p.red) + yellow, p.nuts[seat])
    ]
    return choices + (solo_misses(p) if is_solo(p) else misses(p))


def misses(p: Position) -> list[tuple[int, Position]]:
    """MTY-9: a player who can't or won't play gives something back, if there is anything."""
    choices = []
    if p.cages[p.active]:
        choices.append((MISS_TAKE_BACK, take_back(p)))
    for value in face_down(p, p.active):
        choices.append((MISS_TURN_UP + dice_card_index(value), turn_up(p, value)))
    return choices or [(MISS_NOTHING, after_a_miss(p))]


def ask_the_others(p: Position) -> Position:
    """MTY-10: clockwise from the left of the active player, if any die is left over."""
    if p.left_over == 0:
        return end_round(p)
    return ask_from(p, left_of(p, p.active))


def ask_from(p: Position, seat: int) -> Position:
    """MTY-10: ask this seat or the next one that can use the dice; then the round is over."""
    while seat != p.active:
        if passive_cards(p, seat):
            return replace(p, stage=Stage.PASSIVE, asked=seat)
        seat = left_of(p, seat)
    return end_round(p)


def passive_cards(p: Position, seat: int) -> list[int]:
    """MTY-10 to MTY-13: the cards this seat can play with the dice left over."""
    price = 0 if p.supply else 1  # MTY-12: out of the own nuts
    return within_reach(p, seat, p.left_over, p.nuts[seat] - price)


def pay_price(p: Position, seat: int) -> Position:
    """MTY-12: a nut for the active player, from the supply or else from this seat."""
    if p.supply:
        p = replace(p, supply=p.supply - 1)
    else:
        p = replace(p, nuts=with_added(p.nuts, seat, -1))
    return replace(p, nuts=with_added(p.nuts, p.active, 1))


def use_left_over(p: Position, value: int) -> Position:
    """MTY-11 to MTY-13: pay the price, then change the sum, play the card; the new sum stands."""
    seat = p.asked
    assert seat is not None
    p = pay_price(p, seat)
    p = play_card(p, seat, p.left_over, value)
    p = replace(p, left_over=value)
    return finish(p) if ends_the_game(p) else ask_after(p)


def ask_after(p: Position) -> Position:
    """MTY-10: the seat asked is done; on to its left."""
    assert p.asked is not None
    return ask_from(p, left_of(p, p.asked))


def passive_choices(p: Position) -> list[tuple[int, Position]]:
    """MTY-10: whoever is asked may use the dice or not."""
    assert p.asked is not None
    choices = [
        (USE_LEFT_OVER + value - 1, use_left_over(p, value)) for value in passive_cards(p, p.asked)
    ]
    return [*choices, (PASS, ask_after(p))]


def solo_misses(p: Position) -> list[tuple[int, Position]]:
    """MTY-18: a miss turns down an open dice card, for good."""
    return [
        (MISS_TURN_DOWN + dice_card_index(value), miss_solo(p, value))
        for value in DICE_CARDS
        if may_be_turned_down(p, p.active, value)
    ]


def miss_solo(p: Position, value: int) -> Position:
    """MTY-18; MTY-20: no nut after a miss."""
    p = turn_down(p, p.active, value)
    return finish(p) if ends_the_game(p) else end_round(p)


def second_cards(p: Position) -> list[int]:
    """MTY-19: one nut for the right, further ones to change the sum of all unused dice."""
    if p.left_over == 0:
        return []
    return within_reach(p, p.active, p.left_over, p.nuts[p.active] - 1)


def offer_second_card(p: Position) -> Position:
    """MTY-19: ask only if a second card is possible."""
    if second_cards(p):
        return replace(p, stage=Stage.SECOND)
    return reward(p)


def play_second(p: Position, value: int) -> Position:
    """MTY-19: pay for the right, play the card; MTY-20: its dice are no longer unused."""
    p = pay_supply(p, p.active, 1)
    p = play_card(p, p.active, p.left_over, value)
    p = replace(p, left_over=0)
    return finish(p) if ends_the_game(p) else reward(p)


def reward(p: Position) -> Position:
    """MTY-20: many unused eyes bring a nut from the middle; then the round is over."""
    if p.left_over >= p.threshold and p.supply:
        p = replace(p, nuts=with_added(p.nuts, p.active, 1), supply=p.supply - 1)
    return end_round(p)


def second_choices(p: Position) -> list[tuple[int, Position]]:
    """MTY-19: one second card or none."""
    choices = [(SECOND_CARD + value - 1, play_second(p, value)) for value in second_cards(p)]
    return [*choices, (NO_SECOND_CARD, reward(p))]


def end_round(p: Position) -> Position:
    """MTY-14: the next player clockwise is active; MTY-15: a game without an end is drawn."""
    p = replace(p, rounds=p.rounds + 1)
    if p.rounds == MOST_ROUNDS:
        return finish(p)
    return replace(
        p,
        stage=Stage.ROLL,
        active=left_of(p, p.active),
        red=(),
        yellow=(),
        left_over=0,
        asked=None,
    )


def ends_the_game(p: Position) -> bool:
    """MTY-15, MTY-21: the last dice card of somebody is down; solo also: the hand is empty."""
    return () in p.open_cards or (is_solo(p) and () in p.hands)


def finish(p: Position) -> Position:
    """MTY-15, MTY-21: the game ends at once."""
    return replace(p, stage=Stage.OVER, left_over=0, asked=None)


def result(p: Position, seat: int) -> tuple[int, int, int]:
    """MTY-16: the smallest is the best: cards in hand, then dice cards down, then nuts."""
    return sum(p.hands[seat]), -len(face_down(p, seat)), -p.nuts[seat]


def grade(p: Position) -> int:
    """MTY-22: 6, the best, to 0."""
    if not is_solo(p):
        raise ValueError(f"grades are for one player alone, not for {p.seats}")
    if p.stage is not Stage.OVER:
        raise ValueError("the game is not over")
    in_hand, lying_open = len(p.hands[0]), len(p.open_cards[0])
    if in_hand == 0:
        return {4: 6, 3: 5, 2: 4, 1: 3}[lying_open]
    return {1: 2, 2: 1}.get(in_hand, 0)


def shares(p: Position) -> list[float]:
    """MTY-15, MTY-16: each seat's share of the victory; solo the grade as a part of the best."""
    if p.stage is not Stage.OVER:
        raise ValueError("the game is not over")
    if is_solo(p):
        return [grade(p) / BEST_GRADE]
    if not ends_the_game(p):  # MTY-15: drawn after the last round allowed
        return [1 / p.seats] * p.seats
    results = [result(p, seat) for seat in range(p.seats)]
    best = min(results)
    return [1 / results.count(best) if r == best else 0.0 for r in results]


def mover(p: Position) -> int:
    """Return the seat to choose, CHANCE or OVER."""
    if p.stage is Stage.OVER:
        return OVER
    if p.stage is Stage.ROLL:
        return CHANCE
    if p.stage is Stage.PASSIVE:
        assert p.asked is not None
        return p.asked
    return p.active


def moves(p: Position) -> list[tuple[int, Position]]:
    """Return every possible next event with the position after it."""
    if p.stage is Stage.OVER:
        return []
    if p.stage is Stage.ROLL:
        return [(k, roll(p, face)) for k, face in enumerate(FACES)]
    if p.stage is Stage.ACTIVE:
        return active_choices(p)
    if p.stage is Stage.PASSIVE:
        return passive_choices(p)
    return second_choices(p)


def left_of(p: Position, seat: int) -> int:
    """Return the next seat clockwise."""
    return (seat + 1) % p.seats


def dice_card_index(value: int) -> int:
    """Return the place of a dice card among 6, 9, 12, 15."""
    return tuple(DICE_CARDS).index(value)


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def with_added(numbers: tuple[int, ...], index: int, change: int) -> tuple[int, ...]:
    """Return the tuple with one number changed."""
    return with_item(numbers, index, numbers[index] + change)
