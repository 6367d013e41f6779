"""One WebSocket per viewer: it is sent what the viewer may see, and takes what the viewer does."""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pasch.core.errors import BadOption, PaschError
from pasch.server.errors import Fault, TooMuch, TooOften
from pasch.server.http.responses import problem_of
from pasch.server.limits import LONGEST_MESSAGE, LONGEST_OUTBOX, Account, address_of
from pasch.server.metrics import REFUSED, timed
from pasch.table.metering import PAYER
from pasch.table.model.errors import Refused, UnknownTable
from pasch.table.table import Table, Viewer
from pasch.table.tables import Tables
from pasch.table.views.encoding import encode_message
from pasch.table.views.messages import Ack, Refusal

log = logging.getLogger(__name__)

PATIENCE = 100  # refused messages before the connection is closed
UNKNOWN, GIVEN_UP, SLOW, NOT_NOW = 4404, 4408, 4409, 4503  # why a connection was closed
LONGEST_REASON = 120  # bytes

Language = Literal["en", "de"]
Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
"""A whole number that every JSON reader keeps as it is."""
EntryNumber = Annotated[int, msgspec.Meta(ge=1, lt=1 << 31)]
"""The store has no larger ones."""


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """The envelope of everything a client sends."""

    t: str
    id: Number
    v: int = 0
    d: msgspec.Raw = msgspec.Raw(b"{}")


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """What a device was told last: the number of an entry, and the running hash after it."""

    n: EntryNumber
    hash: str


class Hello(msgspec.Struct, forbid_unknown_fields=True):
    token: str = ""
    language: Language = "en"
    kept: Kept | None = None


class Choose(msgspec.Struct, forbid_unknown_fields=True):
    action: int


