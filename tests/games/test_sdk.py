"""pasch.sdk: the one module that a game imports, ours and those from outside."""

import subprocess
import sys

from pasch import sdk

LISTED = """
import sys
import pasch
pasch.games()
print([name for name in sys.modules if name.startswith("pasch.core.view")])
"""


def test_every_name_it_declares_is_there() -> None:
    assert [name for name in sdk.__all__ if not hasattr(sdk, name)] == []
    assert not hasattr(sdk, "BrokenGame")


def test_the_games_are_listed_without_what_draws_them() -> None:
    command = [sys.executable, "-c", LISTED]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
