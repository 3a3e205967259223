"""
The books by document date: what was booked later than it is dated stands on its own date.

Only documents of the general journal and lines of statements have a date of their own, never a
later one than the day on which they were booked.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property

from django.db.models import Q

from casino.journal.queries.dated import dates_of
from casino.ledger.queries.as_of import EVER
from casino.ledger.queries.balances import balances_at, turnovers
from casino.ledger.queries.documents import entries
from casino.ledger.queries.lines import Lines
from casino.ledger.queries.rows import AccountRow, EntryRow, Turnover
from casino.messages import msg
from casino.reports.sheet import ReportParams

DATED = "dated"
WAYS = (("posted", msg("Booked on")), (DATED, msg("Document date")))


class ByDate:
    """What is asked, and the entries whose date is not the day on which they were booked."""

    def __init__(self, asked: ReportParams) -> None:
        self.asked = asked

    @cached_property
    def dates(self) -> dict[int, date]:
        """Return by entry the date of what is dated in these days or booked on them."""
        asked = self.asked
        return dates_of(asked.club_id, until=asked.last, booked_from=asked.first)

    @property
    def _entries(self) -> list[EntryRow]:
        if self.asked.by != DATED:
            return []
        found = Q(pk__in=list(self.dates))
        return entries(self.asked.club_id, found, known_at=self.asked.known_at)

    def only(self, wanted: Lines) -> Lines:
        """Return which lines stand on these days."""
        if self.asked.by != DATED:
            return wanted
        on = {entry for entry, day in self.dates.items() if day >= self.asked.first}
        if self.asked.before:
            on -= {
                entry for entry in on if self.dates[entry] >= self.asked.day_of(self.asked.before)
            }
        return replace(wanted, also=tuple(on), without=tuple(self.dates.keys() - on))

    def turnovers(self) -> list[Turnover]:
        """Return what every account began with, moved and ended with by these dates."""
        asked = self.asked
        moved: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        for entry in self._entries:
            for line in entry.lines:
                account, side = moved[line.account_id], 1 if line.cents > 0 else 2
                if self.dates[entry.id] < asked.first:
                    account[0] += line.cents
                else:
                    account[side] += abs(line.cents)
                if entry.gaming_day <= asked.last:
                    account[side] -= abs(line.cents)
        found = turnovers(asked.club_id, asked.first, asked.last, known_at=asked.known_at)
        return [_moved(each, *moved[each.account.id]) for each in found]

    def began(
        self, since: Mapping[tuple[str, int], tuple[date, int]]
    ) -> dict[tuple[str, int], tuple[date, int]]:
        """Return by code and ref the day and the entry with which accounts began by these dates."""
        found = dict(since)
        for entry in self._entries:
            for line in entry.lines:
                if first := found.get((line.code, line.ref)):
                    dated = self.dates[entry.id], entry.id
                    found[line.code, line.ref] = min(first, dated)
        return found

    def balances(self) -> list[AccountRow]:
        """Return what every account held just before an instant by what was dated before it."""
        assert self.asked.as_of is not None
        at, known = self.asked.as_of, self.asked.known_at or EVER
        of_day = self.asked.day_of(at)
        before = ByDate(replace(self.asked, first=of_day, last=of_day))
        more: dict[int, int] = defaultdict(int)
        days: dict[int, date] = {}
        for entry in before._entries:
            dated = before.dates[entry.id]
            if dated < of_day and entry.happened_at >= at:
                for line in entry.lines:
                    more[line.account_id] += line.cents
                    days[line.account_id] = max(dated, days.get(line.account_id, dated))
        return [
            replace(
                each,
                cents=each.cents + more[each.id],
                moved_on=max(filter(None, (each.moved_on, days.get(each.id))), default=None),
            )
            for each in balances_at(self.asked.club_id, at, known_at=known)
        ]


def _moved(of: Turnover, opening: int, debit: int, credit: int) -> Turnover:
    return replace(
        of,
        opening_cents=of.opening_cents + opening,
        debit_cents=of.debit_cents + debit,
        credit_cents=of.credit_cents + credit,
    )
