"""What a thing of Mistkäfer's table is, and what it is for.

Chips, and dice outside the rows, leave it to where they lie.
"""

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import COLOURS
from pasch.games.mistkaefer.view.things import (
    BALLS,
    BEETLE,
    CLOVERS,
    CUP,
    DIE,
    HEAP,
    LAST,
    ROLLED,
    ROW,
    SUPPLY,
    SUPPLY_COLOUR,
    TABLEAU,
    TILE,
    bonus_word,
    is_known,
    put,
)
from pasch.sdk import HelpTable, View, Words

# Tableaus


def tableau_help(v: View, seat: int) -> str:
    """MK-15"""
    s, say = v.s, v.say
    if seat >= s.seats:
        return ""
    return say.many(
        "Scored now, this tableau brings {n} chip: one for each full column left of the white "
        "line, one for each die right of it. Then it is empty.",
        "Scored now, this tableau brings {n} chips: one for each full column left of the white "
        "line, one for each die right of it. Then it is empty.",
        rules.chips_for(s, seat),
    )


def row_help(v: View, seat: int, name: str) -> str:
    """Return what fits, the next bonus, and what is printed below the last row."""
    s, say, colour = v.s, v.say, COLOURS.index(name)
    if seat >= s.seats:
        return ""
    said = [fitting(v, seat, colour), next_bonus(v, seat, colour)]
    if colour == LAST:
        said.append(say("Below stands what scoring brings."))
    return " ".join(filter(None, said))


def fitting(v: View, seat: int, colour: int) -> str:
    """MK-7, MK-8"""
    s, say = v.s, v.say
    row, end = the_row(say, colour), rules.rightmost(s, seat, colour)
    if s.filled[seat, colour] == s.spaces:
        return say("{row} is full: its colour cannot be rolled until dice come off.", row=row)
    if end == rules.FACES:
        return say(
            "{row} ends in a {end}: nothing is higher, rolling for it is bad luck for sure.",
            row=row,
            end=end,
        )
    if end:
        return say("{row} ends in a {end}: only higher numbers fit.", row=row, end=end)
    return say("{row} is empty: any number fits.", row=row)


def next_bonus(v: View, seat: int, colour: int) -> str:
    """MK-12; MK-7 beyond a 6 there is none."""
    s, say = v.s, v.say
    filled = s.filled[seat, colour]
    if rules.rightmost(s, seat, colour) == rules.FACES:
        return ""
    for column in range(filled, s.spaces):
        if s.bonus[colour, column]:
            bonus = bonus_word(say, s.bonus[colour, column])
            return say.many(
                "{n} more die brings a bonus: {bonus}.",
                "{n} more dice bring a bonus: {bonus}.",
                column + 1 - filled,
                bonus=bonus,
            )
    return ""


def the_row(say: Words, colour: int) -> str:
    return (say("The green row"), say("The yellow row"), say("The blue row"))[colour]


def die_help(v: View, seat: int, name: str, space: int) -> str:
    """MK-11, MK-15 by its side of the line; MK-9 only the last can be stolen."""
    s, say, colour, column = v.s, v.say, COLOURS.index(name), space - 1
    last = s.filled[seat, colour] - 1
    if column > last:
        return ""
    if column < s.line:
        said = say("Left of the white line: it stays if bad luck comes in another colour.")
    else:
        said = say("Right of the white line: a chip if it is scored, but lost with any bad luck.")
    if column < last:
        return said
    return f"{said} {danger(v, s.row[seat, colour, column])}"


def danger(v: View, face: int) -> str:
    """MK-9, MK-10"""
    s, say = v.s, v.say
    if s.newcomers:
        return say("In the first round nobody can steal it.")
    return say(
        "The last of its row: who puts down a {face} of this colour may steal it.", face=face
    )


# Chips


def beetle_help(v: View, seat: int) -> str:
    """MK-5, MK-14"""
    s, say = v.s, v.say
    if seat >= s.seats:
        return ""
    if not s.owned[seat]:
        return say("No chips here yet. Won chips lie face down: only their owner may look.")
    return say.many(
        "{n} chip, face down: dung or clover, only its owner knows. Some bonuses steal one unseen.",
        "{n} chips, face down: dung or clover, only their owner knows. Some bonuses steal one "
        "unseen.",
        s.owned[seat],
    )


