"""Errors meant for a person: each says what was expected and what came."""


class PaschError(Exception):
    """Something a person asked for can't be done; the message says what would do."""


class UnknownGame(PaschError):
    pass


class BrokenGame(PaschError):
    """A game's package that is not what a game must be; the other games work on."""

    def __init__(self, package: str, *wrong: str) -> None:
        super().__init__(f"the game package {package} can't be used: {'; '.join(wrong)}")


class BadOption(PaschError):
    pass


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
