"""The rules of a game, with its examples drawn where they stand."""

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from pasch.core.game.spec import Game
from pasch.core.match.lesson import CLAUSE, Example, split_rules
from pasch.core.words import words
from pasch.terminal.screen.draw import draw

INDENT = 4


def show_rules(console: Console, game: Game, language: str) -> None:
    """Clause numbers are left to those who look them up in the text itself."""
    for part in split_rules(game.rules_text(language)):
        if isinstance(part, Example):
            show_example(console, game, part, language)
        else:
            console.print(Markdown(CLAUSE.sub("", part)))


def show_example(console: Console, game: Game, example: Example, language: str) -> None:
    scene = example.scene(game, words(language)("Guest"), language)
    console.print()
    console.print(Padding(draw(scene, console.width - INDENT), (0, 0, 0, INDENT)))
    console.print(Padding(Text(example.caption, "italic"), (1, 0, 1, INDENT)))
