"""Plays matches in a house while trouble strikes, and checks what is left of them."""

import asyncio
import itertools
import math
import signal
import statistics
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

from pasch.core.match.log import read
from pasch.core.match.verify import verify
from pasch.table.model import Entry, TableState
from pasch.table.storage.sql import SqlStore
from tests.faults.engines import ENGINES
from tests.faults.house import House
from tests.faults.ledger import Account, Ledger
from tests.faults.pictures import wrong
from tests.faults.players import ANSWER_S, Pause, Person, Pulse, Wrong, play_match
from tests.faults.troubles import UP_S, Trouble

SETTLED, GONE_ON_S = 0.7, 20.0  # this share of strikes waits up to 20 seconds for every table
TABLES = 6  # played at the same time
STUCK_S = 300.0  # seconds without an acknowledgement after which none is expected
TRACEBACK = "Traceback (most recent call last)"
NO_LIMITS = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
CHECKED = 4  # logs asked for at the same time


class Length(NamedTuple):
    """How often trouble strikes at most, and for how many seconds."""

    strikes: float = math.inf
    seconds: float = math.inf


Games = Mapping[str, Mapping[str, Any]]
"""The games that are played, each with its options."""


@dataclass
class Report:
    trouble: str
    engine: str
    processes: int
    strikes: int = 0
    matches: int = 0
    account: Account = field(default_factory=Account)
    stuck: int = 0
    wrong_dice: int = 0
    findings: list[str] = field(default_factory=list)
    """What the audits found."""
    early: int = 0
    """Entries that were shown before they were stored."""
    noticed: float | None = None
    """Seconds of play until an audit found something."""
    faults: list[str] = field(default_factory=list)
    """What nobody should see: tracebacks of a server, answers without sense, matches left."""
    pauses: list[Pause] = field(default_factory=list)
    """The time from a strike until a table went on, for each table."""

    @property
    def holds(self) -> bool:
        account = self.account
        broken = account.lost + account.doubled + account.misplaced + self.stuck + self.wrong_dice
        return account.moves > 0 and not broken and not self.findings + self.faults

    def line(self) -> str:
        account, pauses = self.account, self.pauses or [Pause(0, 1)]
        after_one = [pause.seconds for pause in pauses if pause.strikes == 1]
        return (
            f"| {self.engine} | {self.processes} | {self.trouble} | {self.strikes} "
            f"| {self.matches} | {account.moves:,} | {account.lost} | {account.doubled} "
            f"| {account.misplaced} | {self.early} | {self.stuck} "
            f"| {self.wrong_dice} | {len(self.faults)} "
            f"| {statistics.median(pause.seconds for pause in pauses):.1f} "
            f"| {max(after_one, default=0):.1f} | {max(pauses).seconds:.1f} |"
        )


COLUMNS = (
    *("store", "processes", "trouble", "times", "matches", "moves acknowledged", "lost", "doubled"),
    *("misplaced", "shown early", "stuck", "wrong dice", "faults", "on after s (median)"),
    *("longest after one", "longest"),
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}"


