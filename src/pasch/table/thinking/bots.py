"""The bots of a server: those that every table knows, and those its operator named.

Who plays at a table chooses among these and nothing else: no stranger makes the server import
anything, or search without end.
"""

import logging
from collections.abc import Iterable

from pasch.bots import BOTS, Bot, read_bot
from pasch.table.model.errors import Refused
from pasch.table.model.state import STAND_IN

log = logging.getLogger("pasch.table")


class Bots:
    def __init__(self, named: Iterable[str] = ()) -> None:
        self.named = tuple(dict.fromkeys(named))

    def check(self, text: str) -> None:
        known = (*BOTS, *self.named)
        if text not in known:
            raise Refused(
                "seat", "expected one of {bots}, got {bot!r}", bots=", ".join(known), bot=text[:40]
            )

    def find(self, text: str) -> Bot:
        """Who sits at a table that is kept may be known here no more."""
        if text in BOTS or text in self.named:
            return read_bot(text)
        log.warning("%s is no bot of this server; %s plays for it", text, STAND_IN)
        return BOTS[STAND_IN]
