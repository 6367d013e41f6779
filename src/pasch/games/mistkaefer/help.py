"""What a thing of Mistkäfer's table is, and what it is for."""

from pasch.core.game.position import State
from pasch.core.words import Words
from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.board import LAST, beetle_key, row_key, tableau_key, tile_key
from pasch.games.mistkaefer.tableau import COLOURS, SPACES
from pasch.games.mistkaefer.tell import bonus_word, die_key, is_known, put

SEATS = range(rules.SEATS)
ROWS = {row_key(seat, colour): (seat, colour) for seat in SEATS for colour in range(rules.COLOURS)}
DICE = {
    die_key(seat, colour, column): (seat, colour, column)
    for seat, colour in ROWS.values()
    for column in range(SPACES)
}
TABLEAUS, BEETLES, CLOVERS, BALLS = (
    {key(seat): seat for seat in SEATS}
    for key in (tableau_key, beetle_key, "clovers:{}".format, "balls:{}".format)
)
SUPPLY = {f"supply:{name}": colour for colour, name in enumerate(COLOURS)}
TILES = {tile_key(value): value for value in range(1, rules.FACES + 1)}


def help(s: State, key: str, say: Words) -> str:
    """Chips, and dice outside the rows, leave it to where they lie."""
    if key in ROWS:
        return row_help(s, *ROWS[key], say)
    if key in DICE:
        return die_help(s, *DICE[key], say)
    if key in TABLEAUS:
        return tableau_help(s, TABLEAUS[key], say)
    if key in BEETLES:
        return beetle_help(s, BEETLES[key], say)
    if key in CLOVERS:
        return clovers_help(s, CLOVERS[key], say)
    if key in BALLS:
        return balls_help(s, BALLS[key], say)
    if key in SUPPLY:
        return supply_help(s, SUPPLY[key], say)
    if key in TILES:
        return tile_help(s, TILES[key], say)
    return middle_help(s, key, say)


def middle_help(s: State, key: str, say: Words) -> str:
    if key == "heap":
        return say(
            "Chips face down, {n} left: dung balls, and in the whole game {clovers} clovers. Who "
            "scores or has a bonus draws here.",
            n=s.heaped,
            clovers=rules.ALL_CHIPS[s.seats, rules.CLOVER],
        )
    if key == "supply":
        return say(
            "The supply of all: dice and chips. In a turn take 1 to {most} dice of one colour and "
            "roll them once, or score your tableau.",
            most=rules.MOST_DICE,
        )
    if key in ("rolled", "hand"):
        return say(
            "The roll: all dice of one number go into the row of their colour. If no number fits, "
            "this row is lost, and all dice right of the white line."
        )
    return ""


# Tableaus


def tableau_help(s: State, seat: int, say: Words) -> str:
    """MK-15"""
    if seat >= s.seats:
        return ""
    return say.many(
        "Scored now, this tableau brings {n} chip: one for each full column left of the white "
        "line, one for each die right of it. Then it is empty.",
        "Scored now, this tableau brings {n} chips: one for each full column left of the white "
        "line, one for each die right of it. Then it is empty.",
        rules.chips_for(s, seat),
    )


def row_help(s: State, seat: int, colour: int, say: Words) -> str:
    """What fits, the next bonus, and what is printed below the last row."""
    if seat >= s.seats:
        return ""
    said = [fitting(s, seat, colour, say), next_bonus(s, seat, colour, say)]
    if colour == LAST:
        said.append(say("Below stands what scoring brings."))
    return " ".join(filter(None, said))


def fitting(s: State, seat: int, colour: int, say: Words) -> str:
    """MK-7, MK-8"""
    row, end = the_row(colour, say), rules.rightmost(s, seat, colour)
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


def next_bonus(s: State, seat: int, colour: int, say: Words) -> str:
    """MK-12; MK-7 beyond a 6 there is none."""
    filled = s.filled[seat, colour]
    if rules.rightmost(s, seat, colour) == rules.FACES:
        return ""
    for column in range(filled, s.spaces):
        if s.bonus[colour, column]:
            bonus = bonus_word(s.bonus[colour, column], say)
            return say.many(
                "{n} more die brings a bonus: {bonus}.",
                "{n} more dice bring a bonus: {bonus}.",
                column + 1 - filled,
                bonus=bonus,
            )
    return ""


def the_row(colour: int, say: Words) -> str:
    return (say("The green row"), say("The yellow row"), say("The blue row"))[colour]


def die_help(s: State, seat: int, colour: int, column: int, say: Words) -> str:
    """MK-11, MK-15 by its side of the line; MK-9 only the last can be stolen."""
    last = s.filled[seat, colour] - 1
    if column > last:
        return ""
    if column < s.line:
        said = say("Left of the white line: it stays if bad luck comes in another colour.")
    else:
        said = say("Right of the white line: a chip if it is scored, but lost with any bad luck.")
    if column < last:
        return said
    return f"{said} {danger(s, s.row[seat, colour, column], say)}"


def danger(s: State, face: int, say: Words) -> str:
    """MK-9, MK-10"""
    if s.newcomers:
        return say("In the first round nobody can steal it.")
    return say(
        "The last of its row: who puts down a {face} of this colour may steal it.", face=face
    )


# Chips


def beetle_help(s: State, seat: int, say: Words) -> str:
    """MK-5, MK-14"""
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


def clovers_help(s: State, seat: int, say: Words) -> str:
    """MK-17"""
    if seat >= s.seats:
        return ""
    if not is_known(s, seat):
        return say("Clovers won: with {goal} of them the game is won at once.", goal=s.clovers)
    return say(
        "Clovers won: {n}. With {goal} of them the game is won at once.",
        n=s.chips[seat, rules.CLOVER],
        goal=s.clovers,
    )


def balls_help(s: State, seat: int, say: Words) -> str:
    """MK-17"""
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


def supply_help(s: State, colour: int, say: Words) -> str:
    """MK-6, MK-8"""
    dice, n = the_dice(colour, say), s.dice[colour]
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


def the_dice(colour: int, say: Words) -> str:
    return (say("Green dice"), say("Yellow dice"), say("Blue dice"))[colour]


def tile_help(s: State, value: int, say: Words) -> str:
    """MK-7"""
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
