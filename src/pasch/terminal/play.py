"""A match at one keyboard: people and bots take turns until it is over or somebody leaves."""

from contextlib import closing

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.segment import Segment, Segments
from rich.text import Text

from pasch.bots import read_bot, whims
from pasch.coach.exact import could_be_solved
from pasch.core.dice import Dice
from pasch.core.facts import Game
from pasch.core.log import Log
from pasch.core.position import CHANCE, NO_LOT, OVER, WATCHER
from pasch.core.scene import Scene
from pasch.core.words import Words, words
from pasch.terminal.ask import (
    Aside,
    Reply,
    ask,
    question,
    replies_to_chance,
    replies_to_scene,
)
from pasch.terminal.coach import show_advice
from pasch.terminal.draw import draw
from pasch.terminal.explain import explain
from pasch.terminal.rules import show_rules
from pasch.terminal.seats import PERSON

AROUND = 9  # lines for the title, the choices and the question


def prepare(game: Game, console: Console, say: Words) -> None:
    """Compiles what thinks about the game, once, with a bar to watch."""
    from pasch.bots.ready import is_ready, make_ready  # noqa: PLC0415 - brings in numba

    if not is_ready(game):
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            what = say("Preparing {title}, this once", title=game.title)
            task = progress.add_task(what, total=None)
            for done, of in make_ready(game):
                progress.update(task, completed=done, total=of)


class Keyboard:
    """Where all who play sit: it asks the people, and shows them the table."""

    def __init__(
        self,
        console: Console,
        log: Log,
        players: list[str],
        dice: Dice | None,
        language: str,
    ) -> None:
        self.console = console
        self.log = log
        self.match = log.match
        self.players = players
        self.dice = dice
        self.language = language
        self.say = words(language)
        self.told: list[str] = []

    def play(self) -> None:
        """To the end, or until `Quit`."""
        with closing(self.log):
            while self.match.player != OVER:
                self.happen(self.next_event())
        self.show(WATCHER)

    def next_event(self) -> int:
        seat = self.match.player
        if seat == CHANCE:
            return self.roll()
        if self.players[seat] == PERSON:
            return self.ask_person(seat)
        return read_bot(self.players[seat])(self.match, self.whims())

    def whims(self) -> np.random.Generator:
        return whims(self.dice.seed if self.dice else "", len(self.match.events))

    def roll(self) -> int:
        if self.dice:
            return self.dice.roll(self.match.turn, self.match.die, self.match.chance)
        self.show(WATCHER)
        replies = replies_to_chance(self.match, self.language)
        scene = self.match.scene(WATCHER, self.language)
        while (a := ask(self.console, question(scene), replies, self.say)) == NO_LOT:
            told = self.say("there is none of these: look again at what was drawn")
            self.console.print(told, style="red")
        return a

    def ask_person(self, seat: int) -> int:
        self.show(seat)
        scene = self.match.scene(seat, self.language)
        asides = [
            Aside("?", self.say("? explains"), lambda: self.explain(replies)),
            Aside("??", self.say("?? shows the rules"), self.show_rules),
            Aside("h", self.say("h asks the coach"), lambda: self.hint(replies)),
        ]
        replies = replies_to_scene(scene, asides)
        return ask(self.console, question(scene), replies, self.say, asides)

    def explain(self, replies: list[Reply]) -> None:
        explain(self.console, self.match, replies, self.say)

    def show_rules(self) -> None:
        show_rules(self.console, self.match.game, self.language)

    def hint(self, replies: list[Reply]) -> None:
        """What the coach says to whoever is to choose."""
        prepare(self.match.game, self.console, self.say)
        from pasch.coach.judge import advise  # noqa: PLC0415 - brings in numba

        with self.console.status(self.say("The coach thinks …")):
            advice = advise(self.match, language=self.language)
        keys = {reply.action: reply.shown for reply in replies}
        show_advice(self.console, self.match, advice, self.say, keys)
        if could_be_solved(self.match):
            command = f"pasch solve {self.match.game.key}"
            line = self.say("{command} makes it exact.", command=command)
            self.console.print(Text("  " + line, "dim"))

    def happen(self, a: int) -> None:
        self.log.apply(a)
        self.told += [told.text for told in self.match.story(self.viewer(), self.language)]

    def viewer(self) -> int:
        """Whose eyes the story is told for: the only person's, else everybody's."""
        people = [seat for seat, plays in enumerate(self.players) if plays == PERSON]
        return people[0] if len(people) == 1 else WATCHER

    def show(self, seat: int) -> None:
        """The table, and below it what happened since somebody last looked."""
        scene = self.match.scene(seat, self.language)
        show_table(self.console, self.match.game.title, scene, self.told)
        self.told.clear()
        if self.match.player == OVER:
            self.console.print(Text(scene.prompt, "bold"))


def show_table(console: Console, title: str, scene: Scene, told: list[str]) -> None:
    """The scene, and below it the last of what happened."""
    if console.is_terminal:
        console.clear()
    console.rule(Text(title, "bold"))
    drawn = console.render_lines(draw(scene, console.width))
    for segments in drawn:
        console.print(Segments([*segments, Segment.line()]), end="")
    console.print()
    room = max(3, console.height - len(drawn) - AROUND)
    if len(told) > room:
        console.print("  …", style="dim")
    for line in told[-room:]:
        console.print(Text("  " + line))
