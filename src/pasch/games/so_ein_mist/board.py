"""What lies on the table, as areas and pieces: the ring with its figures, the dice; at the end
everybody's cards. What has not changed is the very same thing again."""

from collections.abc import Sequence
from functools import lru_cache

from pasch.core.game.position import State
from pasch.core.view.scene import Area, Cell, Colour, Piece, cell, piece
from pasch.core.words import Words
from pasch.games.so_ein_mist import rules

KEYS = ("cow", "sheep", "pig", "chicken", "horse", "rabbit")
ICONS = ("🐄", "🐑", "🐖", "🐔", "🐎", "🐇")
COLOURS: tuple[Colour, ...] = ("brown", "blue", "red", "yellow", "purple", "green")
FACES = range(1, 7)

Numbers = tuple[int, ...]


def signed(value: int) -> str:
    """With a true minus; a bare 0."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def board(s: State, say: Words, names: Sequence[str]) -> tuple[tuple[Area, ...], tuple[Piece, ...]]:
    ahead = places_ahead(s)
    ring = ring_area(rules.places(s), ahead, s.aside, s.die if s.phase == rules.DECIDE else 0, say)
    cards = ring_cards(tuple(s.ring), bool(s.doubling))
    rolled = s.die if s.phase in (rules.DECIDE, rules.REFILL) else 0
    return (ring, dice_area(say)), cards + figures(s, ahead, names) + dice(s.aside, rolled)


def places_ahead(s: State) -> Numbers:
    """One to six steps ahead of who is to move."""
    if s.phase not in (rules.ROLL, rules.DECIDE):
        return ()
    at = s.at[s.to_move]
    return tuple([rules.step_on(s, at, steps) for steps in FACES])


@lru_cache(1 << 12)
def ring_area(places: int, ahead: Numbers, aside: int, die: int, say: Words) -> Area:
    steps = dict(zip(ahead, FACES, strict=False))
    cells = tuple(place_cell(place, steps.get(place, 0), aside, die) for place in range(places))
    return Area(key="ring", layout="ring", title=say("The ring"), cells=cells)


def place_cell(place: int, steps: int, aside: int, die: int) -> Cell:
    """Within reach it says how far it is. A face that lies aside must be moved if rolled again."""
    key = f"place:{place}"
    if not steps:
        return cell(key=key)
    look = "now" if steps == die else "must" if aside & rules.BIT[steps] else ""
    return cell(key=key, badge=str(steps), look=look)


@lru_cache(1 << 10)
def ring_cards(ring: Numbers, doubling: bool) -> tuple[Piece, ...]:
    lying = ((place, card) for place, card in enumerate(ring) if card != rules.GAP)
    return tuple(card_piece(card, f"place:{place}", doubling) for place, card in lying)


@lru_cache(1 << 12)
def card_piece(card: int, cell: str, doubling: bool) -> Piece:
    value = rules.VALUE[card]
    animal = card // rules.OWN
    is_own = animal < rules.ANIMALS
    kind = "food" if value > 0 else "dung"
    many = value // 2 if value > 0 else -value
    looks = [kind, f"of-{many}", KEYS[animal] if is_own else "grey"]
    return piece(
        key=f"card:{card}",
        kind="card",
        cell=cell,
        icon=ICONS[animal] if is_own else "",
        text=signed(value),
        colour="green" if value > 0 else "brown",
        look=" ".join([*looks, "double"] if doubling and is_own else looks),
    )


def figures(s: State, ahead: Numbers, names: Sequence[str]) -> tuple[Piece, ...]:
    """In the order they came. The last at a place within reach would get the card there."""
    on_way = [seat for seat in range(s.seats) if s.at[seat] != rules.NONE]
    on_way.sort(key=s.came.__getitem__)
    last = {s.at[seat]: seat for seat in on_way}
    takers = {last.get(place, rules.NONE) for place in ahead}
    mover = s.to_move if ahead else rules.NONE
    return tuple(
        [
            figure(
                seat,
                s.animal[seat],
                s.at[seat],
                "mover" if seat == mover else "taker" if seat in takers else "",
                names[seat],
            )
            for seat in on_way
        ]
    )


@lru_cache(1 << 12)
def figure(seat: int, animal: int, place: int, look: str, name: str) -> Piece:
    return piece(
        key=f"figure:{seat}",
        kind="figure",
        cell=f"place:{place}",
        icon=ICONS[animal],
        text=name,
        colour=COLOURS[animal],
        look=look,
    )


@lru_cache(4)
def dice_area(say: Words) -> Area:
    cells = tuple(cell(key=f"roll:{i}") for i in range(rules.ROLLS))
    return Area(key="dice", layout="row", title=say("Dice of this turn"), cells=cells)


@lru_cache(1 << 9)
def dice(aside: int, die: int) -> tuple[Piece, ...]:
    """Those put aside, then the one that counts."""
    faces = [face for face in FACES if aside & rules.BIT[face]]
    shown = [die_piece(face, i, faint=True) for i, face in enumerate(faces)]
    return (*shown, die_piece(die, len(faces))) if die else tuple(shown)


def die_piece(face: int, i: int, faint: bool = False) -> Piece:
    text = str(face)
    return piece(key=f"die:{text}", kind="die", cell=f"roll:{i}", pips=face, text=text, faint=faint)


def pile(s: State, seat: int) -> tuple[Piece, ...]:
    """SEM-16 the scoring pile, opened, the best first; SEM-17 what counts double is marked."""
    cards = [card for card in range(rules.CARDS) if s.pile[seat] & rules.BIT[card]]
    cards.sort(key=rules.VALUE.__getitem__, reverse=True)
    double = s.animal[seat] if s.doubling else rules.NONE
    return tuple(card_piece(card, f"pile:{seat}", card // rules.OWN == double) for card in cards)