class Trial:
    def __init__(self, house: House, http: httpx2.AsyncClient, trouble: Trouble) -> None:
        self.house, self.http, self.trouble = house, http, trouble
        self.luck = house.draws("strikes")
        self.pulse = Pulse(house.tables)
        self.ledgers: list[Ledger] = []
        self.is_over = False

    async def run(self, report: Report, length: Length, games: Games) -> None:
        """Strike for this length or until Ctrl-C, and then let the matches come to their end.

        Once an audit has found something, nothing more is played.
        """
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.finish)
        begun = time.monotonic()
        playing = [asyncio.create_task(self.keep_playing(n, games)) for n in range(TABLES)]
        stuck: set[asyncio.Task[None]] = set(playing)
        try:
            await self.strike_on(report, length)
            self.finish()
            if not self.house.auditor.findings:
                stuck = await self.wait_for(playing)
                await self.house.audit(whole=True)
        except Exception as problem:  # for example a server that does not start any more
            report.faults.append(repr(problem))
        finally:
            for task in stuck:
                task.cancel()
            ends = await asyncio.gather(*playing, return_exceptions=True)
        report.faults += [repr(end) for end in ends if isinstance(end, Exception)]
        report.pauses = self.pulse.pauses
        report.matches = len(self.ledgers)
        auditor = self.house.auditor
        report.findings, report.early = auditor.findings, len(auditor.early)
        report.account.lost += len(auditor.lost)
        if report.findings:
            report.noticed = time.monotonic() - begun
        elif not report.faults:
            report.stuck = len(stuck)
            await self.audit(report)

    async def strike_on(self, report: Report, length: Length) -> None:
        await self.let_begin()
        over = time.monotonic() + length.seconds
        while not (self.is_over or self.house.auditor.findings):
            if report.strikes >= length.strikes or time.monotonic() > over:
                return
            await self.let_play()
            self.pulse.strike()
            await self.trouble.strike(self.house)
            report.strikes += self.trouble.size
            await self.house.audit()

    async def let_begin(self) -> None:
        """Wait until somebody has tried to move at every table."""
        with suppress(TimeoutError):
            async with asyncio.timeout(STUCK_S):
                while sum(bool(ledger.attempts) for ledger in self.ledgers) < TABLES:
                    await asyncio.sleep(0.01)

    async def let_play(self) -> None:
        """Let people play for a while, mostly until every table has gone on since the strike."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GONE_ON_S if self.luck.random() < SETTLED else 0):
                while self.pulse.struck:
                    await asyncio.sleep(0.01)
        await asyncio.sleep(self.luck.uniform(*UP_S))

    def finish(self) -> None:
        self.is_over = True

    async def wait_for(self, playing: "Iterable[asyncio.Task[None]]") -> "set[asyncio.Task[None]]":
        """Wait until all matches are over or nothing happens any more; return the others."""
        self.pulse.last = time.monotonic()
        pending = set(playing)
        while pending and time.monotonic() - self.pulse.last < STUCK_S:
            _, pending = await asyncio.wait(pending, timeout=1.0)
        return pending

    async def keep_playing(self, n: int, games: Games) -> None:
        luck = self.house.draws(f"games {n}")
        for game in itertools.cycle(luck.sample([*games], len(games))):
            if self.is_over:
                return
            settings = {"game": game, "options": games[game], **self.trouble.settings}
            await play_match(self.house, self.http, self.pulse, self.ledgers, settings)

    async def audit(self, report: Report) -> None:
        """Check every table, as the store has it and as a server shows it."""
        store = await SqlStore.open(self.house.engine.url)
        free = asyncio.Semaphore(CHECKED)

        async def check(ledger: Ledger) -> None:
            async with free:
                log = await self.log_of(ledger.table)
                # Read after the log, which is final: a match that is over does not go on.
                entries = (await store.read(ledger.table)).entries
                report.account += ledger.account(entries)
                for picture in wrong(ledger.pictures, entries):
                    seen = f"entry {picture.version}, shown to seat {picture.seat}"
                    report.faults.append(f"table {ledger.table}: {seen}, is another in the store")
                if log is None:
                    report.faults.append(f"table {ledger.table} is not over")
                else:
                    report.wrong_dice += not log_holds(log, entries)

        await asyncio.gather(*(check(ledger) for ledger in self.ledgers))
        await store.close()
        report.faults += self.house.faults
        report.faults += tracebacks(self.house.said)

    async def log_of(self, table: str) -> str | None:
        """Return the log of a table; None where the match is not over."""
        reader = Person("reader", self.house, self.http, self.pulse)
        answer = await reader.insist(lambda: self.http.get(f"{reader.base}/tables/{table}/log"))
        if answer.status_code == 200:
            return answer.text
        if answer.json()["error"]["code"] == "phase":
            return None
        raise Wrong(f"the log of {table}: {answer.status_code} {answer.text}")


def log_holds(log: str, entries: Sequence[Entry]) -> bool:
    """Return whether the log a player gets agrees with the store, and its dice with the seal."""
    told = read(log)
    kept = TableState.of(entries).events
    seed = told.end.seed if told.end else None
    return told.match.events == kept and verify(told.header, told.match, seed).ok


def tracebacks(said: Sequence[str]) -> list[str]:
    """Return what each of them came to: the first line that is not indented."""
    begun = [n for n, line in enumerate(said) if line.startswith(TRACEBACK)]
    ends = (itertools.dropwhile(lambda line: line.startswith(" "), said[n + 1 :]) for n in begun)
    return [next(end, TRACEBACK) for end in ends]


async def run_trial(
    trouble: Trouble,
    engine: str,
    processes: int,
    length: Length,
    games: Games,
    seed: int,
    planted: str = "",
) -> Report:
    with (
        tempfile.TemporaryDirectory(prefix="pasch-faults-", ignore_cleanup_errors=True) as name,
        ENGINES[engine](Path(name), trouble.forgets) as store,
    ):
        report = Report(trouble.name, store.name, processes)
        form = {"skewed": trouble.skewed, "wired": trouble.wired, "shared": trouble.shared}
        folder = Path(name)
        async with (
            House(store, processes, folder, seed, planted=planted, **form) as house,
            httpx2.AsyncClient(
                timeout=ANSWER_S, limits=httpx2.Limits(max_connections=None)
            ) as http,
        ):
            await Trial(house, http, trouble).run(report, length, games)
        return report
