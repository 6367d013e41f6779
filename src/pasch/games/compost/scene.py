"""Compost as a scene: everybody's cards, the dice in hand, the Compost."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pasch.core.grid import counts, zeros
from pasch.core.position import State
from pasch.core.scene import Area, Choice, Colour, Piece, Scene, SeatLine, cell, piece
from pasch.core.words import Words
from pasch.games.compost import rules
from pasch.games.compost.tell import (
    action,
    asked_for,
    card_word,
    colour_word,
    die_piece_key,
    die_word,
    refusal,
    story,
    text,
    unrolled_key,
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
COLOURS: tuple[Colour, ...] = ("red", "blue", "green", "yellow", "grey")
ICONS = ("🔴", "🔵", "🟢", "🟡")


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    first = max(seat, 0)
    seats = [(first + i) % s.seats for i in range(s.seats)]
    return Scene(
        prompt=prompt(s, say, names),
        areas=(*(cards_area(s, i, i == seat, say, names[i]) for i in seats), compost_area(s, say)),
        pieces=tuple(piece for i in seats for piece in pieces_of(s, i)),
        seats=tuple(seat_line(s, i, say, names[i]) for i in range(s.seats)),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
    )


def prompt(s: State, say: Words, names: Sequence[str]) -> str:
    if s.phase == rules.END:
        if s.winner == rules.NOBODY:
            return say("The game is drawn.")
        return say("The game is over; the winner: {name}!", name=names[s.winner])
    if s.phase == rules.ROLL:
        return say("Roll a die: {colour}", colour=colour_word(rules.next_colour(s), say))
    if s.phase == rules.REROLL:
        return say("Which dice do you reroll?")
    if s.phase == rules.ACTIVATE:
        return say("Which card do you activate?")
    if s.phase == rules.DISTRIBUTE:
        if s.due == s.to_move:
            return say("Which die goes to the Compost?")
        return say("Which die for {taker}?", taker=names[s.due])
    if s.phase == rules.AIM:
        return say("Who gets both dice?")
    if s.phase == rules.LIFT:
        return say("Which dice do you lay anew?")
    die = die_word(asked_for(s), say)
    if s.phase == rules.TURN_DICE:
        return say("Set {die} to which face?", die=die)
    if s.phase == rules.RECEIVE:
        return say("{giver} gives you {die}. Where to?", giver=names[s.to_move], die=die)
    return say("Where does {die} go?", die=die)


def cards_area(s: State, seat: int, is_viewer: bool, say: Words, name: str) -> Area:
    """The four cards, and below them the dice in hand or to be given away."""
    cells = [
        cell(
            key=f"card:{seat}:{place}",
            label=card_word(s, seat, place, say),
            note=note(s, seat, place, is_viewer, say),
        )
        for place in range(rules.PLACES)
    ]
    if in_hand(s, seat):
        cells.append(cell(key="hand", label=say("In hand")))
    if s.phase != rules.END and seat == s.to_move and s.kinds[rules.TRAY]:
        away = say("To be set") if s.phase == rules.TURN_DICE else say("To be given")
        cells.append(cell(key="tray", label=away))
    title = f"{name} · {colour_word(seat, say)}"
    return Area(key=f"cards:{seat}", layout="list", title=title, cells=tuple(cells))


def in_hand(s: State, seat: int) -> bool:
    """Whether this seat rolls, or assigns."""
    if s.phase == rules.ROLL:
        return bool(seat == s.to_move)
    return bool(s.kinds[rules.HAND]) and seat == rules.player(s)


def note(s: State, seat: int, place: int, is_viewer: bool, say: Words) -> str:
    """To the viewer what fits and what is complete; of the others what is complete."""
    complete = rules.is_complete(s, seat, place)
    if not is_viewer:
        return "✓" if complete else ""
    faces = [str(face + 1) for face in range(rules.FACES) if rules.fits(s, seat, place, face)]
    which = say("any") if len(faces) == rules.FACES else " ".join(faces)
    if not complete:
        return say("fits {faces}", faces=which)
    return say("✓ complete, fits {faces}", faces=which) if faces else say("✓ complete")


def pieces_of(s: State, seat: int) -> Iterator[Piece]:
    for place in range(rules.PLACES):
        heap = rules.heap_of(seat, place)
        yield from dice_pieces(tuple(s.dice[heap]), f"card:{seat}:{place}", sort=True)
    if in_hand(s, seat):
        yield from dice_pieces(tuple(s.dice[rules.HAND]), "hand")
    if seat == s.to_move:
        yield from dice_pieces(tuple(s.dice[rules.TRAY]), "tray")
    cell = "hand" if in_hand(s, seat) else f"card:{seat}:{rules.STOVE}"
    for colour in range(rules.COLOURS):
        for i in range(s.unrolled[seat, colour]):
            key = unrolled_key(seat, colour, i)
            yield piece(key=key, kind="die", cell=cell, text="?", colour=COLOURS[colour])


@lru_cache(1 << 14)
def dice_pieces(dice: tuple[int, ...], cell: str, sort: bool = False) -> list[Piece]:
    """Those of a heap, by kind or sorted by their faces."""
    pieces = [
        piece(
            key=die_piece_key(cell, kind, i),
            kind="die",
            cell=cell,
            text=str(kind % rules.FACES + 1),
            colour=COLOURS[kind // rules.FACES],
            pips=kind % rules.FACES + 1,
        )
        for kind, n in enumerate(dice)
        for i in range(n)
    ]
    return sorted(pieces, key=lambda die: die.pips) if sort else pieces


def compost_area(s: State, say: Words) -> Area:
    n = sum(s.compost)
    heap = cell(key="compost", label=say("Compost"), note=say.many("{n} die", "{n} dice", n))
    return Area(key="compost", layout="list", title=say("Out of the game"), cells=(heap,))


def seat_line(s: State, seat: int, say: Words, name: str) -> SeatLine:
    dice = rules.dice_on_cards(s, seat) + sum(s.unrolled[seat])
    if in_hand(s, seat):
        dice += s.many[rules.HAND]
    words = colour_word(seat, say) + " · " + say.many("{n} die", "{n} dice", dice)
    if s.phase == rules.DISTRIBUTE and seat == s.due:
        words += " · " + (say("composts next") if seat == s.to_move else say("gets the next die"))
    share = 0.0
    if s.phase == rules.END:
        out = zeros(s.seats)
        rules.returns(s, out)
        share = float(out[seat])
    return SeatLine(
        name=name,
        icon=ICONS[seat],
        text=words,
        to_move=bool(seat == rules.player(s) or (s.phase == rules.ROLL and seat == s.to_move)),
        share=share,
    )


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    legal = out[: rules.legal(s, out)]
    return tuple(Choice(action=a, text=named(s, a, say, names), at=place_of(s, a)) for a in legal)


def named(s: State, a: int, say: Words, names: Sequence[str]) -> str:
    """As `text`, with the receiver's name, and without the die that the prompt asks for."""
    if s.phase == rules.AIM:
        return say("both dice to {name}", name=names[a - rules.AIM_AT])
    if rules.PUT_ON <= a < rules.USE:
        return card_word(s, rules.player(s), a - rules.PUT_ON, say)
    return text(s, a, say)


def place_of(s: State, a: int) -> str:
    """The cell, the die or the cards a choice belongs to."""
    seat = rules.player(s)
    if a < rules.PLACES:
        return f"card:{seat}:{a}"
    if a < rules.REROLLS or a in (rules.USE_NONE, rules.LIFTED):
        return f"cards:{seat}"
    if a < rules.USE:
        return f"card:{seat}:{a - rules.PUT_ON}"
    if a < rules.USE_NONE:
        return f"card:{seat}:{a - rules.USE}"
    if a < rules.AIM_AT:
        return die_piece_key("tray", a - rules.GIVE)
    if a < rules.TURN_TO:
        return f"cards:{a - rules.AIM_AT}"
    if a < rules.LIFT_FROM:
        return "tray"
    place, kind = divmod(a - rules.LIFT_FROM, rules.KINDS)
    return die_piece_key(f"card:{seat}:{place}", kind)


def score(s: State, seat: int) -> int:
    """CO-7 who has none left has won."""
    return rules.dice_on_cards(s, seat)


def score_unit(seats: int, say: Words) -> str:
    return say("dice left")
