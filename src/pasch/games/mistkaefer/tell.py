"""The words of Mistkäfer: what may be done, what is refused, what happened."""

from collections.abc import Sequence
from typing import Any

from pasch.core.position import CHANCE, OVER, State
from pasch.core.words import Words
from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import COLOURS, SPACES

CHIP_KEYS = ("one ball", "two balls", "clover")


def colour_word(colour: int, say: Words) -> str:
    return (say("green"), say("yellow"), say("blue"))[colour]


def chip_word(kind: int, say: Words) -> str:
    return (say("one ball"), say("two balls"), say("clover"))[kind]


def bonus_word(bonus: int, say: Words) -> str:
    return (
        "",
        say("extra turn"),
        say("a chip"),
        say("two chips"),
        say("steal a chip"),
        say("a chip from everybody"),
    )[bonus]


def is_known(s: State, seat: int) -> bool:
    """Whether this view shows what the chips of the seat are (MK-5)."""
    return bool(sum(s.chips[seat]) == s.owned[seat])


def chip_at(s: State, a: int) -> tuple[int, int] | None:
    """The kind behind a blind chip, and which of its kind it is; None where it is hidden."""
    chips = s.heap if s.phase == rules.DRAW else s.chips[rules.next_victim(s)]
    counts = [int(n) for n in chips]
    if sum(counts) != rules.chance(s):
        return None
    kind = 0
    while a >= counts[kind]:
        a -= counts[kind]
        kind += 1
    return kind, a + 1


