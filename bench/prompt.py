"""From the command to the first prompt in a terminal, warm: in the frame, in plain lines, before.

    python bench/prompt.py                  the frame against plain lines
    python bench/prompt.py --before d2dfe6e and against another commit's sources, taken from git
    python bench/prompt.py --libraries      what libraries for whole windows take to import, if this
                                            Python has them

They start in turns, so that all meet the same machine; a figure is the median of its starts.
"""

import argparse
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

ROOT = Path(__file__).parents[1]
COMMAND = ["play", "mmm", "--seats", "me,quick", "--seed", "yard", "--start", "1"]
FRAMES, ONLY_LINES = [*COMMAND, "--pace", "0"], [*COMMAND, "--plain"]
ASKS = ("> ", "> \x1b[K\x1b[24;3H")
LIBRARIES = ("rich.console", "prompt_toolkit", "textual.app")
PATIENCE = 120


def first_prompt(arguments: list[str], environment: dict[str, str]) -> float:
    """Return the seconds until `pasch` with these arguments shows a prompt in an 80 x 24 window."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "pasch", *arguments]
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    try:
        shown = ""
        while not shown.endswith(ASKS):
            if not select.select([ours], [], [], PATIENCE)[0]:
                raise SystemExit(f"no question after {PATIENCE} s:\n{shown}")
            shown += os.read(ours, 1 << 16).decode(errors="replace")
        return time.perf_counter() - begun
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)


def warm(sources: Path, arguments: list[str]) -> float:
    with tempfile.TemporaryDirectory() as home:
        places = {"PYTHONPATH": str(sources), "XDG_DATA_HOME": home}
        places["PYTHONDONTWRITEBYTECODE"] = ""  # so that a warm start finds the sources compiled
        looks = {"TERM": "xterm-256color", "LANGUAGE": "en"}
        return first_prompt(arguments, os.environ | places | looks)


def import_time(module: str) -> float | None:
    """Return the seconds that importing a module takes; None where it is not installed."""
    begun = time.perf_counter()
    command = [sys.executable, "-c", f"import {module}"]
    done = subprocess.run(command, capture_output=True, check=False)
    return time.perf_counter() - begun if done.returncode == 0 else None


def sources_of(commit: str, folder: str) -> Path:
    archive = subprocess.run(
        ["git", "archive", commit, "src"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
    return Path(folder) / "src"


def compare(before: str | None, starts: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        runs = {"frame": (ROOT / "src", FRAMES), "plain lines": (ROOT / "src", ONLY_LINES)}
        if before:
            runs[f"before ({before})"] = (sources_of(before, folder), COMMAND)
        taken: dict[str, list[float]] = {name: [] for name in runs}
        for start in range(starts + 1):
            for name, run in runs.items():
                seconds = warm(*run)
                if start:  # the first start only warms up
                    taken[name].append(seconds)
    medians = {name: statistics.median(each) for name, each in taken.items()}
    for name, median in medians.items():
        times = medians["frame"] / median
        print(f"first prompt, {name}: {median:.2f} s; the frame takes {times:.2f} times that")


def tell_libraries(starts: int) -> None:
    for module in LIBRARIES:
        found = [import_time(module) for _ in range(starts)]
        known = [seconds for seconds in found if seconds is not None]
        told = f"{statistics.median(known):.2f} s" if known else "not installed"
        print(f"import {module}: {told}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--before", help="a commit to compare with")
    parser.add_argument("--starts", type=int, default=15)
    parser.add_argument("--libraries", action="store_true")
    given = parser.parse_args()
    if given.libraries:
        tell_libraries(given.starts)
    else:
        compare(given.before, given.starts)


if __name__ == "__main__":
    main()
