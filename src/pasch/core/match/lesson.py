"""Lessons: a match thought out beforehand, told step by step; the rules have the last word on it.

A lesson is a file `lessons/NAME.toml` in a game's folder, and taken in the order of their names:

    title = { en = "The first harvest", de = "Die erste Ernte" }
    minutes = 4
    seats = 3
    names = ["Ben", "Cleo"]         # of the others; the learner sits on seat 0
    before = [0, 3, 12]             # numbers of events that happened before the first step

    [[step]]
    title = { en = "Ready", de = "Fertig" }
    text = { en = "Four in a row: **this card is ready**.", de = "…" }
    spot = ["card:0:1"]             # the pieces or cells it speaks of
    do = { en = "Activate it", de = "Aktiviere sie" }
    choose = { activate = "run" }   # as in a log; without it one just goes on
    wrong = { en = "Why wait?", de = "Warum warten?" }   # to who chooses anything else
    then = [{ die = 4 }]            # what follows: dice, and the choices of the others
    shown = ["ready"]               # words of the scene or the story that bear the text out
    can = [{ activate = "run" }]    # what is possible here, and what is not
    cannot = [{ pass = true }]

Nothing of it is believed: every event has to be possible, every spot to be there, every word shown.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from pasch.core.errors import IllegalAction, PaschError
from pasch.core.game.position import OVER
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.core.view.scene import Scene

FOLDER = "lessons"
LEARNER = 0  # the seat


class BrokenLesson(PaschError):
    """A fault in a lesson; the message names the file and the step."""

    def __init__(self, path: Path, step: int | None, problem: str) -> None:
        where = "/".join(path.parts[-3:]) + (f", step {step}" if step else "")
        super().__init__(f"{where}: {problem}")


class Said(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A text in every language."""

    en: str
    de: str

    def __call__(self, language: str) -> str:
        said: str = getattr(self, language)
        return said


