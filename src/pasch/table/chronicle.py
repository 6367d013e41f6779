"""What one kind of viewer was told, event by event."""

from pasch.core.match import Match


class Chronicle:
    """Follows a match at its own pace, with its own copy of it."""

    def __init__(self, fresh: Match, eyes: int, language: str) -> None:
        self._match = fresh
        self._eyes = eyes
        self._language = language
        self._told: list[list[str]] = []

    def behind(self, events: list[int]) -> int:
        return len(events) - len(self._told)

    def follow(self, events: list[int]) -> None:
        """Takes back what did not happen after all, and tells the rest."""
        while self._match.events != events[: len(self._match.events)]:
            self._match.undo()
            self._told.pop()
        for a in events[len(self._match.events) :]:
            self._happen(a)

    def _happen(self, a: int) -> None:
        before = self._match.view(self._eyes)
        self._match.apply(a)
        self._told.append(self._match.story(before, a, self._eyes, self._language))

    @property
    def latest(self) -> list[str]:
        return self._told[-1] if self._told else []

    @property
    def whole(self) -> list[str]:
        return [line for lines in self._told for line in lines]
