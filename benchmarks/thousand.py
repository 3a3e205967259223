"""
A tournament of a thousand entrants: the processor's time and the queries of its pages.

Late registration, re-entries and broken tables lie behind it. What is shown to many is asked for as
the first who asks: nothing that is kept for the others is there yet. The cost is the processor's in
the web process, which a busy machine does not change; PostgreSQL's is not in it.
"""

import time
from statistics import median

from benchmarks._bench import FULL, ROUNDS, connect_django, show

connect_django()

from django.core.cache import caches  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from casino.board import views as board  # noqa: E402
from casino.staff.models import Role  # noqa: E402
from tests.tournament_floor import begun, td  # noqa: E402
from tests.tournaments import a_tournament, now, sold  # noqa: E402
from tests.world import World, a_club  # noqa: E402
from tournaments.models import Entry, Tournament  # noqa: E402
from tournaments.queries.floor import floor  # noqa: E402
from tournaments.queries.order import playing  # noqa: E402
from tournaments.services.knockouts import Out, knock_out  # noqa: E402
from tournaments.services.selling import sell_more  # noqa: E402
from tournaments.services.tables import break_table, draw_seats, open_tables  # noqa: E402
from tournaments.views import tables  # noqa: E402

ENTRANTS, LATE, OUTS, REENTRIES, BROKEN = (1000, 100, 120, 60, 5) if FULL else (1000, 50, 60, 30, 3)
SEATS, MAX_CPU_MS = 9, 300
STAFF = {
    "the tournament (panel)": "",
    "floor": "floor/",
    "one table, who is present": "floor/50/presence/",
    "chips and penalties": "chips/",
    "eliminate": "knock-out/",
    "balance": "floor/balance/",
    "seating cards": "cards/",
    "waiting list": "waiting/",
    "clock": "clock/",
    "results": "results/",
    "results sheet": "results/sheet/",
    "tablet": "tablet/?player=101",
}
ROOM = ("clock", "seats", "payouts", "today", "pool")


def main() -> None:
    """Build the tournament and print what its pages cost."""
    world = a_club()
    event = played(world)
    director = Client(SERVER_NAME="localhost")
    director.force_login(world.staff[Role.DIRECTOR])
    where = f"/tallinn/tournaments/{event.pk}/"
    for name, page in STAFF.items():
        measure(name, director, where + page)
    measure("floor, its tables drawn before", director, f"{where}floor/", first=False)
    for view in ROOM:
        measure(f"screen: {view}", Client(SERVER_NAME="localhost"), screen(event, view))


def played(world: World) -> Tournament:
    """Sell a thousand entries, some of them late; players go out and come back, tables break."""
    shift = world.open_shift(clock="18:00")
    event = a_tournament(world, places=2_000, reentry=True)
    for number in range(ENTRANTS - LATE):
        sold(world, event, f"Guest {number}", shift_id=shift.pk)
    numbers = [*range(1, -(-ENTRANTS // SEATS) + 10)]
    open_tables(td(world, "20:50"), tournament_id=event.pk, numbers=numbers, seats=SEATS)
    draw_seats(td(world, "20:51"), tournament_id=event.pk)
    begun(world, event)
    for number in range(LATE):
        sold(world, event, f"Late {number}", shift_id=shift.pk, clock="21:05")
    gone = playing(now(event))[:OUTS]
    for entry in gone:
        outs = [Out(entry_id=entry.pk, stack=100)]
        knock_out(td(world, "21:10"), tournament_id=event.pk, outs=outs)
    for entry in gone[:REENTRIES]:
        back(world, entry, shift.pk)
    for _ in range(BROKEN):
        table = floor(now(event)).to_break
        if table:
            where = {"tournament_id": event.pk, "table_no": table.number}
            break_table(td(world, "21:20"), **where)
    return now(event)


def back(world: World, entry: Entry, shift_id: int) -> None:
    """Sell a re-entry."""
    asked = {"entry_id": entry.pk, "what": "reentry", "shift_id": shift_id, "paid_with": "cash"}
    sell_more(world.stamp("21:15"), **asked)


def screen(event: Tournament, view: str) -> str:
    return f"/board/tallinn/tournaments/{event.pk}/{view}/?part=room"


def measure(name: str, client: Client, address: str, *, first: bool = True) -> None:
    """Print the median of the milliseconds of one request, and its queries; first: who asks."""
    took = []
    for _ in range(ROUNDS):
        if first:
            forget()
        began = time.process_time()
        answer = client.get(address)
        took.append((time.process_time() - began) * 1_000)
        assert answer.status_code == 200, (address, answer.status_code)
    if first:
        forget()
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    size = f"{len(answer.content) // 1024} KB, {len(queries)} queries"
    show(name, median(took), most=MAX_CPU_MS, raw=f"ms CPU, {size}")


def forget() -> None:
    """Let nothing be known that another request has drawn."""
    caches["panels"].clear()
    board._screen_panel.cache_clear()
    board._body.cache_clear()
    tables._drawn.cache_clear()


if __name__ == "__main__":
    main()
