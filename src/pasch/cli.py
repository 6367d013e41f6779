"""The command line. Everything heavy is imported where it is used."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

import pasch
from pasch.core.errors import BadOption, PaschError
from pasch.core.game.registry import broken, load
from pasch.core.words import LANGUAGES, system_language, words
from pasch.server import EVERYWHERE, PORT, LogKind
from pasch.terminal.commands import options

if TYPE_CHECKING:
    from pasch.server.serve import Site

app = typer.Typer(
    invoke_without_command=True,
    pretty_exceptions_enable=False,
)


@app.callback()
def begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """A table for published dice games: play them, study them, trust the dice.

    Without a command: starts the table and opens it in the browser.
    """
    if version:
        typer.echo(f"pasch {pasch.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from pasch.server.serve import Site  # noqa: PLC0415

        start_server(Site(EVERYWHERE, None), "", browser=True)


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(
            envvar="PASCH_HOST", help="the address to listen on; 127.0.0.1: this machine only"
        ),
    ] = EVERYWHERE,
    port: Annotated[int, typer.Option(envvar="PASCH_PORT", help="the port to listen on")] = PORT,
    database: Annotated[
        str,
        typer.Option(
            envvar="PASCH_DATABASE", help="a SQLite file or postgresql://…; yours if not given"
        ),
    ] = "",
    name: Annotated[
        list[str] | None,
        typer.Option(
            envvar="PASCH_NAME", help="what the server is called on the Internet: dice.example.org"
        ),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            envvar="PASCH_PROXY", help="the address of a proxy that says where requests come from"
        ),
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            envvar="PASCH_WORKERS", min=1, help="processes that share the work, with PostgreSQL"
        ),
    ] = 1,
    metrics_for: Annotated[
        list[str] | None,
        typer.Option(
            envvar="PASCH_METRICS_FOR",
            help="an address that may read /metrics, besides those of this machine",
        ),
    ] = None,
    log: Annotated[
        LogKind, typer.Option(envvar="PASCH_LOG", help="what the server writes down")
    ] = LogKind.TEXT,
    limits: Annotated[
        bool, typer.Option(envvar="PASCH_LIMITS", help="a budget for each client network")
    ] = True,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            envvar="PASCH_BOT",
            help="a bot beside the levels: search:5000, or your own as mymodule:MyBot",
        ),
    ] = None,
) -> None:
    """Start the table for browsers, without opening one."""
    from pasch.server.limits import LIMITS, UNLIMITED  # noqa: PLC0415
    from pasch.server.serve import Site  # noqa: PLC0415

    site = Site(
        host,
        port,
        names=tuple(name or ()),
        proxy=proxy,
        limits=LIMITS if limits else UNLIMITED,
        workers=workers,
        metrics_for=tuple(metrics_for or ()),
        log=log,
        bots=tuple(bot or ()),
    )
    start_server(site, database, browser=False)


def start_server(site: "Site", database: str, browser: bool) -> None:
    from pasch.server.serve import serve as run_server  # noqa: PLC0415

    name_broken()
    run_server(Console(), words(system_language()), site, database, browser)


@app.command()
def games(language: options.Language = None) -> None:
    """The games on the table, with their options."""
    from pasch.terminal.commands.games import list_games  # noqa: PLC0415

    list_games(Console(), words(options.language_of(language)))
    name_broken()


def name_broken() -> None:
    """Report packages of games that can't be used; the other games work without them."""
    for problem in broken():
        Console(stderr=True).print(Text(f"pasch: {problem}", "red"), soft_wrap=True)


@app.command()
def rules(game: options.Game, language: options.Language = None) -> None:
    """The rules of a game, in our own words."""
    from pasch.terminal.commands.games import show_rules  # noqa: PLC0415

    show_rules(Console(), load(game), options.language_of(language))


