"""The words of Mistkäfer: what may be done, what is refused, what happened."""

from collections.abc import Sequence
from typing import Any

from pasch.core.game.position import CHANCE, OVER, State
from pasch.core.view.scene import Told
from pasch.core.words import Words
from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import COLOURS, SPACES

CHIP_KEYS = ("one ball", "two balls", "clover")
CHIP, CLOVER, HAND = "🟤", "🍀", "✋"
BONUS_TOLD = ("", "🎲", CHIP, CHIP, HAND, HAND)


def die_key(seat: int, colour: int, column: int) -> str:
    return f"die:{seat}:{COLOURS[colour]}:{column + 1}"


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
    counts = blind(s)
    if sum(counts) != rules.chance(s):
        return None
    kind = 0
    while a >= counts[kind]:
        a -= counts[kind]
        kind += 1
    return kind, a + 1


def blind(s: State) -> list[int]:
    """Those of which one is drawn or stolen, by kind."""
    chips = s.heap if s.phase == rules.DRAW else s.chips[rules.next_victim(s)]
    return [int(n) for n in chips]


def is_secret(s: State) -> bool:
    """MK-5 only who gets a chip sees it."""
    return s.phase in (rules.DRAW, rules.STEAL)


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
        return roll_text(a, say)
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


def roll_text(a: int, say: Words) -> str:
    colour = colour_word(a // rules.MOST_DICE, say)
    return say("roll {n} {colour}", n=a % rules.MOST_DICE + 1, colour=colour)


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
    return refused_victim(s, a, say), "MK-14"


def refused_victim(s: State, a: int | None, say: Words) -> str:
    first = rules.STEAL_FROM
    others = [first + seat for seat in range(s.seats) if seat != s.to_move]
    if a in others:
        return say("this player has no chips")
    return say("expected a player who has chips ({first} + the seat, from 0)", first=first)


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


def untold(s: State, a: int) -> bool:
    """Dice are told once all are rolled."""
    if s.phase == rules.CHOOSE:
        return a != rules.SCORE
    return s.phase == rules.ROLL and s.to_roll > 1


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
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


def done(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    """The choice itself, or the roll once it is complete."""
    if before.phase == rules.CHOOSE and a == rules.SCORE:
        return [scored(before, say, names)]
    if before.phase == rules.ROLL and before.to_roll == 1:
        told = [rolled(before, a + 1, after, say, names)]
        return told if after.phase == rules.PUT else [*told, bust(before, after, say)]
    if before.phase == rules.PUT:
        return [put_down(before, a - rules.PUT_ONE + 1, say, names)]
    if before.phase == rules.ROB:
        return [robbery(before, a, say, names)]
    return []


def scored(s: State, say: Words, names: Sequence[str]) -> Told:
    seat = s.to_move
    chips = rules.chips_for(s, seat)
    name = names[seat]
    return Told(
        say.many("{name} scored for {n} chip.", "{name} scored for {n} chips.", chips, name=name),
        kind="score",
        seat=seat,
        icon=CHIP,
        mood="good" if chips else "",
    )


def rolled(before: State, face: int, after: State, say: Words, names: Sequence[str]) -> Told:
    faces = sorted([*faces_in_hand(before), face])
    values = {"colour": colour_word(before.colour, say), "faces": ", ".join(map(str, faces))}
    lying = len(faces) if after.phase == rules.PUT else 0
    return Told(
        say("{name} rolled {colour}: {faces}.", name=names[before.to_move], **values),
        kind="roll",
        seat=before.to_move,
        icon="🎲",
        pieces=tuple(f"rolled:die:{i}" for i in range(lying)),
    )


def bust(before: State, after: State, say: Words) -> Told:
    seat = before.to_move
    colour = colour_word(before.colour, say)
    off = sum(before.filled[seat]) - sum(after.filled[seat])
    if off:
        text = say.many(
            "Bad luck in {colour}: {n} die comes off.",
            "Bad luck in {colour}: {n} dice come off.",
            off,
            colour=colour,
        )
    else:
        text = say("Bad luck in {colour}: nothing fits.", colour=colour)
    return Told(text, kind="bust", seat=seat, mood="bad")


def put_down(s: State, value: int, say: Words, names: Sequence[str]) -> Told:
    seat, colour = s.to_move, s.colour
    n, start = put(s, value), s.filled[s.to_move, s.colour]
    values = {"dice": ", ".join([str(value)] * n), "colour": colour_word(colour, say)}
    return Told(
        say("{name} put down {colour}: {dice}.", name=names[seat], **values),
        kind="place",
        seat=seat,
        pieces=tuple(die_key(seat, colour, start + i) for i in range(n)),
    )


def robbery(s: State, a: int, say: Words, names: Sequence[str]) -> Told:
    seat, victim = s.to_move, robbed(s)
    colour = colour_word(s.colour, say)
    values = {"name": names[seat], "value": s.value, "colour": colour, "victim": names[victim]}
    if a == rules.LEAVE:
        text = say("{name} left {victim} the {colour} {value}.", **values)
        return Told(text, kind="pass", seat=seat, to=victim, mood="good")
    return Told(
        say("{name} stole the {colour} {value} of {victim}.", **values),
        kind="steal",
        seat=seat,
        icon=HAND,
        pieces=(die_key(seat, s.colour, s.filled[seat, s.colour]),),
        mood="bad",
        to=victim,
    )


def faces_in_hand(s: State) -> list[int]:
    return [face for face in range(1, rules.FACES + 1) for _ in range(s.rolled[face])]


def put(s: State, value: int) -> int:
    """How many of the dice rolled go into the row (MK-8)."""
    return min(s.rolled[value], s.spaces - s.filled[s.to_move, s.colour])


def victims(s: State, value: int) -> list[int]:
    """MK-9 who could be robbed once this value is put down; MK-10 nobody in the first round."""
    if s.newcomers or s.filled[s.to_move, s.colour] + put(s, value) == s.spaces:
        return []
    others = (rules.to_the_left(s, n) for n in range(1, s.seats))
    return [i for i in others if rules.rightmost(s, i, s.colour) == value]


def last_die(s: State, seat: int) -> str:
    return die_key(seat, s.colour, s.filled[seat, s.colour] - 1)


def bonuses(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
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
    return [bonus_told(before, column, say, names) for column in columns]


def bonus_told(s: State, column: int, say: Words, names: Sequence[str]) -> Told:
    seat, bonus = s.to_move, s.bonus[s.colour, column]
    return Told(
        say("A bonus for {name}: {bonus}.", name=names[seat], bonus=bonus_word(bonus, say)),
        kind="bonus",
        seat=seat,
        icon=BONUS_TOLD[bonus],
        pieces=(die_key(seat, s.colour, column),),
        mood="good",
    )


def thefts(before: State, after: State) -> list[int]:
    """From whom a chip was stolen, in order."""
    if before.owned == after.owned:
        return []
    seats = (rules.to_the_left(before, n) for n in range(1, before.seats))
    lost = [seat for seat in seats for _ in range(before.owned[seat] - after.owned[seat])]
    if before.phase == rules.STEAL:
        lost.sort(key=lambda seat: seat != rules.next_victim(before))
    return lost


def theft(before: State, victim: int, say: Words, names: Sequence[str]) -> Told:
    thief = before.to_move
    text = say("{name} stole a chip from {victim}.", name=names[thief], victim=names[victim])
    return Told(text, kind="steal", seat=thief, icon=HAND, mood="bad", to=victim)


def chips_seen(before: State, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    """What the chips were, for who may see them: the one who got them, or who lost them."""
    if before.chips == after.chips:
        return []
    told = []
    for seat in range(before.seats):
        if is_known(before, seat) and is_known(after, seat):
            clovers = after.chips[seat, rules.CLOVER] - before.chips[seat, rules.CLOVER]
            balls = rules.balls_of(after, seat) - rules.balls_of(before, seat)
            if clovers or balls:
                got = seat == before.to_move
                told.append(chips_told(seat, got, abs(clovers), abs(balls), say, names[seat]))
    return told


def chips_told(seat: int, got: bool, clovers: int, balls: int, say: Words, name: str) -> Told:
    counted = ((clovers, CLOVER), (balls, CHIP))
    chips = " · ".join(f"{n} {icon}" for n, icon in counted if n)
    icon = CLOVER if clovers else CHIP
    if got:
        text = say("{name} got: {chips}.", name=name, chips=chips)
        return Told(text, kind="take", seat=seat, icon=icon, mood="good")
    text = say("{name} lost: {chips}.", name=name, chips=chips)
    return Told(text, kind="turn", seat=seat, icon=icon, mood="bad")


def ending(s: State, say: Words, names: Sequence[str]) -> list[Told]:
    if s.phase != rules.END:
        return []
    if s.winner == rules.NOBODY:
        return [Told(say("{n} turns are over: nobody wins.", n=rules.TURNS), kind="end")]
    text = say(
        "{name} won with {clovers} clovers and {balls} dung balls.",
        name=names[s.winner],
        clovers=s.chips[s.winner, rules.CLOVER],
        balls=rules.balls_of(s, s.winner),
    )
    return [Told(text, kind="end", seat=s.winner, icon="🏆", mood="good")]
