"""A real terminal to type into and to look at: a shell inside a tmux server of its own."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from tests.patience import PATIENCE

POLL = 0.05
KEPT = ("HOME", "PYTHONPATH", "PASCH_CACHE", "XDG_CACHE_HOME", "NUMBA_DISABLE_JIT")


class Terminal:
    """A terminal in tmux.

    `with Terminal(80, 40, folder) as terminal: terminal.type("pasch games")`
    """

    def __init__(self, width: int, height: int, folder: Path, **environment: str) -> None:
        self.width = width
        self.height = height
        self.folder = folder
        self.sockets = tempfile.TemporaryDirectory(prefix="pasch-tmux-")
        self.socket = "pasch-test"
        start = folder / "start.sh"
        start.write_text("PS1='ready$ '\n")
        self.environment = {
            **{name: os.environ[name] for name in KEPT if name in os.environ},
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "XDG_DATA_HOME": str(folder),
            "ENV": str(start),
            "TMUX_TMPDIR": self.sockets.name,
            **environment,
        }

    def __enter__(self) -> Self:
        size = ("-x", str(self.width), "-y", str(self.height))
        try:
            self.tmux("-f", "/dev/null", "new-session", "-d", *size, "-c", str(self.folder), "sh")
            self.wait_for("ready$")
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["tmux", "-u", "-L", self.socket, *arguments]
        return subprocess.run(
            command, env=self.environment, capture_output=True, encoding="utf-8", check=False
        )

    def tmux(self, *arguments: str) -> str:
        done = self.run(*arguments)
        assert done.returncode == 0, f"{done.args} failed: {done.stderr}"
        return done.stdout

    def kill(self) -> None:
        self.run("kill-server")
        self.sockets.cleanup()

    def screen(self, *, escapes: bool = False) -> str:
        """Return what stands on the screen, without the blanks at the ends of lines."""
        shown = self.tmux("capture-pane", "-p", *(["-e"] if escapes else []))
        return "\n".join(line.rstrip() for line in shown.splitlines()).rstrip()

    def unwrapped(self) -> str:
        """Return the screen with lines that were too long for it put together again."""
        return self.tmux("capture-pane", "-p", "-J")

    def last_line(self) -> str:
        return self.screen().rpartition("\n")[2]

    def wait_until(self, holds: Callable[[str], bool], what: str) -> str:
        """Return the first screen of which this holds."""
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.screen()
            if holds(screen):
                return screen
            assert time.monotonic() < end, f"waited in vain for {what}; the screen:\n{screen}"
            time.sleep(POLL)

    def wait_for(self, text: str) -> str:
        return self.wait_until(lambda screen: text in screen, repr(text))

    def press(self, *keys: str) -> None:
        """Press keys by their tmux names, such as Enter or C-c."""
        self.tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a line; send it off only when it stands on the screen."""
        before = self.last_line()
        self.tmux("send-keys", "-l", text)
        typed = (before + text).replace(" ", "")
        self.wait_until(
            lambda screen: "".join(screen.split()).endswith(typed), f"{text!r} on the screen"
        )
        self.press("Enter")