def action(s: State, a: int) -> dict[str, Any]:
    if s.phase == rules.CHOOSE:
        if a == rules.SCORE:
            return {"score": True}
        return {"roll": COLOURS[a // rules.MOST_DICE], "dice": a % rules.MOST_DICE + 1}
    if s.phase == rules.ROLL:
        return {"die": a + 1}
    if s.phase == rules.PUT:
        return {"put": a - rules.PUT_ONE + 1}
    if s.phase == rules.ROB:
        return {"take" if a == rules.TAKE else "leave": robbed(s)}
    if s.phase == rules.BONUS:
        return {"bonus": a - rules.BONUS_AT + 1}
    if s.phase == rules.VICTIM:
        return {"steal from": a - rules.STEAL_FROM}
    chip = chip_at(s, a)
    return {"chip": f"{CHIP_KEYS[chip[0]]} {chip[1]}" if chip else "hidden"}


def text(s: State, a: int, say: Words) -> str:
    if s.phase == rules.CHOOSE:
        if a == rules.SCORE:
            return say("score")
        colour = colour_word(a // rules.MOST_DICE, say)
        return say("roll {n} {colour}", n=a % rules.MOST_DICE + 1, colour=colour)
    if s.phase == rules.ROLL:
        return str(a + 1)
    if s.phase == rules.PUT:
        return say("put down: {value}", value=a - rules.PUT_ONE + 1)
    if s.phase == rules.ROB:
        return say("steal the die") if a == rules.TAKE else say("leave the die")
    if s.phase == rules.BONUS:
        return say("bonus of column {n}", n=a - rules.BONUS_AT + 1)
    if s.phase == rules.VICTIM:
        return say("steal from seat {n}", n=a - rules.STEAL_FROM + 1)
    chip = chip_at(s, a)
    return f"{chip_word(chip[0], say)} {chip[1]}" if chip else say("a chip")


def robbed(s: State) -> int:
    """The seat that may be robbed of a die."""
    return rules.to_the_left(s, s.asked)


def refusal(s: State, a: int | None, say: Words) -> tuple[str, str]:
    seat = rules.player(s)
    if seat == OVER:
        return say("the game is over"), "MK-17"
    if seat == CHANCE:
        return refused_chance(s, say)
    if s.phase == rules.CHOOSE:
        return refused_choice(s, a, say)
    if s.phase == rules.PUT:
        return refused_value(s, a, say)
    if s.phase == rules.ROB:
        take, leave = rules.TAKE, rules.LEAVE
        said = say(
            "expected to steal the die ({take}) or to leave it ({leave})", take=take, leave=leave
        )
        return said, "MK-9"
    if s.phase == rules.BONUS:
        first = rules.BONUS_AT
        said = say("expected a bonus still to come ({first} + its column, from 0)", first=first)
        return said, "MK-12"
    first = rules.STEAL_FROM
    return say("expected a player who has chips ({first} + the seat, from 0)", first=first), "MK-14"


def refused_chance(s: State, say: Words) -> tuple[str, str]:
    last = rules.chance(s) - 1
    if s.phase == rules.ROLL:
        return say("a die is rolled: expected an outcome from 0 to {last}", last=last), "MK-6"
    if s.phase == rules.DRAW:
        return say("a chip is drawn: expected an outcome from 0 to {last}", last=last), "MK-15"
    said = say("a chip is stolen blindly: expected an outcome from 0 to {last}", last=last)
    return said, "MK-14"


def refused_choice(s: State, a: int | None, say: Words) -> tuple[str, str]:
    if a is None or not 0 <= a < rules.SCORE:
        return (
            say(
                "expected dice of one colour to roll (0 to {last}: colour * {most} + dice - 1) "
                "or to score ({score})",
                last=rules.SCORE - 1,
                most=rules.MOST_DICE,
                score=rules.SCORE,
            ),
            "MK-6, MK-15",
        )
    place = a // rules.MOST_DICE
    colour = colour_word(place, say)
    if s.filled[s.to_move, place] == s.spaces:
        return say("the {colour} row is full", colour=colour), "MK-8"
    left = s.dice[place]
    return (
        say.many(
            "the supply has {n} {colour} die",
            "the supply has {n} {colour} dice",
            left,
            colour=colour,
        ),
        "MK-6",
    )


def refused_value(s: State, a: int | None, say: Words) -> tuple[str, str]:
    value = 0 if a is None else a - rules.PUT_ONE + 1
    if not 1 <= value <= rules.FACES:
        return (
            say(
                "expected a value from 1 to {faces} ({first} to {last})",
                faces=rules.FACES,
                first=rules.PUT_ONE,
                last=rules.PUT_ONE + rules.FACES - 1,
            ),
            "MK-7",
        )
    if not s.rolled[value]:
        return say("no die shows {value}", value=value), "MK-7"
    return (
        say(
            "{value} is not higher than {end}, the end of the {colour} row",
            value=value,
            end=rules.rightmost(s, s.to_move, s.colour),
            colour=colour_word(s.colour, say),
        ),
        "MK-7",
    )


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[str]:
    """What just happened. Chips of a bonus or a scoring are told once, not one by one."""
    stolen = thefts(before, after)
    at_once = stolen[: int(before.phase == rules.STEAL)]
    return [
        *done(before, a, after, say, names),
        *(theft(before, seat, say, names) for seat in at_once),
        *bonuses(before, a, after, say, names),
        *(theft(before, seat, say, names) for seat in stolen[len(at_once) :]),
        *chips_seen(before, after, say, names),
        *ending(after, say, names),
    ]


def done(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[str]:
    """The choice itself, or the roll once it is complete."""
    name = names[before.to_move]
    if before.phase == rules.CHOOSE and a == rules.SCORE:
        chips = rules.chips_for(before, before.to_move)
        return [
            say.many(
                "{name} scored for {n} chip.", "{name} scored for {n} chips.", chips, name=name
            )
        ]
    colour = colour_word(before.colour, say)
    if before.phase == rules.ROLL and before.to_roll == 1:
        faces = sorted([*faces_in_hand(before), a + 1])
        rolled = ", ".join(map(str, faces))
        told = [say("{name} rolled {colour}: {faces}.", name=name, colour=colour, faces=rolled)]
        if after.phase != rules.PUT:
            told.append(say("Bad luck: nothing fits, the dice come off."))
        return told
    if before.phase == rules.PUT:
        value = a - rules.PUT_ONE + 1
        values = {"name": name, "n": put(before, value), "value": value, "colour": colour}
        return [say("{name} put down {n} × {value} in {colour}.", **values)]
    if before.phase == rules.ROB:
        victim = names[robbed(before)]
        values = {"name": name, "value": before.value, "colour": colour, "victim": victim}
        if a == rules.TAKE:
            return [say("{name} stole the {colour} {value} of {victim}.", **values)]
        return [say("{name} left {victim} the {colour} {value}.", **values)]
    return []


def faces_in_hand(s: State) -> list[int]:
    return [face for face in range(1, rules.FACES + 1) for _ in range(s.rolled[face])]


def put(s: State, value: int) -> int:
    """How many of the dice rolled go into the row (MK-8)."""
    return min(s.rolled[value], s.spaces - s.filled[s.to_move, s.colour])


def bonuses(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[str]:
    """Those that began with this event: due before or covered by it, and no longer due."""
    due = before.pending
    n = before.filled[before.to_move, before.colour]
    laid = 0
    if before.phase == rules.PUT:
        laid = put(before, a - rules.PUT_ONE + 1)
    elif before.phase == rules.ROB:
        laid = int(a == rules.TAKE)
    for column in range(n, n + laid):
        if before.bonus[before.colour, column]:
            due |= rules.BIT[column]
    begun = due & ~after.pending
    columns = [column for column in range(SPACES) if begun >> column & 1]
    if before.phase == rules.BONUS:
        columns.sort(key=lambda column: column != a - rules.BONUS_AT)
    return [
        say(
            "A bonus for {name}: {bonus}.",
            name=names[before.to_move],
            bonus=bonus_word(before.bonus[before.colour, column], say),
        )
        for column in columns
    ]


def thefts(before: State, after: State) -> list[int]:
    """From whom a chip was stolen, in order."""
    seats = (rules.to_the_left(before, n) for n in range(1, before.seats))
    lost = [seat for seat in seats for _ in range(before.owned[seat] - after.owned[seat])]
    if before.phase == rules.STEAL:
        lost.sort(key=lambda seat: seat != rules.next_victim(before))
    return lost


def theft(before: State, seat: int, say: Words, names: Sequence[str]) -> str:
    thief = names[before.to_move]
    return say("{name} stole a chip from {victim}.", name=thief, victim=names[seat])


def chips_seen(before: State, after: State, say: Words, names: Sequence[str]) -> list[str]:
    """What the chips were, for who may see them: the one who got them, or who lost them."""
    told = []
    for seat in range(before.seats):
        if is_known(before, seat) and is_known(after, seat):
            change = [after.chips[seat, k] - before.chips[seat, k] for k in range(rules.KINDS)]
            if any(change):
                kinds = [kind for kind, n in enumerate(change) for _ in range(abs(n))]
                chips = ", ".join(chip_word(kind, say) for kind in kinds)
                if seat == before.to_move:
                    told.append(say("{name} got: {chips}.", name=names[seat], chips=chips))
                else:
                    told.append(say("{name} lost: {chips}.", name=names[seat], chips=chips))
    return told


def ending(s: State, say: Words, names: Sequence[str]) -> list[str]:
    if s.phase != rules.END:
        return []
    if s.winner == rules.NOBODY:
        return [say("{n} turns are over: nobody wins.", n=rules.TURNS)]
    return [
        say(
            "{name} won with {clovers} clovers and {balls} dung balls.",
            name=names[s.winner],
            clovers=s.chips[s.winner, rules.CLOVER],
            balls=rules.balls_of(s, s.winner),
        )
    ]
