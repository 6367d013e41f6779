"""The command line. Everything heavy is imported where it is used."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as RichTable
from typer.core import TyperCommand

from pasch.arena import HERE
from pasch.core.errors import BadOption, PaschError
from pasch.core.facts import Game
from pasch.core.registry import games as all_games
from pasch.core.registry import load
from pasch.core.words import LANGUAGES, system_language, words
from pasch.web import EVERYWHERE, PORT

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

LanguageOption = Annotated[
    str | None, typer.Option("--language", help="en or de; the system's if not given")
]


def language_of(given: str | None) -> str:
    if given is not None and given not in LANGUAGES:
        raise BadOption(
            "the language is one of {known}, not {got!r}", known=", ".join(LANGUAGES), got=given
        )
    return given or system_language()


@app.callback()
def begin(context: typer.Context) -> None:
    """A table for published dice games: play them, study them, trust the dice.

    Without a command: starts the table and opens it in the browser.
    """
    if context.invoked_subcommand is None:
        start_server(EVERYWHERE, None, "", browser=True)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="the address to listen on; 127.0.0.1: this machine only")
    ] = EVERYWHERE,
    port: Annotated[int, typer.Option(help="the port to listen on")] = PORT,
    database: Annotated[
        str, typer.Option(help="a SQLite file or postgresql://…; yours if not given")
    ] = "",
) -> None:
    """Start the table for browsers, without opening one."""
    start_server(host, port, database, browser=False)


def start_server(host: str, port: int | None, database: str, browser: bool) -> None:
    from pasch.web.serve import serve as run_server  # noqa: PLC0415

    run_server(Console(), words(system_language()), host, port, database, browser)


@app.command()
def games() -> None:
    """The games on the table, with their options."""
    console = Console()
    for game in all_games().values():
        low, high = game.seats
        by = f" by {game.author}, {game.year}" if game.author else ""
        console.print(f"[bold]{game.key}[/bold]  {game.title}{by}")
        console.print(f"  {game.summary}; {low} to {high} seats")
        options = RichTable.grid(padding=(0, 2))
        for fact in game.option_facts():
            default = {True: "yes", False: "no"}.get(fact.default, fact.default)
            options.add_row("", f"{fact.name}={default}", fact.meaning, style="dim")
        console.print(options)
        console.print()


@app.command()
def rules(game: str, language: LanguageOption = None) -> None:
    """The rules of a game, in our own words."""
    from rich.markdown import Markdown  # noqa: PLC0415

    Console().print(Markdown(load(game).rules_text(language_of(language))))


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="a game's key; asked for if not given")] = None,
    seats: Annotated[
        str | None, typer.Option(help="who sits where: me, me:NAME or a bot, with commas")
    ] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="an option of the game, as name=value")
    ] = None,
    start: Annotated[int | None, typer.Option(help="the starting seat, from 1")] = None,
    seed: Annotated[str | None, typer.Option(help="the same seed, the same dice")] = None,
    real_dice: Annotated[
        bool, typer.Option("--real-dice", help="you roll and draw, and type what came")
    ] = False,
    log: Annotated[Path | None, typer.Option(help="where to write the log")] = None,
    resume: Annotated[Path | None, typer.Option(help="go on with the game of this log")] = None,
    language: LanguageOption = None,
) -> None:
    """Play in the terminal, alone or several at one keyboard."""
    from pasch.terminal.start import resume_table, start_table  # noqa: PLC0415

    tongue = language_of(language)
    console = Console()
    if resume is not None:
        if game or seats or set_ or start is not None or seed or log:
            raise BadOption("--resume takes everything but --real-dice and --language from the log")
        table = resume_table(console, resume, real_dice, tongue)
    else:
        options = dict(read_setting(setting) for setting in set_ or [])
        chosen = load(game) if game else choose_game(console, tongue)
        path = log or default_log(chosen)
        table = start_table(console, chosen, seats, options, start, seed, real_dice, path, tongue)
    run(console, table, tongue)


def run(console: Console, table: Any, language: str) -> None:
    from pasch.terminal.ask import Left  # noqa: PLC0415
    from pasch.terminal.start import resume_command  # noqa: PLC0415

    say = words(language)
    try:
        table.play()
    except (Left, KeyboardInterrupt) as left:
        console.print()
        console.print(say("The game is kept. Go on with:"))
        console.print(f"  {resume_command(table.log.path)}", soft_wrap=True, markup=False)
        raise typer.Exit(130 if isinstance(left, KeyboardInterrupt) else 0) from None
    console.print(say("The log: {path}", path=table.log.path), soft_wrap=True, markup=False)


def read_setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption("--set expects name=value, not {text!r}", text=text)
    return name.strip().replace("-", "_"), value.strip()


def choose_game(console: Console, language: str) -> Game:
    from pasch.terminal.ask import Left, Offer, ask  # noqa: PLC0415

    say = words(language)
    found = list(all_games().values())
    offers = [
        Offer(i, f"{game.title} · {game.summary}", str(i + 1), (str(i + 1), game.key))
        for i, game in enumerate(found)
    ]
    try:
        return found[ask(console, say("Which game?"), offers, say)]
    except (Left, KeyboardInterrupt):
        raise typer.Exit(0) from None


def default_log(game: Game) -> Path:
    import platformdirs  # noqa: PLC0415

    now = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    return Path(platformdirs.user_data_dir("pasch")) / "games" / f"{now}-{game.key}.jsonl"


@app.command()
def replay(
    file: Path,
    at: Annotated[int | None, typer.Option(help="show the table after this event")] = None,
    language: LanguageOption = None,
) -> None:
    """Tell a logged game again, and show the table at its end."""
    from pasch.terminal.replay import tell  # noqa: PLC0415

    tell(Console(), file, at, language_of(language))


@app.command()
def verify(file: Path, language: LanguageOption = None) -> None:
    """Check every roll of a finished game against the envelope sealed before it."""
    from pasch.terminal.verify import check_dice  # noqa: PLC0415

    if not check_dice(Console(), file, language_of(language)):
        raise typer.Exit(1)


PlayoutsOption = Annotated[
    int | None, typer.Option(min=64, help="how often a choice is tried out; more is surer, slower")
]
JsonOption = Annotated[bool, typer.Option("--json", help="print the figures as JSON")]


@app.command()
def hint(
    file: Path,
    at: Annotated[int | None, typer.Option(help="after this event, not at the end")] = None,
    playouts: PlayoutsOption = None,
    json: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """What every choice is worth, in a logged game."""
    from pasch.terminal.advice import hint as show  # noqa: PLC0415

    show(Console(), file, at, playouts, json, language_of(language))


@app.command()
def review(
    file: Path,
    playouts: PlayoutsOption = None,
    html: Annotated[Path | None, typer.Option(help="write a page with every moment")] = None,
    json: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Luck and skill of a finished game: what each roll brought, what each choice cost."""
    from pasch.terminal.advice import show_review_of  # noqa: PLC0415

    show_review_of(Console(), file, playouts, html, json, language_of(language))


