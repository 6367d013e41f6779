"""The quick player: builds cards towards completion and sheds as many dice as it can, each turn.

A gain is worth about so many dice shed, found by trying; a die on the Stove gains nothing. Dice
given are those that suit their receiver least, the own colour first: it never comes back. All is
done to keep a way out for the last die: only Different sheds one alone.
"""

from pasch.games.compost.rules import (
    ACTIVATE,
    AIM,
    AIM_AT,
    BIT,
    CONTROL,
    DIFFERENT,
    DISTRIBUTE,
    FACES,
    GIVE,
    HAND,
    KIND,
    KINDS,
    LIFT,
    LIFT_FROM,
    LIFTED,
    MOST,
    NEUTRAL,
    PAIRS,
    PLACES,
    PUT_ON,
    REROLL,
    REROLLED,
    REROLLS,
    RUN,
    SHOWING,
    STOVE,
    TARGET,
    TURN_DICE,
    TURN_TO,
    USE,
    USE_NONE,
    choosable,
    dice_on_cards,
    fits,
    heap_of,
    is_complete,
    player,
    side_up,
)
from pasch.sdk import State, Tuning, count, first, rule

SEARCH = Tuning(playouts=6000)


@rule
def quick(s: State) -> int:
    if s.phase == REROLL:
        return best_reroll(s)
    if s.phase == ACTIVATE:
        return best_card(s)
    if s.phase == DISTRIBUTE:
        return GIVE + best_gift(s)
    if s.phase == AIM:
        return AIM_AT + best_target(s)
    if s.phase == TURN_DICE:
        return TURN_TO + best_face(s)
    if s.phase == LIFT:
        return best_lift(s)
    return PUT_ON + best_place(s, player(s), first(s.kinds[HAND]) % FACES)


@rule
def showing(s: State, heap: int, face: int) -> int:
    """Return how many dice of a heap show a face."""
    n = 0
    for kind in range(face, KINDS, FACES):
        n += s.dice[heap, kind]
    return n


@rule
def faces_in(s: State, heap: int) -> int:
    """Return the set of faces shown in a heap."""
    faces = 0
    for face in range(FACES):
        if s.kinds[heap] & SHOWING[face]:
            faces |= BIT[face]
    return faces


# Assigning


@rule
def best_place(s: State, seat: int, face: int) -> int:
    best = STOVE
    best_gain = 0.0
    for place in range(STOVE):
        if fits(s, seat, place, face):
            gain = gain_of(s, seat, place, face)
            if gain > best_gain:
                best = place
                best_gain = gain
    return best


@rule
def gain_of(s: State, seat: int, place: int, face: int) -> float:
    """Return the worth of putting a die with this face there, given the others in hand."""
    side = side_up(s, seat, place)
    heap = heap_of(seat, place)
    n = s.many[heap]
    alike = showing(s, HAND, face)
    if side == RUN:
        return gain_in_run(s.odd[heap], faces_in(s, HAND), face)
    if side == KIND:
        if n:
            return 1.2
        return 1.1 if alike > 1 else 0.3
    if side == PAIRS:
        if s.odd[heap] & BIT[face]:
            return 1.15
        if n == 2 and s.odd[heap] == 0:
            return 0.9 if alike > 1 else -1.0
        return 0.95 if alike > 1 else 0.4
    if side == DIFFERENT:
        return 1.5 if all_dice(s, seat) <= MOST[DIFFERENT] else 0.8
    if side == TARGET:
        return 0.9 if n == 1 else 0.6
    return 0.35


@rule
def gain_in_run(run: int, hand: int, face: int) -> float:
    """Return the gain, most where the die and those in hand join the run without a gap."""
    low = face
    high = face
    reach = run | hand
    while low > 0 and reach & BIT[low - 1]:
        low -= 1
    while high < FACES - 1 and reach & BIT[high + 1]:
        high += 1
    block = BIT[high] * 2 - BIT[low]
    if run & ~block == 0:
        return 1.0 if high > low else 0.45
    return 0.3


# Rerolling


@rule
def best_reroll(s: State) -> int:
    best = 0
    best_gain = -1000.0
    for a in range(REROLLS):
        gain = 0.0
        contained = 0
        for place in range(PLACES):
            heap = heap_of(s.to_move, place)
            taken = 0
            rest = s.kinds[heap] & REROLLED[a, place]
            contained |= rest
            while rest:
                taken += s.dice[heap, first(rest)]
                rest &= rest - 1
            if taken:
                gain += taken * gain_of_reroll(s, place)
        if contained and gain > best_gain:
            best = a
            best_gain = gain
    return best