@app.command()
def learn(
    game: options.Game,
    lesson: Annotated[
        str | None, typer.Argument(help="its name; the first you have not finished if not given")
    ] = None,
    plain: options.Plain = False,
    language: options.Language = None,
) -> None:
    """Learn a game by playing, step by step."""
    from pasch.terminal.commands.learn import run_lesson  # noqa: PLC0415
    from pasch.terminal.screen.screen import frontend_for  # noqa: PLC0415

    tongue, console = options.language_of(language), Console()
    frontend = frontend_for(console, words(tongue), plain=plain)
    run_lesson(console, load(game), lesson, tongue, frontend)


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="a game's key; asked for if not given", autocompletion=options.known_games
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(help="who sits where: me, me:NAME or a bot as in an arena, with commas"),
    ] = None,
    set_: options.Set = None,
    start: Annotated[int | None, typer.Option(help="the starting seat, from 1")] = None,
    seed: Annotated[str | None, typer.Option(help="the same seed, the same dice and bots")] = None,
    real_dice: Annotated[
        bool, typer.Option("--real-dice", help="you roll and draw, and type what came")
    ] = False,
    log: Annotated[Path | None, typer.Option(help="where to write the log")] = None,
    resume: Annotated[Path | None, typer.Option(help="go on with the game of this log")] = None,
    pace: Annotated[
        float, typer.Option(min=0, help="seconds for which one sees what a bot did")
    ] = 0.3,
    plain: options.Plain = False,
    language: options.Language = None,
) -> None:
    """Play in the terminal, alone or several at one keyboard."""
    from pasch.terminal.commands.play import (  # noqa: PLC0415
        choose_game,
        play_session,
        resume_game,
        start_game,
        usual_log,
    )
    from pasch.terminal.screen.screen import frontend_for  # noqa: PLC0415

    tongue = options.language_of(language)
    console = Console()
    frontend = frontend_for(console, words(tongue), plain=plain)
    if resume is not None:
        if game or seats or set_ or start is not None or seed or log:
            raise BadOption("--resume takes everything but --real-dice and --language from the log")
        session = resume_game(console, resume, real_dice, tongue, frontend, pace)
    else:
        given = options.settings(set_)
        chosen = load(game) if game else choose_game(console, words(tongue))
        path = log or usual_log(chosen)
        session = start_game(
            console, chosen, seats, given, start, seed, real_dice, path, tongue, frontend, pace
        )
    play_session(session)


@app.command()
def replay(
    file: Path,
    at: Annotated[int | None, typer.Option(help="show the table after this event")] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="first cut a broken log before the line that is wrong")
    ] = False,
    language: options.Language = None,
) -> None:
    """Tell a logged game again, and show the table at its end."""
    from pasch.terminal.commands.replay import repair_log, show_replay  # noqa: PLC0415

    if repair:
        repair_log(Console(), file, options.language_of(language))
    show_replay(Console(), file, at, options.language_of(language))


@app.command()
def verify(file: Path, language: options.Language = None) -> None:
    """Check every roll of a finished game against the envelope sealed before it."""
    from pasch.terminal.commands.replay import check_dice  # noqa: PLC0415

    if not check_dice(Console(), file, options.language_of(language)):
        raise typer.Exit(1)


@app.command()
def hint(
    file: Path,
    at: Annotated[int | None, typer.Option(help="after this event, not at the end")] = None,
    playouts: options.Playouts = None,
    json: options.Json = False,
    language: options.Language = None,
) -> None:
    """What every choice is worth, in a logged game."""
    from pasch.terminal.commands.coach import show_hint  # noqa: PLC0415

    show_hint(Console(), file, at, playouts, json, options.language_of(language))