@app.command()
def whatif(
    file: Path,
    at: Annotated[int, typer.Option(help="after this event")],
    choose: Annotated[str, typer.Option(help="another choice, by its words or number")],
    bots: Annotated[
        str | None,
        typer.Option(help="who plays on: a bot for all, or one for each seat, with commas"),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="write the log of what came")] = None,
    language: LanguageOption = None,
) -> None:
    """Another choice in a logged game, the same dice from there on."""
    from pasch.terminal.advice import show_what_if  # noqa: PLC0415

    show_what_if(Console(), file, at, choose, bots, out, language_of(language))


GamesOption = Annotated[int, typer.Option(help="how many games, rounded up to whole blocks")]
SeatsOption = Annotated[int | None, typer.Option(help="seats at the table")]
SeedOption = Annotated[str, typer.Option(help="the same seed, the same games")]
CoresOption = Annotated[int | None, typer.Option(help="how many cores; all if not given")]
RayOption = Annotated[
    str | None,
    typer.Option(metavar="[ADDRESS]", help="on a Ray cluster; one on this machine if no address"),
]


class OnRay(TyperCommand):
    """Typer's options have a value or none: here `--ray` may stand alone."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for i in reversed([i for i, arg in enumerate(args) if arg == "--ray"]):
            if i + 1 == len(args) or args[i + 1].startswith("-"):
                args = [*args[: i + 1], HERE, *args[i + 1 :]]
        return super().parse_args(ctx, args)


@app.command(cls=OnRay)
def arena(
    game: str,
    bots: Annotated[
        list[str],
        typer.Argument(
            help="newcomer to champion, perfect, random, quick, search:2000, search:50ms"
        ),
    ],
    games: GamesOption = 1000,
    seats: SeatsOption = None,
    seed: SeedOption = "1",
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="an option of the game, as name=value")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="the results; a file of the same run is gone on with")
    ] = None,
    logs: Annotated[Path | None, typer.Option(help="a folder for the log of every match")] = None,
    cores: CoresOption = None,
    ray: RayOption = None,
    json: JsonOption = False,
) -> None:
    """Bots against bots: who is how strong, and what a seat is worth."""
    from pasch.arena.commands import hold_arena  # noqa: PLC0415

    options = dict(read_setting(setting) for setting in set_ or [])
    with kept_when_interrupted():
        hold_arena(
            Console(),
            load(game),
            bots,
            games,
            seats,
            seed,
            options,
            out,
            logs,
            cores,
            ray,
            json,
            prepare_quietly,
        )


@app.command(cls=OnRay)
def study(
    game: str,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="an option and its values: name=9,10,11")
    ] = None,
    bot: Annotated[
        str, typer.Option(help="who plays; the stronger, the truer and slower")
    ] = "quick",
    games: GamesOption = 1000,
    seats: SeatsOption = None,
    seed: SeedOption = "1",
    out: Annotated[Path | None, typer.Option(help="a folder for the results")] = None,
    html: Annotated[Path | None, typer.Option(help="write a report with plots")] = None,
    cores: CoresOption = None,
    ray: RayOption = None,
    json: JsonOption = False,
) -> None:
    """What if? A game with other options: who wins, how long it lasts, what there is to decide."""
    from pasch.arena.commands import hold_study  # noqa: PLC0415

    values = dict(read_setting(setting) for setting in set_ or [])
    with kept_when_interrupted():
        hold_study(
            Console(),
            load(game),
            values,
            bot,
            games,
            seats,
            seed,
            out,
            html,
            cores,
            ray,
            json,
            prepare_quietly,
        )


@app.command()
def solve(
    game: str,
    level: Annotated[
        str | None, typer.Option(help="Mice to Meet You: this level only, 0 to 3")
    ] = None,
    board: Annotated[
        str | None, typer.Option(help="Mmm!: one-paw, two-paws or a board file")
    ] = None,
    cat_steps: Annotated[str | None, typer.Option(help="Mmm!: steps of the cat")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="an option of the game, as name=value")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Perfect play: what a game is worth if nobody ever errs; kept, so that it is solved once."""
    from pasch.terminal.solve import solve_game  # noqa: PLC0415

    options = dict(read_setting(setting) for setting in set_ or [])
    named = {"level": level, "board": board, "cat_steps": cat_steps}
    options |= {name: value for name, value in named.items() if value is not None}
    solve_game(Console(), load(game), options, json)


def prepare_quietly(game: Game) -> None:
    from pasch.terminal.play import prepare  # noqa: PLC0415

    prepare(game, Console(stderr=True, quiet=not sys.stderr.isatty()), words("en"))


@contextmanager
def kept_when_interrupted() -> Iterator[None]:
    from pasch.arena.commands import Interrupted  # noqa: PLC0415

    try:
        yield
    except Interrupted as left:
        kept = (
            f"Interrupted. What was played is kept in {left}; the same command goes on from there."
        )
        Console(stderr=True).print(kept, soft_wrap=True, markup=False, highlight=False)
        raise typer.Exit(130) from None


def language_spoken(arguments: list[str]) -> str:
    """The one asked for, if we know it; an error may come before anybody has read it."""
    asked = re.findall(r"--language[ =](\w+)", " ".join(arguments))
    return next((code for code in asked if code in LANGUAGES), system_language())


def main() -> None:
    """Errors reach a person as one clear message; a traceback never does."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except PaschError as problem:
        said = problem.said(language_spoken(sys.argv))
        Console(stderr=True).print(f"pasch: {said}", style="red", markup=False, soft_wrap=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
