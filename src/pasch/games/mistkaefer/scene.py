"""Mistkäfer as a scene: the viewer's tableau, the dice, the chips, the others' rows."""

from collections.abc import Sequence
from functools import cache, lru_cache

from pasch.core.grid import counts
from pasch.core.position import State
from pasch.core.scene import Area, Choice, Colour, Piece, Scene, SeatLine, cell, piece
from pasch.core.words import Words
from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import COLOURS
from pasch.games.mistkaefer.tell import (
    action,
    bonus_word,
    colour_word,
    die_key,
    faces_in_hand,
    is_known,
    refusal,
    robbed,
    story,
    text,
)

__all__ = [
    "ALIKE",
    "action",
    "choices",
    "refusal",
    "scene",
    "score",
    "score_unit",
    "story",
    "text",
]

ALIKE = False
PAINT: tuple[Colour, ...] = ("green", "yellow", "blue")
SQUARES = ("🟩", "🟨", "🟦")
BONUS_ICONS = ("·", "⟳", "●", "●●", "✋", "✋✋")


def mark(colour: int, say: Words) -> str:
    """Short for a colour, beside its row."""
    return (say("g"), say("y"), say("b"))[colour]


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    shown = seat if seat >= 0 else s.to_move
    others = [(shown + n) % s.seats for n in range(1, s.seats)]
    areas = [tableau_area(tuple(map(tuple, s.bonus)), s.spaces, s.line, shown, say)]
    pieces = row_pieces(s, shown, own=True)
    if any(s.rolled):
        areas.append(rolled_area(s, say))
        pieces += rolled_pieces(s)
    areas += [supply_area(tuple(s.dice), say), others_area(tuple(others), say, tuple(names))]
    for other in others:
        pieces += row_pieces(s, other, own=False)
    return Scene(
        prompt=prompt(s, say, names),
        areas=tuple(areas),
        pieces=tuple(pieces),
        seats=tuple(seat_line(s, i, say, names[i]) for i in range(s.seats)),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
        remarks=remarks(s, say),
    )


def prompt(s: State, say: Words, names: Sequence[str]) -> str:
    if s.phase == rules.END:
        if s.winner == rules.NOBODY:
            return say("The game is over; nobody wins.")
        return say("The game is over; the winner: {name}!", name=names[s.winner])
    if s.phase == rules.CHOOSE:
        return say("Take 1 to {most} dice, or score", most=rules.MOST_DICE)
    if s.phase == rules.ROLL:
        rolled = sum(s.rolled)
        return say("Roll die {n} of {most}", n=rolled + 1, most=rolled + s.to_roll)
    if s.phase == rules.PUT:
        return say("Which value goes into {colour}?", colour=colour_word(s.colour, say))
    if s.phase == rules.ROB:
        return say("Steal the {value} of {victim}?", value=s.value, victim=names[robbed(s)])
    if s.phase == rules.BONUS:
        return say("Which bonus first?")
    if s.phase == rules.VICTIM:
        return say("From whom do you take a chip?")
    if s.phase == rules.DRAW:
        return say("Draw a chip")
    return say("Take a chip of {victim}, unseen", victim=names[rules.next_victim(s)])


def remarks(s: State, say: Words) -> tuple[str, ...]:
    """What wins, what scores, what the bonus spaces mean, and what is special now."""
    on_board = sorted({bonus for row in s.bonus for bonus in row if bonus})
    told = [
        say("To win: {clovers} 🍀 or {balls} 🟤", clovers=s.clovers, balls=s.balls),
        say("To score: full columns left of the line, and every die right of it"),
        " · ".join(f"{BONUS_ICONS[bonus]} {bonus_word(bonus, say)}" for bonus in on_board),
    ]
    if s.newcomers:
        told.append(say("First round: no dice are stolen"))
    if s.extra:
        told.append(say.many("{n} extra turn to come", "{n} extra turns to come", s.extra))
    return tuple(filter(None, told))


def space_key(colour: int, column: int) -> str:
    return f"{COLOURS[colour]}:{column + 1}"


@cache
def tableau_area(
    bonuses: tuple[tuple[int, ...], ...], spaces: int, line: int, seat: int, say: Words
) -> Area:
    """MK-3 walls stand between the rows, at the rim and where the white line runs."""
    cells = tuple(
        cell(
            key=space_key(colour, column),
            label=f"{column + 1}{mark(colour, say)}",
            group=f"{COLOURS[colour]}:{'left' if column < line else 'right'}",
            icon=BONUS_ICONS[bonuses[colour][column]],
            colour=PAINT[colour],
        )
        for colour in range(rules.COLOURS)
        for column in range(spaces)
    )
    title = say("The tableau")
    return Area(key=f"tableau:{seat}", layout="grid", title=title, cells=cells, columns=spaces)


