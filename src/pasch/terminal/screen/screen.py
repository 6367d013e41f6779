"""The full-screen frontend: redraws the lines that changed, and reads keys and clicks.

Rich draws. Control sequences ask the terminal for a second screen, for single keys and for clicks.
A terminal that has none of these gets the `PlainFrontend`.
"""

import codecs
import os
import re
import select
import signal
import sys
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Self

from rich.console import Console
from rich.text import Text

from pasch.core.words import Words
from pasch.terminal.screen.frame import LastTime, answer_at, body, foot
from pasch.terminal.screen.layout import Block, cropped, filled
from pasch.terminal.screen.plain import PlainFrontend, misunderstood, understood
from pasch.terminal.screen.prompt import LEAVE, Frontend, Prompt, Quit, Reply, plain

try:
    import termios
    import tty
except ImportError:  # not on Windows
    termios = None  # type: ignore[assignment]

ENTER, ERASE, WIPE, ESCAPE = ("\r", "\n"), ("\x7f", "\b"), "\x15", "\x1b"
UP, DOWN, PAGE_UP, PAGE_DOWN = "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~"
KEYS = re.compile(r"\x1b\[<(\d+);(\d+);(\d+)([Mm])|\x1b[\[O][0-9;]*[A-Za-z~]|\x1b|.", re.DOTALL)
HALF_A_KEY = re.compile(r"\x1b(\[[<0-9;]*)?$")
MOUSE_ON, MOUSE_OFF = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
WHEEL_UP, WHEEL_DOWN = 64, 65
PACE_KEYS = ("+", "-")
LOOK = 0.25  # seconds between two looks at the size of the window
REST = 0.05  # within which the rest of a key arrives


def frontend_for(console: Console, say: Words, *, plain: bool) -> Frontend:
    return (
        PlainFrontend(console, say)
        if plain or not can_be_filled(console)
        else ScreenFrontend(console, say)
    )


def can_be_filled(console: Console) -> bool:
    """Return whether the console is a terminal that can show a full screen."""
    has_eyes = console.is_terminal and not console.is_dumb_terminal
    return has_eyes and termios is not None and sys.stdin is not None and sys.stdin.isatty()


@dataclass(frozen=True)
class Click:
    x: int
    y: int


