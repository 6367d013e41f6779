"""The log of a match: JSON Lines, a header and then one line per event.

    {"pasch": 1, "game": "mmm", "rules": 1, "seats": 1, "start": 0, "options": {…}, …}
    {"n": 1, "do": {"die": "fish"}, "chance": 6, "turn": 0, "die": 0, "outcome": 1}
    {"n": 4, "do": {"place": "e2"}, "seat": 0}
    {"events": 153, "returns": [1.0], "seed": "…"}

It plays again without any random generator; the last line stands only in a finished log. An event
of chance carries its turn, its die and the number of its outcome, so that the dice can be checked
without knowing the rules.
"""

import errno
import os
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from pasch.core.errors import BrokenLog, IllegalAction, PaschError
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import load
from pasch.core.locks import lock
from pasch.core.match.match import Match

FORMAT = 1

DiceKind = Literal["sealed", "real"]


class Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    pasch: int
    game: str
    rules: int
    seats: int
    start: int
    options: dict[str, Any]
    names: list[str] = []
    players: list[str] = []
    """The player of each seat: "me" or a bot."""
    seed: str | None = None
    """Only in a log that is its owner's own file: with it the dice are no secret."""
    commitment: str | None = None
    salts: list[str] = []
    deal: str | None = None
    drawn: bool = False
    """Whether the dice chose the starting seat."""
    dice: DiceKind = "sealed"
    hidden: bool = False
    """What is drawn in secret follows from the sealed seed, though everything else follows from a
    deal's code or was rolled with real dice."""
    after: int | None = None
    """The match goes on from this event of another one, with its dice: they are not secret."""


