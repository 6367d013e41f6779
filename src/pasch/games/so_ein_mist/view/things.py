"""The things of So ein Mist: animals, cards, figures and dice, with words, keys and pictures."""

from functools import lru_cache

from pasch.games.so_ein_mist import rules
from pasch.sdk import Colour, Key, Mood, Part, Piece, State, Words, piece

ANIMAL_KEYS = ("cow", "sheep", "pig", "chicken", "horse", "rabbit")
ICONS = ("🐄", "🐑", "🐖", "🐔", "🐎", "🐇")
COLOURS: tuple[Colour, ...] = ("brown", "blue", "red", "yellow", "purple", "green")
FACES = range(1, 7)

RING, PLACE = Key("ring"), Key("place", range(rules.PLACES))
DICE, ROLL = Key("dice"), Key("roll", range(rules.ROLLS))
CARD = Key("card", range(rules.CARDS))
FIGURE = Key("figure", range(rules.SEATS))
DIE = Key("die", FACES)
PILE = Key("pile", range(rules.SEATS))


def signed(value: int) -> str:
    """Return a value with its sign, a true minus; a bare 0."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def animal_word(say: Words, animal: int) -> str:
    return (
        say("cow"),
        say("sheep"),
        say("pig"),
        say("chicken"),
        say("horse"),
        say("rabbit"),
    )[animal]


def card_word(say: Words, card: int) -> str:
    """Return the name of a card; every card has its own."""
    if card // rules.OWN < rules.ANIMALS:
        return look_word(say, card)
    value = signed(rules.VALUE[card])
    return say("grey {value} ({which})", value=value, which="ab"[card % 2])


def look_word(say: Words, card: int) -> str:
    """Return what a card looks like; the two grey cards of a value look alike."""
    value = signed(rules.VALUE[card])
    animal = card // rules.OWN
    if animal < rules.ANIMALS:
        return f"{animal_word(say, animal)} {value}"
    return say("grey {value}", value=value)


def card_icon(card: int) -> str:
    return (*ICONS, "")[card // rules.OWN] if rules.VALUE[card] > 0 else "💩"


def card_mood(card: int) -> Mood:
    return "good" if rules.VALUE[card] > 0 else "bad"


def card_key(card: int) -> str:
    """Return the name of a card in the log."""
    animal = card // rules.OWN
    if animal < rules.ANIMALS:
        return f"{ANIMAL_KEYS[animal]} {rules.VALUE[card]}"
    return f"grey {rules.VALUE[card]} {'ab'[card % 2]}"


def card_drawn(s: State, a: int) -> int:
    """Return the card behind an outcome of chance."""
    if s.phase == rules.LAYOUT:
        cards = [card for card in range(rules.CARDS) if s.middle & rules.BIT[card]]
        return cards[a]
    seat = s.to_move
    return s.animal[seat] * rules.OWN + rules.NTH[s.unseen[seat], a]


def animal_drawn(s: State, a: int) -> int:
    return rules.NTH[s.box, a]


def place_of(s: State, thing: Key, number: Part) -> int | None:
    """Return where a place, figure or card of the ring is; None where it lies elsewhere."""
    assert isinstance(number, int)
    if thing is PLACE:
        return number
    if thing is FIGURE:
        return s.at[number] if number < s.seats else None
    return s.ring.index(number) if number in s.ring else None


def place_ahead(s: State, steps: int) -> int:
    """Return the place that a die with this face leads to."""
    return rules.step_on(s, s.at[s.to_move], steps)


def taker_ahead(s: State, steps: int) -> int:
    """Return the seat that gets the card there (SEM-11, SEM-12)."""
    return rules.last_in_queue(s, place_ahead(s, steps), s.to_move)


@lru_cache(1 << 12)
def card_piece(card: int, cell: str, doubling: bool) -> Piece:
    value = rules.VALUE[card]
    animal = card // rules.OWN
    is_own = animal < rules.ANIMALS
    kind = "food" if value > 0 else "dung"
    many = value // 2 if value > 0 else -value
    looks = [kind, f"of-{many}", ANIMAL_KEYS[animal] if is_own else "grey"]
    return piece(
        key=CARD(card),
        kind="card",
        cell=cell,
        icon=ICONS[animal] if is_own else "",
        text=signed(value),
        colour="green" if value > 0 else "brown",
        look=" ".join([*looks, "double"] if doubling and is_own else looks),
    )


@lru_cache(1 << 12)
def figure(seat: int, animal: int, place: int, look: str, name: str) -> Piece:
    return piece(
        key=FIGURE(seat),
        kind="figure",
        cell=PLACE(place),
        icon=ICONS[animal],
        text=name,
        colour=COLOURS[animal],
        look=look,
    )


def die_piece(face: int, i: int, faint: bool = False) -> Piece:
    return piece(key=DIE(face), kind="die", cell=ROLL(i), pips=face, text=str(face), faint=faint)
