"""What viewers see of a match: the whole of it, or what an event changed.

It is computed once for all viewers who see the same.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.game.spec import Game
from pasch.core.match.journal import TakenBack
from pasch.core.match.match import Match, Mover
from pasch.core.view.scene import Choice, Piece, Scene, Told
from pasch.core.words import words
from pasch.table.model import Context, Refused
from pasch.table.views.delta import scene_changes
from pasch.table.views.messages import (
    ActionInfo,
    Delta,
    Snapshot,
    SnapshotKind,
    ViewerDelta,
    ViewerSeats,
)

LONGEST_KEY = 60  # characters of a key that are repeated in a refusal


class Perspective(NamedTuple):
    """The seats and the language of a viewer; viewers with the same perspective see the same."""

    seats: tuple[int, ...]
    language: str

    def seat_for(self, player: int) -> int:
        """Return the seat whose view is shown while this player moves.

        It is the only seat held, else the player's if it is held, else a watcher's.
        """
        if len(self.seats) == 1:
            return self.seats[0]
        return player if player in self.seats else WATCHER

    @property
    def story_seat(self) -> int:
        """The seat whose view the story is told from: the only seat held, else a watcher's."""
        return self.seats[0] if len(self.seats) == 1 else WATCHER

    def shared(self, game: Game) -> "Perspective":
        """Return the perspective that sees the same except for the choices.

        It is a watcher's, in a game that hides nothing.
        """
        return Perspective((), self.language) if game.view.open_information else self

    def choices(self, mover: Mover) -> tuple[Choice, ...]:
        return mover.choices if mover.player in self.seats else ()


class EventDelta(NamedTuple):
    """An event for all viewers with the same history.

    It says what changed, and who moved before and after it.
    """

    delta: Delta
    before: Mover
    after: Mover

    def seen_from(self, perspective: Perspective) -> ViewerDelta:
        had, has = perspective.choices(self.before), perspective.choices(self.after)
        return ViewerDelta(self.delta, None if has == had else has)


class ViewHistory:
    """What viewers with one perspective have seen so far of the scene and the story."""

    def __init__(self, perspective: Perspective, taken_back: Sequence[TakenBack] = ()) -> None:
        """`taken_back`: the table's own list, which grows with the match."""
        self.perspective = perspective
        self._taken_back = taken_back
        self._scene: Scene | None = None
        self._mover: Mover | None = None
        self._events: list[tuple[int, int]] = []
        """The events, each with the number of outcomes that were taken back just before it."""
        self._told: list[list[Told]] = []
        """The lines of the story, by event."""
        self._last: list[Told] = []
        """Lines about what was taken back after the last event."""

    def missing_events(self, match: Match) -> int:
        """Return how many events of the match are not in this history yet."""
        return len(match.events) - len(self._events)

    def catch_up(self, match: Match) -> None:
        """Forget the events that were taken back, and add the missing ones."""
        self._forget(match)
        for n in range(len(self._events), len(match.events)):
            self._add(match, n)

    def _forget(self, match: Match) -> int:
        """Forget the events that were taken back, and add lines about them.

        Return how many lines of the story became void; -1 if nothing was taken back.
        """
        before = Counter(each.at for each in self._taken_back)
        happened = [(a, before[n]) for n, a in enumerate(match.events[: len(self._events)])]
        if self._events == happened:
            return -1
        lines = len(self._last)
        while self._events != happened[: len(self._events)]:
            self._events.pop()
            lines += len(self._told.pop())
        self._last = self._taken_back_here(match)
        return lines

    def _add(self, match: Match, n: int) -> list[Told]:
        """Add event n; return the new lines of the story."""
        taken_back, known = self._taken_back_here(match), len(self._last)
        perspective = self.perspective
        told = match.story(perspective.story_seat, perspective.language, n)
        self._told.append([*taken_back, *told])
        self._events.append((match.events[n], len(taken_back)))
        self._last = []
        return [*taken_back[known:], *told]

    def _taken_back_here(self, match: Match) -> list[Told]:
        n, language = len(self._events), self.perspective.language
        return taken_back_lines(self._taken_back, n, match.names, language)

    def snapshot(
        self, match: Match, left: int | None = None, perspective: Perspective | None = None
    ) -> Snapshot:
        """Return the whole match, for a viewer who has seen nothing yet.

        The choices are those of this perspective.
        """
        self.catch_up(match)
        self._last = self._taken_back_here(match)
        self._scene, self._mover = self._look(match, len(match.events))
        choices = (perspective or self.perspective).choices(self._mover)
        told = [each for lines in (*self._told, self._last) for each in lines]
        return snapshot_of(match, replace(self._scene, choices=choices), told, left)

    def viewer_deltas(self, match: Match, left: int | None) -> list[ViewerDelta]:
        """Return the missing events as this perspective sees them."""
        found = self.event_deltas(match, left)
        return [each.seen_from(self.perspective) for each in found]

    def event_deltas(self, match: Match, left: int | None) -> list[EventDelta]:
        """Return what the missing events changed; what was taken back comes first.

        An event without a line in the story, such as one die of several, is shown with the next
        one.
        """
        deltas = []
        untold = self._forget(match)
        if untold >= 0:
            deltas.append(self._delta(match, len(self._events), self._last, left, untold))
        for n in range(len(self._events), len(match.events)):
            told = self._add(match, n)
            if told or n + 1 == len(match.events):
                deltas.append(self._delta(match, n + 1, told, left))
        return deltas

    def _delta(
        self,
        match: Match,
        n: int,
        told: list[Told],
        left: int | None,
        untold: int | None = None,
    ) -> EventDelta:
        scene, mover = self._scene, self._mover
        assert scene is not None
        assert mover is not None
        self._scene, self._mover = self._look(match, n)
        delta = delta_of(match, n, told, left, untold, scene_changes(scene, self._scene))
        return EventDelta(delta, mover, self._mover)

    def _look(self, match: Match, n: int) -> tuple[Scene, Mover]:
        seat = self.perspective.seat_for(match.player_at(n))
        return match.sight(seat, self.perspective.language, n)


