"""Errors meant for a person: each says what was expected and what came."""

from collections.abc import Sequence
from typing import Any

from pasch.core.words import SHARED, words


class PaschError(Exception):
    """Something a person asked for can't be done; the message says what would do.

    >>> error = PaschError("expected {seats} names, got {n}", seats=3, n=2)
    >>> str(error), error.said("de")
    ('expected 3 names, got 2', 'erwartet sind 3 Namen, gekommen sind 2')
    """

    folder = SHARED
    """The folder whose catalogue holds the message: a game's, or everybody's."""

    def __init__(self, message: str, /, **values: Any) -> None:
        super().__init__(message.format(**values) if values else message)
        self.message = message
        self.values = values

    def said(self, language: str) -> str:
        """Return the message in this language, as is every error among the values."""
        values = {
            name: value.said(language) if isinstance(value, PaschError) else value
            for name, value in self.values.items()
        }
        return words(language, self.folder)(self.message, **values)


class UnknownGame(PaschError):
    pass


class BrokenGame(PaschError):
    """A game's package that is not what a game must be; the other games work on."""

    def __init__(self, package: str, *wrong: str) -> None:
        super().__init__(
            "the game package {package} can't be used: {wrong}",
            package=package,
            wrong="; ".join(wrong),
        )


class BadOption(PaschError):
    pass


class Faulty(BadOption):
    """Several faults at once, a line each."""

    def __init__(self, message: str, faults: Sequence[PaschError], /, **values: Any) -> None:
        super().__init__(message, **values)
        self.faults = faults

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: str) -> str:
        faults = (f"  {fault.said(language)}" for fault in self.faults)
        return "\n".join([super().said(language), *faults])


class IllegalAction(PaschError):
    """An action the rules don't allow now."""

    def __init__(self, action: object, reason: str, clause: str) -> None:
        super().__init__(f"{action!r} is not possible: {reason} ({clause})")
        self.action = action
        self.reason = reason
        self.clause = clause


class BrokenLog(PaschError):
    """A log that can't be read or doesn't follow the rules."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem
