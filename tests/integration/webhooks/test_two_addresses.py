"""A receiver with several addresses is reached by the first that answers, if none is private."""

import errno
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from casino.webhooks.services import sending
from casino.webhooks.services.keeping import BadAddress

V6, V4, PRIVATE = "2600:9000:2000::1", "34.117.59.81", "10.0.0.7"


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def asked(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Yield the addresses that are asked, on a machine without IPv6, by their order."""
    settings.DEBUG = True  # http is for this machine alone
    monkeypatch.setattr(sending, "may_connect", lambda _host, ip: ip != PRIVATE)
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    found: list[str] = []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        found.append(address[0])
        if ":" in address[0]:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        plain = socket.socket()
        plain.settimeout(timeout)
        plain.connect(("127.0.0.1", server.server_port))
        return plain

    monkeypatch.setattr(socket, "create_connection", connect)
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


def let_be_found(monkeypatch: pytest.MonkeyPatch, *ips: str) -> None:
    rows = [(0, socket.SOCK_STREAM, 6, "", (ip, 80)) for ip in ips]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: rows)


def test_a_receiver_is_reached_by_the_address_that_answers(asked: list[str], monkeypatch: Any):
    let_be_found(monkeypatch, V6, V4)
    assert sending._post("http://localhost/hook", b"{}", {}) == 204
    assert asked == [V6, V4]


def test_no_address_is_asked_where_one_is_private(asked: list[str], monkeypatch: Any):
    let_be_found(monkeypatch, V4, PRIVATE)
    with suppress(BadAddress):
        sending._post("http://localhost/hook", b"{}", {})
    assert asked == []
