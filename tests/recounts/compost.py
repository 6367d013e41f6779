"""Compost: dice as they lie in the scene; what can be ready, by laying them in every way."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from pasch.core.game.position import Position
from pasch.core.match.match import Match
from pasch.games.compost import rules
from tests.recounts import Count, after, pieces_in, told


def on_cards(match: Match, seat: int) -> int:
    return sum(len(pieces_in(match, f"card:{seat}:{place}")) for place in range(rules.PLACES))


def place(match: Match, a: int) -> int:
    """Return the place of the card a choice is about."""
    side = next(str(value) for key, value in told(match, a).items() if key in ("on", "activate"))
    sides = ("run", "kind", "pairs", "stove"), ("different", "control", "target", "stove")
    return next(names.index(side) for names in sides if side in names)


def dice(match: Match, a: int) -> int:
    what = told(match, a)
    if "give both" in what:
        return on_cards(match, ("red", "blue", "green", "yellow").index(str(what["give both"])))
    if "put" in what:
        return most_ready(match, after(match, match.position(), a), place(match, a))
    return len(pieces_in(match, f"card:{match.player}:{place(match, a)}"))


def most_ready(match: Match, s: Position, where: int) -> int:
    """Return with how many of the dice in hand, laid on that card or the Stove, it is complete."""
    seat, most, waiting = match.player, 0, [s]
    while waiting:
        now = waiting.pop()
        heap = rules.heap_of(seat, where)
        if now.kinds[rules.HAND] == 0 and rules.is_complete(now, seat, where):
            most = max(most, int(now.many[heap]))
        elif now.kinds[rules.HAND]:
            out = [0] * rules.ACTIONS
            legal = out[: rules.legal(now, out)]
            waiting += [
                after(match, now, rules.PUT_ON + to)
                for to in (where, rules.STOVE)
                if rules.PUT_ON + to in legal
            ]
    return most


def left(match: Match, a: int) -> int:
    return on_cards(match, match.player) - dice(match, a)


def lacks(match: Match, a: int) -> int:
    """Return the fewest dice more with which the rules call the card complete."""
    then = after(match, match.position(), a)
    seat, where = match.player, place(match, a)
    edge, n = [then], 0
    while not any(rules.is_complete(s, seat, where) for s in edge):
        edge = [more for s in edge for more in with_one_more(s, seat, where)]
        n += 1
    return n


def with_one_more(s: Position, seat: int, where: int) -> list[Position]:
    found = []
    for face in range(rules.FACES):
        if rules.fits(s, seat, where, face):
            more = s.copy()
            rules.put(more, rules.heap_of(seat, where), face, 1)
            found.append(more)
    return found


def rolled(match: Match, a: int) -> int:
    return sum(after(match, match.position(), a).unrolled[match.player])


def stove(match: Match, a: int) -> int:
    s = match.position()
    heap = rules.heap_of(match.player, rules.STOVE)
    return int(s.many[heap] - after(match, s, a).many[heap])


def ready(match: Match, a: int) -> Fraction:
    """Return the share of all rolls that can be laid so that a card may be activated."""
    start = after(match, match.position(), a)
    n = sum(start.unrolled[match.player])
    good = 0
    for faces in combinations_with_replacement(range(rules.FACES), n):
        ways = factorial(n) // prod(factorial(faces.count(face)) for face in set(faces))
        if can_activate(match, after(match, start, *faces)):
            good += ways
    return Fraction(good, rules.FACES**n)


def can_activate(match: Match, s: Position) -> bool:
    waiting, seen = [s], set()
    while waiting:
        now = waiting.pop()
        if now.phase == rules.ACTIVATE:
            return True
        key = str(now.__dict__)
        if now.phase == rules.ASSIGN and key not in seen:
            seen.add(key)
            out = [0] * rules.ACTIONS
            waiting += [after(match, now, put) for put in out[: rules.legal(now, out)]]
    return False


def face(match: Match, a: int) -> int:
    what = told(match, a)
    if "to" in what:
        return int(str(what["to"]))
    return int(str(what.get("give") or what["lift"]).split()[-1])


def fits(match: Match, a: int) -> int:
    """Return the cards the receiver may lay it on, beside the Stove."""
    then = after(match, match.position(), a)
    out = [0] * rules.ACTIONS
    return rules.legal(then, out) - 1


def made_ready(match: Match, a: int) -> int:
    """Return the cards that are complete with the die, and are not without it."""
    s = after(match, match.position(), a)
    seat = rules.player(s) if "give" in told(match, a) else match.player
    return sum(
        not rules.is_complete(s, seat, where) and is_complete_with(s, seat, where, face(match, a))
        for where in range(rules.STOVE)
    )


def is_complete_with(s: Position, seat: int, where: int, pips: int) -> bool:
    if not rules.fits(s, seat, where, pips - 1):
        return False
    then = s.copy()
    rules.put(then, rules.heap_of(seat, where), pips - 1, 1)
    return bool(rules.is_complete(then, seat, where))


COUNTS: dict[str, Count] = {
    "rolled": rolled,
    "stove": stove,
    "ready": ready,
    "dice": dice,
    "left": left,
    "lacks": lacks,
    "face": face,
    "fits": fits,
    "made ready": made_ready,
    "laid": lambda match, _: len(pieces_in(match, "hand")),
}