class Keys:
    """The keys and clicks that come from a terminal."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.waiting: deque[str | Click] = deque()

    def next(self, seconds: float) -> str | Click | None:
        if not self.waiting and self.comes(seconds):
            text = self.read()
            while HALF_A_KEY.search(text) and self.comes(REST):
                text += self.read()
            self.waiting += filter(None, map(key_of, KEYS.finditer(text)))
        return self.waiting.popleft() if self.waiting else None

    def comes(self, seconds: float) -> bool:
        return bool(select.select([self.file], [], [], seconds)[0])

    def read(self) -> str:
        found = os.read(self.file, 1 << 12)
        if not found:
            raise Quit
        return self.decoder.decode(found)


def key_of(found: re.Match[str]) -> str | Click | None:
    button, x, y, end = found.groups()
    if button is None:
        return found[0]
    if int(button) in (WHEEL_UP, WHEEL_DOWN):
        return UP if int(button) == WHEEL_UP else DOWN
    return Click(int(x) - 1, int(y) - 1) if button == "0" and end == "M" else None


class ScreenFrontend:
    """A frontend that is one window."""

    paced = True

    def __init__(self, console: Console, say: Words) -> None:
        self.console = console
        self.say = say
        self.keys = Keys(sys.stdin.fileno())
        self.drawn: list[str] = []
        self.pictured: Prompt | None = None
        self.room = (0, 0)
        self.picture: list[str] = []
        self.last_times: defaultdict[tuple[object, ...], LastTime] = defaultdict(LastTime)
        """The last arrangement by game, seat and size of the window."""
        self.table: Block = []

    def __enter__(self) -> Self:
        self.before = termios.tcgetattr(self.keys.file)
        self.on_stop = signal.signal(signal.SIGTSTP, self.stop)
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        signal.signal(signal.SIGTSTP, self.on_stop)

    def open(self) -> None:
        tty.setcbreak(self.keys.file)
        self.console.set_alt_screen(True)
        self.write(MOUSE_ON)
        self.drawn = []

    def close(self) -> None:
        self.write(MOUSE_OFF)
        self.console.set_alt_screen(False)
        termios.tcsetattr(self.keys.file, termios.TCSADRAIN, self.before)

    def stop(self, *_: object) -> None:
        """Give the shell its screen on Ctrl-Z, and draw anew on return."""
        self.close()
        os.kill(os.getpid(), signal.SIGSTOP)
        self.open()

    @contextmanager
    def away(self) -> Iterator[None]:
        self.close()
        try:
            yield
        finally:
            self.open()

    def write(self, text: str) -> None:
        self.console.file.write(text)
        self.console.file.flush()

    @property
    def size(self) -> tuple[int, int]:
        return self.console.width, self.console.height

    def put(self, lines: list[str], cursor: int) -> None:
        """Write only the lines that changed; leave the cursor in the last line."""
        fresh = [] if len(self.drawn) == len(lines) else ["\x1b[2J"]
        before = self.drawn if not fresh else [""] * len(lines)
        changed = [
            f"\x1b[{y};1H{line}\x1b[K"
            for y, (line, old) in enumerate(zip(lines, before, strict=True), start=1)
            if line != old
        ]
        self.drawn = lines
        self.write("".join([*fresh, *changed, f"\x1b[{len(lines)};{cursor + 1}H"]))

    def in_colours(self, block: Block) -> list[str]:
        lines = []
        for line in block:
            with self.console.capture() as got:
                self.console.print(line, end="", no_wrap=True, overflow="crop", highlight=False)
            lines.append(got.get())
        return lines

    def ask(self, prompt: Prompt) -> int:
        asked, note = prompt, ""
        while True:
            answer = self.answer(asked, note)
            note = ""
            found = understood(answer, prompt.replies, prompt.asides)
            if isinstance(found, Reply):
                return found.action
            if found:
                found.act()
                continue
            ways = [reply for reply in prompt.replies if is_way(reply, answer)]
            asked = replace(prompt, replies=ways) if ways else prompt
            if answer.strip() and not ways:
                note = misunderstood(answer, prompt.replies, self.say)

    def answer(self, prompt: Prompt, note: str) -> str:
        """Return what is typed until Enter, or clicked."""
        typed = ""
        while True:
            lines = self.draw(prompt, typed, note)
            key = self.keys.next(LOOK)
            if isinstance(key, Click):
                if clicked := answer_of(lines, key):
                    return clicked
            elif key in ENTER:
                return typed
            elif key:
                typed, note = edited(typed, key), ""

    def draw(self, prompt: Prompt, typed: str = "", note: str = "") -> Block:
        """Draw the prompt; the table only if it or the window has changed."""
        width, height = self.size
        under = foot(prompt, width, self.say, typed, note)
        rows = height - len(under)
        if self.pictured is not prompt or self.room != (width, rows):
            self.pictured, self.room = prompt, (width, rows)
            last_time = self.last_times[prompt.title, prompt.seat, self.size]
            self.table = body(prompt, width, rows, self.say, last_time)
            self.picture = self.in_colours(self.table)
        self.put([*self.picture, *self.in_colours(under)], Text(f"> {typed}").cell_len)
        return [*self.table, *under]

    def show(self, prompt: Prompt, seconds: float) -> str:
        """Show a prompt; keys that do not end it wait for the next question."""
        self.draw(prompt)
        end = time.monotonic() + seconds
        kept = deque[str | Click]()
        pressed = ""
        while not pressed and (left := end - time.monotonic()) > 0:
            key = self.keys.next(left)
            if key in (*ENTER, " ", *PACE_KEYS):
                pressed = str(key)
            elif key is not None:
                kept.append(key)
        self.keys.waiting.extendleft(reversed(kept))
        return pressed

    def curtain(self, line: str) -> None:
        pressed: str | Click | None = ""
        while pressed not in ENTER:
            width, height = self.size
            middle = Text(" " * ((width - Text(line).cell_len) // 2)).append(line, "bold")
            hung = [*[Text()] * (height // 2), middle]
            self.put(self.in_colours(filled(hung, height)), 0)
            pressed = self.keys.next(LOOK)

    @contextmanager
    def page(self) -> Iterator[Console]:
        with self.console.capture() as printed:
            yield self.console
        self.leaf_through([Text.from_ansi(line) for line in printed.get().splitlines()])

    def leaf_through(self, lines: Block) -> None:
        top = 0
        while True:
            width, height = self.size
            rows = height - 1
            last = max(0, len(lines) - rows)
            top = max(0, min(top, last))
            under = Text(self.say("Enter goes back"), "dim")
            if last:
                under.append(f" · ↑ ↓ · {top + 1}-{min(top + rows, len(lines))}/{len(lines)}")
            shown = [*filled(lines[top : top + rows], rows), cropped(under, width)]
            self.put(self.in_colours(shown), 0)
            key = self.keys.next(LOOK)
            steps = {UP: -1, DOWN: 1, PAGE_UP: -rows, PAGE_DOWN: rows, " ": rows}
            if key in (*ENTER, ESCAPE, LEAVE):
                return
            top += steps.get(str(key), 0)

    @contextmanager
    def busy(self, line: str) -> Iterator[None]:
        """Show a line where notes stand."""
        self.write(f"\x1b[{self.size[1] - 1};1H{line}\x1b[K")
        yield
        self.drawn = []


def is_way(reply: Reply, answer: str) -> bool:
    """Return whether the reply is one of several at the place that was typed."""
    return bool(reply.at) and plain(reply.shown[:-1]) == plain(answer)


def answer_of(lines: Block, click: Click) -> str | None:
    return answer_at(lines[click.y], click.x) if click.y < len(lines) else None


def edited(typed: str, key: str) -> str:
    if key in ERASE:
        return typed[:-1]
    if key in (WIPE, ESCAPE):
        return ""
    return typed + key if key.isprintable() else typed
