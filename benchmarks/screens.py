"""
Sixty screens that follow the room: what it costs that each asks every two seconds.

Each asks whether there is news; only where there is does it ask for its panel, which each web
process draws once for all who may do the same. Side by side: the panel drawn for each screen, the
panel that is kept, the poll by the whole way, and the poll that only asks for the version. The cost
is the processor's in the web process, which a busy machine does not change, for requests one after
the other; PostgreSQL's is not in it.
"""

import time
from collections.abc import Callable

from benchmarks._bench import FULL, connect_django, ratio, raws, show, side_by_side

connect_django()

from django.core.cache import caches  # noqa: E402
from django.test import Client  # noqa: E402

from casino.staff.models import Role  # noqa: E402
from tests.world import World, a_club  # noqa: E402

SCREENS, EVERY_SECONDS = 60, 2
TABLES, PLAYERS = 8, 8
ASKED = 200 if FULL else 20
# An act of the house that a screen sees, at a busy hour, and the web processes that draw it then.
ACT_EVERY_SECONDS, PROCESSES = 10, 2
# How many times a panel that is kept is cheaper, at least: two levels cost little to draw.
PAGES = {"/tallinn/tables/": 2, "/tallinn/jackpot/": 1}


def main() -> None:
    """Measure polls and panels, and print what sixty screens take of a core."""
    client = a_room()
    version = client.get("/tallinn/news/")["X-Version"]
    news = f"/tallinn/news/?v={version}"
    for page, least in PAGES.items():
        found = side_by_side(
            {
                "drawn": milliseconds(lambda page=page: asks(client, page, anew=True)),
                "kept": milliseconds(lambda page=page: asks(client, page)),
                "whole": milliseconds(lambda: asks(client, news, anew=True)),
                "short": milliseconds(lambda: asks(client, news)),
            }
        )
        print_page(page, least, **found)


def print_page(
    page: str,
    least: int,
    *,
    drawn: list[float],
    kept: list[float],
    whole: list[float],
    short: list[float],
) -> None:
    """Print two ratios, and percents of a core for sixty screens."""
    a_second, an_act = SCREENS / EVERY_SECONDS / 10, 1 / ACT_EVERY_SECONDS / 10
    before = max(whole) * a_second + (max(whole) + max(drawn)) * SCREENS * an_act
    after = max(short) * a_second
    after += ((max(whole) + max(kept)) * SCREENS + max(drawn) * PROCESSES) * an_act
    show(f"{page} drawn for each / kept", ratio(drawn, kept), least=least,
         raw=f"{raws(drawn, 'ms', 2)} | {raws(kept, 'ms', 2)}")  # fmt: skip
    show("poll by the whole way / by the short one", ratio(whole, short), least=2,
         raw=f"{raws(whole, 'ms', 2)} | {raws(short, 'ms', 2)}")  # fmt: skip
    show(f"{page} a core, % of it, no news", max(short) * a_second, most=10)
    show(f"{page} a core, % of it, busy hour, drawn for each", before)
    show(f"{page} a core, % of it, busy hour", after, most=10)


def a_room() -> Client:
    """Open tables with players; return the browser of a supervisor."""
    world: World = a_club()
    for table in range(TABLES):
        world.seat(world.session(f"{table}"), *(f"Guest {table}{n}" for n in range(PLAYERS)))
    client = Client(SERVER_NAME="localhost", headers={"HX-Request": "true"})
    client.force_login(world.staff[Role.SUPERVISOR])
    return client


def asks(client: Client, address: str, *, anew: bool = False) -> None:
    """Ask for a page; anew: as if nobody had asked before."""
    if anew:
        caches["panels"].clear()
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
