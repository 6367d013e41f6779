"""The commands `games` and `rules`: the games on the table, their options and their rules."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.words import Words, words
from pasch.terminal.screen.draw import draw

if TYPE_CHECKING:
    from pasch.core.match.lesson import Example

INDENT = 4


def list_games(console: Console, say: Words) -> None:
    for game in games().values():
        low, high = game.seats
        of_game = words(say.language, game.folder)
        by = say("by {author}, {year}", author=game.author, year=game.year) if game.author else ""
        console.print(Text.assemble((game.key, "bold"), f"  {game.title} {by}".rstrip()))
        seats = say("{low} to {high} players", low=low, high=high)
        summary = Text(f"{of_game(game.summary)}; {seats}")
        console.print(Padding(summary, (0, 0, 0, 2), expand=False))
        console.print(options_of(game, of_game))
        console.print()


def options_of(game: Game, say: Words) -> Table:
    """Return the options as --set takes them, in any language."""
    table = Table.grid(padding=(0, 2))
    for fact in game.option_facts():
        is_switch = isinstance(fact.default, bool)
        default = ("no", "yes")[fact.default] if is_switch else fact.default
        facts = (f"{fact.name}={default}", say(fact.meaning))
        table.add_row("", *map(Text, facts), style="dim")
    return table


def show_rules(console: Console, game: Game, language: str) -> None:
    """Print the rules without the numbers of their clauses."""
    # Imported here: a game begins sooner without a reader of Markdown and without lessons.
    from rich.markdown import Markdown  # noqa: PLC0415

    from pasch.core.match.lesson import CLAUSE, split_rules  # noqa: PLC0415

    for part in split_rules(game.rules_text(language)):
        if isinstance(part, str):
            console.print(Markdown(CLAUSE.sub("", part)))
        else:
            show_example(console, game, part, language)


def show_example(console: Console, game: Game, example: "Example", language: str) -> None:
    scene = example.scene(game, words(language)("Guest"), language)
    console.print()
    console.print(Padding(draw(scene, console.width - INDENT), (0, 0, 0, INDENT)))
    console.print(Padding(Text(example.caption, "italic"), (1, 0, 1, INDENT)))
