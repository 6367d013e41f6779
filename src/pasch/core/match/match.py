"""A match: a position with the list of events that led to it."""

import operator
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Self, SupportsIndex

from pasch.core.errors import BadOption, IllegalAction
from pasch.core.game.dice import Draws
from pasch.core.game.position import CHANCE, OVER, WATCHER, Position, Random
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.view.scene import Choice, Scene, Told
from pasch.core.view.view import View
from pasch.core.words import Words, words

LOOKS = 8
PREPARED = ("_rules", "_words", "_looks")
LATEST, EVERY = 8, 16  # positions that are kept: so many, and of those before them every 16th


class Look:
    """What was made of one position so far; everything here is read only."""

    __slots__ = ("known", "scenes", "whole")

    def __init__(self, whole: Position) -> None:
        self.whole = whole
        self.known: dict[int, Position] = {}
        """What each seat may know of the position."""
        self.scenes: dict[str, Scene] = {}
        """The scenes by language, where everybody sees the same."""


class Mover:
    """The seat to choose and its choices, which are listed once, when somebody asks."""

    __slots__ = ("_choices", "_list", "player")

    def __init__(self, player: int, listed: Callable[[], tuple[Choice, ...]]) -> None:
        self.player = player
        self._list = listed
        self._choices: tuple[Choice, ...] | None = None

    @property
    def choices(self) -> tuple[Choice, ...]:
        if self._choices is None:
            self._choices = self._list()
        return self._choices


