"""Pig in words and as a scene: the die, and what everybody has."""

from collections.abc import Sequence
from typing import Any

from pasch.core.game.position import CHANCE, OVER, State
from pasch.core.view.scene import Area, Cell, Choice, Piece, Scene, SeatLine, Told
from pasch.core.words import Words
from pasch_pig import rules

ALIKE = True


def action(s: State, a: int) -> dict[str, Any]:
    if s.phase == rules.ROLL:
        return {"die": a + 1}
    return {"hold": True} if a == rules.HOLD else {"roll": True}


def text(s: State, a: int, say: Words) -> str:
    if s.phase == rules.ROLL:
        return str(a + 1)
    return say("hold") if a == rules.HOLD else say("roll on")


def refusal(s: State, a: int | None, say: Words) -> tuple[str, str]:
    player = rules.player(s)
    if player == OVER:
        return say("the game is over"), "PIG-6"
    if player == CHANCE:
        return say("the die is rolled: expected an outcome from 0 to 5"), "PIG-2"
    return say("expected 0 to roll on or 1 to hold"), "PIG-3"


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    seat = before.to_move
    name = names[seat]
    if before.phase == rules.ROLL:
        text = say("{name} rolled a {face}.", name=name, face=a + 1)
        told = [Told(text, kind="roll", seat=seat, icon="🎲", pieces=("die",) if after.die else ())]
        if not after.total:
            text = say("The turn was for nothing.")
            told.append(Told(text, kind="bust", seat=seat, mood="bad"))
        return told
    if a == rules.ROLL_ON:
        return []
    text = say("{name} held with {n}.", name=name, n=before.total)
    return [Told(text, kind="score", seat=seat, mood="good")]


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    return Scene(
        prompt=prompt(s, say, names[s.to_move]),
        areas=(Area("dice", "row", say("The die"), (Cell("die", note=total(s, say)),)),),
        pieces=(die_piece(s),) if s.die else (),
        seats=tuple(seat_line(s, i, say, name) for i, name in enumerate(names)),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
    )


def prompt(s: State, say: Words, name: str) -> str:
    if s.phase == rules.END:
        return say("The game is over; the winner: {name}!", name=name)
    if s.phase == rules.ROLL:
        return say("Roll the die")
    return say("Roll on, or hold with {n}?", n=s.total)


def total(s: State, say: Words) -> str:
    return say("this turn: {n}", n=s.total)


def die_piece(s: State) -> Piece:
    face = s.die
    return Piece(key="die", kind="die", cell="die", text=str(face), pips=face)


def seat_line(s: State, seat: int, say: Words, name: str) -> SeatLine:
    is_over, to_move = s.phase == rules.END, seat == s.to_move
    points = s.score[seat]
    return SeatLine(
        name=name,
        icon="🎲",
        text=say("{n} of {goal} points", n=points, goal=s.goal),
        to_move=bool(to_move and not is_over),
        share=float(to_move and is_over),
    )


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(Choice(a, text(s, a, say), at="dice") for a in (rules.ROLL_ON, rules.HOLD))


def score(s: State, seat: int) -> int:
    return s.score[seat]


def score_unit(seats: int, say: Words) -> str:
    return say("points")
