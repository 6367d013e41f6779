"""What to type for a choice: short, and the same each time it is offered."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product, zip_longest
from string import ascii_lowercase

from pasch.core.match.match import Match
from pasch.core.view.scene import Choice, Scene
from pasch.terminal.screen.prompt import LEAVE, Reply, plain

SHORT = 2  # characters of a name that can be typed as it stands: c4, 12


class Keyring:
    """The keys of all choices.

    Places have their names, other choices letters or numbers of their words; a key once given stays
    for the game.
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self.reserved = {LEAVE, *reserved}
        self.given: dict[str, str] = {}

    def replies(self, scene: Scene) -> list[Reply]:
        names, squares = names_of_places(scene)
        nameless = [choice for choice in scene.choices if choice.at not in names]
        self.give(wanting(scene, nameless))
        replies = []
        for choice in scene.choices:
            name = names.get(choice.at, "")
            key = name or self.given[owner(choice, scene)]
            keys = (plain(key), plain(choice.text))
            told = (choice.text, key, keys, choice.small, choice.at if name else "")
            replies.append(Reply(choice.action, *told, is_cell=choice.at in squares))
        return with_letters(replies)

    def give(self, wanted: Sequence["Wanted"]) -> None:
        """Give keys to choices that have none yet: what tells them from others of their kind."""
        taken = {*self.reserved, *self.given.values()}
        for each in wanted:
            if each.owner not in self.given:
                alike = [other.words for other in wanted if other.kind == each.kind]
                key = next(key for key in wishes(each.words, alike) if key not in taken)
                self.given[each.owner] = key
                taken.add(key)


@dataclass(frozen=True)
class Wanted:
    """A choice whose place has no name: what its key belongs to, and what it may be made of."""

    owner: str
    kind: str
    words: list[str]


def wanting(scene: Scene, choices: Sequence[Choice]) -> list[Wanted]:
    labels = {cell.key: cell.label for area in scene.areas for cell in area.cells if cell.label}
    found = []
    for choice in choices:
        words = tokens(labels.get(choice.at) or choice.text)
        place = choice.at.partition(":")[0]
        kind = place if owner(choice, scene) == choice.at else words[0]
        found.append(Wanted(owner(choice, scene), kind, words))
    return found


def owner(choice: Choice, scene: Scene) -> str:
    """Return what a key belongs to.

    A die keeps its key whatever is done with it, else an action does.
    """
    is_die = any(piece.key == choice.at and piece.kind == "die" for piece in scene.pieces)
    return choice.at if is_die else str(choice.action)


def names_of_places(scene: Scene) -> tuple[dict[str, str], set[str]]:
    """Return the short names of places and cards, and which of them are squares.

    Places before the seat whose turn it is have numbers.
    """
    names, squares = {}, set()
    asked = [seat for seat, line in enumerate(scene.seats) if line.to_move]
    for area in scene.areas:
        for n, cell in enumerate(area.cells, start=1):
            if is_short(cell.label):
                names[cell.key] = cell.label
                squares |= {cell.key} if area.layout == "grid" else set()
            elif cell.label and area.seat in asked:
                names[cell.key] = str(n)
    cards = {p.key: p.text for p in scene.pieces if p.kind == "card" and is_short(p.text)}
    return names | cards, squares


def is_short(name: str) -> bool:
    return 0 < len(name) <= SHORT and name.isalnum()


def with_letters(replies: list[Reply]) -> list[Reply]:
    """Add a letter to each name where one place has several choices."""
    ways = Counter(reply.at for reply in replies if reply.at)
    letters = {at: iter(ascii_lowercase) for at, n in ways.items() if n > 1}
    return [
        with_letter(reply, next(letters[reply.at])) if reply.at in letters else reply
        for reply in replies
    ]


def with_letter(reply: Reply, letter: str) -> Reply:
    key = reply.shown + letter
    return replace(reply, shown=key, keys=(plain(key), reply.keys[-1]))


def tokens(text: str) -> list[str]:
    """Return the words and numbers that say what it is, without what it brings."""
    return re.findall(r"\w+", re.split(r"[(,]", text.lower())[0]) or [text.lower()]


def wishes(own: list[str], alike: list[list[str]]) -> Iterator[str]:
    """Yield keys for a choice, the best first.

    The best is what tells it from others of its kind, else it is a letter.
    """
    if len(alike) > 1:
        places = differing(alike)
        for most, letters in product(range(1, len(places) + 1), range(1, 4)):
            keys = [brief(each, places[:most], letters) for each in alike]
            key = brief(own, places[:most], letters)
            if key and keys.count(key) == 1:
                yield key
    yield from (word[0] for word in own if word[0].isalpha())
    yield from (letter for word in own for letter in word if letter.isalpha())
    yield from map(str, range(1, 1000))


def differing(several: list[list[str]]) -> list[int]:
    """Return the places at which the lists differ."""
    columns = zip_longest(*several)
    return [place for place, column in enumerate(columns) if len({*column}) > 1]


def brief(words: list[str], places: list[int], letters: int) -> str:
    parts = [words[place] for place in places if place < len(words)]
    return "".join(part if part.isdecimal() else part[:letters] for part in parts)


def replies_to_chance(match: Match, language: str) -> list[Reply]:
    """Return the replies for real dice and cards: by place in the list or by words."""
    texts = [(match.text(a, language), a) for a in match.possible()]
    return [
        Reply(a, text, str(place), (str(place), plain(text)))
        for place, (text, a) in enumerate(texts, start=1)
    ]
