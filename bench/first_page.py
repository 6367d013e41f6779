"""From the command to a page one can use, and what the page weighs.

    python bench/first_page.py

Starts `pasch` as a person would, with a browser (a Chromium that runs already) told where to go;
the time ends when the page says it is ready. Then the bytes the first load took, as they came over
the wire. One line of figures.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.client.browser import chromium

RUNS = 5


def start_and_look(browser: Browser) -> tuple[float, int]:
    """Return the seconds until the first page is ready, and its bytes."""
    with tempfile.TemporaryDirectory() as home:
        begun = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-m", "pasch"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ
            | {"XDG_DATA_HOME": home, "BROWSER": "true", "PYTHONUNBUFFERED": "1", "LANGUAGE": "en"},
        )
        try:
            assert server.stdout is not None
            link = re.search(r"http://\S+", server.stdout.readline())
            assert link is not None
            context = browser.new_context()
            page = context.new_page()
            weight = []
            wire = context.new_cdp_session(page)
            wire.send("Network.enable")
            wire.on("Network.loadingFinished", lambda e: weight.append(e["encodedDataLength"]))
            page.goto(link.group())
            page.wait_for_selector("body[data-ready]")
            seconds = time.perf_counter() - begun
            page.wait_for_load_state("networkidle")
            context.close()
            return seconds, int(sum(weight))
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    with chromium() as browser:
        start_and_look(browser)  # the first run fills the disk cache
        runs = [start_and_look(browser) for _ in range(RUNS)]
    seconds = statistics.median(run[0] for run in runs)
    kilobytes = max(run[1] for run in runs) / 1000
    print(f"first page: usable after {seconds:.2f} s (median of {RUNS}), {kilobytes:.0f} KB")


if __name__ == "__main__":
    main()
