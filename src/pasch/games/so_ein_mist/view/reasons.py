"""The counting behind the coach's reasons: what may still come in this turn, to its end."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.quick import value_of_landing
from pasch.games.so_ein_mist.view.things import FACES, PLACE, place_ahead, signed, taker_ahead
from pasch.sdk import State, View, percent


def rolling_on(view: View, a: int) -> str:
    landing = landings(view.s)
    best = max(FACES, key=landing.__getitem__)
    return view.say(
        "{now} Rolling on ends better in {better} of cases (at best {best}), worse in {worse}.",
        best=card_for(view, a, best),
        **outlook(view, a),
    )


def moving(view: View, a: int) -> str:
    landing = landings(view.s)
    worst = min(FACES, key=landing.__getitem__)
    return view.say(
        "{now} Rolling on would end better in {better} of cases, worse in {worse} "
        "(at worst {worst}).",
        worst=card_for(view, a, worst),
        **outlook(view, a),
    )


def landings(s: State) -> dict[int, float]:
    """Return the value of moving by each face."""
    return {face: value_of_landing(s, face) for face in FACES}


def outlook(view: View, a: int) -> dict[str, str]:
    """Return what moving brings now, and how often rolling on ends better or worse.

    The player rolls on until something better comes, or the dice decide.
    """
    s = view.s
    landing = landings(s)
    aside = s.aside | rules.BIT[s.die]
    better, worse = turns_out(aside, tuple(landing.values()), landing[s.die])
    return {
        "now": moving_now(view, a),
        "better": percent(view.fact("better", a, better)),
        "worse": percent(view.fact("worse", a, worse)),
    }


@cache
def turns_out(aside: int, landing: tuple[float, ...], now: float) -> tuple[Fraction, Fraction]:
    """Return how likely the turn ends better than now, and worse, with these faces put aside.

    SEM-8 a face that lies there decides, SEM-9 so does the last roll.
    """
    better = worse = Fraction(0)
    is_last = aside.bit_count() + 1 == rules.ROLLS
    for face, value in zip(FACES, landing, strict=True):
        if value > now:
            better += 1
        elif is_last or aside & rules.BIT[face]:
            worse += value < now
        else:
            rises, falls = turns_out(aside | rules.BIT[face], landing, now)
            better, worse = better + rises, worse + falls
    return better / 6, worse / 6


def moving_now(view: View, a: int) -> str:
    s = view.s
    taker, value = taker_ahead(s, s.die), signed(view.fact("moving", a, worth_ahead(s, s.die)))
    if taker == s.to_move:
        return view.say("Moving takes {value}.", value=value)
    return view.say("Moving gives {value} to {taker}.", value=value, taker=view.names[taker])


def card_for(view: View, a: int, face: int) -> str:
    s = view.s
    taker, value = taker_ahead(s, face), signed(view.fact("at the end", a, worth_ahead(s, face)))
    if taker == s.to_move:
        return value
    return view.say("{value} for {taker}", value=value, taker=view.names[taker])


def worth_ahead(s: State, face: int) -> int:
    return rules.worth(s, taker_ahead(s, face), s.ring[place_ahead(s, face)])


def better_places(s: State) -> Iterator[str]:
    """Yield the keys of the place reached now and of every better one."""
    return places(s, better=True)


def worse_places(s: State) -> Iterator[str]:
    return places(s, better=False)


def places(s: State, better: bool) -> Iterator[str]:
    landing = landings(s)
    now = landing[s.die]
    faces = [face for face in FACES if (landing[face] > now if better else landing[face] < now)]
    yield from dict.fromkeys(PLACE(place_ahead(s, face)) for face in [s.die, *faces])
