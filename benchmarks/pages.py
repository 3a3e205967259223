"""
Every page of the demo club as each of its people: CPU of the program and time on the clock.

Follows the links from each person's first page; of the addresses of one name two are opened. Prints
the pages worst first; --full prints all of them.
"""

import re
import time
from statistics import median
from urllib.parse import urldefrag, urlsplit

from benchmarks._bench import FULL, ROUNDS, connect_django, show

connect_django()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.urls import Resolver404, resolve  # noqa: E402

from casino.staff.models import User  # noqa: E402

LINK = re.compile(r'href="(/[^"]*)"')
OF_ONE_NAME = 2
SHOWN = 40
MAX_CPU_MS = 60


def main() -> None:
    """Make the demo, open every page, print what each took."""
    setup_test_environment()
    call_command("demo", verbosity=0)
    found = [page for user in User.objects.order_by("id") for page in pages_of(user)]
    found.sort(reverse=True)
    for cpu_ms, wall_ms, who, address in found if FULL else found[:SHOWN]:
        print(f"{cpu_ms:7.1f} ms CPU {wall_ms:7.1f} ms  {who:<8} {address}")
    cpus = [page[0] for page in found]
    show("pages, median", median(cpus), raw=f"{len(found)} pages, ms CPU")
    show("pages, the slowest", cpus[0], most=MAX_CPU_MS, raw="ms CPU")
    show("pages above 60 ms", sum(cpu > MAX_CPU_MS for cpu in cpus), raw="of them")


def pages_of(user: User) -> list[tuple[float, float, str, str]]:
    """Return (CPU ms, ms, who, address) of the pages that somebody reaches by links."""
    client = Client()
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
