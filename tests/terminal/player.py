"""A player in a real terminal, who looks at the screen before every choice."""

from pathlib import Path

from pasch.core.errors import PaschError
from pasch.core.game.position import OVER
from pasch.core.match.log import Log
from pasch.core.match.match import Match
from pasch.terminal.commands.session import RESERVED
from pasch.terminal.screen.keys import Keyring
from pasch.terminal.screen.prompt import Reply
from tests.kits import short_table
from tests.terminal.sight import missing
from tests.terminal.tmux import Terminal

SEED = "yard"
START = -1  # lower than any number of events, so that a first choice counts too
ENDS = {"en": "another game", "de": "noch eine Partie"}


class Player:
    """A person at a terminal.

    `with Terminal(…) as terminal: Player(terminal, "mmm", "en").play()`
    """

    def __init__(self, terminal: Terminal, key: str, language: str) -> None:
        self.terminal = terminal
        self.language = language
        self.log = terminal.folder / f"{key}-{language}.jsonl"
        self.keyring = Keyring(RESERVED)
        seats, options = short_table(key)
        others = ["quick"] * (seats - 1)
        sets = [f"--set {name}={value}" for name, value in options.items()]
        terminal.type(
            f"pasch play {key} --seats {','.join(['me', *others])} {' '.join(sets)} --pace 0 "
            f"--seed {SEED} --start 1 --language {language} --log {self.log}"
        )

    @property
    def match(self) -> Match | None:
        """The match as its log has it; None while the log is being written."""
        try:
            return Log.open(self.log).match
        except PaschError:
            return None

    def after(self, events: int) -> Match:
        """Return the match after this many events, once the person is asked or it is over."""
        found: list[Match] = []

        def is_due(_: str) -> bool:
            match = self.match
            if match is not None and len(match.events) > events and match.player in (0, OVER):
                found.append(match)
            return bool(found)

        self.terminal.wait_until(is_due, f"a question after event {events}")
        return found[0]

    def look(self, match: Match) -> list[Reply]:
        """Wait until all that matters is in sight; return the choices, none after the end."""
        if match.player == OVER:
            self.terminal.wait_for(ENDS[self.language])
            return []
        replies = self.keyring.replies(match.scene(0, self.language))

        def lacks(screen: str) -> list[str]:
            return missing(screen, match, 0, replies, self.language)

        self.terminal.wait_until(lambda screen: not lacks(screen), "all that matters")
        return replies

    def play(self, most: int = 1000) -> Match:
        """Play by the first choice, to the end or until so many were made."""
        match = self.after(START)
        for _ in range(most):
            replies = self.look(match)
            if not replies:
                break
            self.terminal.type(replies[0].shown)
            match = self.after(len(match.events))
        self.look(match)
        return match


def play(folder: Path, size: tuple[int, int], key: str, language: str, most: int = 1000) -> Match:
    with Terminal(*size, folder) as terminal:
        return Player(terminal, key, language).play(most)
