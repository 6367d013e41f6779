"""The connection of one viewer: it sends what the viewer may see, and obeys their messages."""

import asyncio
import contextlib
import logging
import sys
from dataclasses import fields
from typing import Annotated, Any, ClassVar, Literal, Protocol, cast, get_type_hints

import msgspec

from pasch.core.errors import BadOption, PaschError
from pasch.server.errors import UNREADABLE, CloseCode, ServerFault, TooMuch, TooOften, problem_of
from pasch.server.limits import LONGEST_MESSAGE, LONGEST_OUTBOX, Account
from pasch.server.metrics import REFUSED, timed
from pasch.table.metering import PAYER
from pasch.table.model import COMMANDS, Command, Refused, filled_in, holder_of
from pasch.table.table import Table
from pasch.table.viewers import Viewer
from pasch.table.views.encoding import encode_message
from pasch.table.views.messages import Ack, Refusal

log = logging.getLogger("pasch.server")

MOST_REFUSED = 100  # messages before the connection is closed

Language = Literal["en", "de"]
Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
"""A whole number that every JSON reader can represent."""
EntryNumber = Annotated[int, msgspec.Meta(ge=1, lt=1 << 31)]
"""A number that the store can hold."""


class Disconnected(Exception):
    """The viewer has gone."""


class Channel(Protocol):
    """Carries messages from and to one viewer."""

    async def receive(self) -> bytes | None:
        """Return the next message; None once the viewer has gone."""

    async def send(self, text: str) -> None:
        """Send a message, as fast as the viewer takes it; raise Disconnected if they have gone."""

    async def close(self, code: int, reason: str) -> None:
        """Close the channel, unless it is closed."""


class Connection:
    """One viewer at one table, from hello to the end of the connection."""

    def __init__(self, channel: Channel, table: Table, account: Account) -> None:
        """`account`: the budget of the viewer's network."""
        self.channel = channel
        self.account = account
        self.table = table
        self.viewer: Viewer | None = None
        self.outbox: list[str] = []
        self.behind = 0
        """Bytes in the outbox, and in the message that is being sent."""
        self.is_dropped = False
        self.has_messages = asyncio.Event()
        self.refused = 0

    def expect_viewer(self) -> Viewer:
        if self.viewer is None:
            raise Refused("phase", "expected hello as the first message")
        return self.viewer

    @property
    def language(self) -> str:
        return self.viewer.language if self.viewer else "en"

    async def meet(self, viewer: Viewer) -> None:
        """Connect a viewer with the table, in place of the one before."""
        self.part()
        self.viewer = viewer
        await self.table.back(viewer.token)
        await self.table.join(viewer)

    def part(self) -> None:
        if self.viewer is not None:
            self.table.part(self.viewer)
            self.viewer = None

    def send_message(self, content: Any) -> None:
        self.send(encode_message(self.table.version, content))

    def send(self, sent: str) -> None:
        """Put a message into the outbox, charged to the network that caused it.

        A viewer too far behind has to connect again.
        """
        PAYER.get().spend(frames=1)
        if self.is_dropped:
            return
        size = sys.getsizeof(sent)
        try:
            if self.behind > LONGEST_OUTBOX:
                raise TooOften("too far behind: connect again")
            self.account.hold(size)
        except TooOften as problem:
            self.drop(str(problem))
        else:
            self.behind += size
            self.outbox.append(sent)
            self.has_messages.set()

    def drop(self, reason: str) -> None:
        self.is_dropped = True
        self.part()
        self.release(self.outbox)
        self.outbox = []
        asyncio.ensure_future(self.channel.close(CloseCode.TOO_FAR_BEHIND, reason))  # noqa: RUF006

    def release(self, messages: list[str]) -> None:
        """Release the memory of messages that are sent, or never will be."""
        size = sum(map(sys.getsizeof, messages))
        self.behind -= size
        self.account.release(size)

    async def write(self) -> None:
        """Send all messages that wait as one list, as fast as the viewer takes them."""
        with contextlib.suppress(Disconnected):
            while True:
                await self.has_messages.wait()
                await asyncio.sleep(0)  # by now the outbox has the acknowledgement of a command
                self.has_messages.clear()
                waiting, self.outbox = self.outbox, []
                try:
                    await self.channel.send(f"[{','.join(waiting)}]")
                finally:
                    self.release(waiting)

    async def run(self) -> None:
        """Serve the viewer until the channel is closed."""
        writer = asyncio.create_task(self.write())
        try:
            await self.listen()
        finally:
            self.part()
            writer.cancel()
            self.release(self.outbox)

    async def listen(self) -> None:
        while (raw := await self.channel.receive()) is not None and not self.is_dropped:
            await self.handle(raw)
            if self.refused > MOST_REFUSED:
                reason = "too many messages that can't be followed"
                await self.channel.close(CloseCode.TOO_MANY_REFUSED, reason)
                return

    async def handle(self, raw: bytes) -> None:
        """Do what one message asks for; send an acknowledgement, or what was wrong with it."""
        number, kind = 0, ""
        try:
            await self.account.wait_turn()
            self.account.expect_budget()
            if len(raw) > LONGEST_MESSAGE:
                raise TooMuch(
                    "expected at most {most} bytes, got {n}", most=LONGEST_MESSAGE, n=len(raw)
                )
            asked = read_envelope(raw)
            number, kind = asked.id, asked.t
            if kind not in MESSAGES:
                known = ", ".join(MESSAGES)
                raise BadOption("expected one of {known}; got {t!r}", known=known, t=kind[:40])
            with timed(kind):
                await read_message(asked).do(self, asked.v)
        except PaschError as error:
            self.refuse(number, error)
        except Exception:  # a fault of the server or of a game; the connection goes on
            log.exception("table %s: a message %r failed", self.table.id, kind)
            self.refuse(number, ServerFault())
        else:
            self.send_message(Ack(number, self.table.hash))

    def refuse(self, number: int, error: PaschError) -> None:
        self.refused += 1
        REFUSED.labels(error.code if isinstance(error, Refused) else "unreadable").inc()
        problem = problem_of(error, self.language)[1]
        self.send_message(Refusal(number, problem.reason, problem.clause, problem.code))
        if self.viewer is not None and problem.code == "stale":
            self.table.viewers.resend(self.viewer)


