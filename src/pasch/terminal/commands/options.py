"""The options and arguments that several commands share, and how their texts are read."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from pasch.arena import HERE
from pasch.core.errors import BadOption
from pasch.core.game.registry import games
from pasch.core.words import LANGUAGES, system_language


def known_games() -> list[str]:
    return list(games())


Game = Annotated[str, typer.Argument(help="a game's key", autocompletion=known_games)]
Language = Annotated[
    str | None, typer.Option("--language", help="en or de; the system's if not given")
]
Set = Annotated[
    list[str] | None, typer.Option("--set", help="an option of the game, as name=value")
]
Plain = Annotated[
    bool, typer.Option("--plain", help="plain lines instead of a frame, for a screen reader")
]
Playouts = Annotated[
    int | None, typer.Option(min=64, help="how often a choice is tried out; more is surer, slower")
]
Json = Annotated[bool, typer.Option("--json", help="print the figures as JSON")]
Games = Annotated[
    int | None,
    typer.Option(help="how many games, rounded up to whole blocks; 1000 if not given"),
]
Until = Annotated[
    str | None,
    typer.Option(help="until every share is known so exactly: ±1%; then --games is the most"),
]
Seats = Annotated[int | None, typer.Option(help="seats at the table")]
Seed = Annotated[str, typer.Option(help="the same seed, the same games")]
Cores = Annotated[int | None, typer.Option(help="how many cores; all if not given")]
Ray = Annotated[
    str | None,
    typer.Option(metavar="[ADDRESS]", help="on a Ray cluster; one on this machine if no address"),
]
Csv = Annotated[bool, typer.Option("--csv", help="print the figures as CSV")]
Html = Annotated[Path | None, typer.Option(help="write a page with plots")]


class OnRay(TyperCommand):
    """A command whose option `--ray` may stand alone, which Typer does not offer."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for i in reversed([i for i, arg in enumerate(args) if arg == "--ray"]):
            if i + 1 == len(args) or args[i + 1].startswith("-"):
                args = [*args[: i + 1], HERE, *args[i + 1 :]]
        return super().parse_args(ctx, args)


def language_of(given: str | None) -> str:
    if given is not None and given not in LANGUAGES:
        raise BadOption(
            "the language is one of {known}, not {got!r}", known=", ".join(LANGUAGES), got=given
        )
    return given or system_language()


def settings(given: list[str] | None) -> dict[str, str]:
    return dict(read_setting(text) for text in given or [])


def read_setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption("--set expects name=value, not {text!r}", text=text)
    return name.strip().replace("-", "_"), value.strip()