def taken_back_lines(
    taken_back: Sequence[TakenBack], n: int, names: Sequence[str], language: str
) -> list[Told]:
    """Return a line for each outcome of real dice that was taken back after n events."""
    say = words(language)
    return [Told(each.told(names, say), seat=each.seat) for each in taken_back if each.at == n]


def delta_of(
    match: Match,
    n: int,
    told: list[Told],
    left: int | None,
    untold: int | None,
    changed: dict[str, Any],
) -> Delta:
    is_last = n == len(match.events)
    kind, seat = ("undo", None) if untold is not None else kind_of_event(match, n)
    return Delta(
        event=n,
        kind=kind,
        seat=seat,
        told=told,
        untold=untold,
        left=left if is_last else None,
        returns=match.returns() if is_last and match.player == OVER else None,
        **changed,
    )


def kind_of_event(match: Match, n: int) -> tuple[SnapshotKind, int | None]:
    """Return the kind of the nth event, and who chose."""
    mover = match.player_at(n - 1)
    return ("chance", None) if mover == CHANCE else ("choice", mover)


def snapshot_of(match: Match, scene: Scene, told: list[Told], left: int | None) -> Snapshot:
    over = match.player == OVER
    return Snapshot(
        event=len(match.events),
        kind="sync",
        seat=None,
        scene=scene,
        told=told,
        left=left,
        over=over,
        returns=match.returns() if over else None,
    )


def visible_keys(match: Match, seat: int, keys: Sequence[str]) -> list[str]:
    """Return those of these keys that name something this seat sees, or refuse if none does."""
    scene = match.scene(seat)
    here = {*scene.keys(), *(area.key for area in scene.areas)}
    known = [key for key in keys if key in here]
    if keys and not known:
        raise Refused(
            "illegal", "there is nothing called {key!r} on the table now", key=keys[0][:LONGEST_KEY]
        )
    return known


NO_SEATS = ViewerSeats([], undo=False, taps=[])


def viewer_seats(at: Context, holder: str, language: str) -> ViewerSeats:
    """Return what this holder alone may know and do."""
    mine = at.state.held_by(holder) if holder else []
    if not mine:
        return NO_SEATS
    taps = taps_of(at, language) if at.may_roll(holder) else []
    return ViewerSeats(mine, at.may_undo(holder), taps)


def taps_of(at: Context, language: str) -> list[Choice]:
    """Return the outcomes of real dice that may be entered, each numbered by its place."""
    match = at.state.playable
    before = match.scene(WATCHER, language)
    return [
        Choice(place, match.text(a, language), ghosts=fallen(before, match, a, language))
        for place, a in enumerate(at.state.outcomes)
    ]


def fallen(before: Scene, match: Match, outcome: int, language: str) -> tuple[Piece, ...]:
    """Return the die or card that this outcome puts on the table, if everybody sees its face."""
    after = match.copy()
    after.apply(outcome)
    lay = {piece.key: (piece.icon, piece.text, piece.pips) for piece in before.pieces}
    for piece in after.scene(WATCHER, language).pieces:
        if lay.get(piece.key) != (piece.icon, piece.text, piece.pips):
            return (piece,)
    return ()


def actions_of(at: Context, holder: str, language: str) -> list[ActionInfo]:
    """Return what this holder may do now, for a player that is a program."""
    if not at.state.is_running:
        return []
    match = at.state.playable
    if at.may_roll(holder):
        taps = zip(taps_of(at, language), at.state.outcomes, strict=True)
        return [ActionInfo(tap.action, tap.text, match.action(a)) for tap, a in taps]
    if match.player not in at.state.held_by(holder):
        return []
    choices = match.scene(match.player, language).choices
    return [ActionInfo(c.action, c.text, match.action(c.action, match.player)) for c in choices]
