"""Mistkäfer as a scene: everybody's tableau, the supply and what was rolled.

What the chips are differs from viewer to viewer (MK-5), and nothing else does.
"""

from collections.abc import Iterator

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.view import board
from pasch.games.mistkaefer.view.moves import brings
from pasch.games.mistkaefer.view.things import (
    ROLLED,
    can_put,
    faces_in_hand,
    robbed,
    victims,
)
from pasch.sdk import Area, Colour, Piece, Progress, Scene, SeatLine, State, View, Words, drawn

BEETLES: tuple[Colour, ...] = ("red", "purple", "grey", "orange")


def scene(v: View) -> Scene:
    s, stuck = v.s, full(v.s)
    return Scene(
        prompt=v.prompt(),
        areas=(board.supply(v, tuple(s.dice), stuck), *rolled(v), *tableaus(v)),
        pieces=tuple(pieces(v, stuck)),
        seats=tuple([line(v, seat) for seat in range(s.seats)]),
        goal=goal(v, s.clovers, s.balls),
        progress=progress(v, s.newcomers, s.extra),
    )


@drawn
def goal(say: Words, clovers: int, balls: int) -> str:
    return say("First to {clovers} 🍀 or {balls} 🟤", clovers=clovers, balls=balls)


@drawn
def progress(say: Words, newcomers: int, extra: int) -> Progress:
    """Return what is special now; nothing is to be counted."""
    words = []
    if newcomers:
        words.append(say("first round: no thefts"))
    if extra:
        words.append(say.many("{n} extra turn to come", "{n} extra turns to come", extra))
    return Progress(" · ".join(words))


def shows(v: View, seat: int) -> bool:
    """MK-5 Return whether this viewer sees what the chips of the seat are."""
    return v.over or seat == v.seat


# Tableaus, and what was rolled


def tableaus(v: View) -> Iterator[Area]:
    s = v.s
    bonuses = tuple(row[: s.spaces] for row in s.bonus)
    for seat in range(s.seats):
        shown = shows(v, seat)
        yield board.tableau(
            v,
            seat,
            v.names[seat],
            bonuses,
            s.line,
            s.filled[seat],
            now(s, seat),
            (s.clovers, s.balls) if shown else (0, 0),
            won(s, seat) if shown else (0, 0),
        )


def won(s: State, seat: int) -> tuple[int, int]:
    """Return the clovers and the dung balls of a seat."""
    return s.chips[seat, rules.CLOVER], rules.balls_of(s, seat)


def now(s: State, seat: int) -> int:
    """Return the colour that the seat rolls or puts down, or -1."""
    is_at_it = seat == s.to_move and rules.ROLL <= s.phase <= rules.BONUS
    return s.colour if is_at_it else -1


def full(s: State) -> tuple[bool, ...]:
    """MK-8 Return the colours one can't roll for now."""
    if s.phase != rules.CHOOSE:
        return (False,) * rules.COLOURS
    return tuple(n == s.spaces for n in s.filled[s.to_move])


def rolled(v: View) -> tuple[Area, ...]:
    s = v.s
    if s.phase == rules.ROLL:
        return (board.hand(v, sum(s.rolled) + s.to_roll),)
    if s.phase == rules.PUT:
        tiles = tuple(
            board.tile(value, brings(v, value), can_put(s, value))
            for value in range(1, rules.FACES + 1)
            if s.rolled[value]
        )
        return (Area(ROLLED(), "list", v.say("Rolled"), tiles),)
    return ()


# Pieces


def pieces(v: View, stuck: tuple[bool, ...]) -> list[Piece]:
    s, hunted = v.s, prey(v.s)
    found = [*board.supply_dice(tuple(s.dice), stuck), *dice_in_hand(s)]
    for seat in range(s.seats):
        found += board.dice(seat, s.row[seat], s.colour if seat in hunted else -1)
        if shows(v, seat):
            found += board.chips_face_up(seat, *s.chips[seat], s.balls)
        else:
            found += board.chips_face_down(seat, s.owned[seat])
    found += board.heap(s.heaped)
    return found


def prey(s: State) -> list[int]:
    """Return the seats whose last die of the colour rolled is in danger."""
    if s.phase == rules.ROB:
        return [robbed(s)]
    if s.phase != rules.PUT:
        return []
    values = (value for value in range(1, rules.FACES + 1) if s.rolled[value] and can_put(s, value))
    return [seat for value in values for seat in victims(s, value)]


def dice_in_hand(s: State) -> tuple[Piece, ...]:
    faces = tuple(faces_in_hand(s))
    if s.phase == rules.ROLL:
        return board.hand_dice(s.colour, faces + (0,) * s.to_roll)
    if s.phase == rules.PUT:
        room = s.spaces - s.filled[s.to_move, s.colour]
        return board.tile_dice(s.colour, faces, rules.rightmost(s, s.to_move, s.colour), room)
    return ()


# Seats


def line(v: View, seat: int) -> SeatLine:
    owned = v.s.owned[seat]
    text = chips_text(v, owned, won(v.s, seat) if shows(v, seat) else ())
    return v.seat_line(seat, "🐞", text, str(owned), BEETLES[seat])


@drawn
def chips_text(say: Words, owned: int, won: tuple[int, ...]) -> str:
    """MK-5 how many chips one has is public; what they are stands where it may be seen."""
    text = say.many("chip", "chips", owned)
    if won:
        clovers, balls = won
        text = f"{text} · {clovers} 🍀 · {balls} 🟤"
    return text
