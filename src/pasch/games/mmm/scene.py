"""Mmm! in words and as a scene: the pantry, the cat's way, the dice in hand."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from pasch.core.bits import count, each, first
from pasch.core.grid import counts
from pasch.core.position import CHANCE, OVER, State
from pasch.core.scene import (
    Area,
    Choice,
    Colour,
    Mood,
    Piece,
    Progress,
    Scene,
    SeatLine,
    Told,
    cell,
    piece,
)
from pasch.core.words import Words
from pasch.games.mmm import rules
from pasch.games.mmm.board import FOODS, SIDE, square_name

ALIKE = True
KEYS = (*FOODS, "x")
ICONS = ("🍞", "🐟", "🥒", "🧀", "🥕", "❌")
COLOURS: tuple[Colour, ...] = ("brown", "blue", "green", "yellow", "orange", "red")
BLANK = "\N{NO-BREAK SPACE}"
MICE: tuple[Colour, ...] = ("red", "blue", "purple", "green", "orange", "brown")
SQUARE = {square_name(square): square for square in range(rules.SQUARES)}

# What gathering brings.
STAYS, STEPS, WINS, LOSES = range(4)


@cache
def face_word(face: int, say: Words) -> str:
    return (
        say("bread"),
        say("fish"),
        say("cucumber"),
        say("cheese"),
        say("carrot"),
        say("X"),
    )[face]


@cache
def bite_word(food: int, say: Words) -> str:
    return (
        say("some bread"),
        say("a fish"),
        say("a cucumber"),
        say("some cheese"),
        say("a carrot"),
    )[food]


@cache
def rungs(seats: int, say: Words) -> tuple[tuple[str, str], ...]:
    """MMM-13 our own words for the eight grades, the best one last, and what each takes; the score
    counts from 0 which of them was reached."""
    return (
        (say("The cat licks her whiskers"), say("lost, 6 or more bites left")),
        (say("Crumbs for supper"), say("lost, 4 or 5 bites left")),
        (say("A full corner"), say("lost, 2 or 3 bites left")),
        (say("One bite short"), say("lost, 1 bite left")),
        (say("By a whisker"), say("won, 1 step left")),
        (say("Well nibbled"), say("won, 2 or 3 steps left")),
        (say("A feast"), say("won, 4 or 5 steps left")),
        (say("The pantry is ours"), say("won, 6 or more steps left")),
    )


def grade_word(s: State, say: Words) -> str:
    name, _ = rungs(s.seats, say)[rules.grade(s)]
    return name


def action(s: State, a: int) -> dict[str, Any]:
    if s.phase == rules.ROLL:
        return {"die": KEYS[a]}
    if a == rules.ROLL_AGAIN:
        return {"roll": "again"}
    if a == rules.GATHER:
        return {"gather": True}
    return {"place": square_name(a)}


def text(s: State, a: int, say: Words) -> str:
    if s.phase == rules.ROLL:
        return face_word(a, say)
    if a == rules.ROLL_AGAIN:
        return say("roll again")
    if a == rules.GATHER:
        return say("gather")
    return say("{food} on {square}", food=face_word(s.food_at[a], say), square=square_name(a))


def refusal(s: State, a: int | None, say: Words) -> tuple[str, str]:
    seat = rules.player(s)
    if seat == OVER:
        return say("the game is over"), "MMM-12"
    if seat == CHANCE:
        last = rules.FACES - 1
        return say("a die is rolled: expected an outcome from 0 to {last}", last=last), "MMM-5"
    if a in (rules.ROLL_AGAIN, rules.GATHER):
        return say("first place at least one of the dice just rolled"), "MMM-6"
    if a is None or not 0 <= a < rules.SQUARES:
        return (
            say(
                "expected a square (0 to {last}), to roll again ({again}) or to gather ({gather}), "
                "as far as these are open now",
                last=rules.SQUARES - 1,
                again=rules.ROLL_AGAIN,
                gather=rules.GATHER,
            ),
            "MMM-6, MMM-8",
        )
    if (s.chips | s.dice) & rules.BIT[a]:
        return say("this square is covered"), "MMM-6"
    if rules.first_showing(s, s.food_at[a]) == rules.DICE:
        return say("no die in hand shows {food}", food=face_word(s.food_at[a], say)), "MMM-6"
    return say("this square is not in line with the dice of this turn"), "MMM-14"


def meant(s: State, key: str) -> int | None:
    """A square, whatever lies on it; a die in hand that fits nowhere wants to be rolled again."""
    kind, _, name = key.rpartition(":")
    if kind == "die":
        square: int = s.lies[int(name)]
        return rules.ROLL_AGAIN if square == rules.IN_HAND else square
    return SQUARE.get(name) if kind in ("", "chip") else None


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    if before.phase == rules.ROLL:
        if after.rolling and after.phase == rules.ROLL and after.cat == before.cat:
            return []
        told = [rolled(before, a, after, say, names)]
        if after.cat > before.cat:
            text = say("Nothing fits: the cat takes a step.")
            told.append(cat_told(text, "bust", before.to_move, "bad"))
        return told + ending(after, say)
    if a == rules.ROLL_AGAIN:
        return []
    told = []
    if a != rules.GATHER:
        told.append(placed(before, a, after, say, names))
    if after.chips != before.chips:
        told.append(gathered(before, after, say, names))
        if after.cat == before.cat:
            text = say("An item is complete: the cat stays.")
            told.append(cat_told(text, "cat", before.to_move, "good"))
        else:
            text = say("No item is complete: the cat takes a step.")
            told.append(cat_told(text, "cat", before.to_move, "bad"))
    return told + ending(after, say)


def rolled(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> Told:
    faces = before.face[:]
    faces[first(before.rolling)] = a
    dice = list(each(before.hand))
    words = ", ".join(face_word(faces[die], say) for die in dice)
    seat = before.to_move
    return Told(
        say("{name} rolled: {faces}.", name=names[seat], faces=words),
        kind="roll",
        seat=seat,
        icon="🎲",
        pieces=tuple(f"die:{die}" for die in dice) if after.phase == rules.PLACE else (),
    )


def placed(before: State, square: int, after: State, say: Words, names: Sequence[str]) -> Told:
    seat, food = before.to_move, before.food_at[square]
    lying = (die for die in range(rules.DICE) if after.lies[die] == square)
    return Told(
        say("{name} placed {food}.", name=names[seat], food=bite_word(food, say)),
        kind="place",
        seat=seat,
        icon=ICONS[food],
        pieces=tuple(f"die:{die}" for die in lying),
    )


def gathered(before: State, after: State, say: Words, names: Sequence[str]) -> Told:
    seat = before.to_move
    squares = list(each(after.chips ^ before.chips))
    name = names[seat]
    return Told(
        say.many(
            "{name} gathered {n} bite.", "{name} gathered {n} bites.", len(squares), name=name
        ),
        kind="gather",
        seat=seat,
        icon="🐭",
        pieces=tuple(CHIPS[square].key for square in squares),
        mood="good",
    )


def cat_told(text: str, kind: str, seat: int, mood: Mood) -> Told:
    return Told(text, kind=kind, seat=seat, icon="🐈", pieces=("cat",), mood=mood)


def ending(s: State, say: Words) -> list[Told]:
    if s.phase == rules.WON:
        return [Told(say("All is gathered!"), kind="end", icon="🏆", mood="good")]
    if s.phase == rules.LOST:
        text = say("The cat is in the pantry!")
        return [Told(text, kind="end", icon="🐈", pieces=("cat",), mood="bad")]
    return []


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    player = rules.player(s)
    whole = finished(tuple(s.items), s.chips)
    return Scene(
        prompt=prompt(s, say),
        areas=(
            pantry_area(tuple(s.item_at), tuple(s.food_at), whole, say),
            cat_area(s.cat_steps, s.cat, say),
            hand_area(say),
        ),
        pieces=(*chip_pieces(s.chips), cat_piece(s.cat, say), *dice_pieces(s, say)),
        seats=seat_lines(
            tuple(names), OVER if player == OVER else s.to_move, s.phase == rules.WON, say
        ),
        choices=choices(s, say, names) if player == seat else (),
        goal=say("Gather every bite before the cat comes"),
        progress=progress(rules.squares_left(s), s.cat_steps - s.cat, say),
    )


@lru_cache(1 << 10)
def seat_lines(
    names: tuple[str, ...], turn: int, has_won: bool, say: Words
) -> tuple[SeatLine, ...]:
    after = (turn + 1) % len(names) if turn != OVER and len(names) > 2 else None
    return tuple(
        SeatLine(
            name=name,
            icon="🐭",
            text=say("next") if i == after else "",
            to_move=i == turn,
            share=float(has_won),
            colour=MICE[i],
        )
        for i, name in enumerate(names)
    )


@lru_cache(1 << 10)
def progress(bites: int, steps: int, say: Words) -> Progress:
    left = say.many("{n} bite left", "{n} bites left", bites)
    way = say.many("{n} step", "{n} steps", steps)
    text = " ".join(part.replace(" ", BLANK) for part in (f"🐭 {left}", f"🐈 {way}"))
    return Progress(text, done=rules.SQUARES - bites, of=rules.SQUARES)


def prompt(s: State, say: Words) -> str:
    if s.phase == rules.WON:
        return say("Won: {grade}!", grade=grade_word(s, say))
    if s.phase == rules.LOST:
        return say("Lost: {grade}.", grade=grade_word(s, say))
    if s.phase == rules.ROLL:
        return say("Roll die {n} of 3", n=first(s.rolling) + 1)
    if not s.placed:
        return say("Place at least one die")
    if rules.open_squares(s):
        return say("Place more, roll again or gather?")
    return say("Roll again or gather?")


# The pantry


@lru_cache(1 << 10)
def finished(items: tuple[int, ...], chips: int) -> int:
    """The squares of the items that are gathered whole."""
    return sum(squares for squares in items if squares & ~chips == 0)


@lru_cache(1 << 10)
def pantry_area(item_at: tuple[int, ...], food_at: tuple[int, ...], whole: int, say: Words) -> Area:
    cells = tuple(
        cell(
            key=name,
            label=name,
            group=f"item:{item_at[square]}",
            icon=ICONS[food_at[square]],
            colour=COLOURS[food_at[square]],
            look="done" if whole & rules.BIT[square] else "",
        )
        for name, square in SQUARE.items()
    )
    return Area(key="pantry", layout="grid", title=say("The pantry"), cells=cells, columns=SIDE)


CHIPS = [piece(key=f"chip:{name}", kind="chip", cell=name, icon="🐭") for name in SQUARE]


@lru_cache(1 << 10)
def chip_pieces(chips: int) -> tuple[Piece, ...]:
    return tuple(CHIPS[square] for square in each(chips))


# The cat's way


@lru_cache(1 << 10)
def cat_area(steps: int, cat: int, say: Words) -> Area:
    """Behind her lie her prints, at the end stands the basket."""
    stones = tuple(cell(key=f"step:{i}", look="been" if i < cat else "") for i in range(steps))
    cells = (*stones, cell(key=f"step:{steps}", icon="🧺"))
    return Area(key="cat", layout="track", title=say("The cat's way to the pantry"), cells=cells)


@lru_cache(1 << 10)
def cat_piece(steps: int, say: Words) -> Piece:
    text = say("cat")
    return piece(
        key="cat", kind="figure", cell=f"step:{steps}", icon="🐈", text=text, look="prowling"
    )


# The dice


@cache
def hand_area(say: Words) -> Area:
    legend = (say("★ finishes an item: the cat stays"),)
    places = tuple(
        cell(key=f"hand:{die}", lines=legend if die == rules.DICE - 1 else ())
        for die in range(rules.DICE)
    )
    return Area(key="hand", layout="row", title=say("Dice in hand"), cells=places)


def dice_pieces(s: State, say: Words) -> list[Piece]:
    """Those in hand that fit nowhere are idle."""
    room = rules.open_squares(s) if s.phase == rules.PLACE else rules.ALL
    return [
        die_piece(die, face, s.lies[die], s.foods[face] & room == 0, say)
        for die, face in enumerate(s.face)
        if face != rules.UNROLLED
    ]


@lru_cache(1 << 12)
def die_piece(die: int, face: int, square: int, is_idle: bool, say: Words) -> Piece:
    is_in_hand = square == rules.IN_HAND
    return piece(
        key=f"die:{die}",
        kind="die",
        cell=f"hand:{die}" if is_in_hand else square_name(square),
        icon=ICONS[face],
        text=face_word(face, say),
        colour=COLOURS[face],
        look="idle" if is_in_hand and is_idle else "",
    )


# What one may do


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    hand = tuple(
        face if s.hand & rules.BIT[die] else rules.UNROLLED for die, face in enumerate(s.face)
    )
    return tuple(choice(s, a, hand, say) for a in out[: rules.legal(s, out)])


def choice(s: State, a: int, hand: tuple[int, ...], say: Words) -> Choice:
    covered = s.chips | s.dice
    if a == rules.ROLL_AGAIN:
        return rolling(hand, covered == rules.ALL, say)
    if a == rules.GATHER:
        return gathering(s.dice, brings(s, s.dice), say)
    item = s.items[s.item_at[a]]
    is_last = s.hand & (s.hand - 1) == 0
    brought = brings(s, s.dice | rules.BIT[a]) if is_last else None
    finishes = item & ~covered == rules.BIT[a]
    return placing(a, s.food_at[a], item, hand, finishes, brought, say)


@lru_cache(1 << 14)
def placing(
    square: int,
    food: int,
    item: int,
    hand: tuple[int, ...],
    finishes: bool,
    brought: int | None,
    say: Words,
) -> Choice:
    """Any of the dice in hand that show this food. The last one gathers at once (MMM-7), so it asks
    first where that brings the cat nearer."""
    name = square_name(square)
    return Choice(
        action=square,
        text=say("{food} on {square}", food=face_word(food, say), square=name),
        at=name,
        by=" ".join(f"die:{die}" for die, face in enumerate(hand) if face == food),
        label="" if brought is None else say("Place and gather {n}", n=rules.DICE),
        small="" if brought is None else price(brought, say),
        badge="★" if finishes else "",
        lights=tuple(map(square_name, each(item))),
        asks=brought in (STEPS, LOSES),
    )


@lru_cache(1 << 10)
def rolling(hand: tuple[int, ...], is_vain: bool, say: Words) -> Choice:
    dice = [die for die, face in enumerate(hand) if face != rules.UNROLLED]
    return Choice(
        action=rules.ROLL_AGAIN,
        text=say("roll again"),
        at="hand",
        label=say("Roll {n} again", n=len(dice)),
        small=" ".join(ICONS[hand[die]] for die in dice),
        lights=tuple(f"die:{die}" for die in dice),
        quiet=is_vain,
    )


@lru_cache(1 << 10)
def gathering(squares: int, brought: int, say: Words) -> Choice:
    return Choice(
        action=rules.GATHER,
        text=say("gather"),
        at="pantry",
        label=say("Gather {n}", n=count(squares)),
        small=price(brought, say),
        lights=tuple(map(square_name, each(squares))),
        quiet=brought == LOSES,
    )


def brings(s: State, squares: int) -> int:
    """What gathering these brings: MMM-10 whether the cat stays, MMM-12 whether it is the end."""
    chips = s.chips | squares
    if chips == rules.ALL:
        return WINS
    if any(s.items[s.item_at[square]] & ~chips == 0 for square in each(squares)):
        return STAYS
    return LOSES if s.cat + 1 == s.cat_steps else STEPS


@cache
def price(brought: int, say: Words) -> str:
    return (
        say("the cat stays"),
        say("the cat takes a step"),
        say("and you have won!"),
        say("the cat gets in: lost"),
    )[brought]


def score(s: State, seat: int) -> int:
    """MMM-13 the grade."""
    return rules.grade(s)


def score_unit(seats: int, say: Words) -> str:
    return say("grade, 0 to 7")