class Match:
    """The boundary to the rules: it refuses what they don't allow and shows what a seat may see.

    >>> import pasch
    >>> match = pasch.new("mmm", seats=1)
    >>> match.player == pasch.CHANCE, match.chance
    (True, 6)
    >>> match.apply(0)
    >>> match.events
    [0]
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        start: int,
        options: Any,
        names: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        if type(start) is not int or not 0 <= start < seats:
            raise BadOption(
                "the starting seat is a number from 0 to {last}, not {got!r}",
                last=seats - 1,
                got=start,
            )
        self.start = start
        self.options = options
        if names and len(names) != seats:
            raise BadOption("expected {seats} names, got {n}", seats=seats, n=len(names))
        self.names = tuple(names) or tuple(f"Player {seat + 1}" for seat in range(seats))
        self.events: list[int] = []
        self._past: list[tuple[Position | None, int, int]] = []
        """Before each event: the position, where it is kept, `die`, and `player`."""
        self._prepare()
        self._state = self._rules.STATE.blank()
        self._rules.setup(self._state, seats, start, options)
        self.die = 0
        """How many events of chance this turn has seen."""

    def _prepare(self) -> None:
        """Set what is not part of a pickle: the rules, the words and the looks."""
        self._rules = self.game.rules
        self._words: dict[str, Words] = {}
        self._looks: dict[int, Look] = {}
        """What was made of the latest positions, by the number of events before them."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: kept for name, kept in self.__dict__.items() if name not in PREPARED}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._prepare()

    @property
    def player(self) -> int:
        """The seat to choose, or CHANCE, or OVER."""
        return self._rules.player(self._state)

    def player_at(self, n: int) -> int:
        """Return the seat to choose after n events, or CHANCE, or OVER."""
        return self._past[n][2] if n < len(self.events) else self.player

    @property
    def mover(self) -> int:
        """The seat whose turn it is, also while the dice are due; WATCHER if nobody's."""
        return self._rules.mover(self._state)

    @property
    def chance(self) -> int:
        """How many equally likely outcomes are due; 0 when a seat is to choose or all is over."""
        return self._rules.chance(self._state) if self.player == CHANCE else 0

    @property
    def turn(self) -> int:
        """The number of the turn, as the rules count; with `die` it names an event of chance."""
        return self._state.turn  # type: ignore[no-any-return]

    def legal(self) -> list[int]:
        """Return the action numbers open to the seat to choose, ascending."""
        if self.player < 0:
            return []
        out = [0] * self._rules.ACTIONS
        return out[: self._rules.legal(self._state, out)]

    def possible(self) -> list[int]:
        """Return what may happen next: the legal actions, or every outcome of chance."""
        return list(range(self.chance)) if self.player == CHANCE else self.legal()

    def apply(self, a: SupportsIndex) -> None:
        """Let the action or outcome happen, or raise IllegalAction, which says why it can't."""
        known = whole(a)
        if known is None:
            raise IllegalAction(a, *self.refusal(None))
        if not self._is_possible(known):
            raise IllegalAction(known, *self.refusal(known))
        self._happen(known)

    def _is_possible(self, a: int) -> bool:
        return 0 <= a < self.chance if self.player == CHANCE else a in self.legal()

    def refusal(self, a: int | None, language: str = "en") -> tuple[str, str]:
        """Return why this can't happen now, or what was expected instead; and the clause."""
        return self._whole(language).refusal(a)

    def why_not(self, key: str, seat: int, language: str = "en") -> tuple[str, str]:
        """Return why nothing can be done with this thing of the scene now, and the clause.

        Both are empty where nobody would expect it.
        """
        view = self.shown_to(seat, language)
        a = view.intended_action(key)
        return ("", "") if a is None or a in self.possible() else view.refusal(a)

    def help(self, keys: Sequence[str], seat: int, language: str = "en") -> str:
        """Return the help for the first of these things that has any."""
        view = self.shown_to(seat, language)
        return next((text for key in keys if (text := view.help_for(key))), "")

    @property
    def is_secret(self) -> bool:
        """Return whether chance decides now, and not everybody may see what is drawn."""
        return self.player == CHANCE and self._whole().is_secret

    def due(self, draws: Draws) -> int | None:
        """Return the outcome that these dice give now.

        None: no chance is due, or people roll their own dice.
        """
        dice = draws.secret if self.is_secret else draws.open
        if dice is None or self.player != CHANCE:
            return None
        return dice.roll(self.turn, self.die, self.chance)

    def _happen(self, a: int) -> None:
        """Apply the event to a copy: a position that was reached stays as it is."""
        before, player = self._state, self.player
        after = before.copy()
        self._rules.apply(after, a)
        self._past.append((before, self.die, player))
        self._state = after
        self.die = self.die + (player == CHANCE) if after.turn == before.turn else 0
        self.events.append(a)
        old = len(self._past) - LATEST
        if old > 0 and old % EVERY:
            self._past[old] = (None, *self._past[old][1:])

    def undo(self) -> int:
        """Take the last event back and return it."""
        if not self.events:
            raise IllegalAction("undo", "nothing has happened yet", "the log is empty")
        self._looks.clear()
        self._state = self._after(len(self.events) - 1)
        _, self.die, _ = self._past.pop()
        return self.events.pop()

    def copy(self) -> Self:
        """Return a match of its own from here on."""
        return self.at(len(self.events))

    def at(self, n: int) -> Self:
        """Return a match of its own, as it was after its first n events."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.events = self.events[:n]
        twin._past = self._past[:n]
        twin._looks = {}
        twin._state = self._after(n)
        if n < len(self.events):
            twin.die = self._past[n][1]
        return twin

    def looks_on_from(self, before: "Match") -> None:
        """Take over what was made of the match this one is a copy of."""
        self._looks = before._looks

    def returns(self) -> list[float]:
        """Return each seat's share of the victory, once the game is over."""
        if self.player != OVER:
            raise IllegalAction("returns", "the game is not over", "the log is unfinished")
        shares = [0.0] * self.seats
        self._rules.returns(self._state, shares)
        return shares

    def score(self) -> list[int]:
        """Return what a scorebook notes for each seat, once the game is over."""
        if self.player != OVER:
            raise IllegalAction("score", "the game is not over", "the log is unfinished")
        view = self._whole()
        return [view.score(seat) for seat in range(self.seats)]

    def view(self, seat: int) -> Position:
        """Return what this seat may know of the position (WATCHER: what everybody may)."""
        view = self._state.copy()
        self._rules.hide(view, seat)
        return view

    def _look(self, n: int) -> "Look":
        look = self._looks.get(n)
        if look is None:
            if len(self._looks) >= LOOKS:
                del self._looks[next(iter(self._looks))]
            look = self._looks[n] = Look(self._after(n))
        return look

    def shown_to(self, seat: int, language: str = "en", n: int | None = None) -> View:
        """Return the game as this seat saw it after n events, or sees it now."""
        seat = WATCHER if self.game.view.open_information else seat
        known = self._known(len(self.events) if n is None else n, seat)
        return self.game.view(known, seat, self.words(language), self.names)

    def _known(self, n: int, seat: int) -> Position:
        """Return what this seat knew after n events, to be read only."""
        look = self._look(n)
        if self.game.view.open_information:
            return look.whole
        known = look.known.get(seat)
        if known is None:
            known = look.known[seat] = look.whole.copy()
            self._rules.hide(known, seat)
        return known

    def _whole(self, language: str = "en") -> View:
        """Return the game with all of its position, as nobody at the table sees it."""
        return self.game.view(self._state, WATCHER, self.words(language), self.names)

    def _after(self, n: int) -> Position:
        """Return the position after n events, to be read only."""
        if n == len(self.events):
            return self._state
        known = n
        while (position := self._past[known][0]) is None:
            known -= 1
        if known < n:
            position = position.copy()
            for a in self.events[known:n]:
                self._rules.apply(position, a)
        return position

    @property
    def revealed(self) -> bool:
        """Return whether the last event let anybody see what they could not know before it."""
        return bool(self._rules.reveals(self._after(len(self.events) - 1), self._state))

    def guess(self, seat: int, rng: Random) -> Position:
        """Return a position this seat may think with: what is hidden is filled at random."""
        state = self.view(seat)
        self._rules.resample(state, seat, rng)
        return state

    def words(self, language: str = "en") -> Words:
        found = self._words.get(language)
        if found is None:
            found = self._words[language] = words(language, self.game.folder)
        return found

    def action(self, a: int, seat: int | None = None) -> dict[str, Any]:
        """Return a possible action or outcome as a JSON object: whole, or as one seat sees it."""
        view = self._whole() if seat is None else self.shown_to(seat)
        return view.record(a)

    def number(self, described: dict[str, Any]) -> int:
        """Return the possible action or outcome behind a JSON object."""
        view = self._whole()
        for a in self.possible():
            if view.record(a) == described:
                return a
        raise IllegalAction(described, *self.refusal(None))

    def text(self, a: int, language: str = "en") -> str:
        """Return a possible action or outcome in words; no two of one position share them."""
        return self._whole(language).text(a)

    def read(self, text: str, language: str = "en") -> int:
        """Return the possible action or outcome behind its words."""
        view = self._whole(language)
        for a in self.possible():
            if view.text(a).casefold() == text.strip().casefold():
                return a
        raise IllegalAction(text, *self.refusal(None))

    def scene(self, seat: int, language: str = "en", n: int | None = None) -> Scene:
        """Return what this seat sees, or saw after n events, built from its view alone."""
        n = len(self.events) if n is None else n
        scene, mover = self.sight(seat, language, n)
        return scene.offering(mover.choices) if mover.player == seat else scene

    def sight(self, seat: int, language: str, n: int) -> tuple[Scene, Mover]:
        """Return the scene after n events without choices, and whose turn it was.

        All who saw the same get the same object.
        """
        view, player = self.shown_to(seat, language, n), self.player_at(n)
        if not view.open_information:
            return view.scene(), Mover(player, view.choices if player == seat else tuple)
        made = self._look(n).scenes
        if language not in made:
            made[language] = view.scene()
        return made[language], Mover(player, view.choices)

    def story(self, seat: int, language: str = "en", n: int | None = None) -> list[Told]:
        """Return what this seat saw of event n, of the last if none is named."""
        n = len(self.events) - 1 if n is None else n
        a = self.events[n]
        if self.game.view(self._after(n), WATCHER, self.words(language), self.names).is_silent(a):
            return []
        before, after = (self.shown_to(seat, language, each) for each in (n, n + 1))
        return list(after.story(before, a))

    def options_as_json(self) -> dict[str, Any]:
        return asdict(self.options)

    def position(self) -> Position:
        """Return the whole position, for comparisons and reviews; never for the table."""
        return self._state.copy()


def whole(a: SupportsIndex) -> int | None:
    """Return an action of any whole number type, such as NumPy's, as an int.

    None for anything else, also for True and False.
    """
    if type(a) is int:
        return a
    try:
        return None if isinstance(a, bool) else int(operator.index(a))
    except TypeError:
        return None


def new(
    key: str,
    seats: int | None = None,
    start: int | None = None,
    names: Sequence[str] = (),
    **options: Any,
) -> Match:
    """Return a new match; the starting seat is drawn if nobody names one."""
    game = load(key)
    seats = game.check_seats(len(game.table) if seats is None else seats)
    start = secrets.randbelow(seats) if start is None else start
    return Match(game, seats, start, game.read_options(options), names)
