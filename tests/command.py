"""The command line as the tests type it."""

from collections.abc import Callable
from dataclasses import dataclass

OF_THE_SHELL = ("LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR")


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


Pasch = Callable[..., Answer]
