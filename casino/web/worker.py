"""
gunicorn's threads, each of which is given a request only when all of it has arrived.

Forty clients that send a byte a second would each hold a thread of the stock worker, and nobody
else would sign in. Here they wait in the loop that accepts connections, and are cut in time.
"""

import errno
import io
import socket
import struct
import time
from functools import partial
from typing import Any

from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from casino.web.incoming import Incoming

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
REFUSED = "HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
REASONS = {
    408: "Request Timeout",
    413: "Content Too Large",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}
CHUNK_BYTES = 65_536


class Arrived(SocketUnreader):  # type: ignore[misc]
    """What the parser reads: bytes that are here, never the socket."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock)
        self.held = io.BytesIO()

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the next chunk; nothing where a client said less than it meant."""
        return self.held.read(max(size_hint or 0, self.mxchunk))

    def rest(self) -> bytes:
        """Return what came behind the request: the next one, or its beginning."""
        return bytes(self.take_buffered()) + self.held.read()


class Connection(TConn):  # type: ignore[misc]
    """A connection, with what has arrived of its next request."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.parser = RequestParser(self.cfg, self.sock, self.client)
        self.parser.unreader = Arrived(self.sock)
        self.initialized = self.data_ready = True
        self.incoming = Incoming()


class WholeRequests(ThreadWorker):  # type: ignore[misc]
    """
    Reads heads and bodies in the loop that accepts connections, and hands on what is whole.

    A head has ten seconds, a body thirty and what its size takes at 50 kB/s. Once there are as many
    connections as gunicorn takes, the one that has waited longest goes. An answer that nobody reads
    is given up after twenty seconds.
    """

    HEAD_SECONDS, BODY_SECONDS, BYTES_A_SECOND, ANSWER_SECONDS = 10, 30, 50_000, 20
    LINGER_SECONDS = 2
    # A small form is always taken; of larger ones no more at a time than this.
    SMALL_BYTES, MAX_WAITING_BYTES = CHUNK_BYTES, 200_000_000

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        # In the order in which they began to wait.
        self.waiting: dict[Connection, None] = {}
        self.waiting_bytes = 0

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Refuse what this worker does not speak: TLS ends at a proxy."""
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise ValueError("WholeRequests speaks no TLS: put a proxy in front of it.")

    def accept(self, listener: socket.socket) -> None:
        """Take a connection and wait for its request."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in {errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK}:
                raise
            return
        patience = struct.pack("ll", self.ANSWER_SECONDS, 0)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, patience)
        self.nr_conns += 1
        if self.nr_conns >= self.worker_connections and self.waiting:
            self.drop(next(iter(self.waiting)))
        self.wait(Connection(self.cfg, client, address, listener.getsockname()))

    def wait(self, conn: Connection, arrived: bytes = b"") -> None:
        """Wait for the rest of a request, or hand on what is whole already."""
        conn.incoming, conn.timeout = Incoming(), time.monotonic() + self.HEAD_SECONDS
        self.waiting[conn] = None
        conn.sock.settimeout(0)
        self.poller.register(conn.sock, 1, partial(self.on_bytes, conn))
        if arrived:
            self.take(conn, arrived)

    def on_bytes(self, conn: Connection, _: Any) -> None:
        """Take what has arrived."""
        if conn not in self.waiting:
            return  # it was cut in this very round
        try:
            arrived = conn.sock.recv(CHUNK_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            arrived = b""
        if arrived:
            self.take(conn, arrived)
        else:
            self.drop(conn)

    def take(self, conn: Connection, arrived: bytes) -> None:
        """Look what the bytes make of the request."""
        request, had_begun = conn.incoming, conn.incoming.begun
        request.feed(arrived)
        self.waiting_bytes += len(arrived)
        if request.too_large:
            self.drop(conn, request.too_large)
        elif request.whole:
            self.hand_on(conn)
        elif len(request.data) > self.SMALL_BYTES and self.waiting_bytes > self.MAX_WAITING_BYTES:
            self.drop(conn, 503)
        elif request.begun and not had_begun:
            seconds = self.BODY_SECONDS + request.length / self.BYTES_A_SECOND
            conn.timeout = time.monotonic() + seconds
            if request.expects:
                self.say(conn, CONTINUE)

    def hand_on(self, conn: Connection) -> None:
        """Give a whole request to a thread."""
        self.forget(conn)
        conn.parser.unreader.held = io.BytesIO(conn.incoming.data)
        conn.incoming = Incoming()
        self.enqueue_req(conn)

    def on_client_socket_readable(self, conn: Connection, client: Any) -> None:
        """Take the next request of a connection that was kept."""
        if conn in self.keepalived_conns:
            self.keepalived_conns.remove(conn)
            self.poller.unregister(client)
            self.wait(conn)

    def finish_request(self, conn: Connection, fs: Any) -> None:
        """Wait for the next request, of which some may have come with the last."""
        goes_on = not fs.cancelled() and not fs.exception() and fs.result()
        if rest := conn.parser.unreader.rest() if goes_on else b"":
            self.wait(conn, rest)
        else:
            super().finish_request(conn, fs)

    def murder_pending(self) -> None:
        """Cut who is too slow."""
        now = time.monotonic()
        for conn in [each for each in self.waiting if each.timeout <= now]:
            self.drop(conn, 408 if conn.incoming.data else 0)

    def _cap_keepalive(self, deadline: float) -> None:
        """Let who has sent only a part be quick, once the worker is to stop."""
        super()._cap_keepalive(deadline)
        for conn in self.waiting:
            idle = not conn.incoming.data
            conn.timeout = min(conn.timeout, time.monotonic() if idle else deadline)

    def drop(self, conn: Connection, status: int = 0) -> None:
        """Close a connection without its request."""
        self.forget(conn)
        self.nr_conns -= 1
        if status:
            self.say(conn, REFUSED.format(status, REASONS[status]).encode())
        conn.close()

    def forget(self, conn: Connection) -> None:
        del self.waiting[conn]
        self.waiting_bytes -= len(conn.incoming.data)
        self.poller.unregister(conn.sock)

    def say(self, conn: Connection, words: bytes) -> None:
        """Send a few bytes, if they go at once."""
        try:
            conn.sock.send(words)
        except OSError:
            self.log.debug("A client that was cut has gone.")
