"""A lesson at the keyboard: the table, the teacher's text about it, and one thing to do."""

import json
from dataclasses import replace
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pasch.core.errors import PaschError
from pasch.core.game.spec import Game
from pasch.core.match.lesson import LEARNER, Lesson, Step, lesson, lessons
from pasch.core.view.scene import Scene
from pasch.core.words import words
from pasch.terminal.screen.keys import Keyring
from pasch.terminal.screen.plain import PlainFrontend
from pasch.terminal.screen.prompt import Aside, Frontend, Prompt, Quit, Reply, question
from pasch.terminal.screen.streams import INTERRUPTED, print_line

BACK = "b"


class Learned:
    """How far a learner has come in each lesson; finished lessons stay finished."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or Path(platformdirs.user_data_dir("pasch")) / "lessons.json"
        try:
            self.steps: dict[str, int] = dict(json.loads(self.path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            self.steps = {}

    def keep(self, key: str, step: int) -> None:
        """Save the step if possible: a lesson also works where nothing can be written."""
        self.steps[key] = step
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_text(json.dumps(self.steps), encoding="utf-8")
            fresh.replace(self.path)
        except OSError:
            pass


DONE = -1
GO_ON = -1


class StepBack(Exception):
    """The learner wants to see the step before."""


def run_lesson(
    console: Console, game: Game, name: str | None, language: str, frontend: Frontend | None = None
) -> None:
    learned = Learned()
    chosen = lesson(game, name or next_name(game, learned))
    lesson_session = LessonSession(console, game, chosen, language, learned, frontend)
    left: BaseException | None = None
    with lesson_session.frontend:
        try:
            lesson_session.hold()
        except (Quit, KeyboardInterrupt) as reason:
            left = reason
    if left is None:
        lesson_session.show_ways()
        return
    console.print()
    console.print(lesson_session.say("Go on with:"))
    print_line(console, f"  pasch learn {game.key} {chosen.head.name}")
    raise SystemExit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0)


def next_name(game: Game, learned: Learned) -> str:
    """Return the first lesson that is not finished, or the first."""
    names = [head.name for head in lessons(game)]
    if not names:
        raise PaschError("{title} has no lessons yet", title=game.title)
    return next((n for n in names if learned.steps.get(f"{game.key}/{n}") != DONE), names[0])


class LessonSession:
    def __init__(
        self,
        console: Console,
        game: Game,
        lesson: Lesson,
        language: str,
        learned: Learned,
        frontend: Frontend | None = None,
    ) -> None:
        self.console = console
        self.game = game
        self.lesson = lesson
        self.language = language
        self.say = words(language)
        self.frontend = frontend or PlainFrontend(console, self.say)
        self.learned = learned
        self.key = f"{game.key}/{lesson.head.name}"
        self.match = lesson.told_to(self.say("Guest"))
        self.back = Aside(BACK, self.say("b goes back"), self.step_back)
        self.keyring = Keyring([BACK])

    def step_back(self) -> None:
        raise StepBack

    def hold(self) -> None:
        last = len(self.lesson.steps) - 1
        n = max(0, min(self.learned.steps.get(self.key, 0), last))
        while n <= last:
            self.learned.keep(self.key, n if n < last else DONE)
            try:
                self.teach(n)
                n += 1
            except StepBack:
                n = max(0, n - 1)

    def teach(self, n: int) -> None:
        """Repeat the step until the learner does it; answer anything else with the reason."""
        step = self.lesson.steps[n]
        prompt = self.prompt(n)
        if n == len(self.lesson.steps) - 1 and not self.frontend.paced:
            self.frontend.show(prompt, 0)
            return
        while (action := self.frontend.ask(prompt)) not in (step.choice, GO_ON):
            wrong = step.others.get(action, step.wrong)
            assert wrong is not None
            answer = strong(wrong(self.language), "yellow")
            if self.frontend.paced:
                task = prompt.told[len(prompt.told) - 1 :]
                prompt = replace(prompt, told=[answer, *task], needed=2)
            else:
                self.console.print(Padding(answer, (0, 2)))

    def prompt(self, n: int) -> Prompt:
        """Return the table, what happened since the step before, and the teacher's text."""
        step, steps = self.lesson.steps[n], self.lesson.steps
        since = steps[n - 1].event if n else 0
        events = range(since, step.event) if n else ()
        told = [t.text for e in events for t in self.match.story(LEARNER, self.language, e)]
        heading = f"{step.title(self.language)}  {n + 1}/{len(steps)}"
        said = [Text(heading, "bold yellow"), strong(step.text(self.language))]
        scene = self.match.scene(LEARNER, self.language, step.event)
        replies = self.replies(scene, step)
        if step.do:
            do = strong(step.do(self.language))
            said.append(Text.assemble(("▶ ", "green"), do, self.place(step, replies)))
        return Prompt(
            title=f"{self.game.title} · {self.lesson.head.title(self.language)}",
            scene=scene,
            seat=LEARNER,
            question=self.question(scene, step),
            told=[*told, *said],
            fresh=len(told) + len(said),
            needed=len(said),
            replies=replies,
            asides=[self.back],
        )

    def question(self, scene: Scene, step: Step) -> str:
        if step.choice is None:
            return self.say("Enter goes on")
        return question(scene, self.say("You"))

    def replies(self, scene: Scene, step: Step) -> list[Reply]:
        if step.choice is None:
            return [Reply(GO_ON, "", "", ("",))]
        return self.keyring.replies(scene)

    def place(self, step: Step, replies: list[Reply]) -> tuple[str, str]:
        """Return what to type for this step."""
        shown = [reply.shown for reply in replies if reply.action == step.choice]
        return (f"  ({shown[0]})", "cyan") if shown else ("", "")

    def show_ways(self) -> None:
        names = [head.name for head in lessons(self.game)]
        after = names[names.index(self.lesson.head.name) + 1 :]
        self.console.print()
        if after:
            print_line(self.console, f"  pasch learn {self.game.key} {after[0]}")
        print_line(self.console, f"  pasch play {self.game.key}")


def strong(text: str, style: str = "") -> Text:
    """Return a text with its **strong** words set in bold."""
    parts = text.split("**")
    return Text.assemble(
        *((part, f"bold {style}" if i % 2 else style) for i, part in enumerate(parts))
    )
