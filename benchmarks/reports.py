"""
The pages of the reports, asked for the same number of days on a short history and a long one.

Each day has 16,666 lines. Quick: 100,000 lines and a million; full: 100,000 and five million.
"""

import logging
from datetime import timedelta
from statistics import median

from benchmarks._bench import FULL, ROUNDS, connect_django, peak_mb, raws, seconds, show

connect_django()

from django.test import Client  # noqa: E402

from benchmarks._nights import Nights  # noqa: E402
from casino.reports.queries import REPORTS  # noqa: E402
from casino.staff.models import Membership, Role, User  # noqa: E402

SHORT_DAYS, LONG_DAYS = 6, 300 if FULL else 60
ASKED_DAYS = 5
LINES_A_DAY = 16_666
MAX_TIMES = 3.0
Times = dict[str, list[float]]


def main() -> None:
    """Measure every page on both histories and print how much longer the long one takes."""
    history = Nights()
    client = reader(history)
    history.lay(SHORT_DAYS)
    history.settle()
    short = measured(history, client)
    history.lay(LONG_DAYS - SHORT_DAYS)
    history.settle()
    long = measured(history, client)
    for name in short:
        raw = f"{raws(short[name], 'ms')} | {raws(long[name], 'ms')}"
        show(
            f"{name}, long / short",
            median(long[name]) / median(short[name]),
            most=MAX_TIMES,
            raw=raw,
        )
    workbook(history, client)


def workbook(history: Nights, client: Client) -> None:
    """Ask for the ledger of six days, a hundred thousand lines, as a spreadsheet."""
    last = history.next_day - timedelta(days=1)
    first = last - timedelta(days=SHORT_DAYS - 1)
    address = f"/bench/reports/ledger.xlsx?first={first}&last={last}"
    took: list[float] = []
    peak = peak_mb(lambda: took.append(seconds(lambda: opened(client, address))))
    show("ledger.xlsx of 100,000 lines, lines/s", SHORT_DAYS * LINES_A_DAY / took[0])
    show("peak memory over idle while it is made, MB", peak, most=64)


def reader(history: Nights) -> Client:
    """Return a browser in which an accountant of the club has signed in."""
    user = User.objects.create_user(username="reader", password=None, name="Reader")
    Membership.objects.create(club=history.club, user=user, role=Role.ACCOUNTANT)
    client = Client(headers={"host": "localhost"})
    logging.disable(logging.INFO)
    client.force_login(user)
    session = client.session
    for asked in ("needs_password", "needs_factor"):  # the door is not what is measured
        session.pop(asked, None)
    session.save()
    return client


def measured(history: Nights, client: Client) -> Times:
    """Return the milliseconds of each page in each round; the first round warms up."""
    last = history.next_day - timedelta(days=1)
    first = last - timedelta(days=ASKED_DAYS - 1)
    days, instant = f"first={first}&last={last}", f"as_of={last}T23:00"
    times: Times = {name: [] for name, report in REPORTS.items() if report.span != "guest"}
    for number in range(ROUNDS + 1):
        for name, found in times.items():
            asked = instant if REPORTS[name].span == "instant" else days
            took = seconds(lambda: opened(client, f"/bench/reports/{name}/?{asked}"))  # noqa: B023
            if number:
                found.append(1000 * took)
    return times


def opened(client: Client, address: str) -> None:
    """Ask for a page that has to come."""
    answer = client.get(address, secure=True)
    if answer.status_code != 200:
        raise SystemExit(f"{address}: {answer.status_code}")


if __name__ == "__main__":
    main()
