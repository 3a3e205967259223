"""
Every page of the demo club as each of its people: CPU of the program and time on the clock.

Follows the links from each person's first page; of the addresses of one name two are opened. Prints
the pages worst first; --full prints all of them, and then those of the same club with five million
lines of its ledger and 20,000 guests more.
"""

import re
import time
from datetime import timedelta
from statistics import median
from urllib.parse import urldefrag, urlsplit

from benchmarks._bench import FULL, ROUNDS, connect_django, show

connect_django()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import Resolver404, resolve  # noqa: E402

from benchmarks._nights import Nights  # noqa: E402
from casino.house.models import Club  # noqa: E402
from casino.ledger.models import Day  # noqa: E402
from casino.staff.models import User  # noqa: E402

LINK = re.compile(r'href="(/[^"]*)"')
OF_ONE_NAME = 2
SHOWN = 40
MAX_CPU_MS, MAX_CPU_MS_OF_LARGE = 60, 100
DAYS = 300
GUESTS = """
WITH acts AS (
    INSERT INTO ledger_act (key, club_id, operation, arguments, happened_at)
    SELECT gen_random_uuid(), %(club)s, 'bench', '{}', now() FROM generate_series(1, 20000)
    RETURNING id
), guests AS (
    INSERT INTO players_player (club_id, code, name, code_country, personal_code, document, photo,
                                notes, language, act_id)
    SELECT %(club)s, 100000 + row_number() OVER (), 'Guest ' || md5(id::text), '', '', '', false,
           '', '', id
    FROM acts RETURNING *
)
INSERT INTO players_version (player_id, name, code_country, personal_code, document, photo, notes,
                             language, act_id)
SELECT id, name, code_country, personal_code, document, photo, notes, language, act_id FROM guests
"""


def main() -> None:
    """Make the demo, open every page, print what each took."""
    call_command("demo", verbosity=0)
    show_pages("pages", most=MAX_CPU_MS)
    if FULL:
        grow(Club.objects.get())
        show_pages("pages of a large club", most=MAX_CPU_MS_OF_LARGE)


def grow(club: Club) -> None:
    """Give the demo's club years of books before its own, and guests."""
    first = Day.objects.filter(club_id=club.pk).earliest("day").day
    before = Nights(club, first_day=first - timedelta(DAYS))
    before.lay(DAYS)
    before.connection.execute(GUESTS, {"club": club.pk})
    before.connection.execute("ANALYZE players_player, players_version")
    before.settle()


def show_pages(what: str, *, most: float) -> None:
    """Open every page and print what each took."""
    found = [page for user in User.objects.order_by("id") for page in pages_of(user)]
    found.sort(reverse=True)
    for cpu_ms, wall_ms, who, address in found if FULL else found[:SHOWN]:
        print(f"{cpu_ms:7.1f} ms CPU {wall_ms:7.1f} ms  {who:<8} {address}")
    cpus = [page[0] for page in found]
    show(f"{what}, median", median(cpus), raw=f"{len(found)} pages, ms CPU")
    show(f"{what}, the slowest", cpus[0], most=most, raw="ms CPU")
    show(f"{what} above {most:g} ms", sum(cpu > most for cpu in cpus), raw="of them")


def pages_of(user: User) -> list[tuple[float, float, str, str]]:
    """Return (CPU ms, ms, who, address) of the pages that somebody reaches by links."""
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    waiting, seen, opened, found = ["/"], {"/"}, dict[str, int](), []
    while waiting:
        address = waiting.pop(0)
        try:
            name = resolve(urlsplit(address).path).view_name
        except Resolver404:
            continue
        if opened.get(name, 0) >= OF_ONE_NAME:
            continue
        response = client.get(address, follow=False)
        if response.status_code in {301, 302}:
            waiting.append(response["Location"])
            continue
        if "text/html" not in response.get("Content-Type", "") or response.status_code != 200:
            continue
        opened[name] = opened.get(name, 0) + 1
        found.append((*measured(client, address), user.username, address))
        for link in LINK.findall(response.content.decode()):
            plain = urldefrag(link.replace("&amp;", "&")).url
            if plain not in seen and not plain.startswith(("/static/", "/api/", "/sign-")):
                seen.add(plain)
                waiting.append(plain)
    return found


def measured(client: Client, address: str) -> tuple[float, float]:
    """Return the medians of the milliseconds of CPU, and on the clock, of opening an address."""
    cpu, wall = [], []
    for _ in range(ROUNDS):
        began = time.process_time(), time.perf_counter()
        client.get(address)
        cpu.append((time.process_time() - began[0]) * 1000)
        wall.append((time.perf_counter() - began[1]) * 1000)
    return median(cpu), median(wall)


if __name__ == "__main__":
    main()
