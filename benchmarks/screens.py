"""
Sixty screens that follow the room: what it costs that each asks every two seconds.

Each asks whether there is news; only where there is does it ask for its panel, which each web
process draws once for all who may do the same. Side by side: the panel drawn for each screen, the
panel that is kept, the poll by the whole way, and the poll that only asks for the version. The cost
is the processor's in the web process, which a busy machine does not change, for requests one after
the other; PostgreSQL's is not in it.

The screens of the room ask every two seconds, too, without signing in; a view is drawn at most once
a second for all of them, and only the first of them is answered by the whole way. One screen beside
sixty: what a minute of each costs.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from unittest.mock import patch

from benchmarks._bench import FULL, connect_django, ratio, raws, show, side_by_side

connect_django()

from django.core.cache import caches  # noqa: E402
from django.test import Client  # noqa: E402

from casino.board import views as board  # noqa: E402
from casino.db import now  # noqa: E402
from casino.staff.models import Role  # noqa: E402
from casino.web.room import PerAddress  # noqa: E402
from tests.tournament_floor import begun, opened, td  # noqa: E402
from tests.tournaments import a_tournament, enter  # noqa: E402
from tests.world import World, a_club  # noqa: E402
from tournaments.services.tables import draw_seats  # noqa: E402

SCREENS, EVERY_SECONDS = 60, 2
TABLES, PLAYERS, ENTRANTS = 8, 8, 60
VIEWS = ("clock", "seats", "payouts")
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
    for view in VIEWS:
        print_room(view)


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


def print_room(view: str) -> None:
    """Print what a minute of one screen costs, of one and of sixty, and of a core."""
    address = f"/board/tallinn/room/{view}/?part=room"
    found = side_by_side(
        {
            "alone": lambda: a_minute(address, 1),
            "of sixty": lambda: a_minute(address, SCREENS) / SCREENS,
        }
    )
    alone, each = found["alone"], found["of sixty"]
    show(f"screen {view}: a minute of one / of each of 60", ratio(alone, each), least=2,
         raw=f"{raws(alone, 'ms', 1)} | {raws(each, 'ms', 1)}")  # fmt: skip
    show(f"screen {view}: a core, % of it, 60", max(each) * SCREENS / 600, most=10)


def a_minute(address: str, screens: int) -> float:
    """Return the processor's milliseconds of a minute in which so many screens ask."""
    client, start = Client(SERVER_NAME="localhost"), now()
    PerAddress.counts.clear()
    began = time.process_time()
    for second in range(60):
        caches["panels"].clear()  # kept for a second, which goes by faster here
        with patch.object(board, "now", lambda second=second: start + timedelta(seconds=second)):
            for _ in range((screens + second % EVERY_SECONDS) // EVERY_SECONDS):
                assert client.get(address).status_code == HTTPStatus.OK
    return (time.process_time() - began) * 1_000


def a_room() -> Client:
    """Open tables with players; return the browser of a supervisor."""
    world: World = a_club()
    for table in range(TABLES):
        world.seat(world.session(f"{table}"), *(f"Guest {table}{n}" for n in range(PLAYERS)))
    event, shift = a_tournament(world), world.open_shift(clock="18:00")
    enter(world, event, *(f"Entrant {n}" for n in range(ENTRANTS)), shift_id=shift.pk)
    opened(world, event, *range(1, 12))
    draw_seats(td(world, "20:51"), tournament_id=event.pk)
    begun(world, event)
    client = Client(SERVER_NAME="localhost", headers={"HX-Request": "true"})
    client.force_login(world.staff[Role.SUPERVISOR])
    return client


def asks(client: Client, address: str, *, anew: bool = False) -> None:
    """Ask for a page; anew: as if nobody had asked before."""
    if anew:
        caches["panels"].clear()
        caches["polls"].clear()
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
