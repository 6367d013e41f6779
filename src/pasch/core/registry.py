"""Finds the game folders. Adding a game is adding one folder; nothing here changes."""

import importlib
import pkgutil
from difflib import get_close_matches
from functools import cache

from pasch.core.errors import UnknownGame
from pasch.core.facts import Game


@cache
def games() -> dict[str, Game]:
    """Every game by its key, in the order of their titles."""
    folder = importlib.import_module("pasch.games")
    found = [
        importlib.import_module(f"pasch.games.{module.name}").GAME
        for module in pkgutil.iter_modules(folder.__path__)
    ]
    return {game.key: game for game in sorted(found, key=lambda game: game.title)}


def load(key: str) -> Game:
    """The facts of one game."""
    try:
        return games()[key]
    except KeyError:
        near = get_close_matches(key, games(), n=1)
        known = ", ".join(games())
        if not near:
            raise UnknownGame("no game {key!r}. There are: {known}", key=key, known=known) from None
        raise UnknownGame(
            "no game {key!r}. Did you mean {near!r}? There are: {known}",
            key=key,
            near=near[0],
            known=known,
        ) from None
