"""Commands once the game has begun: choose, enter a roll, take back, leave and come back."""

from dataclasses import dataclass
from typing import ClassVar

from pasch.core.errors import IllegalAction
from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match.match import Match
from pasch.core.words import LANGUAGES
from pasch.table.model.context import (
    NOTHING,
    Command,
    Context,
    Decision,
    FromServer,
    Holder,
    Language,
    SeenVersion,
)
from pasch.table.model.entries import (
    Back,
    Did,
    Ended,
    Entry,
    Late,
    Left,
    Paused,
    Rematched,
    Result,
    Resumed,
    Stood,
    Undid,
)
from pasch.table.model.errors import Refused, refuse_stale
from pasch.table.model.seating import OpenSalt, Seal, SeatBot, Stand, Start


@dataclass(frozen=True, slots=True)
class Choose:
    """Make a choice of the seat to move; with real dice, or enter an outcome by its place."""

    kind: ClassVar = "choose"
    holder: Holder
    version: SeenVersion
    action: int
    language: Language = "en"

    def decide(self, at: Context) -> Decision:
        match = at.match_seen(self.version)
        expect_no_pause(at)
        mine, action = at.mine(self.holder), self.action
        if at.may_roll(self.holder):
            action = outcome_at(at.state.outcomes, action)
        else:
            at.expect_turn(mine)
        try:
            happened = consequences(at, match, action)
        except IllegalAction:
            raise Refused("illegal", *match.refusal(action, self.language)) from None
        return happened.preceded_by(*returning(at, self.holder))


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back one's last choice, or what one typed from real dice."""

    kind: ClassVar = "undo"
    holder: Holder
    version: SeenVersion

    def decide(self, at: Context) -> Decision:
        match = at.match_seen(self.version)
        expect_no_pause(at)
        mine = at.mine(self.holder)
        if not at.may_undo(self.holder):
            raise Refused(
                "illegal", "only your own last choice, and only if nothing came to light by it"
            )
        before = match.at(len(match.events) - 1)
        undid = Undid()
        if before.player == CHANCE:
            mover = before.mover
            fell = {language: before.text(match.events[-1], language) for language in LANGUAGES}
            undid = Undid(mover if mover in mine else mine[0], fell)
        return Decision([*returning(at, self.holder), undid])


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave: before the start the seats are open again, afterwards a bot plays them."""

    kind: ClassVar = "leave"
    holder: Holder

    def decide(self, at: Context) -> Decision:
        state = at.state
        mine = at.mine(self.holder)
        if state.phase == "gathering":
            return Decision([Stood(seat) for seat in mine])
        if state.phase == "over":
            return NOTHING
        return Decision([Left(seat) for seat in mine if not state.seats[seat].away])


@dataclass(frozen=True, slots=True)
class Return:
    """Play again after having been away."""

    kind: ClassVar = ""
    holder: Holder

    def decide(self, at: Context) -> Decision:
        return NOTHING if at.state.ended else Decision(returning(at, self.holder))


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a bot play for somebody who is not connected."""

    kind: ClassVar = "stand_in"
    holder: Holder
    seat: int

    def decide(self, at: Context) -> Decision:
        at.mine(self.holder)
        sits = at.seat(self.seat)
        if at.state.phase != "playing":
            raise Refused("phase", "a bot stands in only while a game is played")
        if sits.kind != "person" or sits.away:
            raise Refused("seat", "a bot plays for {name} already", name=sits.name)
        if at.is_here(self.seat):
            raise Refused("seat", "{name} is here", name=sits.name)
        at.expect_gone(self.seat)
        return Decision([Left(self.seat)])


