"""A lesson at the keyboard: the table, what the teacher says of it, and one thing to do."""

import json
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pasch.core.errors import PaschError
from pasch.core.facts import Game
from pasch.core.lesson import LEARNER, Lesson, Step, lesson, lessons
from pasch.core.words import words
from pasch.terminal.ask import (
    LEAVE,
    Aside,
    Quit,
    ask,
    plain,
    question,
    read_line,
    replies_to_scene,
    show_asides,
)
from pasch.terminal.play import show_table
from pasch.terminal.streams import INTERRUPTED, tell

BACK = "b"


class Learned:
    """Which step one has come to, by lesson; finished ones stay so."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or Path(platformdirs.user_data_dir("pasch")) / "lessons.json"
        try:
            self.steps: dict[str, int] = dict(json.loads(self.path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            self.steps = {}

    def keep(self, key: str, step: int) -> None:
        """As good as it goes: a lesson can be taken where nothing can be written."""
        self.steps[key] = step
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_text(json.dumps(self.steps), encoding="utf-8")
            fresh.replace(self.path)
        except OSError:
            pass


DONE = -1


class StepBack(Exception):
    """The learner wants to see the step before."""


def learn(console: Console, game: Game, name: str | None, language: str) -> None:
    learned = Learned()
    chosen = lesson(game, name or next_name(game, learned))
    try:
        Lecture(console, game, chosen, language, learned).hold()
    except (Quit, KeyboardInterrupt) as left:
        say = words(language)
        console.print()
        console.print(say("Go on with:"))
        tell(console, f"  pasch learn {game.key} {chosen.head.name}")
        raise SystemExit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0) from None


def next_name(game: Game, learned: Learned) -> str:
    """The first that is not finished, else the first."""
    names = [head.name for head in lessons(game)]
    if not names:
        raise PaschError("{title} has no lessons yet", title=game.title)
    return next((n for n in names if learned.steps.get(f"{game.key}/{n}") != DONE), names[0])


class Lecture:
    def __init__(
        self, console: Console, game: Game, lesson: Lesson, language: str, learned: Learned
    ) -> None:
        self.console = console
        self.game = game
        self.lesson = lesson
        self.language = language
        self.say = words(language)
        self.learned = learned
        self.key = f"{game.key}/{lesson.head.name}"
        self.match = lesson.told_to(self.say("Guest"))
        self.back = Aside(BACK, self.say("b goes back"), self.step_back)

    def step_back(self) -> None:
        raise StepBack

    def hold(self) -> None:
        steps = self.lesson.steps
        last = len(steps) - 1
        n = max(0, min(self.learned.steps.get(self.key, 0), last))
        while n < last:
            self.learned.keep(self.key, n)
            try:
                self.teach(n)
                n += 1
            except StepBack:
                n = max(0, n - 1)
        self.show(last)
        self.learned.keep(self.key, DONE)
        self.show_ways()

    def teach(self, n: int) -> None:
        step = self.lesson.steps[n]
        self.show(n)
        if step.choice is None:
            self.wait()
        else:
            self.wait_for(step, step.choice)

    def show(self, n: int) -> None:
        """The table, what happened since the step before, and what is said of it."""
        step, steps = self.lesson.steps[n], self.lesson.steps
        since = steps[n - 1].event if n else 0
        events = range(since, step.event) if n else ()
        told = [t.text for e in events for t in self.match.story(LEARNER, self.language, e)]
        title = f"{self.game.title} · {self.lesson.head.title(self.language)}"
        show_table(self.console, title, self.match.scene(LEARNER, self.language, step.event), told)
        self.console.print()
        heading = f"{step.title(self.language)}  {n + 1}/{len(steps)}"
        self.console.print(Padding(Text(heading, "bold yellow"), (0, 2)))
        self.console.print(Padding(strong(step.text(self.language)), (0, 2)))
        if step.do:
            task = Text.assemble(("▶ ", "green"), strong(step.do(self.language)), self.place(step))
            self.console.print(Padding(task, (0, 2)))

    def place(self, step: Step) -> tuple[str, str]:
        """What to type: there is no finger to point with."""
        scene = self.match.scene(LEARNER, self.language, step.event)
        replies = replies_to_scene(scene, [self.back])
        shown = [reply.shown for reply in replies if reply.action == step.choice]
        return (f"  ({shown[0]})", "cyan") if shown else ("", "")

    def wait(self) -> None:
        show_asides(self.console, [self.back], self.say)
        self.console.print(Text(self.say("Enter goes on"), "bold"))
        answer = plain(read_line(self.console))
        if answer == BACK:
            raise StepBack
        if answer == LEAVE:
            raise Quit

    def wait_for(self, step: Step, choice: int) -> None:
        """Until the learner does it; anything else is answered with the reason."""
        scene = self.match.scene(LEARNER, self.language, step.event)
        replies = replies_to_scene(scene, [self.back])
        while True:
            action = ask(self.console, question(scene), replies, self.say, [self.back])
            if action == choice:
                return
            wrong = step.others.get(action, step.wrong)
            assert wrong is not None
            self.console.print(Padding(strong(wrong(self.language), "yellow"), (0, 2)))

    def show_ways(self) -> None:
        names = [head.name for head in lessons(self.game)]
        after = names[names.index(self.lesson.head.name) + 1 :]
        self.console.print()
        if after:
            tell(self.console, f"  pasch learn {self.game.key} {after[0]}")
        tell(self.console, f"  pasch play {self.game.key}")


def strong(text: str, style: str = "") -> Text:
    """**Strong** words of a text."""
    parts = text.split("**")
    return Text.assemble(
        *((part, f"bold {style}" if i % 2 else style) for i, part in enumerate(parts))
    )
