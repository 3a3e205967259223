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
from collections.abc import Callable
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


class End(asyncio.Protocol):
    """One end of a way; what the other is slow to take waits in memory."""

    transport: asyncio.Transport

    def __init__(self, passage: "Passage", there: "End | None" = None) -> None:
        self.passage, self.there, self.calls = passage, there, there is None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.passage.ends.add(self)
        if self.calls:
            self.connecting = asyncio.ensure_future(self.passage.connect(self))

    def data_received(self, data: bytes) -> None:
        if self.passage.slow:
            self.transport.pause_reading()
            asyncio.get_running_loop().call_later(self.passage.slow, self.pass_on, data)
        else:
            self.pass_on(data)

    def pass_on(self, data: bytes) -> None:
        """Hand over what came, or cut the way there."""
        assert self.there is not None
        cut = self.passage.cut_at(data) if self.calls else ""
        if cut != "before":
            self.there.transport.write(data)
        if cut:
            self.transport.close()
        else:
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.passage.ends.discard(self)
        if self.there:
            self.there.transport.close()


class Passage:
    """The process itself."""

    def __init__(self, *targets: str) -> None:
        self.targets, self.turn = targets, count()
        self.open = True
        self.slow = 0.0
        self.when: tuple[str, bytes] | None = None
        self.ends: set[End] = set()

    async def connect(self, caller: End) -> None:
        """Connect a caller with the next target that answers, or hang up."""
        caller.transport.pause_reading()
        first = next(self.turn)
        for n in range(len(self.targets) if self.open else 0):
            with suppress(OSError):
                target = self.targets[(first + n) % len(self.targets)]
                caller.there = await reach(target, lambda: End(self, caller))
                if caller not in self.ends:  # it hung up meanwhile
                    caller.there.transport.close()
                caller.transport.resume_reading()
                return
        caller.transport.close()

    def cut_at(self, data: bytes) -> str:
        """Return whether a way is to be cut `before` or `after` what a caller sends, or ""."""
        if self.when is None or self.when[1] not in data:
            return ""
        when, self.when = self.when[0], None
        return when

    def order(self, words: list[str]) -> None:
        """Carry out a command."""
        match words:
            case ["cut"]:
                for end in self.ends:
                    end.transport.abort()
            case ["slow", seconds]:
                self.slow = float(seconds)
            case ["shut" | "open" as state]:
                self.open = state == "open"
            case ["after" | "before" as when, word]:
                self.when = (when, word.encode())


async def reach(address: str, end: Callable[[], End]) -> End:
    """Connect with an address. Raises OSError."""
    loop, (kind, _, where) = asyncio.get_running_loop(), address.partition(":")
    if kind == "unix":
        return (await loop.create_unix_connection(end, where))[1]
    return (await loop.create_connection(end, "127.0.0.1", int(where)))[1]


async def main(door: str, *targets: str) -> None:
    """Listen until standard input ends."""
    passage, loop = Passage(*targets), asyncio.get_running_loop()
    kind, _, where = door.partition(":")
    if kind == "unix":
        Path(where).parent.mkdir(parents=True, exist_ok=True)
        Path(where).unlink(missing_ok=True)
        await loop.create_unix_server(lambda: End(passage), where)
        print(0, flush=True)
    else:
        server = await loop.create_server(
            lambda: End(passage), "127.0.0.1", int(where), backlog=512
        )
        print(server.sockets[0].getsockname()[1], flush=True)
    orders = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while line := await orders.readline():
        passage.order(line.decode().split())
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
