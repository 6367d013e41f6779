"""Keys: the names of things on the board, made and read in one place."""

from collections.abc import Iterable, Iterator
from itertools import product

Part = int | str


class Key:
    """The keys of one kind of thing: a word, then one part for each of the values given.

    >>> row = Key("row", range(4), ("red", "green"))
    >>> row(1, "green")
    'row:1:green'
    >>> row.parse("row:1:green")
    (1, 'green')
    >>> row.parse("row:9:green") is None
    True
    """

    def __init__(self, word: str, *values: Iterable[Part]) -> None:
        """Declare the keys; without a word, a key is its parts alone."""
        self._start = [word] if word else []
        self._values = [{str(value): value for value in each} for each in values]
        self._made: dict[tuple[Part, ...], str] = {}

    def __call__(self, *parts: Part) -> str:
        key = self._made.get(parts)
        if key is None:
            key = self._made[parts] = self._join(parts)
        return key

    def _join(self, parts: tuple[Part, ...]) -> str:
        key = ":".join([*self._start, *map(str, parts)])
        assert self.parse(key) == parts, f"{parts} are no parts of {self!r}"
        return key

    def parse(self, key: str) -> tuple[Part, ...] | None:
        """Return the parts of a key of this kind, None for any other key."""
        start, *given = key.split(":") if self._start else ["", *key.split(":")]
        if [start] != (self._start or [""]) or len(given) != len(self._values):
            return None
        parts = [known.get(part) for known, part in zip(self._values, given, strict=True)]
        return None if None in parts else tuple(part for part in parts if part is not None)

    def __iter__(self) -> Iterator[str]:
        """Yield every key of this kind."""
        return (self(*parts) for parts in product(*(known.values() for known in self._values)))

    def __repr__(self) -> str:
        return f"Key({':'.join([*self._start, *('…' for _ in self._values)])!r})"
