"""Every report by its name."""

from casino.reports.queries.authority import CASH_REPORT
from casino.reports.queries.bank import BANK
from casino.reports.queries.cashroom import RAKE, TABLES
from casino.reports.queries.coded import CODED
from casino.reports.queries.days import DAYS
from casino.reports.queries.groups import GROUP
from casino.reports.queries.guests import GUEST
from casino.reports.queries.journal import LEDGER
from casino.reports.queries.ledger import BALANCE, CASH, CHIPS, JACKPOTS, SLIPS, TURNOVER
from casino.reports.queries.people import EXCEPTIONS, PAYMENTS
from casino.reports.queries.results import PRIZES, RANKING, SEASON, TOURNAMENTS
from casino.reports.queries.revenue import REVENUE
from casino.reports.queries.shifts import COUNTS, OVER_SHORT, SHIFTS, VAULT
from casino.reports.queries.side_by_side import CLUBS
from casino.reports.queries.statements import BALANCE_SHEET, CAGE_FLOW, INCOME, LIABILITIES
from casino.reports.queries.statistics import STATISTICS
from casino.reports.queries.table_corrections import TABLE_CORRECTIONS
from casino.reports.queries.table_counts import TABLE_OVER_SHORT
from casino.reports.queries.tax_returns import TAX_RETURN, WINNINGS
from casino.reports.queries.taxes import TAXES
from casino.reports.sheet import Report

__all__ = ["REPORTS"]

REPORTS: dict[str, Report] = {
    report.name: report
    for report in (
        DAYS,
        STATISTICS,
        TOURNAMENTS,
        PRIZES,
        SEASON,
        RANKING,
        EXCEPTIONS,
        RAKE,
        REVENUE,
        TABLES,
        TABLE_OVER_SHORT,
        TABLE_CORRECTIONS,
        JACKPOTS,
        SHIFTS,
        COUNTS,
        OVER_SHORT,
        VAULT,
        CASH,
        CHIPS,
        PAYMENTS,
        SLIPS,
        GUEST,
        CASH_REPORT,
        INCOME,
        BALANCE_SHEET,
        CAGE_FLOW,
        LIABILITIES,
        BALANCE,
        TURNOVER,
        LEDGER,
        BANK,
        TAXES,
        TAX_RETURN,
        CODED,
        WINNINGS,
        GROUP,
        CLUBS,
    )
}
