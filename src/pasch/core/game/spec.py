"""The facts of a game that are known without its rules being compiled."""

import copyreg
import dataclasses
import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from pasch.core.errors import BadOption, BrokenGame
from pasch.core.game import contract

if TYPE_CHECKING:
    from pasch.core.game.contract import QuickPlayer, Rules, Solver
    from pasch.core.game.position import Position
    from pasch.core.view.view import View


def option(
    default: Any,
    meaning: str,
    *,
    between: tuple[int, int] | None = None,
    read: Callable[[Any], Any] | None = None,
    choices: tuple[str, ...] = (),
    read_text: Callable[[str], Any] | None = None,
) -> Any:
    """Return a field of a game's Options: its default, its meaning, and what it accepts.

    `read` turns what a person gave into the value kept in the log; without it a
    whole number or a yes/no is read, as the default is one. Where `read` would open a
    file, `choices` are the names that need none, and `read_text` reads a file's text:
    what comes from another machine is never a path here.
    """
    return dataclasses.field(
        default=default,
        metadata={
            "meaning": meaning,
            "between": between,
            "read": read,
            "choices": choices,
            "read_text": read_text,
        },
    )


@dataclass(frozen=True)
class OptionFact:
    name: str
    meaning: str
    default: Any
    between: tuple[int, int] | None
    read: Callable[[Any], Any] | None
    choices: tuple[str, ...]
    read_text: Callable[[str], Any] | None


@dataclass(frozen=True)
class Game:
    """One game folder. `rules`, `quick` and `view` are imported when first used."""

    key: str
    title: str
    icon: str
    author: str
    year: int
    """The author and the year; empty and 0 where nobody knows them."""
    summary: str
    seats: tuple[int, int]
    table: tuple[str, ...]
    """The players of the usual table."""
    options: type
    version: int
    package: str
    together: bool = False
    """Whether all seats win or lose as one."""
    minutes: int = 0
    """How long a game of the usual table takes (bench/minutes.py); 0 where nobody counted."""
    age: int = 0
    """The age printed on its box; 0 where that is not known."""
    thinking: str = ""
    """What it demands of the players, in two or three words."""
    scenery: tuple[str, ...] = ("🎲", "🎲")
    """Emoji of things from its box, around the icon where a page shows the game; those no other
    game shows are drawn in the folder `art`, one SVG each, named by code points: 1f404.svg."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy a reference to the package: its modules are not data."""
        return game_of, (self.package,)

    @cached_property
    def rules(self) -> "Rules":
        rules = contract.checked_rules(self._module("rules"), self.key)
        copyreg.pickle(rules.STATE.position, self._packed)
        return rules

    def _packed(self, position: "Position") -> tuple[Any, ...]:
        return unpacked, (self, self.rules.STATE.pack(position))

    @cached_property
    def quick_player(self) -> "QuickPlayer":
        module = self._module("quick")
        return cast(
            "QuickPlayer", contract.checked(module, contract.QuickPlayer, may=contract.Searched)
        )

    @cached_property
    def view(self) -> "type[View]":
        # A game's facts are read without what draws it.
        from pasch.core.view.view import checked_view  # noqa: PLC0415

        return checked_view(self._module("view"))

    @cached_property
    def solve(self) -> "Solver | None":
        """The game's solver; None if the folder has none."""
        if not self.is_solved:
            return None
        return cast("Solver", contract.checked(self._module("search.solve"), contract.Solver))

    def _module(self, name: str) -> ModuleType:
        try:
            return importlib.import_module(f"{self.package}.{name}")
        except Exception as problem:  # whatever a stranger's code does
            raise BrokenGame(
                f"{self.package}.{name}", f"{type(problem).__name__}: {problem}"
            ) from problem

    @property
    def keeps_secrets(self) -> bool:
        """Return whether anything is drawn that not everybody may see."""
        return any(chance.is_secret for chance in self.view.chances)

    @property
    def is_solved(self) -> bool:
        return (self.folder / "search" / "solve.py").exists()

    @cached_property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(self.package).__file__)).parent

    def rules_text(self, language: str) -> str:
        """Return the rules for players, in Markdown."""
        translated = self.folder / f"RULES.{language}.md"
        path = translated if translated.exists() else self.folder / "RULES.md"
        return path.read_text(encoding="utf-8")

    def option_facts(self) -> tuple[OptionFact, ...]:
        return tuple(
            OptionFact(name=f.name, default=f.default, **f.metadata)
            for f in dataclasses.fields(self.options)
        )

    def check_seats(self, seats: object) -> int:
        low, high = self.seats
        if not isinstance(seats, int) or isinstance(seats, bool) or not low <= seats <= high:
            raise BadOption(
                "{title} is for {low} to {high} seats, not {got!r}",
                title=self.title,
                low=low,
                high=high,
                got=seats,
            )
        return seats

    def read_options(self, given: Mapping[str, Any], *, remote: bool = False) -> Any:
        """Return the game's Options from what a person gave; refuse anything unknown.

        From a `remote` person a text stands for the content of a file, never for its path.
        """
        facts = {fact.name: fact for fact in self.option_facts()}
        for name in given:
            if name not in facts:
                raise BadOption(
                    "{title} has no option {name!r}; it has: {options}",
                    title=self.title,
                    name=name,
                    options=", ".join(facts) or "–",
                )
        return self.options(
            **{name: read_value(facts[name], v, remote) for name, v in given.items()}
        )


def game_of(package: str) -> Game:
    game: Game = importlib.import_module(package).GAME
    return game


def unpacked(game: Game, packed: bytes) -> "Position":
    return game.rules.STATE.unpack(packed)


WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def read_value(fact: OptionFact, value: Any, remote: bool = False) -> Any:
    if remote and fact.read_text and isinstance(value, str) and value not in fact.choices:
        return fact.read_text(value)
    if fact.read is not None:
        return fact.read(value)
    if isinstance(fact.default, bool):
        if isinstance(value, str) and value.lower() in WORDS:
            value = WORDS[value.lower()]
        if not isinstance(value, bool):
            raise BadOption("{name} is yes or no, not {got!r}", name=fact.name, got=value)
        return value
    if isinstance(value, str) and re.fullmatch("-?[0-9]{1,6}", value):
        value = int(value)
    low, high = fact.between or (-(2**15), 2**15 - 1)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadOption(
            "{name} is a whole number from {low} to {high}, not {got!r}",
            name=fact.name,
            low=low,
            high=high,
            got=value,
        )
    return value