class Envelope(msgspec.Struct, forbid_unknown_fields=True):
    """The envelope of everything a viewer sends: type, number, seen version, content."""

    t: str
    id: Number
    v: int = 0
    d: msgspec.Raw = msgspec.Raw(b"{}")


class Message(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a message from a viewer."""

    async def do(self, connection: Connection, version: int) -> None:
        """Do what the viewer asks for, who has seen this version of the table."""
        raise NotImplementedError


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """The last entry that a device has seen: its number, and the running hash after it."""

    n: EntryNumber
    hash: str


class Hello(Message):
    """Say who is there: the first message, and again after a change."""

    token: str = ""
    language: Language = "en"
    kept: Kept | None = None

    async def do(self, connection: Connection, _: int) -> None:
        await connection.meet(Viewer(self.token, self.language, connection.send))
        table, kept = connection.table, self.kept
        if kept and not await table.keeps(kept.n, kept.hash):
            lost = Refused(
                "fork",
                "the server has lost or changed what it told this device before (entry {n})",
                n=kept.n,
            )
            connection.refuse(0, lost)


class Why(Message):
    """Ask why a piece can't be used now."""

    at: str

    async def do(self, connection: Connection, _: int) -> None:
        why = connection.table.viewers.why_not(connection.expect_viewer(), self.at)
        if why.reason:
            connection.send_message(why)


class AskHelp(Message):
    """Ask what a piece is for."""

    at: Annotated[list[str], msgspec.Meta(max_length=3)]
    """A piece, its cell, and its area."""

    async def do(self, connection: Connection, _: int) -> None:
        connection.send_message(connection.table.viewers.help(connection.expect_viewer(), self.at))


class MakeSign(Message):
    """Show everybody an emoji, or point at a piece."""

    sign: str = ""
    at: str = ""

    async def do(self, connection: Connection, _: int) -> None:
        connection.table.viewers.make_sign(connection.expect_viewer(), self.sign, self.at)


class AskHint(Message):
    """Ask the coach what each choice is worth."""

    async def do(self, connection: Connection, version: int) -> None:
        await connection.table.hint(connection.expect_viewer(), version)


class ShowChances(Message):
    """Ask for everybody's chances from now on, or no more."""

    on: bool

    async def do(self, connection: Connection, _: int) -> None:
        connection.table.coach.follow(connection.expect_viewer(), self.on)


class CommandMessage(Message):
    """A command of the table's model; the subclass has the fields that the viewer sends."""

    command: ClassVar[type[Command]]

    async def do(self, connection: Connection, version: int) -> None:
        viewer = connection.expect_viewer()
        known = {
            "holder": holder_of(viewer.token),
            "version": version,
            "language": viewer.language,
        }
        sources = filled_in(self.command).items()
        filled = {name: known[source] for name, source in sources if source in known}
        await connection.table.act(self.command(**msgspec.structs.asdict(self), **filled))


def message_of(command: type[Command]) -> type[Message]:
    """Return the type of the message that carries a command, without what is filled in here."""
    hints, filled = get_type_hints(command), filled_in(command)
    names = [each.name for each in fields(cast(Any, command)) if each.name not in filled]
    sent = [(name, hints[name]) for name in names]
    given = {"command": command}
    message = msgspec.defstruct(command.__name__, sent, bases=(CommandMessage,), namespace=given)
    return cast(type[Message], message)


MESSAGES: dict[str, type[Message]] = {
    "hello": Hello,
    **{kind: message_of(command) for kind, command in COMMANDS.items()},
    "why": Why,
    "help": AskHelp,
    "sign": MakeSign,
    "hint": AskHint,
    "chances": ShowChances,
}
"""The messages that a viewer may send."""


def read_envelope(raw: bytes) -> Envelope:
    try:
        return msgspec.json.decode(raw, type=Envelope)
    except UNREADABLE as problem:
        raise BadOption(
            "expected a message {envelope}: {problem}", envelope="{t, id, v, d}", problem=problem
        ) from None


def read_message(asked: Envelope) -> Message:
    try:
        return msgspec.json.decode(asked.d, type=MESSAGES[asked.t])
    except UNREADABLE as problem:
        raise BadOption(
            "expected what {kind} needs: {problem}", kind=asked.t, problem=problem
        ) from None
