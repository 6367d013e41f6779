"""What the documents say about the environments agrees with the code and the figures."""

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_columns_and_actions_are_up_to_date() -> None:
    written = runpy.run_path(str(DOCS / "columns_and_actions.py"))
    assert (DOCS / "encodings.md").read_text(encoding="utf-8") == written["text"]()


def test_the_picture_shows_the_figures_of_the_document() -> None:
    drawn = runpy.run_path(str(DOCS / "speed.py"))
    assert (DOCS / "pictures" / "speed.svg").read_text(encoding="utf-8") == drawn["svg"]()
