"""What happened in Mmm!, as sentences."""

from collections.abc import Iterator

from pasch.games.mmm import rules
from pasch.games.mmm.board_files import square_name
from pasch.games.mmm.view.things import CAT, CHIP, DIE, ICONS, bite_word, face_word
from pasch.sdk import Mood, Told, View, each, first


def story(v: View, before: View, a: int) -> Iterator[Told]:
    """Yield what the event `a` did to the view before it."""
    say, mover = v.say, before.s.to_move
    cat_moved = v.s.cat > before.s.cat
    if before.s.phase == rules.ROLL:
        yield rolled(v, before, a)
        if cat_moved:
            yield cat_told(say("Nothing fits: the cat takes a step."), "bust", mover, "bad")
    elif a != rules.ROLL_AGAIN:
        if a != rules.GATHER:
            yield placed(v, before, a)
        if v.s.chips != before.s.chips:
            yield gathered(v, before)
            if cat_moved:
                text = say("No item is complete: the cat takes a step.")
                yield cat_told(text, "cat", mover, "bad")
            else:
                text = say("An item is complete: the cat stays.")
                yield cat_told(text, "cat", mover, "good")
    if v.s.phase == rules.WON:
        yield Told(say("All is gathered!"), kind="end", icon="🏆", mood="good")
    elif v.s.phase == rules.LOST:
        text = say("The cat is in the pantry!")
        yield Told(text, kind="end", icon="🐈", pieces=(CAT(),), mood="bad")


def rolled(v: View, before: View, a: int) -> Told:
    faces = before.s.face[:]
    faces[first(before.s.rolling)] = a
    dice = list(each(before.s.hand))
    words = ", ".join(face_word(v.say, faces[die]) for die in dice)
    seat = before.s.to_move
    return Told(
        v.say("{name} rolled: {faces}.", name=v.names[seat], faces=words),
        kind="roll",
        seat=seat,
        icon="🎲",
        pieces=tuple(map(DIE, dice)) if v.s.phase == rules.PLACE else (),
    )


def placed(v: View, before: View, square: int) -> Told:
    seat, food = before.s.to_move, before.s.food_at[square]
    lying = (die for die in range(rules.DICE) if v.s.lies[die] == square)
    return Told(
        v.say("{name} placed {food}.", name=v.names[seat], food=bite_word(v.say, food)),
        kind="place",
        seat=seat,
        icon=ICONS[food],
        pieces=tuple(map(DIE, lying)),
    )


def gathered(v: View, before: View) -> Told:
    seat, name = before.s.to_move, v.names[before.s.to_move]
    squares = list(each(v.s.chips ^ before.s.chips))
    return Told(
        v.say.many(
            "{name} gathered {n} bite.", "{name} gathered {n} bites.", len(squares), name=name
        ),
        kind="gather",
        seat=seat,
        icon="🐭",
        pieces=tuple(CHIP(square_name(square)) for square in squares),
        mood="good",
    )


def cat_told(text: str, kind: str, seat: int, mood: Mood) -> Told:
    return Told(text, kind=kind, seat=seat, icon="🐈", pieces=(CAT(),), mood=mood)
