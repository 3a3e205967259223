"""
One of the eight writers: does for some seconds what a line on its input names.

It answers with a line of JSON: how many, the seconds of its own CPU, each one's milliseconds.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from random import Random
from typing import Any
from uuid import uuid4

import django

Job = Callable[[], object]
RANDOM = Random(os.getpid())
ACCOUNTS = 500  # on either side
HOT = 1


def main(number: str) -> None:
    """Run jobs until the input ends."""
    django.setup()
    from django.db import connection

    connection.ensure_connection()
    make = {"service": service, "hot": hot, "http": http, "hordak": hordak, "naive": naive}
    for line in sys.stdin:
        name, seconds = line.split()
        print(json.dumps(run(make[name](int(number)), float(seconds))), flush=True)


def run(job: Job, seconds: float) -> dict[str, object]:
    """Repeat a job and measure it."""
    took = []
    cpu, now = time.process_time(), time.perf_counter()
    end = now + seconds
    while now < end:
        job()
        before, now = now, time.perf_counter()
        took.append((now - before) * 1000)
    return {"count": len(took), "cpu_seconds": time.process_time() - cpu, "took_ms": took}


def service(_number: int) -> Job:
    """Post through the service, accounts at random."""
    return lambda: post(RANDOM.randint(1, ACCOUNTS))


def hot(_number: int) -> Job:
    """Post through the service, all writers into one drawer."""
    post(HOT)
    return lambda: post(HOT)


def post(drawer: int) -> None:
    """Post cents into a drawer from a table, with a reason, as the commands of the office do."""
    from benchmarks._posting_world import draft, stamp
    from casino.ledger.services import post_once

    cents = RANDOM.randint(1, 10_000)
    post_once(stamp(), "benchmark.post", draft(drawer, RANDOM.randint(1, ACCOUNTS), cents))


def http(number: int) -> Job:
    """Sell chips over HTTP, each writer a cashier with a drawer of their own."""
    desk = json.loads(os.environ["DESKS"])[number]
    link = HTTPConnection("127.0.0.1", int(os.environ["WEB_PORT"]), timeout=30)
    headers = {"Authorization": f"Token {desk['token']}", "Content-Type": "application/json"}

    def sell() -> None:
        body = json.dumps({"shift_id": desk["shift_id"], "cents": 50 * RANDOM.randint(1, 200)})
        link.request("POST", desk["address"], body, headers | {"Idempotency-Key": str(uuid4())})
        answer = link.getresponse()
        said = answer.read()
        assert answer.status == 201, said

    return sell


def hordak(_number: int) -> Job:
    """Post with django-hordak's own method."""
    from hordak.models import Account
    from moneyed import Money

    accounts = list(Account.objects.order_by("id"))

    def transfer() -> None:
        one, other = RANDOM.sample(accounts, 2)
        one.transfer_to(other, Money(RANDOM.randint(1, 10_000), "EUR") / 100)

    return transfer


def naive(_number: int) -> Job:
    """Post with the plain ORM."""
    from benchmarks.rivals import models

    accounts: Any = models.Account  # an app of the rivals' settings
    ids = list(accounts.objects.values_list("id", flat=True))

    def transfer() -> None:
        one, other = RANDOM.sample(ids, 2)
        models.post(uuid4(), one, other, RANDOM.randint(1, 10_000))

    return transfer


if __name__ == "__main__":
    main(*sys.argv[1:])