@dataclass(frozen=True, slots=True)
class Pause:
    """Pause the game for everybody at the table, or let it go on."""

    kind: ClassVar = "pause"
    holder: Holder
    on: bool = True

    def decide(self, at: Context) -> Decision:
        seat, *_ = at.mine(self.holder)
        if at.state.phase != "playing":
            raise Refused("phase", "there is no game to pause")
        if self.on == (at.state.paused is not None):
            return NOTHING
        return Decision([Paused(seat, at.now) if self.on else Resumed(seat, at.now)])


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play again with the same people, bots and settings."""

    kind: ClassVar = "rematch"
    holder: Holder
    table: FromServer[str] = ""
    """The new table; empty while it is to be created."""

    def decide(self, at: Context) -> Decision:
        at.mine(self.holder)
        if at.state.phase != "over":
            raise Refused("phase", "the game is not over")
        is_new = self.table and at.state.rematch is None
        return Decision([Rematched(self.table)]) if is_new else NOTHING


@dataclass(frozen=True, slots=True)
class Roll:
    """Let the dice of the table fall."""

    kind: ClassVar = ""

    def decide(self, at: Context) -> Decision:
        due = at.state.due_outcome
        if not at.state.is_running or due is None:
            refuse_stale()
        return consequences(at, at.state.playable, due)


@dataclass(frozen=True, slots=True)
class PlayBot:
    """Make the choice of a bot, if nothing changed meanwhile."""

    kind: ClassVar = ""
    seat: int
    changed: int
    """The `changed` of the state that the bot thought about."""
    action: int

    def decide(self, at: Context) -> Decision:
        expect_unchanged(at, self.seat, self.changed)
        if not at.state.seats[self.seat].is_played_by_bot:
            refuse_stale()
        return consequences(at, at.state.playable, self.action)


@dataclass(frozen=True, slots=True)
class RunOut:
    """End the time for a decision."""

    kind: ClassVar = ""
    seat: int
    changed: int
    action: int | None = None
    """What a bot would choose, if nobody else waits for the person."""

    def decide(self, at: Context) -> Decision:
        """Let a bot take over while other people wait, until the person is back.

        If only bots wait, make this one choice.
        """
        expect_unchanged(at, self.seat, self.changed)
        if self.action is None or at.state.is_awaited(self.seat):
            return Decision([Left(self.seat)])
        happened = consequences(at, at.state.playable, self.action)
        return happened.preceded_by(Late(self.seat))


COMMANDS: dict[str, type[Command]] = {
    command.kind: command
    for command in (
        *(Choose, TakeBack, Seal, OpenSalt, Start),
        *(SeatBot, Stand, Leave, StandIn, Rematch, Pause),
    )
}
"""The commands that clients send as messages, by the type of the message."""


def expect_no_pause(at: Context) -> None:
    """Refuse while the game is paused."""
    if at.state.paused is not None:
        raise Refused("phase", "the game is paused")


def returning(at: Context, holder: str) -> list[Entry]:
    """Return the entries by which a holder who does something is back."""
    return [Back(seat) for seat in at.away_seats(holder)]


def outcome_at(outcomes: list[int], place: int) -> int:
    if not 0 <= place < len(outcomes):
        raise Refused(
            "illegal",
            "expected what fell, from 0 to {last}, got {got}",
            last=len(outcomes) - 1,
            got=place,
        )
    return outcomes[place]


def consequences(at: Context, match: Match, a: int) -> Decision:
    """Return this event, the chance that follows it and the end of the game, if it is one."""
    after = match.copy()
    after.apply(a)
    while (due := after.due(at.state.dice)) is not None:
        after.apply(due)
    entries: list[Entry] = [Did(each) for each in after.events[len(match.events) :]]
    if after.player != OVER:
        return Decision([*entries, *at.next_deadline()], after)
    ended = Ended(after.returns(), at.now)
    result = result_of(at, after, ended) if at.state.settings.deal else None
    return Decision([*entries, ended], after, result)


def result_of(at: Context, match: Match, ended: Ended) -> Result:
    """Return how a table of a deal ended, to compare it with others of the same dice."""
    state = at.state
    ends = {language: match.scene(WATCHER, language).seats for language in LANGUAGES}
    kept = {
        "game": state.game.key,
        "options": state.settings.options,
        "names": state.names,
        "returns": ended.returns,
        "lines": {
            language: [f"{line.count} {line.text}".strip() for line in lines]
            for language, lines in ends.items()
        },
        "finished": ended.at,
    }
    return Result(state.settings.deal, ended.at, kept)


def expect_unchanged(at: Context, seat: int, changed: int) -> None:
    state = at.state
    if not state.is_running or state.changed != changed or state.mover != seat:
        refuse_stale()
