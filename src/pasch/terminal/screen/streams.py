"""The two streams of a command: its answer goes to one, its messages to the other."""

import sys

import msgspec
from rich.console import Console

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ended."""


def aside() -> Console:
    """Return the error stream; silent unless somebody watches it."""
    return Console(stderr=True, quiet=not sys.stderr.isatty())


def has_person(console: Console) -> bool:
    """Return whether somebody watches this console and can type an answer."""
    return console.is_terminal and sys.stdin is not None and sys.stdin.isatty()


def print_json(found: msgspec.Struct) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")


def print_line(console: Console, line: str) -> None:
    """Print a line as it is, however long: it may hold a path or a command to copy."""
    console.print(line, soft_wrap=True, markup=False, highlight=False)
