"""A guest on the Wi-Fi sends a byte now and then, on sixty connections at once."""

import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from script.children import PATIENCE_SECONDS
from tests.site import serving
from tests.world import PASSWORD, a_club

HEAD = b"GET /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = (
    b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nusername="
)
CHUNKS = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
ASKS = b"GET /api/v1/problems/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"


OPEN: list[socket.socket] = []


@pytest.fixture(autouse=True)
def all_closed() -> Iterator[None]:
    """Close what the test has opened."""
    yield
    while OPEN:
        OPEN.pop().close()


def connect(address: str) -> socket.socket:
    host, port = address.removeprefix("http://").split(":")
    OPEN.append(socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS))
    return OPEN[-1]


def until_closed(sent: socket.socket) -> bytes:
    """Return all that the server says before it closes."""
    said = b""
    try:
        while more := sent.recv(65_536):
            said += more
    except ConnectionResetError:
        pass
    return said


class Dripping(threading.Thread):
    """Sends a byte on each connection, again and again, until it is told to stop."""

    def __init__(self, connections: list[socket.socket]) -> None:
        super().__init__()
        self.connections, self.stopped = connections, threading.Event()

    def run(self) -> None:
        while not self.stopped.wait(0.1):
            for each in self.connections:
                try:
                    each.send(b"1")
                except OSError:
                    self.stopped.wait(0.01)


def sign_in(address: str) -> int:
    """Sign in as a browser does: fetch the form, then send it; return the status."""
    door = HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE_SECONDS)
    door.request("GET", "/sign-in/")
    form = door.getresponse()
    page = form.read().decode()
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    cookie = form.headers["Set-Cookie"].split(";")[0]
    given = {
        "username": "cashier@tallinn",
        "password": PASSWORD,
        "csrfmiddlewaretoken": token,
    }
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    door.request("POST", "/sign-in/", urlencode(given), headers)
    status = door.getresponse().status
    door.close()
    return status


def test_sixty_dripping_connections_keep_nobody_from_signing_in(live_site: str):
    a_club()
    connections = [connect(live_site) for _ in range(60)]
    for number, each in enumerate(connections):
        each.sendall((HEAD, BODY, CHUNKS)[number % 3])
    dripping = Dripping(connections)
    dripping.start()
    try:
        assert sign_in(live_site) == 302
    finally:
        dripping.stopped.set()
        dripping.join()


@pytest.fixture(scope="module")
def impatient(servers: Path, django_db_setup: None) -> Iterator[str]:
    """The address of a site that cuts within a second."""
    with serving(servers, "tests.served_wsgi", worker="tests.impatient.Impatient") as address:
        yield address


@pytest.mark.parametrize("begun", [HEAD, BODY, CHUNKS])
def test_who_stays_slow_is_cut(impatient: str, begun: bytes):
    slow = connect(impatient)
    slow.sendall(begun)
    assert until_closed(slow).startswith(b"HTTP/1.1 408 ")


def test_who_says_nothing_is_cut_without_a_word(impatient: str):
    assert until_closed(connect(impatient)) == b""


def test_the_longest_waiting_makes_room_where_there_are_too_many(impatient: str):
    crowd = [connect(impatient) for _ in range(60)]
    asked = connect(impatient)
    asked.sendall(ASKS + b"Connection: close\r\n\r\n")
    assert until_closed(asked).startswith(b"HTTP/1.1 200 ")
    for each in crowd:
        assert until_closed(each) == b""


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", 413),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n", 413),
        (b"GET / HTTP/1.1\r\nX: " + 70_000 * b"a", 431),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"not http at all\r\n\r\n", 400),
    ],
)
def test_what_is_too_large_or_nonsense_is_answered_at_once(
    impatient: str, sent: bytes, status: int
):
    asked = connect(impatient)
    asked.sendall(sent)
    assert until_closed(asked).split(b" ")[1] == str(status).encode()


def test_requests_one_behind_the_other_are_answered_in_order(impatient: str):
    several = connect(impatient)
    first = ASKS.replace(b"/problems/", b"/problems/STAFF-001/") + b"\r\n"
    last = ASKS + b"Connection: close\r\n\r\n"
    several.sendall(first + first + last[:20])
    several.sendall(last[20:])
    said = until_closed(several)
    assert said.count(b"HTTP/1.1 200 ") == 3
    assert said.index(b"STAFF-001") < said.rindex(b"HTTP/1.1 200 ")


def test_a_kept_connection_takes_a_second_request_and_a_body_in_chunks(impatient: str):
    door = HTTPConnection(impatient.removeprefix("http://"), timeout=PATIENCE_SECONDS)
    door.request("GET", "/api/v1/problems/")
    assert door.getresponse().read()
    kept = door.sock
    chunks = (b"username=", b"cashier")
    door.request("POST", "/sign-in/", iter(chunks), {"Host": "127.0.0.1"}, encode_chunked=True)
    answer = door.getresponse()
    assert (answer.status, bool(answer.read())) == (403, True)
    assert door.sock is kept
    door.close()


def test_who_asks_first_whether_to_send_the_body_is_told_so(impatient: str):
    asks = connect(impatient)
    asks.sendall(
        BODY.split(b"username")[0].replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")
    )
    assert asks.recv(100).startswith(b"HTTP/1.1 100 Continue\r\n\r\n")
