"""Every report by its name."""

from casino.reports.queries.cashroom import RAKE, TABLES
from casino.reports.queries.ledger import (
    BALANCE,
    CASH,
    CHIPS,
    JACKPOTS,
    SLIPS,
    TAXES,
    TURNOVER,
)
from casino.reports.queries.people import GUEST, PAYMENTS, SHIFTS
from casino.reports.queries.results import STATISTICS, TOURNAMENTS
from casino.reports.sheet import Report
from casino.staff.models import Role

__all__ = ["REPORTS", "SEE_GUESTS"]

# Who may see what concerns one guest.
SEE_GUESTS = (Role.SUPERVISOR, Role.MANAGER)

REPORTS: dict[str, Report] = {
    report.name: report
    for report in (
        STATISTICS,
        RAKE,
        TABLES,
        TOURNAMENTS,
        JACKPOTS,
        SHIFTS,
        CASH,
        CHIPS,
        PAYMENTS,
        SLIPS,
        GUEST,
        BALANCE,
        TURNOVER,
        TAXES,
    )
}
