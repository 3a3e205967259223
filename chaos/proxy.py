"""
A way between two programs that can be cut, slowed and shut, in a process of its own.

Used twice: between the people and the web nodes, and between those and the database. Commands:
`cut` (every connection, at once), `slow SECONDS`, `shut`, `open`, `after WORD` and `before WORD`
(the next connection on which WORD is sent is cut once it has been passed on, or just before).
"""

import asyncio
import os
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Self


class Proxy:
    """Starts the process and hands it commands. An address is `tcp:PORT` or `unix:PATH`."""

    def __init__(self, door: str, *targets: str) -> None:
        self.words = [door, *targets]

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "chaos.proxy", *self.words]
        self.child = subprocess.Popen(
            command,
            cwd=Path(__file__).parents[1],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.child.stdout is not None
        self.port = int(self.child.stdout.readline())
        return self

    def __exit__(self, *_: object) -> None:
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.close()  # it ends with its orders
        self.child.wait()
        self.child.stdout.close()

    def tell(self, command: str) -> None:
        """Give an order."""
        assert self.child.stdin is not None
        self.child.stdin.write(f"{command}\n")
        self.child.stdin.flush()


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Passage:
    """The process itself."""

    def __init__(self, *targets: str) -> None:
        self.targets, self.turn = targets, count()
        self.open = True
        self.slow = 0.0
        self.when: tuple[str, bytes] | None = None
        self.writers: set[asyncio.StreamWriter] = set()

    async def connect(self) -> Ends:
        """Connect with the next target that answers. Raises OSError where none does."""
        first = next(self.turn)
        for n in range(len(self.targets)):
            with suppress(OSError):
                return await ends(self.targets[(first + n) % len(self.targets)])
        raise ConnectionRefusedError

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what comes, both ways, until one side ends."""
        there: asyncio.StreamWriter | None = None
        self.writers.add(writer)
        with suppress(OSError, asyncio.IncompleteReadError):
            if self.open:
                back, there = await self.connect()
                self.writers.add(there)
                ways = [self.copy(reader, there, out=True), self.copy(back, writer, out=False)]
                tasks = [asyncio.create_task(way) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        for each in filter(None, (writer, there)):
            self.writers.discard(each)
            each.close()

    async def copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, out: bool
    ) -> None:
        while data := await reader.read(65536):
            if self.slow:
                await asyncio.sleep(self.slow)
            cut = out and self.when is not None and self.when[1] in data
            if cut and self.when is not None:
                when, self.when = self.when[0], None
                if when == "before":
                    return
            writer.write(data)
            await writer.drain()
            if cut:
                return

    def order(self, words: list[str]) -> None:
        """Carry out a command."""
        match words:
            case ["cut"]:
                for writer in self.writers:
                    writer.transport.abort()
            case ["slow", seconds]:
                self.slow = float(seconds)
            case ["shut" | "open" as state]:
                self.open = state == "open"
            case ["after" | "before" as when, word]:
                self.when = (when, word.encode())


async def ends(address: str) -> Ends:
    """Connect with an address."""
    kind, _, where = address.partition(":")
    if kind == "unix":
        return await asyncio.open_unix_connection(where)
    return await asyncio.open_connection("127.0.0.1", int(where))


async def main(door: str, *targets: str) -> None:
    """Listen until standard input ends."""
    passage = Passage(*targets)
    kind, _, where = door.partition(":")
    if kind == "unix":
        Path(where).parent.mkdir(parents=True, exist_ok=True)
        Path(where).unlink(missing_ok=True)
        await asyncio.start_unix_server(passage.serve, where)
        print(0, flush=True)
    else:
        server = await asyncio.start_server(passage.serve, "127.0.0.1", int(where), backlog=512)
        print(server.sockets[0].getsockname()[1], flush=True)
    orders = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        passage.order(line.decode().split())
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
