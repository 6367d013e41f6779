"""The randomness of a server, injected so that nothing else asks the system for it."""

import secrets
from typing import Protocol

ID_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none is mistaken for another
ID_LENGTH = 8
BYTES = 32


class Secrets(Protocol):
    """Random values that nobody can guess."""

    def table_id(self) -> str:
        """Return the name of a new table."""

    def seed(self) -> str:
        """Return the seed of new dice."""

    def token(self) -> str:
        """Return a secret key."""

    def fraction(self) -> float:
        """Return a number from 0 up to 1."""


class SystemSecrets:
    """The randomness of this machine."""

    def table_id(self) -> str:
        return "".join(secrets.choice(ID_SIGNS) for _ in range(ID_LENGTH))

    def seed(self) -> str:
        return secrets.token_hex(BYTES)

    def token(self) -> str:
        return secrets.token_hex(BYTES)

    def fraction(self) -> float:
        return secrets.randbelow(1 << 30) / (1 << 30)
