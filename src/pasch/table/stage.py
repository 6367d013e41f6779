"""The match of a table, and what each viewer sees and is told of it."""

import asyncio
from collections.abc import Sequence
from functools import cached_property

from pasch.core.match import Match
from pasch.core.position import OVER, WATCHER
from pasch.core.scene import Choice, Scene
from pasch.table.chronicle import Chronicle

NEAR = 20  # events a chronicle may be behind and still catch up at once


class Stage:
    def __init__(self, fresh: Match, events: Sequence[int]) -> None:
        self._chronicles: dict[tuple[int, str], Chronicle] = {}
        self._learning: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._now = Now(fresh)
        self.follow(events)

    @property
    def match(self) -> Match:
        return self._now.match

    @property
    def before(self) -> Match | None:
        """The match before its last event."""
        return self._now.before

    @property
    def over(self) -> bool:
        return self.match.player == OVER

    def follow(self, events: Sequence[int]) -> None:
        """Those events which have not happened here yet."""
        match = self._now.match
        for a in events[len(match.events) :]:
            match.apply(a)
        self._now = Now(match)

    def apply(self, a: int) -> None:
        self.match.apply(a)
        self._now = Now(self.match)

    def undo(self) -> None:
        self.match.undo()
        self._now = Now(self.match)

    @property
    def last_mover(self) -> int | None:
        """Who was to move at the last event: a seat or CHANCE; None before the first."""
        return None if self.before is None else self.before.player

    @property
    def may_be_undone(self) -> bool:
        """Whether nobody learnt anything from the last event, a choice."""
        return not self.match.revealed

    def to_move(self) -> int:
        """The seat to choose, or for which chance decides; WATCHER if for none."""
        return to_move_of(self.scene(WATCHER, "en"))

    def last_to_move(self) -> int:
        """The same, before the last event."""
        assert self.before is not None
        return to_move_of(self.before.scene(WATCHER))

    def scene(self, eyes: int, language: str) -> Scene:
        return self._now.scene(eyes, language)

    def outcomes(self) -> list[int]:
        """The outcomes of chance that people tell apart, where they see them fall."""
        return self._now.outcomes

    def taps(self, language: str) -> list[Choice]:
        """Numbered by their place, so that the numbers tell nothing of what lies hidden."""
        texts = (self.match.text(a, language) for a in self.outcomes())
        return [Choice(action=place, text=text) for place, text in enumerate(texts)]

    def knows(self, eyes: int, language: str) -> bool:
        """Whether the story for these eyes can be told at once."""
        chronicle = self._chronicles.get((eyes, language))
        learning = (eyes, language) in self._learning
        return not learning and chronicle is not None and chronicle.behind(self.events) <= NEAR

    async def learn(self, eyes: int, language: str) -> None:
        """Goes through the story so far in a thread."""
        while not self.knows(eyes, language):
            key = (eyes, language)
            if key not in self._learning:
                self._learning[key] = asyncio.create_task(self._learn(key))
            await asyncio.shield(self._learning[key])

    async def _learn(self, key: tuple[int, str]) -> None:
        try:
            chronicle = self._chronicles.get(key) or Chronicle(*key)
            await asyncio.to_thread(chronicle.follow, self.match.copy())
            self._chronicles[key] = chronicle
        finally:
            del self._learning[key]

    def latest(self, eyes: int, language: str) -> list[str]:
        return self._chronicle(eyes, language).latest

    def story(self, eyes: int, language: str) -> list[str]:
        return self._chronicle(eyes, language).whole

    def _chronicle(self, eyes: int, language: str) -> Chronicle:
        chronicle = self._chronicles[eyes, language]
        chronicle.follow(self.match)
        return chronicle

    @property
    def events(self) -> list[int]:
        return self.match.events


def to_move_of(scene: Scene) -> int:
    return next((seat for seat, line in enumerate(scene.seats) if line.to_move), WATCHER)


class Now:
    """What is looked up again and again until the next event."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._scenes: dict[tuple[int, str], Scene] = {}

    @cached_property
    def before(self) -> Match | None:
        n = len(self.match.events)
        return self.match.at(n - 1) if n else None

    def scene(self, eyes: int, language: str) -> Scene:
        if (eyes, language) not in self._scenes:
            self._scenes[eyes, language] = self.match.scene(eyes, language)
        return self._scenes[eyes, language]

    @cached_property
    def outcomes(self) -> list[int]:
        """One of those which look alike to a watcher and lead to the same position."""
        found: dict[tuple[str, str], int] = {}
        for a in range(self.match.chance):
            after = self.match.copy()
            after.apply(a)
            public = repr(self.match.action(a, WATCHER))
            found.setdefault((public, repr(vars(after.position()))), a)
        return list(found.values())
