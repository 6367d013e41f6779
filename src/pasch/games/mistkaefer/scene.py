"""Mistkäfer as a scene: everybody's tableau, the supply, what was rolled, and what one may do."""

from collections.abc import Sequence
from functools import lru_cache

from pasch.core.game.numbers import counts
from pasch.core.game.position import State
from pasch.core.view.scene import Area, Choice, Colour, Piece, Progress, Scene, SeatLine
from pasch.core.words import Words
from pasch.games.mistkaefer import board, rules
from pasch.games.mistkaefer.board import BONUS_ICONS
from pasch.games.mistkaefer.finish import finish
from pasch.games.mistkaefer.help import help
from pasch.games.mistkaefer.tableau import COLOURS
from pasch.games.mistkaefer.tell import (
    HAND,
    action,
    bonus_word,
    colour_word,
    die_key,
    faces_in_hand,
    is_secret,
    last_die,
    put,
    refusal,
    robbed,
    roll_text,
    story,
    text,
    untold,
    victims,
)
from pasch.games.mistkaefer.why import habits, why

__all__ = [
    "ALIKE",
    "action",
    "choices",
    "finish",
    "habits",
    "help",
    "is_secret",
    "meant",
    "refusal",
    "scene",
    "score",
    "score_unit",
    "story",
    "text",
    "untold",
    "why",
]

