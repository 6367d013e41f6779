"""Bots of one's own for the tests: the one of the documents, and some that go wrong."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pasch.bots.external import process_of

DOCUMENT = Path(__file__).parents[1] / "docs" / "bots.md"
WRONG = """
import os
import time


def raises(turn):
    return 1 // 0


def hangs(turn):
    time.sleep(600)


hangs.seconds = 0.2


def cheats(turn):
    return max(turn.legal) + 1


def talks(turn):
    print("I think", flush=True)
    return turn.text(turn.legal[0])


def leaves(turn):
    raise SystemExit


def dies(turn):
    os._exit(3)


def seldom(turn):
    return 1 // 0 if turn.rng.random() < 0.01 else turn.legal[0]


class Unmade:
    def __init__(self, name):
        self.name = name


number = 3
"""


def template() -> str:
    """Return the bot of the documents, as it stands there."""
    (found,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)
    return str(found)


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder with `mymodule` and `wrong`; no process of theirs is left at the end."""
    (tmp_path / "mymodule.py").write_text(template(), encoding="utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    known = [f"wrong:{name}" for name in re.findall(r"def (\w+)\(turn", WRONG)]
    yield tmp_path
    for text in ("mymodule:MyBot", *known):
        process_of(text).end()
