"""What one kind of viewer was told, event by event."""

from pasch.core.match import Match


class Chronicle:
    def __init__(self, eyes: int, language: str) -> None:
        self._eyes = eyes
        self._language = language
        self._events: list[int] = []
        self._told: list[list[str]] = []

    def behind(self, events: list[int]) -> int:
        return len(events) - len(self._told)

    def follow(self, match: Match) -> None:
        """Takes back what did not happen after all, and tells the rest."""
        while self._events != match.events[: len(self._events)]:
            self._events.pop()
            self._told.pop()
        for n in range(len(self._events), len(match.events)):
            self._told.append(match.story(self._eyes, self._language, n))
            self._events.append(match.events[n])

    @property
    def latest(self) -> list[str]:
        return self._told[-1] if self._told else []

    @property
    def whole(self) -> list[str]:
        return [line for lines in self._told for line in lines]
