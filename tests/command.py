"""The command line as the tests type it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

OF_THE_SHELL = ("LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR")
BOTS = ("play", "so-ein-mist", "--seats", "quick,quick,quick", "--seed", "yard")


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


Pasch = Callable[..., Answer]


def refused(answer: Answer, *parts: str) -> None:
    """Assert that a command exits with 2 and prints nothing but one message with these parts."""
    assert answer.code == 2
    assert answer.out == ""
    assert re.fullmatch(r"pasch: [^\n]+\n", answer.err)
    for part in parts:
        assert part in answer.err