def clovers_help(v: View, seat: int) -> str:
    """MK-17"""
    s, say = v.s, v.say
    if seat >= s.seats:
        return ""
    if not is_known(s, seat):
        return say("Clovers won: with {goal} of them the game is won at once.", goal=s.clovers)
    return say(
        "Clovers won: {n}. With {goal} of them the game is won at once.",
        n=s.chips[seat, rules.CLOVER],
        goal=s.clovers,
    )


def balls_help(v: View, seat: int) -> str:
    """MK-17"""
    s, say = v.s, v.say
    if seat >= s.seats:
        return ""
    if not is_known(s, seat):
        return say(
            "Dung balls won: {goal} of them win the game at once. A chip may count two.",
            goal=s.balls,
        )
    return say(
        "Dung balls won: {n}. With {goal} the game is won at once. A chip may count two.",
        n=rules.balls_of(s, seat),
        goal=s.balls,
    )


# Dice to roll, and rolled


def colour_help(v: View, name: str) -> str:
    """MK-6, MK-8"""
    s, say, colour = v.s, v.say, COLOURS.index(name)
    dice, n = the_dice(say, colour), s.dice[colour]
    if s.phase == rules.CHOOSE and s.filled[s.to_move, colour] == s.spaces:
        return say(
            "{dice}: who is to move has this row full and cannot roll the colour.", dice=dice
        )
    if not n:
        return say(
            "{dice}: none in the supply now. They come back when somebody scores or has bad luck.",
            dice=dice,
        )
    return say.many(
        "{dice}: only {n} left in the supply.",
        "{dice}: {n} in the supply. Take 1 to {most} and roll them once: the more, the likelier "
        "one fits.",
        n,
        dice=dice,
        most=min(n, rules.MOST_DICE),
    )


def the_dice(say: Words, colour: int) -> str:
    return (say("Green dice"), say("Yellow dice"), say("Blue dice"))[colour]


def tile_help(v: View, value: int) -> str:
    """MK-7"""
    s, say = v.s, v.say
    if s.phase != rules.PUT or not s.rolled[value]:
        return ""
    end = rules.rightmost(s, s.to_move, s.colour)
    if value <= end:
        return say("Too low: the row ends in a {end}, and only higher numbers fit.", end=end)
    said = say.many(
        "Choose the {value}, and {n} die goes into the row.",
        "Choose the {value}, and {n} dice go into the row.",
        put(s, value),
        value=value,
    )
    if value == rules.FACES:
        after = say("Nothing is higher: no more fit then. The rest goes back to the supply.")
    else:
        after = say("The next ones must be higher. The rest goes back to the supply.")
    return f"{said} {after}"


# The middle


def heap_help(v: View) -> str:
    """MK-2, MK-15"""
    return v.say(
        "Chips face down, {n} left: dung balls, and in the whole game {clovers} clovers. Who "
        "scores or has a bonus draws here.",
        n=v.s.heaped,
        clovers=rules.ALL_CHIPS[v.s.seats, rules.CLOVER],
    )


def supply_help(v: View) -> str:
    """MK-6, MK-15"""
    return v.say(
        "The supply of all: dice and chips. In a turn take 1 to {most} dice of one colour and "
        "roll them once, or score your tableau.",
        most=rules.MOST_DICE,
    )


def rolled_help(v: View) -> str:
    """MK-7, MK-11"""
    return v.say(
        "The roll: all dice of one number go into the row of their colour. If no number fits, "
        "this row is lost, and all dice right of the white line."
    )


HELP: HelpTable = (
    (ROW, row_help),
    (DIE, die_help),
    (TABLEAU, tableau_help),
    (BEETLE, beetle_help),
    (CLOVERS, clovers_help),
    (BALLS, balls_help),
    (SUPPLY_COLOUR, colour_help),
    (TILE, tile_help),
    (HEAP, heap_help),
    (SUPPLY, supply_help),
    (ROLLED, rolled_help),
    (CUP, rolled_help),
)
