"""What happened in Mistkäfer, as sentences. Chips of a bonus or a scoring are told once."""

from collections.abc import Iterator

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import SPACES
from pasch.games.mistkaefer.view.things import (
    BALL,
    CLOVER,
    HAND,
    bonus_word,
    colour_word,
    die_key,
    faces_in_hand,
    is_known,
    put,
    robbed,
    rolled_key,
)
from pasch.sdk import State, Told, View

BONUS_SIGNS = ("", "🎲", BALL, BALL, HAND, HAND)


def story(v: View, before: View, a: int) -> Iterator[Told]:
    """Yield what the event `a` did to the view before it."""
    stolen = thefts(before.s, v.s)
    at_once = stolen[: int(before.s.phase == rules.STEAL)]
    yield from done(v, before, a)
    for victim in at_once:
        yield theft(before, victim)
    yield from bonuses(v, before, a)
    for victim in stolen[len(at_once) :]:
        yield theft(before, victim)
    yield from chips_seen(v, before)
    if v.s.phase == rules.END:
        yield ending(v)


def done(v: View, before: View, a: int) -> Iterator[Told]:
    """Yield the choice itself, or the roll once it is complete."""
    phase = before.s.phase
    if phase == rules.CHOOSE and a == rules.SCORE:
        yield scored(before)
    elif phase == rules.ROLL and before.s.to_roll == 1:
        yield rolled(v, before, a + 1)
        if v.s.phase != rules.PUT:
            yield bust(v, before)
    elif phase == rules.PUT:
        yield put_down(before, a - rules.PUT_ONE + 1)
    elif phase == rules.ROB:
        yield robbery(before, a)


def scored(v: View) -> Told:
    seat, name = v.s.to_move, v.names[v.s.to_move]
    chips = rules.chips_for(v.s, seat)
    return Told(
        v.say.many("{name} scored for {n} chip.", "{name} scored for {n} chips.", chips, name=name),
        kind="score",
        seat=seat,
        icon=BALL,
        mood="good" if chips else "",
    )


def rolled(v: View, before: View, face: int) -> Told:
    s = before.s
    faces = sorted([*faces_in_hand(s), face])
    values = {"colour": colour_word(v.say, s.colour), "faces": ", ".join(map(str, faces))}
    lying = len(faces) if v.s.phase == rules.PUT else 0
    return Told(
        v.say("{name} rolled {colour}: {faces}.", name=v.names[s.to_move], **values),
        kind="roll",
        seat=s.to_move,
        icon="🎲",
        pieces=tuple(rolled_key(i) for i in range(lying)),
    )


def bust(v: View, before: View) -> Told:
    seat = before.s.to_move
    colour = colour_word(v.say, before.s.colour)
    off = sum(before.s.filled[seat]) - sum(v.s.filled[seat])
    if off:
        text = v.say.many(
            "Bad luck in {colour}: {n} die comes off.",
            "Bad luck in {colour}: {n} dice come off.",
            off,
            colour=colour,
        )
    else:
        text = v.say("Bad luck in {colour}: nothing fits.", colour=colour)
    return Told(text, kind="bust", seat=seat, mood="bad")


def put_down(v: View, value: int) -> Told:
    s, seat, colour = v.s, v.s.to_move, v.s.colour
    n, start = put(s, value), s.filled[seat, colour]
    values = {"dice": ", ".join([str(value)] * n), "colour": colour_word(v.say, colour)}
    return Told(
        v.say("{name} put down {colour}: {dice}.", name=v.names[seat], **values),
        kind="place",
        seat=seat,
        pieces=tuple(die_key(seat, colour, start + i) for i in range(n)),
    )


def robbery(v: View, a: int) -> Told:
    s, names, seat, victim = v.s, v.names, v.s.to_move, robbed(v.s)
    colour = colour_word(v.say, s.colour)
    values = {"name": names[seat], "value": s.value, "colour": colour, "victim": names[victim]}
    if a == rules.LEAVE:
        text = v.say("{name} left {victim} the {colour} {value}.", **values)
        return Told(text, kind="pass", seat=seat, to=victim, mood="good")
    return Told(
        v.say("{name} stole the {colour} {value} of {victim}.", **values),
        kind="steal",
        seat=seat,
        icon=HAND,
        pieces=(die_key(seat, s.colour, s.filled[seat, s.colour]),),
        mood="bad",
        to=victim,
    )


