"""
Sixty screens that follow the room: what it costs that each asks every two seconds.

Each asks whether there is news; only where there is does it draw its panel, as it would have to
every time without that question. The cost is the processor's in the web process, which a busy
machine does not change, for requests one after the other; PostgreSQL's is not in it.
"""

import time
from collections.abc import Callable

from benchmarks._bench import FULL, connect_django, ratio, raws, show, side_by_side

connect_django()

from django.test import Client  # noqa: E402

from casino.staff.models import Role  # noqa: E402
from tests.world import World, a_club  # noqa: E402

SCREENS, EVERY_SECONDS = 60, 2
TABLES, PLAYERS = 8, 8
ASKED = 200 if FULL else 20
# An act of the house that a screen sees, at a busy hour: of so many polls one has news.
POLLS_AN_ACT = 5


def main() -> None:
    """Measure a poll with and without news, and print what sixty screens take of a core."""
    client = a_room()
    version = client.get("/tallinn/news/")["X-Version"]
    for page in ("/tallinn/tables/", "/tallinn/approvals/", "/tallinn/waiting/"):
        found = side_by_side(
            {
                "panel": milliseconds(lambda page=page: asks(client, page)),
                "news": milliseconds(lambda: asks(client, f"/tallinn/news/?v={version}")),
            }
        )
        panel, news = found["panel"], found["news"]
        busy = [poll + drawn / POLLS_AN_ACT for poll, drawn in zip(news, panel, strict=True)]
        a_second = SCREENS / EVERY_SECONDS
        show(f"{page} drawn each time / no news", ratio(panel, news), least=3,
             raw=f"{raws(panel, 'ms', 2)} | {raws(news, 'ms', 2)}")  # fmt: skip
        show(f"{page} a core, % of it, drawn each time", max(panel) * a_second / 10)
        show(f"{page} a core, % of it, no news", max(news) * a_second / 10)
        show(f"{page} a core, % of it, busy hour", max(busy) * a_second / 10, most=10)


def a_room() -> Client:
    """Open tables with players; return the browser of a supervisor."""
    world: World = a_club()
    for table in range(TABLES):
        world.seat(world.session(f"{table}"), *(f"Guest {table}{n}" for n in range(PLAYERS)))
    client = Client(SERVER_NAME="localhost", headers={"HX-Request": "true"})
    client.force_login(world.staff[Role.SUPERVISOR])
    return client


def asks(client: Client, address: str) -> None:
    assert client.get(address).status_code in {200, 204}


def milliseconds(ask: Callable[[], None]) -> Callable[[], float]:
    """Return what measures the processor's time of one of many requests."""

    def measure() -> float:
        began = time.process_time()
        for _ in range(ASKED):
            ask()
        return (time.process_time() - began) * 1_000 / ASKED

    return measure


if __name__ == "__main__":
    main()
