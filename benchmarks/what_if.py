"""
What if: the hands of many nights under another book, beside nothing but reading them.

Quick: 200,000 hands; full: a million. Prints the hands a second, the ratio and the peak memory.
"""

import resource
from datetime import date, datetime, time, timedelta
from statistics import median

from benchmarks._bench import FULL, connect_django, ratio, raws, seconds, show, side_by_side

connect_django()

from django.db import connection  # noqa: E402

from cashgames.models import Session, Table  # noqa: E402
from casino.house.models import Club  # noqa: E402
from casino.house.rulebook import load_book  # noqa: E402
from casino.setup.services.clubs import open_club  # noqa: E402
from casino.whatif import queries, services  # noqa: E402

NIGHTS, TABLES = 50, 10
HANDS = 1_000_000 if FULL else 200_000
FIRST = date(2026, 1, 1)
LAST = FIRST + timedelta(days=NIGHTS - 1)
OPENING = datetime.fromisoformat("2026-01-01T12:00:00+02:00")
MEGABYTE = 1024
# Every table plays every night; pots up to 300.00; one hand in ten has no flop.
LAY = """
INSERT INTO cashgames_hand (session_id, name, played_at, gaming_day, pots_cents, players_dealt,
    first_round_passed, rake_cents, drop_cents, act_id)
SELECT (%(sessions)s::bigint[])[1 + n / %(nights)s %% %(tables)s], n, %(opening)s,
       %(first)s::date + n %% %(nights)s,
       ARRAY[200 + (n * 7919::bigint) %% 30000], 6, n %% 10 > 0, 0, 0, 1
FROM generate_series(1, %(hands)s) n
"""


def main() -> None:
    """Lay the hands, then read them with and without the question."""
    club = open_club(at=OPENING, slug="bench", name="Bench", book="olympic", first_day=FIRST)
    lay(club)
    other = load_book("voodoo")

    def ask() -> None:
        services.answered(club, FIRST, LAST, other, lambda done: True)

    def read() -> None:
        for _ in queries.hands(club.pk, FIRST, LAST):
            pass

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = side_by_side(
        {"what if": lambda: HANDS / seconds(ask), "reading": lambda: HANDS / seconds(read)}
    )
    raw = f"{raws(found['what if'], 'hands/s')} | {raws(found['reading'], 'hands/s')}"
    show("what if / reading the same hands", ratio(found["what if"], found["reading"]), raw=raw)
    show("a million hands, minutes", 10**6 / median(found["what if"]) / 60, most=3)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    show("memory that it took, MB", (after - before) / MEGABYTE, most=100)


def lay(club: Club) -> None:
    """Put hands straight into the table, a tenth of them without a flop."""
    sessions = [
        Session.objects.create(
            club=club,
            table=Table.objects.create(club=club, name=str(number)),
            game="texas_holdem",
            small_blind_cents=100,
            big_blind_cents=200,
            min_buy_in_cents=10_000,
            max_buy_in_cents=50_000,
            opened_at=datetime.combine(FIRST, time(20), OPENING.tzinfo),
            closed_at=datetime.combine(LAST, time(20), OPENING.tzinfo),
            act_id=number,
        ).pk
        for number in range(1, TABLES + 1)
    ]
    laid = {
        "sessions": sessions, "tables": TABLES, "nights": NIGHTS, "hands": HANDS,
        "opening": OPENING, "first": FIRST,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(LAY, laid)
        cursor.execute("ANALYZE cashgames_hand")


if __name__ == "__main__":
    main()
