"""Addresses that are told what happened: by a real server that fails first, until it has heard."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import count
from socket import create_server, socket
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest

from casino.closing.services.days import close_due_days, close_floor
from casino.db import command
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from casino.webhooks.models import Event, Message, Webhook
from casino.webhooks.rules import signature
from casino.webhooks.schema import DATA
from casino.webhooks.services import sending
from casino.webhooks.services.keeping import Ended, add_webhook, end_webhook, secret_of, try_again
from casino.webhooks.services.sending import send_due, take
from casino.webhooks.services.telling import announce
from tests.claiming import awarded, claimed, fed, six_seated
from tests.refusing import refused
from tests.tournaments import a_tournament, enter, signed
from tests.world import EVENING, World, a_club
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration, start

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)
SEVEN = "07:01"


class Receiver(BaseHTTPRequestHandler):
    """A program that hears; it answers with the next of its answers."""

    heard: list[tuple[dict[str, str], bytes]]
    answers: list[int]

    def do_POST(self) -> None:
        """Keep what came."""
        body = self.rfile.read(int(self.headers["content-length"]))
        self.heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.answers.pop(0) if self.answers else 204)
        self.send_header("location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def receiver(settings: Any) -> Iterator[tuple[str, type[Receiver]]]:
    """Run a receiver on this machine; yield its address and itself."""
    settings.DEBUG = True  # what lets an address of this machine be told
    handler = type("One", (Receiver,), {"heard": [], "answers": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook?club=1", handler
    server.shutdown()
    thread.join()
    server.server_close()


def add(world: World, address: str, *events: str) -> Webhook:
    stamp = world.stamp("10:00", role=Role.MANAGER)
    return add_webhook(stamp, address=address, events=events or Event.values)


def closed(world: World) -> datetime:
    """Close the evening; return when."""
    world.fund()
    now = world.at(SEVEN, day=NEXT)
    close_due_days(now)
    return now


def send(at: datetime) -> list[int]:
    return send_due(lambda: at)


def test_a_receiver_that_fails_first_hears_the_same_message_later(receiver):
    address, program = receiver
    program.answers += [500, 302, 200]
    world = a_club()
    hook = add(world, address)
    now = closed(world)
    message = Message.objects.get()

    assert send(now) == [message.pk]
    assert send(now + timedelta(seconds=4)) == []
    assert send(now + timedelta(seconds=5)) == [message.pk]
    assert send(now + timedelta(minutes=4)) == []
    message.refresh_from_db()
    assert (message.state, message.tries, message.status) == ("waiting", 2, 302)
    assert send(now + timedelta(minutes=6)) == [message.pk]

    message.refresh_from_db()
    assert (message.state, message.tries, message.status, message.remark) == (
        "delivered",
        3,
        200,
        "",
    )
    assert send(now + timedelta(days=9)) == []
    assert len({body for _, body in program.heard}) == 1
    assert {headers["webhook-id"] for headers, _ in program.heard} == {message.message_id}
    assert json.loads(program.heard[0][1]) == {
        "id": message.message_id,
        "type": "day.closed",
        "timestamp": "2026-02-28T05:00:00+00:00",
        "club": "tallinn",
        "data": {"day": "2026-02-27", "levels": []},
    }
    for headers, body in program.heard:
        assert headers["webhook-signature"] == signature(
            secret_of(hook),
            message_id=message.message_id,
            timestamp=int(headers["webhook-timestamp"]),
            body=body,
        )


def test_a_message_that_nobody_hears_is_given_up_after_days_and_can_be_tried_again(receiver):
    address, program = receiver
    program.answers += [500] * 10
    world = a_club()
    add(world, address)
    now = closed(world)

    tries = [send(now + timedelta(days=n)) for n in range(12)]

    message = Message.objects.get()
    assert (message.state, message.tries, sum(map(len, tries))) == ("given_up", 10, 10)
    stamp = club_stamp(world.club, at=now, actor_id=world.staff[Role.MANAGER].pk)
    try_again(stamp, message_id=message.pk)
    try_again(stamp, message_id=message.pk)
    assert send(now) == [message.pk]
    message.refresh_from_db()
    assert message.state == "delivered"


def test_a_message_that_a_worker_took_is_not_taken_by_another(receiver):
    address, _ = receiver
    world = a_club()
    add(world, address)
    now = closed(world)

    assert take(now)
    assert take(now) is None
    assert take(now + timedelta(minutes=6))


def test_a_message_whose_every_try_was_broken_off_is_given_up():
    world = a_club()
    add(world, "https://example.com/hook")
    now = closed(world)

    taken = [take(now + timedelta(minutes=6 * n)) for n in range(12)]  # each worker is killed

    message = Message.objects.get()
    assert [bool(each) for each in taken] == [True] * 10 + [False] * 2
    assert (message.state, message.tries) == ("given_up", 10)
    assert message.remark == "The last try was broken off."


def test_an_answer_that_comes_bit_by_bit_is_not_waited_for_to_its_end(
    settings: Any, monkeypatch: pytest.MonkeyPatch
):
    """Each bit comes before the next would be too late; the answer as a whole has no end."""
    settings.DEBUG = True
    monkeypatch.setattr(sending, "ANSWER_SECONDS", 0.2)
    given_up = Signal()

    def drip(server: socket) -> None:
        connected, _ = server.accept()
        with connected, suppress(OSError):
            connected.recv(65_536)
            connected.sendall(b"HTTP/1.1 200 OK\r\nlong: ")
            while not given_up.wait(0.01):
                connected.sendall(b"x")

    with create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=drip, args=[server])
        thread.start()
        world = a_club()
        add(world, f"http://127.0.0.1:{server.getsockname()[1]}/")
        send(closed(world))
        given_up.set()
        thread.join()
    message = Message.objects.get()
    assert (message.state, message.status) == ("waiting", None)
    assert "timed out" in message.remark


def test_a_worker_that_waited_for_an_answer_leaves_the_other_messages_to_the_next(receiver):
    world = a_club()
    hooks = [add(world, receiver[0]), add(world, receiver[0])]
    now = closed(world)
    times = (now + timedelta(seconds=20 * n) for n in count())

    assert [len(sending.send_due(lambda: next(times))) for _ in hooks] == [1, 1]


def test_only_what_an_address_asked_for_is_told_and_an_early_close_is_no_end_of_a_day(receiver):
    world = a_club()
    add(world, receiver[0], "jackpot.hit")
    days = add(world, receiver[0], "day.closed")
    world.fund()
    close_floor(world.stamp("03:00", role=Role.SUPERVISOR))
    assert not Message.objects.exists()

    close_due_days(world.at(SEVEN, day=NEXT))

    assert [each.webhook for each in Message.objects.all()] == [days]


def test_what_was_undone_is_told_to_nobody():
    world = a_club()
    add(world, "https://example.com/hook")

    with pytest.raises(RuntimeError):
        told_and_undone(world)

    assert not Message.objects.exists()


@command
def told_and_undone(world: World) -> None:
    """Tell that a day is closed, and fail."""
    stamp = world.stamp()
    told = ledger.act(stamp, "test.tell").on(stamp)
    announce(told, Event.DAY_CLOSED, day="2026-02-27")
    raise RuntimeError


def test_a_jackpot_that_is_hit_is_told_without_names():
    world = a_club()
    fed(world)
    add(world, "https://example.com/hook", "jackpot.hit")

    claim = awarded(world, claimed(world, six_seated(world)))

    (message,) = Message.objects.all()
    cents = claim.award.total_cents
    assert message.facts == {
        "jackpot": "Bad beat",
        "claim": claim.pk,
        "award": claim.award.pk,
        "day": "2026-02-27",
        "cents": cents,
    }
    assert set(message.facts) == set(DATA[message.event])


def test_a_tournament_is_told_when_its_last_cent_is_awarded():
    world = a_club()
    shift = world.open_shift()
    add(world, "https://example.com/hook", "tournament.finished")
    friday = a_tournament(world)
    _, loser = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    director = {"role": Role.DIRECTOR}
    of = {"tournament_id": friday.pk}
    start(world.stamp("21:00", **director), **of)
    close_registration(world.stamp("21:50", **director), **of)
    pool = fix_pool.ask(world.stamp("21:51", **director), **of)
    signed(world, pool, role=Role.SUPERVISOR, clock="21:52")
    out = Out(entry_id=loser.pk, stack=500)
    knock_out(world.stamp("22:00", **director), outs=[out], **of)
    prizes = award_prizes.ask(world.stamp("23:00", **director), **of)
    assert not Message.objects.exists()

    signed(world, prizes, clock="23:01")

    (message,) = Message.objects.all()
    assert message.facts == {"tournament": friday.pk, "name": "Friday", "day": "2026-02-27"}


def test_an_address_that_is_switched_off_hears_nothing_more(receiver):
    address, program = receiver
    world = a_club()
    hook = add(world, address)
    now = closed(world)

    end_webhook(world.stamp("11:00", role=Role.MANAGER), webhook_id=hook.pk)

    assert send(now) == []
    assert program.heard == []
    assert Message.objects.get().state == "given_up"
    stamp = world.stamp("11:05", role=Role.MANAGER)
    refused(Ended, try_again, stamp, message_id=Message.objects.get().pk)


def test_another_clubs_address_is_not_there():
    tallinn, riga = a_club(), a_club("riga")
    hook = add(tallinn, "https://example.com/hook")

    stamp = riga.stamp(role=Role.MANAGER)
    refused(NotFound, end_webhook, stamp, webhook_id=hook.pk)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/hook",
        "http://127.0.0.1/hook",
        "https://10.0.0.1/hook",
        "https://[::1]/hook",
        "https://[::ffff:192.168.0.1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://user:secret@example.com/",
        "https://example.com/#part",
        "https://example.com:99999/",
        "https://",
        "ftp://example.com/",
        "file:///etc/passwd",
        "https://exa\nmple.com/",
        "https://éxample.com/",
        "https://[",
        "https://example.com/" + "x" * 500,
    ],
)
def test_an_address_that_leads_inside_or_nowhere_is_refused(address: str):
    refused(BadInput, add, a_club(), address)


@pytest.mark.parametrize("events", [(), ("player.named",)])
def test_what_nobody_tells_cannot_be_asked_for(events: tuple[str, ...]):
    stamp = a_club().stamp(role=Role.MANAGER)
    refused(BadInput, add_webhook, stamp, address="https://example.com/", events=events)


def test_a_name_that_leads_inside_is_found_out_when_it_is_sent():
    world = a_club()
    add(world, "https://localhost/hook")
    now = closed(world)

    send(now)

    message = Message.objects.get()
    assert (message.status, message.remark) == (None, "This address is in a private network.")


def test_a_setting_lets_a_network_of_ones_own_be_told(settings: Any):
    settings.WEBHOOK_PRIVATE_NETWORKS = True
    world = a_club()
    add(world, "https://127.0.0.1:1/hook")

    send(closed(world))

    assert "refused" in Message.objects.get().remark


def test_the_manager_adds_sees_and_ends_an_address_and_the_secret_is_shown_once():
    world = a_club()
    client = world.browser(Role.MANAGER)
    key = "7f2b4a52-7d0c-4b7e-9a38-0f8a9d0f4c01"
    new = {"key": key, "address": "https://example.com/hook", "events": ["day.closed"]}

    added = client.post("/tallinn/webhooks/", new).content.decode()
    hook = Webhook.objects.get()
    secret = secret_of(hook)
    closed(world)

    assert secret in added
    page = client.get(f"/tallinn/webhooks/{hook.pk}/").content.decode()
    assert "day.closed" in page
    for shown in (page, client.get("/tallinn/webhooks/").content.decode()):
        assert "https://example.com/hook" in shown
        assert secret not in shown
    message = Message.objects.get()
    again = f"/tallinn/webhooks/{hook.pk}/messages/{message.pk}/again/"
    assert client.post(again, {"key": key.replace("7f", "8f")}).status_code == 302
    end = client.post(f"/tallinn/webhooks/{hook.pk}/end/", {"key": key.replace("7f", "9f")})
    assert end.status_code == 302
    hook.refresh_from_db()
    assert hook.ended_at
