"""Mice to Meet You as a scene: a hand, its dice cards and its cage, the roll, and the others."""

from collections.abc import Sequence

from pasch.core.bits import count
from pasch.core.grid import counts, zeros
from pasch.core.position import OVER, State
from pasch.core.scene import Area, Choice, Colour, Piece, Scene, SeatLine, cell, piece
from pasch.core.words import Words
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.tell import (
    action,
    card_key,
    card_of,
    cards_in,
    grade_word,
    refusal,
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
COLOURS: tuple[Colour, ...] = ("orange", "red", "yellow")  # both kinds of dice, or one of them


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    whose = seat if seat >= 0 else s.to_move
    return Scene(
        prompt=prompt(s, say, names),
        areas=(hand_area(s, whose, say), table_area(s, whose, say, names)),
        pieces=(
            *hand_pieces(s, whose),
            *dice_pieces(s),
            *dice_cards(s, whose, say),
            *cage(s, whose),
        ),
        seats=tuple(seat_line(s, i, say, names[i]) for i in range(s.seats)),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
        remarks=remarks(s, say),
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


def hand_area(s: State, seat: int, say: Words) -> Area:
    cells = tuple(cell(key=f"hand:{card}") for card in cards_in(s.hand[seat]))
    return Area(key="hand", layout="row", title=say("Hand"), cells=cells)


def hand_pieces(s: State, seat: int) -> list[Piece]:
    return [
        piece(
            key=card_key(seat, card),
            kind="card",
            cell=f"hand:{card}",
            icon="🐭",
            text=str(card),
            colour="brown",
        )
        for card in cards_in(s.hand[seat])
    ]


def table_area(s: State, seat: int, say: Words, names: Sequence[str]) -> Area:
    top = say("← top") if s.caged[seat] else ""
    cells = (
        cell(key="roll", label=say("Roll"), note=roll_note(s, say)),
        cell(key="dice cards", label=say("Dice cards")),
        cell(key="cage", label=say("Cage"), note=top),
    )
    title = say("{name}: dice cards and cage", name=names[seat])
    return Area(key="table", layout="list", title=title, cells=cells)


def roll_note(s: State, say: Words) -> str:
    if s.phase == rules.ACT:
        sums = [s.red + y for y in range(s.yellow + 1) if s.sums >> y & 1]
        return say("makes {sums}", sums=", ".join(map(str, sums)))
    if s.phase in (rules.REACT, rules.SECOND):
        return say("left: {left}", left=s.standing)
    return ""


def dice_pieces(s: State) -> list[Piece]:
    return [
        piece(
            key=f"die:{die}",
            kind="die",
            cell="roll",
            pips=s.face[die],
            text=str(s.face[die]),
            colour="red" if die < s.red_dice else "yellow",
        )
        for die in range(s.rolled)
    ]


def dice_cards(s: State, seat: int, say: Words) -> list[Piece]:
    return [dice_card(s, seat, i, say) for i in range(len(VALUES))]


def dice_card(s: State, seat: int, i: int, say: Words) -> Piece:
    red, yellow = s.reds[1 << i], s.yellows[1 << i]
    shown = "+".join([say("red")] * red + [say("yellow")] * yellow)
    is_open = bool(s.open[seat] & rules.BIT[i])
    return piece(
        key=card_key(seat, VALUES[i]),
        kind="card",
        cell="dice cards",
        icon="🎲" if is_open else "🚫",
        text=f"{VALUES[i]} {shown} ",
        colour=COLOURS[0 if red and yellow else 1 if red else 2],
        faint=not is_open,
    )


def cage(s: State, seat: int) -> list[Piece]:
    return [
        piece(key=card_key(seat, card), kind="card", cell="cage", icon="🐭", text=str(card))
        for card in s.cage[seat][: s.caged[seat]]
    ]


def seat_line(s: State, seat: int, say: Words, name: str) -> SeatLine:
    over = rules.player(s) == OVER
    open_cards = [str(card) for i, card in enumerate(VALUES) if s.open[seat] & rules.BIT[i]]
    parts = (
        say.many("{n} card", "{n} cards", count(s.hand[seat])),
        say.many("{n} point left", "{n} points left", rules.points(s, seat)),
        say("open: {cards}", cards=" ".join(open_cards) or "–"),
        say.many("{n} nut", "{n} nuts", s.nuts[seat]),
    )
    return SeatLine(
        name=name,
        icon="🐱",
        text=" · ".join(parts),
        to_move=bool(not over and seat == s.to_move),
        share=float(shares(s)[seat]) if over else 0.0,
    )


def remarks(s: State, say: Words) -> tuple[str, ...]:
    if s.seats == 1:
        aim = say("Empty the hand and keep as many dice cards open as you can.")
    else:
        aim = say("Fewest points left wins; anybody's last dice card down ends the game.")
    return say.many("{n} nut in the middle", "{n} nuts in the middle", s.supply), aim


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    legal = out[: rules.legal(s, out)]
    return tuple(Choice(action=a, text=text(s, a, say), at=place_of(s, a)) for a in legal)


def place_of(s: State, a: int) -> str:
    """The card that an action moves or turns; without one, the table."""
    card = card_of(s, a)
    return card_key(s.to_move, card) if card else "table"


def score(s: State, seat: int) -> int:
    """MTY-16 the fewest points win; MTY-22 alone one is graded."""
    return rules.grade(s) if s.seats == 1 else rules.points(s, seat)


def score_unit(seats: int, say: Words) -> str:
    return say("grade, 0 to 6") if seats == 1 else say("points left")


def grades(seats: int) -> int:
    """MTY-22 alone a share is a grade: the best one; 0 where it is a chance."""
    return rules.BEST if seats == 1 else 0
