"""Makes what the documents show: the clause table and the pictures, of terminal and browser."""

import io
import json
import re
import sys
from pathlib import Path

import screenshots
from rich.console import Console

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pasch.coach.review import review  # noqa: E402 - found from the root
from pasch.core.match.log import Log  # noqa: E402
from pasch.core.match.match import Match, new  # noqa: E402
from pasch.core.words import words  # noqa: E402
from pasch.terminal.commands.coach_view import show_review  # noqa: E402
from pasch.terminal.screen.frame import frame  # noqa: E402
from pasch.terminal.screen.keys import Keyring  # noqa: E402
from pasch.terminal.screen.prompt import Prompt, question  # noqa: E402
from tests.clauses import table  # noqa: E402
from tests.goldens import path_of  # noqa: E402
from tests.moves import pantry, play, ring_of, stories  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
WINDOW = (80, 24)


def picture(name: str, match: Match, told: list[str], language: str) -> None:
    """Draw what the person to move sees, as an SVG."""
    width, height = WINDOW
    console = Console(record=True, width=width, file=io.StringIO())
    scene = match.scene(match.player, language)
    moment = Prompt(
        title=match.game.title,
        scene=scene,
        seat=match.player,
        question=question(scene),
        told=told,
        fresh=len(told),
        replies=Keyring().replies(scene),
    )
    for line in frame(moment, width, height, words(language)):
        console.print(line, highlight=False)
    keep(name, console, f"pasch play {match.game.key}")


def keep(name: str, console: Console, title: str) -> None:
    svg = console.export_svg(title=title)
    without_fonts = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.S)  # nothing from elsewhere
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"{name}.svg").write_text(without_fonts, encoding="utf-8")


def so_ein_mist() -> tuple[Match, list[str]]:
    match = ring_of(
        "cow +8",
        "grey −3 (a)",
        "sheep −5",
        "grey +2 (a)",
        "pig +6",
        "grey −1 (a)",
        "chicken +4",
        "grey −3 (b)",
        "grey −1 (b)",
        "grey +2 (b)",
    )
    match.names = ("Anna", "Ben", "Cleo", "Dan")
    play(match, "1", "move 1", "cow −3", "4", "move 4", "sheep +10")
    play(match, "4", "move 4", "pig +4", "5", "move 5", "chicken +10")
    return match, stories(match, "3", "roll on", "2", "roll on", "6")


def mmm(language: str) -> tuple[Match, list[str]]:
    match = pantry(seats=2)
    match.names = ("Anna", "Ben")
    play(match, "bread", "bread", "fish", "bread on f3", "bread on g3", "fish on g7")
    play(match, "cheese", "X", "carrot", "cheese on g1", "carrot on a1", "gather")
    moves = {
        "en": ("carrot", "carrot", "fish", "carrot on b1"),
        "de": ("Möhre", "Möhre", "Fisch", "Möhre auf b1"),
    }
    return match, stories(match, *moves[language], language=language)


def from_golden(name: str) -> tuple[Match, list[str]]:
    """Return a golden playthrough, stopped at the first choice past its middle."""
    text = path_of(name).read_text(encoding="utf-8")
    table, *lines = text.splitlines()
    match: Match = new(**json.loads(table))
    events = [line.partition(" ways: ")[2] for line in lines if line[:4].strip().isdecimal()]
    told: list[str] = []
    for n, event in enumerate(events):
        if n > len(events) // 2 and match.player >= 0:
            break
        told += stories(match, event)
    return match, told[-4:]


def review_of(path: Path) -> None:
    """Draw what `pasch review` says about a match, as an SVG."""
    match = Log.open(path).match
    console = Console(record=True, width=80, file=io.StringIO())
    show_review(console, match, review(match), match.words("en"))
    keep("review", console, f"pasch review {path.relative_to(ROOT)}")


def main() -> None:
    (ROOT / "docs" / "clauses.md").write_text(table(), encoding="utf-8")
    picture("so-ein-mist", *so_ein_mist(), language="en")
    picture("mmm", *mmm("en"), language="en")
    picture("mmm-de", *mmm("de"), language="de")
    for name in ("mistkaefer", "compost", "mice-to-meet-you"):
        picture(name, *from_golden(f"{name}-3"), language="en")
    review_of(ROOT / "docs" / "match.jsonl")
    screenshots.main()


if __name__ == "__main__":
    main()
