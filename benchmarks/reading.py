"""
Reads, the end of a day and postings, on a short history and on a long one.

The days are of the same size, so what costs the day stays the same and what costs the history
would grow. Quick: 200,000 lines and a million; full: a million and fifty, some 25 GB.
"""

from collections.abc import Callable
from datetime import date, timedelta
from statistics import median

from benchmarks._bench import FULL, ROUNDS, connect_django, raws, seconds, show

connect_django()

from benchmarks._nights import Nights  # noqa: E402
from casino.closing.services.days import close_day, seal_day  # noqa: E402
from casino.house.queries import club_stamp  # noqa: E402
from casino.ledger import services  # noqa: E402
from casino.ledger.entries import Draft, credit, debit  # noqa: E402
from casino.ledger.queries.balances import balance_cents, trial_balance, turnovers  # noqa: E402

SHORT_DAYS, LONG_DAYS = (60, 3000) if FULL else (12, 60)
AT_ONCE = 60  # days that one statement lays
POSTINGS = 300
# What is measured, and how much longer it may take on the long history.
AIMS = {
    "one balance": 1.2,
    "trial balance": 1.2,
    "turnovers of a day": 1.2,
    "closing a day": 1.3,
    "sealing a day": 1.3,
}
Times = dict[str, list[float]]


def main() -> None:
    """Measure on an empty ledger, on a short and on a long history, and print the ratios."""
    history = Nights(first_day=date(2018, 1, 2))  # fifty million lines end before today
    empty = measured(history)
    history.lay(SHORT_DAYS)
    history.settle()
    short = measured(history)
    for days in range(SHORT_DAYS, LONG_DAYS, AT_ONCE):
        history.lay(min(AT_ONCE, LONG_DAYS - days))
    history.settle()
    long = measured(history)
    for name, most in AIMS.items():
        raw = f"{raws(short[name], 'ms', 2)} | {raws(long[name], 'ms', 2)}"
        show(f"{name}, long / short history", median(long[name]) / median(short[name]),
             most=most, raw=raw)  # fmt: skip
    rates = [[1000 / ms for ms in some["posting"]] for some in (empty, long)]
    show("posting, long history / empty ledger", median(rates[1]) / median(rates[0]), least=0.9,
         raw=f"{raws(rates[1], '/s')} | {raws(rates[0], '/s')}")  # fmt: skip


def measured(history: Nights) -> Times:
    """Return the milliseconds of each round; a round has a day of its own, sealed at its end."""
    times: Times = {name: [] for name in [*AIMS, "posting"]}
    for number in range(ROUNDS + 1):
        found = one_round(history)
        if number:  # the first warms up
            for name, milliseconds in found.items():
                times[name].append(milliseconds)
    return times


def one_round(history: Nights) -> dict[str, float]:
    """Lay an open day, read, post, close and seal it; return milliseconds."""
    club = history.club
    day = history.lay(1, state="open")
    stamp = history.stamp(day)

    def post() -> None:
        lines = debit("cash:drawer", 100, 1), credit("chips:table", 100, 700)
        draft = Draft(kind="bench.moved", lines=lines)
        again = club_stamp(club, at=stamp.at, actor_id=None)
        services.post_once(again, "bench.moved", draft)

    return {
        "one balance": each(200, lambda: balance_cents(club.pk, "cash:drawer", 1)),
        "trial balance": each(10, lambda: trial_balance(club.pk)),
        "turnovers of a day": each(5, lambda: turnovers(club.pk, day)),
        "posting": each(POSTINGS, post),
        "closing a day": each(
            1, lambda: close_day(club, day, now=stamp.closes_at + timedelta(minutes=1))
        ),
        "sealing a day": each(
            1,
            lambda: seal_day(
                club_stamp(club, at=stamp.closes_at + timedelta(hours=1), actor_id=None), day=day
            ),
        ),
    }


def each(times: int, work: Callable[[], object]) -> float:
    """Return the milliseconds that one of many runs takes."""
    return seconds(lambda: [work() for _ in range(times)]) * 1000 / times


if __name__ == "__main__":
    main()
