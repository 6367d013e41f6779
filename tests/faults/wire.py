"""A cable between players and a server, cut in the middle of what goes through it."""

import asyncio
import random

CHUNK = 1 << 16


class Wire:
    def __init__(self, to: int, luck: random.Random) -> None:
        self.to, self.luck = to, luck
        self.ends: set[asyncio.StreamWriter] = set()
        self.is_to_be_cut = False

    async def open(self) -> None:
        self.server = await asyncio.start_server(self.connect, "127.0.0.1", 0)
        self.link = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    def close(self) -> None:
        self.server.close()
        self.cut()

    def cut_in_passing(self) -> None:
        """Let only a part of what comes next get through."""
        self.is_to_be_cut = True

    def cut(self) -> None:
        for end in list(self.ends):
            end.transport.abort()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        self.ends |= {writer, back}
        await asyncio.gather(self.carry(reader, back), self.carry(there, writer))
        self.ends -= {writer, back}

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while chunk := await reader.read(CHUNK):
                if self.is_to_be_cut:
                    self.is_to_be_cut = False
                    writer.write(chunk[: self.luck.randrange(len(chunk))])
                    await writer.drain()
                    self.cut()
                    return
                writer.write(chunk)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
