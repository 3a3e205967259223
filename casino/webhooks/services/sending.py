"""
The messages go out: one at a time, at least once, signed, to the IP address that was checked.

A message is taken by moving its next try ahead, so a worker that dies loses nothing. It is sent by
the workers that close days, as it is due within seconds and an hour's work would be before it in
the other queue; so no receiver holds a worker for long, however little at a time it answers.
"""

import http.client
import json
import os
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from errno import ETIMEDOUT
from threading import Event, Timer

from django.db.models import Q

from casino.db import command
from casino.messages import msg
from casino.webhooks.models import Message
from casino.webhooks.rules import WAITS, signature, wait_after
from casino.webhooks.services.keeping import BadAddress, may_connect, secret_of, split_address

# To connect, and until the whole answer is there once connected.
TIMEOUT_SECONDS, ANSWER_SECONDS = 10, 20
MAX_AT_A_TIME, SPELL = 20, timedelta(seconds=10)
HEARD = range(200, 300)
LEASE = timedelta(minutes=5)
PORTS = {"https": 443, "http": 80}


class Pinned(http.client.HTTPConnection):
    """A connection to the first that answers of IP addresses that were checked, to no other."""

    def __init__(self, host: str, ips: list[str], port: int, *, secure: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT_SECONDS)
        self.ips, self.secure = ips, secure

    def connect(self) -> None:
        """Connect, and with https check the certificate of the host's name."""
        plain = self._first()
        plain.settimeout(TIMEOUT_SECONDS)
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(plain, server_hostname=self.host) if self.secure else plain

    def _first(self) -> socket.socket:
        each = TIMEOUT_SECONDS / len(self.ips)  # all of them together hold no worker for longer
        *others, last = self.ips
        for ip in others:
            with suppress(OSError):  # of a family that this machine or the receiver has not
                return socket.create_connection((ip, self.port), each)
        return socket.create_connection((last, self.port), each)


def send_due(clock: Callable[[], datetime]) -> list[int]:
    """Send messages whose time has come, the oldest first, for a spell; return their ids."""
    sent: list[int] = []
    began_at = clock()
    while message := take(clock()):
        status, remark = _send(message, clock())
        _record(message, status, remark, clock())
        sent.append(message.pk)
        if len(sent) == MAX_AT_A_TIME or clock() - began_at > SPELL:
            break
    return sent


def body_of(message: Message) -> bytes:
    """Return what is sent: the same bytes at every try."""
    body = {
        "id": message.message_id,
        "type": message.event,
        "timestamp": message.happened_at.isoformat(),
        "club": message.webhook.club.slug,
        "data": message.facts,
    }
    return json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


@command
def take(now: datetime) -> Message | None:
    """
    Take a message that is due, so that no other worker sends it meanwhile.

    One whose last try never ended, as its worker was killed, is given up.
    """
    # Beside what is due: what was taken by a clock that was ahead, and would wait until then.
    ours = Q(next_at__lte=now) | Q(tried_at__gt=now + LEASE)
    due = Message.objects.filter(ours, state=Message.State.WAITING)
    spent = due.filter(tries__gt=len(WAITS))
    spent.update(state=Message.State.GIVEN_UP, remark="The last try was broken off.")
    free = due.select_for_update(skip_locked=True, of=("self",))
    waiting = free.filter(webhook__ended_at=None)
    message = waiting.select_related("webhook__club").order_by("next_at", "id").first()
    if message:
        message.tries += 1
        message.tried_at = now
        message.next_at = now + LEASE
        message.save(update_fields=["tries", "tried_at", "next_at"])
    return message


def _send(message: Message, now: datetime) -> tuple[int | None, str]:
    """Return the status of the answer, None where there was none, and what went wrong."""
    body, timestamp = body_of(message), int(now.timestamp())
    signed = signature(
        secret_of(message.webhook), message_id=message.message_id, timestamp=timestamp, body=body
    )
    headers = {
        "content-type": "application/json",
        "user-agent": "casino-webhooks/1",
        "webhook-id": message.message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signed,
    }
    try:
        status = _post(message.webhook.address, body, headers)
    except BadAddress as refusal:
        return None, refusal.message
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        return None, (str(error) or type(error).__name__)[:200]
    return status, "" if status in HEARD else f"The answer was {status}."


def _post(address: str, body: bytes, headers: dict[str, str]) -> int:
    """Post a body and return the status; no redirection is followed."""
    parts = split_address(address)
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    found = list(dict.fromkeys(str(row[4][0]) for row in rows))
    if not all(may_connect(host, ip) for ip in found):
        raise BadAddress(msg("This address is in a private network."))
    connection = Pinned(host, found, port, secure=parts.scheme == "https")
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.connect()
        with _in_time(connection.sock):
            connection.request("POST", path, body=body, headers=headers)
            return connection.getresponse().status
    finally:
        connection.close()


@contextmanager
def _in_time(connected: socket.socket) -> Iterator[None]:
    """Shut a connection whose answer takes too long as a whole. Raises TimeoutError."""
    late = Event()

    def shut() -> None:
        late.set()
        with suppress(OSError):  # closed just now
            socket.socket.shutdown(connected, socket.SHUT_RDWR)  # below TLS, which others read

    timer = Timer(ANSWER_SECONDS, shut)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if late.is_set():
            raise TimeoutError(ETIMEDOUT, os.strerror(ETIMEDOUT))


def _record(message: Message, status: int | None, remark: str, now: datetime) -> None:
    """Keep how a try ended; one that a second worker took over meanwhile is left to it."""
    wait = wait_after(message.tries)
    if not remark:
        state = Message.State.DELIVERED
    else:
        state = Message.State.WAITING if wait else Message.State.GIVEN_UP
    Message.objects.filter(id=message.pk, tries=message.tries, state=Message.State.WAITING).update(
        state=state, status=status, remark=remark, next_at=now + (wait or LEASE)
    )
