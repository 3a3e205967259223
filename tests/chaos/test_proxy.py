"""The way between two programs passes all on, and is cut where it was told to be."""

import socket
import socketserver
import threading
from collections.abc import Iterator

import pytest

from chaos.proxy import Proxy
from tests.waiting import until

PATIENCE_SECONDS = 60


class Echo(socketserver.BaseRequestHandler):
    """Says again what it hears, and keeps it."""

    heard: list[bytes] = []

    def handle(self) -> None:
        while data := self.request.recv(65536):
            self.heard.append(data)
            self.request.sendall(data)


@pytest.fixture
def way() -> Iterator[Proxy]:
    Echo.heard.clear()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever).start()
        with Proxy("tcp:0", f"tcp:{server.server_address[1]}") as proxy:
            yield proxy
        server.shutdown()


def said_and_heard(way: Proxy, *words: bytes) -> bytes:
    """Say words one after the other without waiting; return what comes back until it is cut."""
    whole, got = b"".join(words), b""
    with socket.create_connection(("127.0.0.1", way.port), timeout=PATIENCE_SECONDS) as link:
        try:
            for word in words:
                link.sendall(word)
            while len(got) < len(whole) and (more := link.recv(65536)):
                got += more
        except ConnectionError:
            pass
    return got


def test_who_speaks_before_the_target_is_reached_is_heard(way: Proxy):
    for number in range(50):
        word = str(number).encode() * 1000
        assert said_and_heard(way, word) == word


def test_a_slow_way_keeps_the_order(way: Proxy):
    way.tell("slow 0.01")
    words = [str(number).encode() * 70_000 for number in range(9)]
    assert said_and_heard(way, *words) == b"".join(words)


def test_a_way_is_cut_before_a_word_or_after_it(way: Proxy):
    assert said_and_heard(way, b"hello") == b"hello"
    way.tell("before COMMIT")
    while said_and_heard(way, b"COMMIT 1"):  # until it has read its order
        pass
    assert said_and_heard(way, b"COMMIT 2") == b"COMMIT 2"
    way.tell("after COMMIT")
    while said_and_heard(way, b"COMMIT 3"):
        Echo.heard.clear()
    until(lambda: b"COMMIT 3" in Echo.heard)  # nothing is said back of it
    assert b"COMMIT 1" not in Echo.heard


def test_a_shut_way_hangs_up_until_it_is_opened(way: Proxy):
    way.tell("shut")
    while said_and_heard(way, b"hello"):
        pass
    way.tell("open")
    while not said_and_heard(way, b"hello"):
        pass
