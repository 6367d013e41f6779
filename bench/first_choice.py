"""A first game on a fresh machine: from the click, or the command, to the first choice.

    python bench/first_choice.py

For every game with an empty cache: in the browser from the press of the button that lays a table
against a bot to the first choice that can be pressed, and in the terminal from the command to its
first prompt. One line of seconds for each game.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser
from prompt import first_prompt

sys.path.insert(0, str(Path(__file__).parents[1]))

from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from tests.client.browser import chromium

PATIENCE = 120


@contextmanager
def fresh() -> Iterator[dict[str, str]]:
    """Yield the environment of somebody who has never started pasch."""
    with tempfile.TemporaryDirectory() as home:
        places = {"XDG_DATA_HOME": f"{home}/data", "PASCH_CACHE": f"{home}/cache"}
        yield os.environ | places | {"PYTHONUNBUFFERED": "1", "LANGUAGE": "en", "TERM": "xterm"}


def seats_of(game: Game) -> int:
    return max(2, game.seats[0])


def in_browser(browser: Browser, game: Game) -> float:
    with fresh() as environment:
        command = [sys.executable, "-m", "pasch", "serve", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            base = re.search(r"http://\S+", server.stdout.readline())
            assert base is not None, "the server did not say where it is"
            page = browser.new_page()
            page.set_default_timeout(PATIENCE * 1000)
            page.goto(f"{base.group()}/new/{game.key}")
            page.wait_for_selector('body[data-ready="true"]')
            page.locator('.seat-row[data-seat="0"] input').fill("Anna")
            page.locator('select[name="starter"]').select_option("0")
            begun = time.perf_counter()
            page.locator("#lay-table").click()
            page.wait_for_selector("#buttons button, #table .can")
            spent = time.perf_counter() - begun
            page.close()
            return spent
        finally:
            server.terminate()
            server.wait()


def in_terminal(game: Game) -> float:
    """Return the time until the terminal asks for something."""
    with fresh() as environment:
        seats = ",".join(["me", *["quick"] * (seats_of(game) - 1)])
        return first_prompt(["play", game.key, "--seats", seats, "--pace", "0"], environment)


def main() -> None:
    with chromium() as browser:
        for game in games().values():
            print(
                f"{game.title}: first choice after {in_browser(browser, game):.1f} s in the "
                f"browser, {in_terminal(game):.1f} s in the terminal; nothing was compiled before",
                flush=True,
            )


if __name__ == "__main__":
    main()
