"""The games on the table, told and asked for."""

from rich.console import Console
from rich.table import Table

from pasch.core.facts import Game
from pasch.core.registry import games
from pasch.core.words import Words, words
from pasch.terminal.ask import Reply, ask


def list_games(console: Console, say: Words) -> None:
    for game in games().values():
        low, high = game.seats
        of_game = words(say.language, game.folder)
        by = say("by {author}, {year}", author=game.author, year=game.year) if game.author else ""
        console.print(f"[bold]{game.key}[/bold]  {game.title} {by}".rstrip())
        seats = say("{low} to {high} players", low=low, high=high)
        console.print(f"  {of_game(game.summary)}; {seats}")
        console.print(options_of(game, of_game))
        console.print()


def options_of(game: Game, say: Words) -> Table:
    """As --set takes them, in any language."""
    table = Table.grid(padding=(0, 2))
    for fact in game.option_facts():
        default = {True: "yes", False: "no"}.get(fact.default, fact.default)
        table.add_row("", f"{fact.name}={default}", say(fact.meaning), style="dim")
    return table


def choose_game(console: Console, say: Words) -> Game:
    found = list(games().values())
    replies = [
        Reply(i, f"{game.title} · {summary}", str(i + 1), (str(i + 1), game.key))
        for i, game in enumerate(found)
        for summary in [words(say.language, game.folder)(game.summary)]
    ]
    return found[ask(console, say("Which game?"), replies, say)]
