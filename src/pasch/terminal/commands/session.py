"""A match at one keyboard: people and bots take turns until it is over or somebody leaves."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from pasch.bots import bot_rng, read_bot
from pasch.coach.reasons import reason
from pasch.coach.solved import could_be_solved
from pasch.core.game.dice import Draws
from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match.log import Log
from pasch.core.match.match import Match
from pasch.core.words import Words, words
from pasch.terminal.commands.coach_view import inset, show_advice
from pasch.terminal.commands.games import show_rules
from pasch.terminal.commands.progress import prepare
from pasch.terminal.commands.seats import PERSON
from pasch.terminal.screen.draw import KEY, draw
from pasch.terminal.screen.keys import Keyring, replies_to_chance
from pasch.terminal.screen.plain import PlainFrontend
from pasch.terminal.screen.prompt import Aside, Frontend, Prompt, Reply, question

if TYPE_CHECKING:
    from numpy.random import Generator

PACES = (0.0, 0.3, 0.8, 2.0)  # seconds for which one looks at what a bot did
PACE = PACES[1]
LONG = 16  # cells of a name
LATELY = 60  # events
RESERVED = HELP, HINT, BACK, CHRONICLE, TABLE = "?", "h", "u", "c", "t"


def shortened(name: str) -> str:
    """Shorten a name so that a line about a seat fits beside a board."""
    text = Text(name)
    text.truncate(LONG, overflow="ellipsis")
    return text.plain


class TakeBack(Exception):
    """A person wants to take back what was typed last."""


class Session:
    """One match at one keyboard: asks the people, moves for the bots, shows the table."""

    def __init__(
        self,
        console: Console,
        log: Log,
        players: list[str],
        dice: Draws,
        language: str,
        frontend: Frontend | None = None,
        pace: float = PACE,
    ) -> None:
        self.console = console
        self.log = log
        self.match = log.match
        self.players = players
        self.dice = dice
        self.language = language
        self.say = words(language)
        self.frontend = frontend or PlainFrontend(console, self.say)
        self.pace = pace
        if self.frontend.paced:
            self.match.names = tuple(shortened(name) for name in self.match.names)
        self.keyring = Keyring(RESERVED)
        self.people = [seat for seat, plays in enumerate(players) if plays == PERSON]
        self.seen = len(self.match.events)
        self.looking = WATCHER

    def play(self) -> None:
        """Play to the end, or until `Quit`."""
        with closing(self.log):
            while self.match.player != OVER:
                try:
                    self.happen(self.next_event())
                except TakeBack:
                    self.take_back()

    def next_event(self) -> int:
        seat = self.match.player
        if seat == CHANCE:
            return self.roll()
        if self.players[seat] == PERSON:
            return self.ask_person(seat)
        return read_bot(self.players[seat]).choose(self.match, self.bot_rng())

    def bot_rng(self) -> "Generator":
        dice = self.dice.open
        return bot_rng(dice.seed if dice else "", len(self.match.events))

    def roll(self) -> int:
        due = self.match.due(self.dice)
        if due is not None:
            return due
        return self.ask(self.viewer(), replies_to_chance(self.match, self.language))

    def ask_person(self, seat: int) -> int:
        self.draw_curtain(seat)
        scene = self.match.scene(seat, self.language)
        return self.ask(seat, self.keyring.replies(scene))

    def draw_curtain(self, seat: int) -> None:
        """Hide the table between two people who may see different things."""
        hides = not self.match.game.view.open_information
        if len(self.people) > 1 and self.looking != seat and hides:
            name = self.match.names[seat]
            self.frontend.curtain(self.say("{name}: Enter shows the table", name=name))
        self.looking = seat

    def ask(self, seat: int, replies: Sequence[Reply]) -> int:
        answer = self.frontend.ask(self.prompt(seat, replies, self.asides(seat, replies)))
        self.seen = len(self.match.events)
        return answer

    def prompt(
        self, seat: int, replies: Sequence[Reply] = (), asides: Sequence[Aside] = ()
    ) -> Prompt:
        """Return what this seat sees and may answer."""
        scene = self.match.scene(seat, self.language)
        mover = self.match.mover
        own = mover if seat == WATCHER else seat
        is_mine = mover in self.people and len(self.people) == 1
        told = list(self.told(max(0, len(self.match.events) - LATELY)))
        fresh = list(self.told(self.seen))
        return Prompt(
            title=self.match.game.title,
            scene=scene,
            seat=own,
            question=question(scene, self.say("You") if is_mine else None),
            told=told,
            fresh=len(fresh),
            replies=replies,
            asides=asides,
        )

    def show_end(self) -> None:
        self.frontend.show(self.prompt(self.viewer()), 0)
        self.console.print(Text(self.match.scene(WATCHER, self.language).prompt, "bold"))

    def told(self, first: int) -> Iterator[str]:
        """Yield the story from an event on, as everybody at this keyboard may read it."""
        for n in range(first, len(self.match.events)):
            for told in self.match.story(self.viewer(), self.language, n):
                yield told.text

    def asides(self, seat: int, replies: Sequence[Reply]) -> list[Aside]:
        say = self.say
        found = [Aside(HELP, say("? help"), lambda: self.explain(seat, replies, found))]
        if self.match.player == seat:
            found.append(Aside(HINT, say("h hint"), lambda: self.hint(replies)))
        if self.last_typed() is not None:
            found.append(Aside(BACK, say("u undo"), self.undo))
        found.append(Aside(CHRONICLE, say("c chronicle"), self.show_chronicle))
        if self.frontend.paced:
            found.append(Aside(TABLE, say("t whole table"), lambda: self.show_table(seat)))
            if len(self.people) < self.match.seats:
                found.append(Aside("+", say("+ − pace"), lambda: self.change_pace("+")))
                found.append(Aside("-", "", lambda: self.change_pace("-")))
        return found

    def explain(self, seat: int, replies: Sequence[Reply], asides: Sequence[Aside]) -> None:
        with self.frontend.page() as console:
            explain(console, self.match, seat, replies, asides, self.say)

    def show_chronicle(self) -> None:
        with self.frontend.page() as console:
            for line in self.told(0):
                console.print(Text("  " + line))

    def show_table(self, seat: int) -> None:
        with self.frontend.page() as console:
            console.print(draw(self.match.scene(seat, self.language), console.width))

    def change_pace(self, key: str) -> None:
        """Change to the next faster or slower pace; the start may lie between two."""
        if key == "+":
            self.pace = max((pace for pace in PACES if pace < self.pace), default=PACES[0])
        elif key == "-":
            self.pace = min((pace for pace in PACES if pace > self.pace), default=PACES[-1])

    def hint(self, replies: Sequence[Reply]) -> None:
        """Show the coach's advice for the seat whose turn it is."""
        with self.frontend.away():
            prepare(self.match.game, self.console, self.say)
        from pasch.coach.judge import advise  # noqa: PLC0415 - brings in numba

        with self.frontend.busy(self.say("The coach thinks …")):
            advice = advise(self.match, language=self.language)
        keys = {reply.action: reply.shown for reply in replies}
        with self.frontend.page() as console:
            show_advice(console, self.match, advice, self.say, keys)
            if could_be_solved(self.match):
                command = f"pasch solve {self.match.game.key}"
                line = self.say("{command} makes it exact.", command=command)
                console.print(Text("  " + line, "dim"))

    def undo(self) -> None:
        raise TakeBack

    def last_typed(self) -> int | None:
        """Return the event that can be taken back, or None.

        With real dice it is the last one typed, unless something was drawn in secret since.
        Otherwise it is the last choice, if it revealed nothing and the game goes on.
        """
        match = self.match
        events = len(match.events)
        is_real = self.dice.open is None
        for last in reversed(range(events)):
            if is_real and match.player_at(last) == CHANCE and match.at(last).is_secret:
                return None
            if self.is_typed(match.player_at(last)):
                break
        else:
            return None
        if is_real:
            return last
        is_open = last == events - 1 and match.player != OVER and not match.revealed
        return last if is_open else None

    def is_typed(self, player: int) -> bool:
        return player in self.people or (player == CHANCE and self.dice.open is None)

    def take_back(self) -> None:
        """Take back the last typed event, and what the bots did since."""
        last = self.last_typed()
        while last is not None and len(self.match.events) > last:
            self.log.undo()
        self.seen = len(self.match.events)

    def happen(self, a: int) -> None:
        before = self.match.player
        self.log.apply(a)
        to_see = self.match.story(self.viewer(), self.language)
        if to_see and self.frontend.paced and self.pace and not self.is_own(before):
            self.change_pace(self.frontend.show(self.prompt(self.viewer()), self.pace))

    def is_own(self, player: int) -> bool:
        """Return whether a person here typed it, or has to answer what fell."""
        return self.is_typed(player) or self.match.player in self.people

    def viewer(self) -> int:
        """Return the seat whose view the story is told from: the only person's, or everybody's."""
        return self.people[0] if len(self.people) == 1 else WATCHER