class Otherwise(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The text for a learner who makes this choice instead."""

    choose: dict[str, Any]
    text: Said


class StepFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    title: Said
    text: Said
    spot: list[str] = []
    do: Said | None = None
    choose: dict[str, Any] | None = None
    wrong: Said | None = None
    other: list[Otherwise] = []
    then: list[dict[str, Any] | int] = []
    shown: list[str] = []
    can: list[dict[str, Any]] = []
    cannot: list[dict[str, Any]] = []


class LessonFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    title: Said
    minutes: int
    seats: int
    step: list[StepFile]
    start: int = LEARNER
    names: list[str] = []
    options: dict[str, Any] = {}
    before: list[dict[str, Any] | int] = []


@dataclass(frozen=True)
class Head:
    """What can be told of a lesson before it is opened."""

    name: str
    title: Said
    minutes: int


@dataclass(frozen=True)
class Step:
    title: Said
    text: Said
    do: Said | None
    spots: tuple[str, ...]
    event: int
    """How many events have happened when it is told."""
    choice: int | None
    """What the learner is to do; None: to go on."""
    wrong: Said | None
    others: dict[int, Said]
    """Instead of `wrong`, by what was chosen."""


@dataclass(frozen=True)
class Lesson:
    head: Head
    match: Match
    """Played to its last step."""
    steps: tuple[Step, ...]

    def told_to(self, learner: str) -> Match:
        """Return the match with the learner's name in it."""
        match = self.match.copy()
        match.names = (learner, *match.names[1:])
        return match


def lessons(game: Game) -> list[Head]:
    """Return the lessons of a game, in their order."""
    return [head_of(path, read(path)) for path in sorted((game.folder / FOLDER).glob("*.toml"))]


def lesson(game: Game, name: str) -> Lesson:
    known = {head.name: head for head in lessons(game)}
    if name not in known:
        raise PaschError(
            "{title} has no lesson {name!r}; there are: {known}",
            title=game.title,
            name=name[:40],
            known=", ".join(known) or "–",
        )
    return load_lesson(game, game.folder / FOLDER / f"{name}.toml")


@cache
def load_lesson(game: Game, path: Path) -> Lesson:
    """Read a lesson, and check it by the rules."""
    return Telling(game, path, read(path)).tell()


def head_of(path: Path, file: LessonFile) -> Head:
    return Head(path.stem, file.title, file.minutes)


@cache
def read(path: Path) -> LessonFile:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=LessonFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BrokenLesson(path, None, str(problem)) from None


class Telling:
    """A run through a lesson, which raises BrokenLesson at the first fault."""

    def __init__(self, game: Game, path: Path, file: LessonFile) -> None:
        self.path = path
        self.file = file
        self.n: int | None = None
        """The number of the current step."""
        names = ["–", *file.names]
        try:
            options = game.read_options(file.options)
            self.match = Match(game, file.seats, file.start, options, names)
        except PaschError as problem:
            raise self.broken(str(problem)) from problem

    def broken(self, problem: str) -> BrokenLesson:
        return BrokenLesson(self.path, self.n, problem)

    def tell(self) -> Lesson:
        self.happen(self.file.before)
        steps = []
        told_from = 0
        for n, step in enumerate(self.file.step, start=1):
            self.n = n
            steps.append(self.told(step, told_from))
            told_from = len(self.match.events)
            self.happen([step.choose] if step.choose else [])
            self.happen(step.then)
        if not steps or self.match.events[steps[-1].event :]:
            raise self.broken("expected a last step that nothing follows")
        return Lesson(head_of(self.path, self.file), self.match, tuple(steps))

    def happen(self, events: Sequence[dict[str, Any] | int]) -> None:
        for event in events:
            a = event if isinstance(event, int) else self.number(event)
            try:
                self.match.apply(a)
            except IllegalAction as illegal:
                raise self.broken(str(illegal)) from illegal

    def number(self, described: dict[str, Any]) -> int:
        try:
            return self.match.number(described)
        except IllegalAction as illegal:
            possible = ", ".join(str(self.match.action(a)) for a in self.match.possible()[:20])
            raise self.broken(f"{illegal}; possible: {possible}") from illegal

    def told(self, step: StepFile, told_from: int) -> Step:
        choice = None
        if step.choose:
            if self.match.player != LEARNER:
                raise self.broken(f"expected the learner's turn, got {self.match.player}")
            choice = self.number(step.choose)
            if step.do is None or (step.wrong is None and len(self.match.legal()) > 1):
                raise self.broken("expected `do` and `wrong` where there is something to choose")
        elif step.wrong or step.other:
            raise self.broken("expected `choose` where something is wrong")
        self.check_claims(step, told_from)
        return Step(
            title=step.title,
            text=step.text,
            do=step.do,
            spots=tuple(step.spot),
            event=len(self.match.events),
            choice=choice,
            wrong=step.wrong,
            others={self.number(each.choose): each.text for each in step.other},
        )

    def check_claims(self, step: StepFile, told_from: int) -> None:
        if not (step.choose or step.then or step.shown or step.can or step.cannot):
            raise self.broken("expected something that the rules can bear out")
        scene = self.match.scene(LEARNER)
        known = set(scene.keys())
        for spot in step.spot:
            if spot not in known:
                raise self.broken(f"expected a piece or a cell, got {spot!r}; there are: {known}")
        words = [*words_of(scene), *self.story(told_from)]
        for claim in step.shown:
            if not any(claim in text for text in words):
                raise self.broken(f"expected {claim!r} to be shown; there is: {words}")
        for described in step.can:
            self.number(described)
        possible = [self.match.action(a) for a in self.match.possible()]
        for described in step.cannot:
            if described in possible:
                raise self.broken(f"expected {described} to be impossible")

    def story(self, told_from: int) -> Iterator[str]:
        for n in range(told_from, len(self.match.events)):
            yield from (told.text for told in self.match.story(LEARNER, n=n))
        if self.match.player == OVER:
            yield f"over: {self.match.returns()}"


def words_of(scene: Scene) -> Iterator[str]:
    """Yield every text of a scene."""
    yield from (scene.prompt, scene.goal, scene.progress.text, *scene.remarks)
    for line in scene.seats:
        yield f"{line.name}: {line.count} {line.text}"
    for area in scene.areas:
        yield area.title
        yield from chain.from_iterable(
            (c.label, c.note, c.badge, *c.lines, *c.slots) for c in area.cells
        )
    for piece in scene.pieces:
        yield f"{piece.cell}: {piece.icon}{piece.text}"
    yield from (f"{choice.text} {choice.small}".strip() for choice in scene.choices)


EXAMPLE = re.compile(r"^<!-- example: ([\w-]+) (\d{1,2}): (.+) -->$", re.M)
CLAUSE = re.compile(r"\[([A-Z]+-\d+[a-z]?(?:[,–-] ?(?:[A-Z]+-)?\d+[a-z]?)*)\]")


@dataclass(frozen=True)
class Example:
    lesson: str
    step: int
    """From 1."""
    caption: str

    def scene(self, game: Game, name: str, language: str) -> Scene:
        """Return the scene of that step, as the learner with this name sees it."""
        found = lesson(game, self.lesson)
        step = found.steps[self.step - 1]
        return found.told_to(name).scene(LEARNER, language, step.event)


def split_rules(text: str) -> Iterator[str | Example]:
    """Yield the Markdown of the rules and its examples, in their order."""
    at = 0
    for found in EXAMPLE.finditer(text):
        yield text[at : found.start()]
        yield Example(found[1], int(found[2]), found[3])
        at = found.end()
    yield text[at:]
