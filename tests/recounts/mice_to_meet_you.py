"""Mice to Meet You: every roll played out; nuts, cards and dice as the law leaves them."""

from collections import Counter
from fractions import Fraction

from pasch.core.game.position import Position
from pasch.core.match.match import Match
from pasch.games.mice_to_meet_you import rules
from tests.recounts import Count, after, told


def card(match: Match, a: int) -> int:
    what, s = told(match, a), match.position()
    if what.get("miss") == "take back":
        return int(s.cage[match.player, s.caged[match.player] - 1])
    return next(int(str(what[key])) for key in ("play", "use", "second", "card") if key in what)


SHOWN: dict[tuple[int, int], tuple[Counter[int], int]] = {}
"""The rolls that play each card without nuts, and all rolls, by the number of dice.

The key is the number of red and of yellow dice.
"""


def shown(match: Match, a: int) -> Fraction:
    s = match.position()
    cards = s.open[match.player]
    dice = s.reds[cards], s.yellows[cards]
    if dice not in SHOWN:
        SHOWN[dice] = cards_shown(match, s)
    ways, rolls = SHOWN[dice]
    return Fraction(ways[card(match, a)], rolls)


def cards_shown(match: Match, s: Position) -> tuple[Counter[int], int]:
    """Return what a round with every card in hand shows, whatever is rolled."""
    s.active = match.player
    s.nuts[s.active] = 0
    s.hand[s.active] = (1 << rules.CARDS + 1) - 2
    rules.begin_round(s)
    rolls = [s]
    while rolls[0].phase == rules.ROLL:
        rolls = [after(match, each, face) for each in rolls for face in range(6)]
    found: Counter[int] = Counter()
    for each in rolls:
        out = [0] * rules.ACTIONS
        found.update({a % rules.CARDS + 1 for a in out[: rules.plays(each, out)]})
    return found, len(rolls)


def nuts(match: Match, a: int) -> int:
    """Return what an action costs; with MTY-19, of a second card, for the right to it too."""
    s, what = match.position(), told(match, a)
    if what == {"second": "none"}:
        return int(s.nuts[match.player])
    if "play" in what:
        return abs(int(s.red) + int(str(what["yellow"])) - card(match, a))
    then = after(match, s, a)
    return int(s.nuts[match.player] - then.nuts[match.player])


def left(match: Match, a: int) -> int:
    s, what = match.position(), told(match, a)
    if "yellow" in what:
        return int(sum(s.face[s.red_dice : s.rolled])) - int(str(what["yellow"]))
    return int(s.standing)


def users(match: Match, a: int) -> int:
    """Return the seats that are asked and may play the card of just that number; nobody does."""
    s, exactly, found = after(match, match.position(), a), rules.USE + left(match, a) - 1, 0
    while s.phase == rules.REACT:
        out = [0] * rules.ACTIONS
        found += exactly in out[: rules.legal(s, out)]
        rules.apply(s, rules.PASS)
    return found


def turned(match: Match, a: int) -> Position:
    """Return the next round of the same player, whoever's turn it would be."""
    then = after(match, match.position(), a)
    then.active = match.player
    rules.begin_round(then)
    return then


def points(match: Match, seat: int) -> int:
    return int(match.scene(match.player).seats[seat].count)


COUNTS: dict[str, Count] = {
    "card": card,
    "shown": shown,
    "nuts": nuts,
    "left": left,
    "users": users,
    "open": lambda match, a: turned(match, a).open[match.player].bit_count(),
    "dice": lambda match, a: turned(match, a).dice,
    "points": lambda match, _: points(match, match.player),
    "best": lambda match, _: min(
        points(match, seat) for seat in range(match.seats) if seat != match.player
    ),
}