def resume_command(path: Path) -> str:
    """Return the command that continues a log, with its path quoted."""
    return f"pasch play --resume {shlex.quote(str(path))}"


FEW = 12  # choices: of more, only what they cost or bring is told


def explain(
    console: Console,
    match: Match,
    seat: int,
    replies: Sequence[Reply],
    asides: Sequence[Aside],
    say: Words,
) -> None:
    """Print each choice with its reason, then every part of the table, then the rules."""
    scene = match.scene(seat, say.language)
    console.print(Text(scene.goal, "italic"))
    console.print()
    if match.player == seat:
        for line in told_choices(match, replies, say):
            console.print(inset(line))
        console.print()
    for area in scene.areas:
        if text := match.help([area.key], seat, say.language):
            console.print(inset(Text.assemble((area.title, "bold"), f"  {text}")))
    keys = " · ".join(filter(None, (aside.words for aside in asides)))
    console.print(inset(Text.assemble((say("Keys"), "bold"), f"  {keys}")))
    console.print()
    show_rules(console, match.game, say.language)


def told_choices(match: Match, replies: Sequence[Reply], say: Words) -> Iterator[Text]:
    few = len(replies) <= FEW
    for reply in replies:
        found = reason(match, reply.action, None, say.language) if few else None
        told = found.text if found else reply.small
        if told or few:
            yield Text.assemble((reply.shown, KEY), "  ", (reply.text, "bold"), f"  {told}")
