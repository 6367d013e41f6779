"""The running hash of a table: it follows from every entry so far, their order and their number.

A table tells it with every acknowledgement. What was acknowledged can then be neither lost nor
changed nor put in another order without the reader of a later hash noticing. The log of a finished
match lists the entries in its journal, so that anybody can work out every hash again.
docs/dice.md tells how, with the rest of the proof.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass

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
