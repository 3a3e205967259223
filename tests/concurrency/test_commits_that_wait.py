"""Commits wait for a standby that is away: what is booked waits, who signs in does not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psycopg
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.test import Client

from casino.cage.services.desk import add_drawer
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.api.program import PIN, program
from tests.database import superuser
from tests.waiting import until
from tests.world import PASSWORD, World, a_club

AWAY = "ALTER SYSTEM SET synchronous_standby_names = 'away'"
WAITED_FOR_NOBODY = "ALTER SYSTEM RESET synchronous_standby_names"
WAITING = "SELECT left(query, 200) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
SECRET = "JBSWY3DPEHPK3PXP"


def told(server: psycopg.Connection, what: str, *, names: str) -> None:
    server.execute(what)
    server.execute("SELECT pg_reload_conf()")
    until(lambda: server.execute("SHOW synchronous_standby_names").fetchone() == (names,))


@contextmanager
def standby_away(servers: Path) -> Iterator[list[str]]:
    """Let commits wait for a server that there is none of; whoever waits is noted and let go on."""
    seen: list[str] = []
    over = Event()

    def watch() -> None:
        with superuser(servers) as server:
            while not over.wait(0.05):
                if waits := [query for (query,) in server.execute(WAITING)]:
                    seen.extend(waits)
                    told(server, WAITED_FOR_NOBODY, names="")
                    until(lambda: not server.execute(WAITING).fetchall())
                    told(server, AWAY, names="away")

    watcher = Thread(target=watch)
    with superuser(servers) as server:
        told(server, AWAY, names="away")
        watcher.start()
        try:
            yield seen
        finally:
            over.set()
            watcher.join()
            told(server, WAITED_FOR_NOBODY, names="")


def code_of_app() -> str:
    counter = next(iter(totp.yield_hotp_counters_from_time()))
    return str(totp.format_hotp_value(totp.hotp_value(SECRET, counter)))


def comes_and_goes(world: World, browser: Client) -> list[int]:
    """Sign in, with a code too, look around, lock, unlock by PIN, sign out."""
    typed = {"username": world.staff[Role.CASHIER].username, "password": PASSWORD}
    steps: list[Callable[[], Any]] = [
        partial(browser.post, "/sign-in/", typed | {"password": "wrong"}),
        partial(browser.post, "/sign-in/", typed),
        lambda: browser.post("/me/second/authenticate/", {"code": code_of_app()}),
        partial(browser.get, "/me/"),
        partial(browser.post, "/lock/"),
        partial(browser.get, "/me/"),
        partial(browser.post, "/unlock/", {"pin": PIN}),
        partial(browser.post, "/sign-out/"),
    ]
    return [step().status_code for step in steps]


def test_who_signs_in_waits_for_no_standby_and_what_is_booked_does(
    committed_db: None, servers: Path
):
    world = a_club()
    cashier, key = world.staff[Role.CASHIER], program(world, Role.ACCOUNTANT)
    set_pin(cashier, PIN)
    data = {"secret": get_adapter().encrypt(SECRET)}
    Authenticator.objects.create(user=cashier, type="totp", data=data)

    with standby_away(servers) as waited:
        assert comes_and_goes(world, Client()) == [422, 302, 302, 200, 204, 423, 302, 302]
        assert key.get("drawers/").status_code == 200
        assert waited == []
        add_drawer(world.stamp("07:00", role=Role.MANAGER), name="Desk 9")
        assert waited