class Event(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    n: int
    do: dict[str, Any]
    seat: int | None = None
    chance: int | None = None
    turn: int | None = None
    die: int | None = None
    outcome: int | None = None
    hidden: bool = False
    """Drawn in secret, where the header says that this follows from another seed."""


class End(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    events: int
    returns: list[float]
    seed: str | None = None
    """The opened envelope."""
    key: str = ""
    """Keys the running hash of the table."""
    journal: list[str] = []
    """All entries of the table in their order, those with secrets as digests: see journal.py."""


def to_line(struct: msgspec.Struct) -> str:
    return msgspec.json.encode(struct).decode() + "\n"


def header_of(
    match: Match,
    players: Sequence[str] = (),
    *,
    seed: str | None = None,
    commitment: str | None = None,
    salts: Sequence[str] = (),
    deal: str | None = None,
    drawn: bool = False,
    dice: DiceKind = "sealed",
    hidden: bool = False,
    after: int | None = None,
) -> Header:
    return Header(
        pasch=FORMAT,
        game=match.game.key,
        rules=match.game.version,
        seats=match.seats,
        start=match.start,
        options=match.options_as_json(),
        names=list(match.names),
        players=list(players),
        seed=seed,
        commitment=commitment,
        salts=list(salts),
        deal=deal,
        drawn=drawn,
        dice=dice,
        hidden=hidden,
        after=after,
    )


def next_event(match: Match, a: int, seat: int | None = None, hidden: bool = False) -> Event:
    """Return the line for `a`, which is about to happen: whole, or as one seat sees it.

    `hidden` is as the header says.
    """
    n, do = len(match.events) + 1, match.action(a, seat)
    if match.player != CHANCE:
        return Event(n, do, seat=match.player)
    outcome = a if seat is None else None
    chance, turn, die, is_hidden = match.chance, match.turn, match.die, hidden and match.is_secret
    return Event(n, do, None, chance, turn, die, outcome, is_hidden)


def unwritable(path: Path, problem: OSError) -> PaschError:
    return PaschError("{path} can't be written: {why}", path=path, why=problem.strerror)


def end_of(
    match: Match, seed: str | None = None, key: str = "", journal: Sequence[str] = ()
) -> End:
    return End(len(match.events), match.returns(), seed, key, list(journal))


def write(
    match: Match,
    seat: int | None = None,
    header: Header | None = None,
    seed: str | None = None,
    key: str = "",
    journal: Sequence[str] = (),
) -> str:
    """Return the log of a match: whole, or what one seat (or a watcher) may know of it.

    The last line, if there is one, reveals the seed and tells the journal of the table.
    """
    header = header or header_of(match)
    lines = [to_line(header)]
    again = match.at(0)
    for a in match.events:
        lines.append(to_line(next_event(again, a, seat, header.hidden)))
        again.apply(a)
    if match.player == OVER:
        lines.append(to_line(end_of(match, seed, key, journal)))
    return "".join(lines)


@dataclass(frozen=True)
class Read:
    """What a log holds."""

    header: Header
    match: Match
    end: End | None = None

    @property
    def seed(self) -> str | None:
        """The seed of the dice, where the log reveals it."""
        revealed = self.end.seed if self.end else None
        return self.header.seed if revealed is None else revealed


class Log:
    """A log on disk: what it holds, and the file to write its next events to."""

    def __init__(self, path: Path, held: Read, text: str) -> None:
        self.path = path
        self.held = held
        self.header = held.header
        self.match = held.match
        self._line_is_open = not text.endswith("\n")
        self._size = len(text.encode())
        self._file: int | None = None

    @classmethod
    def create(cls, path: Path, header: Header, match: Match) -> "Log":
        """Start a file; refuse to touch one that exists."""
        if path.exists():
            raise PaschError("{path} exists already; resume it, or name another file", path=path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "x", encoding="utf-8", opener=private) as file:
                file.write(to_line(header))
        except OSError as problem:
            raise unwritable(path, problem) from None
        log = cls(path, Read(header, match), to_line(header))
        log.hold()
        return log

    @classmethod
    def open(cls, path: Path) -> "Log":
        text = text_of(path)
        try:
            held = read(text)
        except BrokenLog as broken:
            raise PaschError(f"{path}, {broken}") from broken
        return cls(path, held, text)

    def hold(self) -> None:
        """Lock the file until this process ends.

        Raise PaschError if another process writes it, or has written it since it was read.
        """
        if self._file is not None:
            return
        try:
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        except OSError as problem:
            raise unwritable(self.path, problem) from None
        let_go = weakref.finalize(self, os.close, file)
        if not lock(file):
            let_go()
            raise PaschError("{path} is being played in another window", path=self.path)
        if os.fstat(file).st_size != self._size:
            let_go()
            raise PaschError("{path} has been played on meanwhile; resume it again", path=self.path)
        self._file, self._let_go = file, let_go

    @property
    def is_held(self) -> bool:
        """Return whether another process is playing this match now."""
        if self._file is not None:
            return False
        file = os.open(self.path, os.O_RDONLY)
        try:
            return not lock(file)
        finally:
            os.close(file)

    def close(self) -> None:
        """Unlock the file."""
        if self._file is not None:
            self._let_go()
            self._file = None

    def apply(self, a: int) -> None:
        """Write the event, then let it happen: what was seen is never lost."""
        is_possible = a in self.match.possible()
        event = next_event(self.match, a, None, self.header.hidden) if is_possible else None
        self.match.apply(a)
        assert event is not None
        try:
            self._append(event)
        except PaschError:
            self.match.undo()
            raise
        if self.match.player == OVER:
            self._append(end_of(self.match))

    def undo(self) -> None:
        """Take the last event back, here and in the file."""
        self.hold()
        assert self._file is not None
        lines = text_of(self.path).split("\n")[: len(self.match.events)]
        size = len("".join(f"{line}\n" for line in lines).encode())
        try:
            os.ftruncate(self._file, size)
        except OSError as problem:
            raise unwritable(self.path, problem) from None
        self._size, self._line_is_open = size, False
        self.match.undo()

    def _append(self, struct: msgspec.Struct) -> None:
        self.hold()
        assert self._file is not None
        line = ("\n" * self._line_is_open + to_line(struct)).encode()
        try:
            if not os.path.samestat(self.path.stat(), os.fstat(self._file)):
                raise OSError(errno.ENOENT, "another file is there")
            if os.write(self._file, line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as problem:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)  # nothing half
            raise unwritable(self.path, problem) from None
        self._size += len(line)
        self._line_is_open = False


def text_of(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise PaschError("{path} is not a log: it is not UTF-8 text", path=path) from None
    except OSError as problem:
        raise PaschError("{path} can't be read: {why}", path=path, why=problem.strerror) from None


@dataclass(frozen=True)
class Repaired:
    """A log that was cut before the first line that doesn't hold."""

    broken: BrokenLog
    kept: Path
    """The file that holds the whole log as it was."""


def repair(path: Path) -> Repaired | None:
    """Return the repaired log, None if it is sound; raise PaschError if it can't be repaired."""
    text = text_of(path)
    try:
        read(text)
    except BrokenLog as broken:
        if broken.line == 1:
            raise PaschError(f"{path}, {broken}") from broken
        good = "".join(f"{line}\n" for line in text.split("\n")[: broken.line - 1])
        kept = path.with_name(f"{path.name}.broken")
        try:
            with open(kept, "x", encoding="utf-8", opener=private) as file:
                file.write(text)
            new = path.with_name(f"{path.name}.part")
            with open(new, "w", encoding="utf-8", opener=private) as file:
                file.write(good)
            new.replace(path)
        except OSError as problem:
            raise unwritable(kept, problem) from None
        return Repaired(broken, kept)
    return None


def private(path: str, flags: int) -> int:
    """Open a file for its owner alone from the first byte: it holds the seed of the game."""
    return os.open(path, flags, 0o600)


def read(text: str) -> Read:
    """Return the match of a log; BrokenLog names the line that doesn't hold."""
    lines = text.removesuffix("\n").split("\n")
    if lines == [""]:
        raise BrokenLog(1, "expected a header, but the log is empty")
    header = read_line(1, lines[0], Header, "a header")
    match = begin(header)
    end = None
    for number, line in enumerate(lines[1:], start=2):
        if match.player == OVER:
            end = read_line(number, line, End, "the result of the finished game")
            if number < len(lines):
                raise BrokenLog(number + 1, "expected nothing after the result")
            due = end_of(match, end.seed, end.key, end.journal)
            if end != due:
                raise BrokenLog(number, f"expected {to_line(due).strip()}, got {line}")
        else:
            event = read_line(number, line, Event, f"event {number - 1}")
            follow(match, number, event, header.hidden)
    return Read(header, match, end)


def read_line(number: int, line: str, kind: type[Any], expected: str) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as problem:
        cut = line if len(line) <= 60 else line[:60] + "…"
        raise BrokenLog(number, f"expected {expected}, got {cut!r}: {problem}") from None


def begin(header: Header) -> Match:
    if header.pasch != FORMAT:
        raise BrokenLog(1, f"expected log format {FORMAT}, got {header.pasch}")
    try:
        game = load(header.game)
        if header.rules != game.version:
            raise BrokenLog(
                1, f"expected rules version {game.version} of {game.title}, got {header.rules}"
            )
        options = game.read_options(header.options)
        return Match(game, header.seats, header.start, options, header.names)
    except BrokenLog:
        raise
    except PaschError as problem:
        raise BrokenLog(1, str(problem)) from problem


def follow(match: Match, number: int, event: Event, hidden: bool) -> None:
    due = len(match.events) + 1
    if event.n != due:
        raise BrokenLog(number, f"expected event {due}, got event {event.n}")
    if match.player == CHANCE:
        if event.chance != match.chance:
            raise BrokenLog(
                number, f"expected chance with {match.chance} outcomes, got {line_owner(event)}"
            )
    elif event.seat != match.player:
        raise BrokenLog(
            number, f"expected a choice of seat {match.player}, got {line_owner(event)}"
        )
    try:
        a = match.number(event.do)
    except IllegalAction as illegal:
        raise BrokenLog(number, str(illegal)) from illegal
    check_chance(match, number, event, a, hidden)
    match.apply(a)


def check_chance(match: Match, number: int, event: Event, a: int, hidden: bool) -> None:
    """Check what an event says about its die; an older log says nothing."""
    due = next_event(match, a, None, hidden)
    if event.hidden != due.hidden:
        raise BrokenLog(number, f"expected hidden {due.hidden}, got hidden {event.hidden}")
    for name in ("turn", "die", "outcome"):
        said, expected = getattr(event, name), getattr(due, name)
        if said is not None and said != expected:
            raise BrokenLog(number, f"expected {name} {expected}, got {name} {said}")


def line_owner(event: Event) -> str:
    if event.chance is not None:
        return f"chance with {event.chance} outcomes"
    return f"a choice of seat {event.seat}"