@rule
def gain_of_reroll(s: State, place: int) -> float:
    """Return the gain for each die: what can't grow comes off before it blocks."""
    side = side_up(s, s.to_move, place)
    n = s.many[heap_of(s.to_move, place)]
    few = dice_on_cards(s, s.to_move) <= MOST[DIFFERENT]
    if side == STOVE:
        return 0.6
    if is_complete(s, s.to_move, place):
        if side == CONTROL:
            return 0.0
        if is_dead_end(s, place) and not (side == DIFFERENT and few):
            return 0.2
        return 0.0 if side == TARGET else -0.1 if side == DIFFERENT else -0.7
    if few:
        return 0.3
    if side == RUN and n > 1:
        return 0.15 if missing(s.odd[heap_of(s.to_move, place)]) > 1 else -0.05
    return 0.1 if n == 1 else -0.1


@rule
def missing(faces: int) -> int:
    """Return how many faces a run lacks between its lowest and its highest."""
    from_lowest = faces >> first(faces)
    span = 0
    while from_lowest >> span:
        span += 1
    return span - count(faces)


@rule
def all_dice(s: State, seat: int) -> int:
    """Return how many dice lie on the cards of a seat and in its hand."""
    n = dice_on_cards(s, seat)
    return n + s.many[HAND] if player(s) == seat else n


@rule
def is_dead_end(s: State, place: int) -> bool:
    """Return whether activating this card would leave one die, and no Different for it."""
    left = dice_on_cards(s, s.to_move) - s.many[heap_of(s.to_move, place)]
    different = side_up(s, s.to_move, RUN) == DIFFERENT
    return left == 1 and different == (place == RUN)


# Activating


@rule
def best_card(s: State) -> int:
    best = USE_NONE
    best_gain = 0.0
    for place in range(STOVE):
        if is_complete(s, s.to_move, place):
            n = s.many[heap_of(s.to_move, place)]
            side = side_up(s, s.to_move, place)
            gain = float(n)
            if side == CONTROL:
                gain = 1.2
            elif n == dice_on_cards(s, s.to_move):
                gain = 100.0
            elif is_dead_end(s, place):
                gain = -1.0
            if gain > best_gain:
                best = USE + place
                best_gain = gain
    return best


# Giving


@rule
def best_gift(s: State) -> int:
    best = 0
    best_gain = -1000.0
    rest = choosable(s)
    while rest:
        kind = first(rest)
        rest &= rest - 1
        colour = kind // FACES
        if s.due == s.to_move:
            gain = 0.0 if colour == s.to_move else 1.0 if colour == NEUTRAL else 2.0
        else:
            gain = 1.0 if colour == s.to_move else 0.0
            place = best_place(s, s.due, kind % FACES)
            if place != STOVE:
                gain -= gain_of(s, s.due, place, kind % FACES)
        if gain > best_gain:
            best = kind
            best_gain = gain
    return best


@rule
def best_target(s: State) -> int:
    best = s.to_move
    fewest = 1000
    for seat in range(s.seats):
        if seat != s.to_move and dice_on_cards(s, seat) < fewest:
            best = seat
            fewest = dice_on_cards(s, seat)
    return best


# Control


@rule
def best_face(s: State) -> int:
    """Return a face that has a good place, or many like it on the Stove and in hand."""
    best = 0
    best_gain = -1.0
    stove = heap_of(s.to_move, STOVE)
    for face in range(FACES):
        gain = 0.0
        for place in range(STOVE):
            if fits(s, s.to_move, place, face):
                gain = max(gain, gain_of(s, s.to_move, place, face))
        gain += showing(s, stove, face) + showing(s, HAND, face)
        if gain > best_gain:
            best = face
            best_gain = gain
    return best


@rule
def best_lift(s: State) -> int:
    """Return the choice to lift what has a better place than the Stove by now."""
    rest = s.kinds[heap_of(s.to_move, STOVE)]
    while rest:
        kind = first(rest)
        rest &= rest - 1
        if best_place(s, s.to_move, kind % FACES) != STOVE:
            return LIFT_FROM + STOVE * KINDS + kind
    return LIFTED