@app.command()
def review(
    file: Path,
    playouts: options.Playouts = None,
    html: Annotated[Path | None, typer.Option(help="write a page with every moment")] = None,
    json: options.Json = False,
    language: options.Language = None,
) -> None:
    """Luck and skill of a finished game: what each roll brought, what each choice cost."""
    from pasch.terminal.commands.coach import show_review_of  # noqa: PLC0415

    show_review_of(Console(), file, playouts, html, json, options.language_of(language))


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
    reveal: Annotated[
        bool, typer.Option("--reveal", help="show the dice to come of a game that is not finished")
    ] = False,
    language: options.Language = None,
) -> None:
    """Another choice in a logged game, the same dice from there on."""
    from pasch.terminal.commands.coach import show_what_if  # noqa: PLC0415

    show_what_if(Console(), file, at, choose, bots, out, reveal, options.language_of(language))


@app.command(cls=options.OnRay)
def arena(
    game: options.Game,
    bots: Annotated[
        list[str],
        typer.Argument(
            help="newcomer to champion, perfect, random, quick, search:2000, search:50ms, "
            "or your own as mymodule:MyBot"
        ),
    ],
    games: options.Games = None,
    until: options.Until = None,
    seats: options.Seats = None,
    seed: options.Seed = "1",
    set_: options.Set = None,
    out: Annotated[
        Path | None, typer.Option(help="the results; a file of the same run is gone on with")
    ] = None,
    logs: Annotated[Path | None, typer.Option(help="a folder for the log of every match")] = None,
    html: options.Html = None,
    cores: options.Cores = None,
    ray: options.Ray = None,
    json: options.Json = False,
    csv: options.Csv = False,
    language: options.Language = None,
) -> None:
    """Bots against bots: who is how strong, and what a seat is worth."""
    from pasch.terminal.commands.arena import Where, hold_arena, output_of  # noqa: PLC0415

    say = words(options.language_of(language))
    plan = (load(game), bots, games, until, seats, seed, options.settings(set_))
    hold_arena(Console(), say, *plan, Where(out, logs, html, cores, ray, output_of(json, csv)))


@app.command(cls=options.OnRay)
def study(
    game: options.Game,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="an option and its values: name=9,10,11")
    ] = None,
    bot: Annotated[
        str, typer.Option(help="who plays; the stronger, the truer and slower")
    ] = "quick",
    games: Annotated[
        int | None, typer.Option(help="how many games a variant; 1000 if not given")
    ] = None,
    until: options.Until = None,
    seats: options.Seats = None,
    seed: options.Seed = "1",
    out: Annotated[Path | None, typer.Option(help="a folder for the results")] = None,
    html: options.Html = None,
    cores: options.Cores = None,
    ray: options.Ray = None,
    json: options.Json = False,
    csv: options.Csv = False,
    language: options.Language = None,
) -> None:
    """What if? A game with other options: who wins, how long it lasts, what there is to decide."""
    from pasch.terminal.commands.arena import Where, hold_study, output_of  # noqa: PLC0415

    say = words(options.language_of(language))
    plan = (load(game), options.settings(set_), bot, games, until, seats, seed)
    hold_study(Console(), say, *plan, Where(out, None, html, cores, ray, output_of(json, csv)))


@app.command()
def solve(
    game: options.Game,
    set_: options.Set = None,
    json: options.Json = False,
    language: options.Language = None,
) -> None:
    """Perfect play: what a game is worth if nobody ever errs; kept, so that it is solved once."""
    from pasch.terminal.commands.solve import solve_game  # noqa: PLC0415

    solve_game(
        Console(), load(game), options.settings(set_), json, words(options.language_of(language))
    )


def language_spoken(arguments: list[str]) -> str:
    """Return the language that the command line names, if it is known; else the system's."""
    asked = re.findall(r"--language[ =](\w+)", " ".join(arguments))
    return next((code for code in asked if code in LANGUAGES), system_language())


def main() -> None:
    """Run the command line. An error is shown as one clear message, never as a traceback."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except PaschError as problem:
        said = problem.said(language_spoken(sys.argv))
        told = Text(f"pasch: {said}", "red")
        Console(stderr=True).print(told, soft_wrap=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
