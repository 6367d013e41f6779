"""The connection of a viewer over a channel of lists: nothing of Starlette is needed."""

import asyncio
import json
from typing import Any

from pasch.server.connection import MESSAGES, Connection, Disconnected
from pasch.server.errors import CloseCode
from pasch.server.limits import UNLIMITED, Account
from pasch.table.model import COMMANDS, Settings, filled_in
from pasch.table.tables import Tables
from tests.table.memory import MemoryStore


class ListChannel:
    """A viewer who sends these messages, each after the answer to the one before, and goes."""

    def __init__(self, *messages: str) -> None:
        self.messages = list(messages)
        self.sent: list[Any] = []
        self.is_answered = asyncio.Event()
        self.is_answered.set()
        self.closed: tuple[int, str] | None = None

    async def receive(self) -> bytes | None:
        await self.is_answered.wait()
        self.is_answered.clear()
        return self.messages.pop(0).encode() if self.messages and not self.closed else None

    async def send(self, text: str) -> None:
        if self.closed:
            raise Disconnected
        received = json.loads(text)
        self.sent += received
        if any(message["t"] in ("ack", "refused") for message in received):
            self.is_answered.set()

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason


async def connect(*messages: str) -> ListChannel:
    tables, channel = Tables(MemoryStore()), ListChannel(*messages)
    table = await tables.create_table(Settings("mmm", 1))
    await Connection(channel, table, Account("", UNLIMITED)).run()
    await tables.close()
    return channel


def test_a_viewer_is_shown_the_table_and_every_message_is_answered() -> None:
    hello, nonsense = '{"t": "hello", "id": 1}', '{"t": "nonsense", "id": 2}'
    sent = asyncio.run(connect(hello, nonsense)).sent
    assert [message["t"] for message in sent] == ["table", "ack", "refused"]
    assert [message["d"]["id"] for message in sent[1:]] == [1, 2]


def test_whoever_sends_only_what_cannot_be_read_is_disconnected() -> None:
    channel = asyncio.run(connect(*["nonsense"] * 200))
    assert channel.closed == (
        CloseCode.TOO_MANY_REFUSED,
        "too many messages that can't be followed",
    )


def test_every_command_of_clients_is_a_message_without_what_the_server_fills_in() -> None:
    for kind, command in COMMANDS.items():
        fields = set(MESSAGES[kind].__struct_fields__)
        assert fields.isdisjoint(filled_in(command)), kind
        assert fields | set(filled_in(command)) == set(command.__slots__), kind  # type: ignore[attr-defined]
