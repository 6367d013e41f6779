"""The journal of a table: all its entries, in order, as the log of a finished match lists them.

The running hash follows from every entry so far, their order and their number. A table tells it
with every acknowledgement. What was acknowledged can then be neither lost nor changed nor put in
another order without the reader of a later hash noticing. With the journal anybody can work out
every hash again. docs/dice.md tells how, with the rest of the proof.

The journal also keeps what people typed from real dice and took back: everybody has seen it.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pasch.core.words import Words

DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Chain:
    """The hash after entry `n` of a table; a table of an older pasch has no key, and no hashes."""

    key: str = ""
    """A secret of the table: without it a hash would give away what is hidden in an entry."""
    n: int = 0
    hash: str = ""

    def then(self, content: str) -> "Chain":
        """Return the chain with one more entry, given as its content or as its digest."""
        n = self.n + 1
        if not self.key:
            return Chain(n=n)
        digest = content if DIGEST.fullmatch(content) else digest_of(self.key, content)
        linked = hashlib.sha256(f"{self.hash}|{n}|{digest}".encode()).hexdigest()
        return Chain(self.key, n, linked)


NEW = Chain()
"""The chain of a table without entries."""


def digest_of(key: str, content: str) -> str:
    """Return what stands for an entry whose content is not for everybody."""
    return hmac.digest(key.encode(), content.encode(), "sha256").hex()


def chain_of(key: str, journal: Iterable[str]) -> Chain:
    chain = Chain(key)
    for item in journal:
        chain = chain.then(item)
    return chain


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An outcome that was typed and taken back."""

    at: int
    """How many events of the match as it is now come before it."""
    seat: int
    fell: dict[str, str]
    """In words, by language."""

    def told(self, names: Sequence[str], say: Words) -> str:
        what = self.fell.get(say.language, self.fell.get("en", "?"))
        return say("{name} took back what was typed: {what}", name=names[self.seat], what=what)


def take_back(taken: list[TakenBack], n: int, seat: int, fell: dict[str, str]) -> None:
    """Note that event n + 1 is taken back; what stood after it moves to its place."""
    taken[:] = [replace(each, at=min(each.at, n)) for each in taken]
    if fell:
        taken.append(TakenBack(n, seat, fell))