ALIKE = False
BEETLES: tuple[Colour, ...] = ("red", "purple", "grey", "orange")


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    """MK-5 what the chips are differs from viewer to viewer, and nothing else does."""
    over = s.phase == rules.END
    shown = [over or i == seat for i in range(s.seats)]
    stuck = full(s)
    return Scene(
        prompt=prompt(s, say, names),
        areas=areas(s, shown, stuck, say, names),
        pieces=pieces(s, shown, stuck),
        seats=tuple(seat_line(s, i, shown[i], say, names[i]) for i in range(s.seats)),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
        goal=goal(s.clovers, s.balls, say),
        progress=progress(s.newcomers, s.extra, say),
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


@lru_cache(1 << 8)
def goal(clovers: int, balls: int, say: Words) -> str:
    return say("First to {clovers} 🍀 or {balls} 🟤", clovers=clovers, balls=balls)


@lru_cache(1 << 8)
def progress(newcomers: int, extra: int, say: Words) -> Progress:
    """Nothing to be counted, but what is special now."""
    told = []
    if newcomers:
        told.append(say("first round: no thefts"))
    if extra:
        told.append(say.many("{n} extra turn to come", "{n} extra turns to come", extra))
    return Progress(" · ".join(told))


# What lies there


def areas(
    s: State, shown: list[bool], stuck: tuple[bool, ...], say: Words, names: Sequence[str]
) -> tuple[Area, ...]:
    bonuses = tuple(row[: s.spaces] for row in s.bonus)
    tableaus = (
        board.tableau(
            i,
            names[i],
            bonuses,
            s.line,
            s.filled[i],
            now(s, i),
            (s.clovers, s.balls) if shown[i] else (0, 0),
            (s.chips[i, rules.CLOVER], rules.balls_of(s, i)) if shown[i] else (0, 0),
            say,
        )
        for i in range(s.seats)
    )
    return (board.supply(tuple(s.dice), stuck, say), *rolled(s, say, names), *tableaus)


def now(s: State, seat: int) -> int:
    """The colour that the seat rolls or puts down, or -1."""
    is_at_it = seat == s.to_move and rules.ROLL <= s.phase <= rules.BONUS
    return s.colour if is_at_it else -1


def full(s: State) -> tuple[bool, ...]:
    """MK-8 the colours one can't roll for now."""
    if s.phase != rules.CHOOSE:
        return (False,) * rules.COLOURS
    return tuple(n == s.spaces for n in s.filled[s.to_move])


def rolled(s: State, say: Words, names: Sequence[str]) -> tuple[Area, ...]:
    if s.phase == rules.ROLL:
        return (board.hand(sum(s.rolled) + s.to_roll, say),)
    if s.phase == rules.PUT:
        tiles = tuple(
            board.tile(value, brings(s, value, say, names), can_put(s, value))
            for value in range(1, rules.FACES + 1)
            if s.rolled[value]
        )
        return (Area("rolled", "list", say("Rolled"), tiles),)
    return ()


def can_put(s: State, value: int) -> bool:
    """MK-7"""
    return value > rules.rightmost(s, s.to_move, s.colour)


def brings(s: State, value: int, say: Words, names: Sequence[str]) -> tuple[str, ...]:
    """What putting down this value would bring: bonuses, whom one may rob, and bonuses that only
    the dice stolen reach."""
    if not can_put(s, value):
        return (say("too low"),)
    first = s.filled[s.to_move, s.colour]
    reached = first + put(s, value)
    robbable = victims(s, value)
    most = min(reached + len(robbable), s.spaces)
    thefts = (f"{HAND} {', '.join(names[i] for i in robbable)}",) if robbable else ()
    return (*bonuses(s, first, reached, say), *thefts, *bonuses(s, reached, most, say))


def bonuses(s: State, first: int, end: int, say: Words) -> list[str]:
    row = s.bonus[s.colour]
    return [f"{BONUS_ICONS[b]} {bonus_word(b, say)}" for b in row[first:end] if b]


def prey(s: State) -> list[int]:
    """Whose last die of the colour rolled is in danger."""
    if s.phase == rules.ROB:
        return [robbed(s)]
    if s.phase != rules.PUT:
        return []
    values = (v for v in range(1, rules.FACES + 1) if s.rolled[v] and can_put(s, v))
    return [i for value in values for i in victims(s, value)]


def pieces(s: State, shown: list[bool], stuck: tuple[bool, ...]) -> tuple[Piece, ...]:
    hunted = prey(s)
    found = [*board.supply_dice(tuple(s.dice), stuck), *dice_in_hand(s)]
    for i in range(s.seats):
        found += board.dice(i, s.row[i], s.colour if i in hunted else -1)
        found += chips(s, i) if shown[i] else board.chips_face_down(i, s.owned[i])
    found += board.heap(s.heaped)
    return tuple(found)


def dice_in_hand(s: State) -> tuple[Piece, ...]:
    faces = tuple(faces_in_hand(s))
    if s.phase == rules.ROLL:
        return board.hand_dice(s.colour, faces + (0,) * s.to_roll)
    if s.phase == rules.PUT:
        room = s.spaces - s.filled[s.to_move, s.colour]
        return board.tile_dice(s.colour, faces, rules.rightmost(s, s.to_move, s.colour), room)
    return ()


def chips(s: State, seat: int) -> tuple[Piece, ...]:
    return board.chips_face_up(seat, *s.chips[seat], s.balls)


def seat_line(s: State, seat: int, is_shown: bool, say: Words, name: str) -> SeatLine:
    over = s.phase == rules.END
    share = 0.0
    if over:
        share = 1 / s.seats if s.winner == rules.NOBODY else float(seat == s.winner)
    won = (s.chips[seat, rules.CLOVER], rules.balls_of(s, seat)) if is_shown else ()
    to_move = not over and seat == s.to_move
    return line_of(seat, name, s.owned[seat], won, to_move, share, say)


@lru_cache(1 << 12)
def line_of(
    seat: int, name: str, owned: int, won: tuple[int, ...], to_move: bool, share: float, say: Words
) -> SeatLine:
    """MK-5 how many chips one has is public; what they are stands where it may be seen."""
    words = say.many("chip", "chips", owned)
    if won:
        clovers, balls = won
        words = f"{words} · {clovers} 🍀 · {balls} 🟤"
    return SeatLine(
        name=name,
        icon="🐞",
        text=words,
        to_move=to_move,
        share=share,
        count=str(owned),
        colour=BEETLES[seat],
    )


# What one may do


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    legal = out[: rules.legal(s, out)]
    return tuple(choice(s, a, say, names) for a in legal)


def choice(s: State, a: int, say: Words, names: Sequence[str]) -> Choice:
    if s.phase == rules.CHOOSE:
        if a == rules.SCORE:
            return to_score(s.to_move, rules.chips_for(s, s.to_move), say)
        end = rules.rightmost(s, s.to_move, a // rules.MOST_DICE)
        return to_roll(a, end, say)
    if s.phase == rules.PUT:
        return to_put(s, a, say, names)
    if s.phase == rules.ROB:
        return to_rob(s, a, say)
    if s.phase == rules.BONUS:
        return to_begin(s, a, say)
    victim = a - rules.STEAL_FROM
    words = say("steal from {name}", name=names[victim])
    return Choice(a, words, at=board.beetle_key(victim), badge=HAND)


@lru_cache(1 << 8)
def to_score(seat: int, chips: int, say: Words) -> Choice:
    """MK-15 allowed even for nothing."""
    return Choice(
        rules.SCORE,
        say.many("score for {n} chip", "score for {n} chips", chips),
        at=board.tableau_key(seat),
        label=say("Score"),
        small=say.many("for {n} chip", "for {n} chips", chips),
        asks=chips == 0,
        quiet=chips == 0,
    )


@lru_cache(1 << 10)
def to_roll(a: int, end: int, say: Words) -> Choice:
    """The dice up to the one that is tapped; MK-7 what they must beat."""
    place, n = a // rules.MOST_DICE, a % rules.MOST_DICE + 1
    colour = colour_word(place, say)
    if end == rules.FACES:
        small = say("{colour}: bad luck for sure", colour=colour)
    elif end:
        small = say("{colour}, above a {end}", colour=colour, end=end)
    else:
        small = say("{colour}, any number", colour=colour)
    return Choice(
        a,
        roll_text(a, say),
        at=board.supply_key(place, n),
        label=say("Roll {n}", n=n),
        small=small,
        lights=tuple(board.supply_key(place, i + 1) for i in range(n)),
        asks=True,
        quiet=end == rules.FACES,
    )


def to_put(s: State, a: int, say: Words, names: Sequence[str]) -> Choice:
    value = a - rules.PUT_ONE + 1
    brought = ", ".join(brings(s, value, say, names))
    robbable = victims(s, value)
    return Choice(
        a,
        f"{text(s, a, say)} ({brought})" if brought else text(s, a, say),
        at=board.tile_key(value),
        lights=tuple(last_die(s, i) for i in robbable),
        ghosts=ghosts(s, value, put(s, value) + len(robbable)),
    )


def to_rob(s: State, a: int, say: Words) -> Choice:
    victim = robbed(s)
    if a == rules.LEAVE:
        return Choice(a, text(s, a, say), at=board.tableau_key(victim), label=say("Leave it"))
    return Choice(
        a,
        text(s, a, say),
        at=board.beetle_key(victim),
        badge=HAND,
        lights=(last_die(s, victim),),
        ghosts=ghosts(s, s.value, 1),
    )


def to_begin(s: State, a: int, say: Words) -> Choice:
    """MK-12 a bonus is covered by its die, so it has no place to tap."""
    column = a - rules.BONUS_AT
    bonus = s.bonus[s.colour, column]
    return Choice(
        a,
        say("{bonus}, space {n}", bonus=bonus_word(bonus, say), n=column + 1),
        at=board.tableau_key(s.to_move),
        label=f"{BONUS_ICONS[bonus]} {board.bonus_label(bonus, say)}",
        lights=(die_key(s.to_move, s.colour, column),),
    )


def ghosts(s: State, value: int, n: int) -> tuple[Piece, ...]:
    """So many dice more in the row, as far as there is space."""
    first = s.filled[s.to_move, s.colour]
    return tuple(
        board.die(f"ghost:{i}", board.row_key(s.to_move, s.colour), s.colour, value, slot=i)
        for i in range(first, min(first + n, s.spaces))
    )


def meant(s: State, key: str) -> int | None:
    what, *rest = key.split(":")
    if not rest:  # a whole area
        return None
    if s.phase == rules.CHOOSE and what == "supply":
        n = int(rest[1]) if len(rest) > 1 else rules.MOST_DICE
        return COLOURS.index(rest[0]) * rules.MOST_DICE + n - 1
    if s.phase == rules.CHOOSE and what in ("row", "die") and int(rest[0]) == s.to_move:
        return COLOURS.index(rest[1]) * rules.MOST_DICE
    if s.phase == rules.PUT and what == "rolled":
        value = faces_in_hand(s)[int(rest[1])] if rest[0] == "die" else int(rest[0])
        return rules.PUT_ONE + value - 1
    if s.phase == rules.VICTIM and what in ("beetle", "row", "die") and int(rest[0]) != s.to_move:
        return rules.STEAL_FROM + int(rest[0])
    return None


def score(s: State, seat: int) -> int:
    """MK-17 clovers win too, but dung is what piles up."""
    return rules.balls_of(s, seat)


def score_unit(seats: int, say: Words) -> str:
    return say("dung balls")