def row_pieces(s: State, seat: int, *, own: bool) -> list[Piece]:
    return [
        piece(
            key=die_key(seat, colour, column),
            kind="die",
            cell=space_key(colour, column) if own else row_key(seat, colour),
            text=str(s.row[seat, colour, column]),
            colour=PAINT[colour],
        )
        for colour in range(rules.COLOURS)
        for column in range(s.filled[seat, colour])
    ]


def rolled_area(s: State, say: Words) -> Area:
    cells = tuple(
        cell(key=f"rolled:{i}", label=str(face), group="rolled")
        for i, face in enumerate(faces_in_hand(s))
    )
    columns = len(cells)
    return Area(key="rolled", layout="grid", title=say("Rolled"), cells=cells, columns=columns)


def rolled_pieces(s: State) -> list[Piece]:
    end = rules.rightmost(s, s.to_move, s.colour)
    return [
        piece(
            key=f"rolled:die:{i}",
            kind="die",
            cell=f"rolled:{i}",
            text=str(face),
            colour=PAINT[s.colour],
            pips=face,
            faint=bool(face <= end),
        )
        for i, face in enumerate(faces_in_hand(s))
    ]


@lru_cache(1 << 12)
def supply_area(dice: tuple[int, ...], say: Words) -> Area:
    """The dice one may take of each colour; all of them are counted in the title."""
    cells = tuple(
        cell(
            key=supply_key(colour, n),
            icon=SQUARES[colour] if n <= dice[colour] else "",
            colour=PAINT[colour],
        )
        for colour in range(rules.COLOURS)
        for n in range(1, rules.MOST_DICE + 1)
    )
    green, yellow, blue = dice
    title = say(
        "Supply: {green} green, {yellow} yellow, {blue} blue", green=green, yellow=yellow, blue=blue
    )
    return Area(key="supply", layout="track", title=title, cells=cells)


def supply_key(colour: int, n: int) -> str:
    return f"supply:{COLOURS[colour]}:{n}"


@lru_cache(1 << 12)
def others_area(others: tuple[int, ...], say: Words, names: tuple[str, ...]) -> Area:
    cells = tuple(
        cell(
            key=row_key(seat, colour),
            label=names[seat] if colour == 0 else "",
            icon=SQUARES[colour],
            colour=PAINT[colour],
        )
        for seat in others
        for colour in range(rules.COLOURS)
    )
    return Area(key="others", layout="list", title=say("The others"), cells=cells)


def row_key(seat: int, colour: int) -> str:
    return f"row:{seat}:{COLOURS[colour]}"


def seat_line(s: State, seat: int, say: Words, name: str) -> SeatLine:
    """MK-5 the number of chips is public, what they are only where the view shows it."""
    words = say.many("{n} chip", "{n} chips", s.owned[seat])
    if s.owned[seat] and is_known(s, seat):
        balls, clovers = rules.balls_of(s, seat), s.chips[seat, rules.CLOVER]
        words = f"{words} · {clovers} 🍀 · {balls} 🟤"
    over = s.phase == rules.END
    share = 0.0
    if over:
        share = 1 / s.seats if s.winner == rules.NOBODY else float(seat == s.winner)
    return SeatLine(
        name=name,
        icon="🐞",
        text=words,
        to_move=bool(not over and seat == s.to_move),
        share=float(share),
    )


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    legal = out[: rules.legal(s, out)]
    return tuple(choice(s, a, say, names) for a in legal)


def choice(s: State, a: int, say: Words, names: Sequence[str]) -> Choice:
    seat = s.to_move
    if s.phase == rules.CHOOSE:
        if a == rules.SCORE:
            chips = rules.chips_for(s, seat)
            words = say.many("score for {n} chip", "score for {n} chips", chips)
            return Choice(action=a, text=words, at=f"tableau:{seat}")
        colour, n = a // rules.MOST_DICE, a % rules.MOST_DICE + 1
        return Choice(action=a, text=text(s, a, say), at=supply_key(colour, n))
    words = text(s, a, say)
    if s.phase == rules.PUT:
        die = faces_in_hand(s).index(a - rules.PUT_ONE + 1)
        return Choice(action=a, text=words, at=f"rolled:{die}")
    colour = s.colour
    if s.phase == rules.ROB:
        victim = robbed(s)
        column = s.filled[victim, colour] - 1
        return Choice(action=a, text=words, at=die_key(victim, colour, column))
    if s.phase == rules.BONUS:
        column = a - rules.BONUS_AT
        bonus = bonus_word(s.bonus[colour, column], say)
        label = f"{column + 1}{mark(colour, say)}"
        return Choice(action=a, text=f"{bonus}: {label}", at=space_key(colour, column))
    victim = a - rules.STEAL_FROM
    words = say("steal from {name}", name=names[victim])
    return Choice(action=a, text=words, at=row_key(victim, 0))


def score(s: State, seat: int) -> int:
    """MK-17 clovers win too, but dung is what piles up."""
    return rules.balls_of(s, seat)


def score_unit(seats: int, say: Words) -> str:
    return say("dung balls")
