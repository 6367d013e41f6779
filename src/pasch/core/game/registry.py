"""The games by their keys: folders of pasch, and packages that are installed."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from pasch.core.errors import BrokenGame, UnknownGame
from pasch.core.game.spec import Game

FILES = (("rules.py",), ("quick.py",), ("view.py", "view"), ("RULES.md",))
"""A game's files, each under one of the names given."""
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def games() -> dict[str, Game]:
    """Return every game by its key, in the order of their titles."""
    return found()[0]


def broken() -> list[BrokenGame]:
    """Return what is wrong with the packages that are no games; the others work on."""
    return found()[1]


@cache
def found() -> tuple[dict[str, Game], list[BrokenGame]]:
    known: dict[str, Game] = {}
    wrong: list[BrokenGame] = []
    for package in packages():
        try:
            game = facts_of(package)
            if game.key in known:
                other = known[game.key].package
                raise BrokenGame(package, f"expected a key of its own, got {game.key!r} of {other}")
            known[game.key] = game
        except BrokenGame as problem:
            wrong.append(problem)
    return {game.key: game for game in sorted(known.values(), key=lambda each: each.title)}, wrong


def facts_of(package: str) -> Game:
    """Return the facts of a game, or raise BrokenGame."""
    try:
        return checked_facts(package)
    except BrokenGame:
        raise
    except Exception as problem:  # whatever a stranger's code does
        raise BrokenGame(package, f"{type(problem).__name__}: {problem}") from problem


def checked_facts(package: str) -> Game:
    game = getattr(importlib.import_module(package), "GAME", None)
    if not isinstance(game, Game):
        raise BrokenGame(package, f"expected GAME to be a Game, got {game!r}")
    if game.package != package:
        raise BrokenGame(package, f"expected its own package, got {game.package!r}")
    game.option_facts()
    wrong = [
        f"expected a file {names[0]}"
        for names in FILES
        if not any((game.folder / name).exists() for name in names)
    ]
    if not KEY.fullmatch(game.key):
        wrong.append(f"expected a key of small letters, digits and hyphens, got {game.key!r}")
    low, high = game.seats
    if not 1 <= low <= len(game.table) <= high:
        wrong.append(
            f"expected (fewest, most) seats and a table between them, got {game.seats!r} "
            f"and {game.table!r}"
        )
    if wrong:
        raise BrokenGame(package, *wrong)
    return game


def load(key: str) -> Game:
    """Return the facts of one game."""
    try:
        return games()[key]
    except KeyError:
        near = get_close_matches(key, games(), n=1)
        known = ", ".join(games()) + "".join(f"; {problem}" for problem in broken())
        if not near:
            raise UnknownGame("no game {key!r}. There are: {known}", key=key, known=known) from None
        raise UnknownGame(
            "no game {key!r}. Did you mean {near!r}? There are: {known}",
            key=key,
            near=near[0],
            known=known,
        ) from None


OURS = Path(__file__).parents[2] / "games"
GROUP = "pasch.games"


def packages() -> Iterator[str]:
    """Yield the modules whose `GAME` is a game, ours first."""
    for module in pkgutil.iter_modules([str(OURS)]):
        yield f"pasch.games.{module.name}"
    yield from sorted({point.module for point in entry_points(group=GROUP)})


def folders() -> Iterator[Path]:
    """Yield the folder of every game."""
    for package in packages():
        try:
            spec = find_spec(package)
        except Exception:  # whatever a stranger's code does; the registry names it
            continue
        if spec and spec.origin:
            yield Path(spec.origin).parent
