"""The games on the table and their options; known without anything that is heavy to import."""

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.words import Words, words


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
    """As --set takes them, in any language."""
    table = Table.grid(padding=(0, 2))
    for fact in game.option_facts():
        is_switch = isinstance(fact.default, bool)
        default = ("no", "yes")[fact.default] if is_switch else fact.default
        facts = (f"{fact.name}={default}", say(fact.meaning))
        table.add_row("", *map(Text, facts), style="dim")
    return table
