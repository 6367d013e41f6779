"""Examples in the rules: a line names a step of a lesson, and every medium draws its table there.

<!-- example: 1-first 4: The bread lacks one bite. -->
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pasch.core.facts import Game
from pasch.core.lesson import LEARNER, lesson
from pasch.core.scene import Scene

EXAMPLE = re.compile(r"^<!-- example: ([\w-]+) (\d{1,2}): (.+) -->$", re.M)
CLAUSE = re.compile(r"\[([A-Z]+-\d+[a-z]?(?:[,–-] ?(?:[A-Z]+-)?\d+[a-z]?)*)\]")


@dataclass(frozen=True)
class Example:
    lesson: str
    step: int
    """From 1."""
    caption: str

    def scene(self, game: Game, name: str, language: str) -> Scene:
        """As the learner, so called, sees it there."""
        found = lesson(game, self.lesson)
        step = found.steps[self.step - 1]
        return found.told_to(name).scene(LEARNER, language, step.event)


def split_rules(text: str) -> Iterator[str | Example]:
    """Markdown, and the examples between."""
    at = 0
    for found in EXAMPLE.finditer(text):
        yield text[at : found.start()]
        yield Example(found[1], int(found[2]), found[3])
        at = found.end()
    yield text[at:]