def bonuses(v: View, before: View, a: int) -> Iterator[Told]:
    """Yield the bonuses that began with this event.

    They were due before or covered by it, and are no longer due.
    """
    s = before.s
    due = s.pending
    n = s.filled[s.to_move, s.colour]
    laid = 0
    if s.phase == rules.PUT:
        laid = put(s, a - rules.PUT_ONE + 1)
    elif s.phase == rules.ROB:
        laid = int(a == rules.TAKE)
    for column in range(n, n + laid):
        if s.bonus[s.colour, column]:
            due |= rules.BIT[column]
    begun = due & ~v.s.pending
    columns = [column for column in range(SPACES) if begun >> column & 1]
    if s.phase == rules.BONUS:
        columns.sort(key=lambda column: column != a - rules.BONUS_AT)
    for column in columns:
        yield bonus(before, column)


def bonus(v: View, column: int) -> Told:
    s, seat = v.s, v.s.to_move
    kind = s.bonus[s.colour, column]
    word = bonus_word(v.say, kind)
    return Told(
        v.say("A bonus for {name}: {bonus}.", name=v.names[seat], bonus=word),
        kind="bonus",
        seat=seat,
        icon=BONUS_SIGNS[kind],
        pieces=(die_key(seat, s.colour, column),),
        mood="good",
    )


def thefts(before: State, after: State) -> list[int]:
    """Return from whom a chip was stolen, in order."""
    if before.owned == after.owned:
        return []
    seats = (rules.to_the_left(before, n) for n in range(1, before.seats))
    lost = [seat for seat in seats for _ in range(before.owned[seat] - after.owned[seat])]
    if before.phase == rules.STEAL:
        lost.sort(key=lambda seat: seat != rules.next_victim(before))
    return lost


def theft(before: View, victim: int) -> Told:
    thief, names = before.s.to_move, before.names
    text = before.say("{name} stole a chip from {victim}.", name=names[thief], victim=names[victim])
    return Told(text, kind="steal", seat=thief, icon=HAND, mood="bad", to=victim)


def chips_seen(v: View, before: View) -> Iterator[Told]:
    """Yield what the chips were, for a viewer who may see them.

    That is the one who got them, or who lost them.
    """
    s, then = before.s, v.s
    if s.chips == then.chips:
        return
    for seat in range(s.seats):
        if is_known(s, seat) and is_known(then, seat):
            clovers = then.chips[seat, rules.CLOVER] - s.chips[seat, rules.CLOVER]
            balls = rules.balls_of(then, seat) - rules.balls_of(s, seat)
            if clovers or balls:
                yield chips(v, seat, seat == s.to_move, abs(clovers), abs(balls))


def chips(v: View, seat: int, got: bool, clovers: int, balls: int) -> Told:
    counted = ((clovers, CLOVER), (balls, BALL))
    words = " · ".join(f"{n} {icon}" for n, icon in counted if n)
    icon = CLOVER if clovers else BALL
    if got:
        text = v.say("{name} got: {chips}.", name=v.names[seat], chips=words)
        return Told(text, kind="take", seat=seat, icon=icon, mood="good")
    text = v.say("{name} lost: {chips}.", name=v.names[seat], chips=words)
    return Told(text, kind="turn", seat=seat, icon=icon, mood="bad")


def ending(v: View) -> Told:
    s = v.s
    if s.winner == rules.NOBODY:
        return Told(v.say("{n} turns are over: nobody wins.", n=rules.TURNS), kind="end")
    text = v.say(
        "{name} won with {clovers} clovers and {balls} dung balls.",
        name=v.names[s.winner],
        clovers=s.chips[s.winner, rules.CLOVER],
        balls=rules.balls_of(s, s.winner),
    )
    return Told(text, kind="end", seat=s.winner, icon="🏆", mood="good")