class SeatBot(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    bot: str


class OneSeat(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


class Seal(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    seal: str


class Salt(msgspec.Struct, forbid_unknown_fields=True):
    salt: str


class Thing(msgspec.Struct, forbid_unknown_fields=True):
    at: str


class Things(msgspec.Struct, forbid_unknown_fields=True):
    at: Annotated[list[str], msgspec.Meta(max_length=3)]
    """A piece, the cell it lies in, the area of that."""


class MakeSign(msgspec.Struct, forbid_unknown_fields=True):
    sign: str = ""
    at: str = ""


class ShowChances(msgspec.Struct, forbid_unknown_fields=True):
    on: bool


class Connection:
    """One viewer at one table, from hello to the end of the connection."""

    def __init__(
        self,
        socket: WebSocket,
        table: Table,
        account: Account,
    ) -> None:
        """`account`: what the viewer's network has left of its budget."""
        self.socket = socket
        self.account = account
        self.table = table
        self.viewer: Viewer | None = None
        self.outbox: list[str] = []
        self.behind = 0
        """Bytes in the outbox, and in what is being written."""
        self.is_lost = False
        self.has_mail = asyncio.Event()
        self.refused = 0
        self.does: dict[str, tuple[type[Any], Callable[[int, Any], Awaitable[object]]]] = {
            "hello": (Hello, self.hello),
            "choose": (Choose, self.choose),
            "undo": (Nothing, lambda v, _: table.undo(self.token, v)),
            "seal": (Seal, lambda _, d: table.seal(self.token, d.seat, d.seal)),
            "salt": (Salt, lambda _, d: table.open_salt(self.token, d.salt)),
            "start": (Nothing, lambda *_: table.start(self.token)),
            "bot": (SeatBot, self.sit_bot),
            "open": (OneSeat, lambda _, d: table.stand(self.token, d.seat)),
            "leave": (Nothing, lambda *_: table.leave(self.token)),
            "stand_in": (OneSeat, lambda _, d: table.stand_in(self.token, d.seat)),
            "why": (Thing, self.why),
            "help": (Things, self.help),
            "sign": (MakeSign, self.sign),
            "hint": (Nothing, lambda v, _: table.hint(self.known, v)),
            "chances": (ShowChances, self.chances),
            "rematch": (Nothing, lambda *_: table.rematch(self.token)),
        }

    @property
    def known(self) -> Viewer:
        if self.viewer is None:
            raise Refused("phase", "expected hello as the first message")
        return self.viewer

    @property
    def token(self) -> str:
        return self.known.token

    @property
    def language(self) -> str:
        return self.viewer.language if self.viewer else "en"

    async def choose(self, version: int, said: Choose) -> None:
        await self.table.choose(self.token, version, said.action, self.language)

    async def why(self, _: int, said: Thing) -> None:
        why = self.table.why_not(self.known, said.at)
        if why.reason:
            self.send(encode_message(self.table.version, why))

    async def help(self, _: int, said: Things) -> None:
        self.send(encode_message(self.table.version, self.table.help(self.known, said.at)))

    async def sign(self, _: int, said: MakeSign) -> None:
        self.table.make_sign(self.known, said.sign, said.at)

    async def sit_bot(self, _: int, said: SeatBot) -> None:
        await self.table.sit_bot(self.token, said.seat, said.bot)

    async def hello(self, _: int, said: Hello) -> None:
        self.part()
        self.viewer = Viewer(said.token, said.language, self.send)
        await self.table.back(said.token)
        await self.table.join(self.viewer)
        if said.kept and not await self.table.keeps(said.kept.n, said.kept.hash):
            lost = Refused(
                "fork",
                "the server has lost or changed what it told this device before (entry {n})",
                n=said.kept.n,
            )
            self.refuse(0, lost)

    async def chances(self, _: int, said: ShowChances) -> None:
        self.table.follow_chances(self.known, said.on)

    def part(self) -> None:
        if self.viewer is not None:
            self.table.part(self.viewer)
            self.viewer = None

    def send(self, sent: str) -> None:
        """Put a message into the outbox, for the account of who made it necessary; a viewer too far
        behind has to connect again."""
        PAYER.get().spend(frames=1)
        if self.is_lost:
            return
        size = sys.getsizeof(sent)
        try:
            if self.behind > LONGEST_OUTBOX:
                raise TooOften("too far behind: connect again")
            self.account.hold(size)
        except TooOften as problem:
            self.lose(str(problem))
        else:
            self.behind += size
            self.outbox.append(sent)
            self.has_mail.set()

    def lose(self, reason: str) -> None:
        self.is_lost = True
        self.part()
        self.forget(self.outbox)
        self.outbox = []
        asyncio.ensure_future(self.close(SLOW, reason))  # noqa: RUF006

    def forget(self, messages: list[str]) -> None:
        """Hold these no longer: they are written, or never will be."""
        size = sum(map(sys.getsizeof, messages))
        self.behind -= size
        self.account.release(size)

    async def close(self, code: int, reason: str) -> None:
        if self.socket.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(code, reason)

    async def write(self) -> None:
        """Sends all that waits as one list, as fast as the viewer takes it."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.has_mail.wait()
                await asyncio.sleep(0)  # who has moved is acked by now
                self.has_mail.clear()
                waiting, self.outbox = self.outbox, []
                try:
                    await self.socket.send_text(f"[{','.join(waiting)}]")
                finally:
                    self.forget(waiting)

    async def listen(self) -> None:
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect" or self.is_lost:
                return
            raw = received.get("bytes") or (received.get("text") or "").encode()
            await self.take(raw)
            if self.refused > PATIENCE:
                await self.close(GIVEN_UP, "too many messages that can't be followed")
                return

    async def take(self, raw: bytes) -> None:
        """Does what one message asks for; the sender alone hears what was wrong with it."""
        number, kind = 0, ""
        try:
            await self.account.turn()
            self.account.expect()
            if len(raw) > LONGEST_MESSAGE:
                raise TooMuch(
                    "expected at most {most} bytes, got {n}", most=LONGEST_MESSAGE, n=len(raw)
                )
            asked = decode(raw, Asked, "a message {t, id, v, d}")
            number, kind = asked.id, asked.t
            if kind not in self.does:
                known = ", ".join(self.does)
                raise BadOption("expected one of {known}; got {t!r}", known=known, t=kind[:40])
            content, do = self.does[kind]
            with timed(kind):
                await do(asked.v, decode(asked.d, content, f"what {kind} needs"))
        except PaschError as error:
            self.refuse(number, error)
        except Exception:  # a fault of the server or of a game; the connection lives on
            log.exception("table %s: a message %r failed", self.table.id, kind)
            self.refuse(number, Fault())
        else:
            self.send(encode_message(self.table.version, Ack(number, self.table.hash)))

    def refuse(self, number: int, error: PaschError) -> None:
        self.refused += 1
        REFUSED.labels(error.code if isinstance(error, Refused) else "unreadable").inc()
        problem = problem_of(error, self.language)[1]
        refusal = Refusal(number, problem.reason, problem.clause, problem.code)
        self.send(encode_message(self.table.version, refusal))
        if self.viewer is not None and problem.code == "stale":
            self.table.show(self.viewer)


def decode(raw: bytes | msgspec.Raw, kind: type[Any], expected: str) -> Any:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadOption(f"expected {expected}: {problem}") from None


def in_brief(problem: PaschError) -> str:
    """What fits into the frame that closes a connection."""
    return str(problem).encode()[:LONGEST_REASON].decode("utf-8", "ignore")


async def live(socket: WebSocket) -> None:
    tables: Tables = socket.app.state.tables
    await socket.accept()
    try:
        table = await tables.find(socket.path_params["id"])
    except PaschError as problem:
        code = UNKNOWN if isinstance(problem, UnknownTable) else NOT_NOW
        with contextlib.suppress(WebSocketDisconnect):  # who has gone need not be told
            await socket.close(code, in_brief(problem))
        return
    with table.in_use():
        await serve(socket, table)


async def serve(socket: WebSocket, table: Table) -> None:
    """Connect a viewer with the table until the end of the connection."""
    account = socket.app.state.budgets.of(address_of(socket.scope))
    connection = Connection(socket, table, account)
    writer = asyncio.create_task(connection.write())
    try:
        await connection.listen()
    finally:
        connection.part()
        writer.cancel()
        connection.forget(connection.outbox)
