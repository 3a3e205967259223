"""
The chart of accounts: what each account holds and which way it may not go.

Debit is positive. An asset never falls below zero, a liability never rises above it; income,
expense and equity are free. Source: DESIGN section 4.
"""

from dataclasses import dataclass
from enum import StrEnum

from casino.messages import Message, msg, verbatim


class Kind(StrEnum):
    """The five kinds of account."""

    ASSET = "asset"
    LIABILITY = "liability"
    INCOME = "income"
    EXPENSE = "expense"
    EQUITY = "equity"


# What of an account of liabilities was taken to income stands against it, under the code after it
# and the same ref: a lapsed ticket, stack or chip is still out, and may come back.
LAPSED = "lapsed:"
FLOORS = {Kind.ASSET: 1, Kind.LIABILITY: -1, Kind.INCOME: 0, Kind.EXPENSE: 0, Kind.EQUITY: 0}


@dataclass(frozen=True, kw_only=True, slots=True)
class AccountKind:
    """A line of the chart. `per` says what `ref` points to; "club" means ref 0.

    "own account": an account of the club's own, which has a name and a number of its own."""

    code: str
    kind: Kind
    per: str
    name: Message

    @property
    def floor(self) -> int:
        """1: never below zero, -1: never above zero, 0: free, as what an accountant keeps is."""
        if self.code.startswith(LAPSED):
            return -FLOORS[self.kind]
        return 0 if self.is_own else FLOORS[self.kind]

    @property
    def is_own(self) -> bool:
        """Whether accounts of the club's own stand in it."""
        return self.per == "own account"


CHART = {
    code: AccountKind(code=code, kind=kind, per=per, name=name)
    for code, kind, per, name in (
        ("cash:vault", Kind.ASSET, "club", msg("Banknotes in the vault")),
        ("cash:drawer", Kind.ASSET, "drawer", msg("Banknotes in a drawer")),
        ("cash:table", Kind.ASSET, "session", msg("Table float, banknotes")),
        ("cash:bags", Kind.ASSET, "club", msg("Bank deposits in transit")),
        ("bank", Kind.ASSET, "club", msg("Wires and card settlements")),
        ("chips:floor", Kind.LIABILITY, "club", msg("Chips held by players")),
        ("chips:table", Kind.LIABILITY, "session", msg("Chips in play at a table")),
        ("chips:bank", Kind.ASSET, "session", msg("Table float, house chips")),
        ("chips:stock", Kind.EQUITY, "club", msg("House chips issued to table floats")),
        ("chips:rack", Kind.EQUITY, "club", msg("House chips in drawers")),
        ("chips:vault", Kind.EQUITY, "club", msg("House chips issued by the vault to drawers")),
        ("safekeeping", Kind.LIABILITY, "stack", msg("Stacks in safekeeping")),
        ("tips", Kind.LIABILITY, "club", msg("Tips held for staff")),
        (
            "clearing:bar",
            Kind.LIABILITY,
            "club",
            msg("Food and drink paid in chips, owed to the kitchen"),
        ),
        ("jackpot:pool", Kind.LIABILITY, "jackpot", msg("Jackpot pool, the players' money")),
        ("group:owes", Kind.LIABILITY, "other club", msg("Owed to another club of the group")),
        ("group:owed", Kind.ASSET, "other club", msg("Owed by another club of the group")),
        ("tournament:pool", Kind.LIABILITY, "tournament", msg("Prize pool of a tournament")),
        (
            "tournament:bounties",
            Kind.LIABILITY,
            "tournament",
            msg("Bounty chips not yet collected"),
        ),
        ("rfj:pool", Kind.LIABILITY, "series", msg("Royal Flush Jackpot of a series")),
        (
            "surcharge:pool",
            Kind.LIABILITY,
            "series",
            msg("Tournament jackpot of a series, surcharges"),
        ),
        ("tickets", Kind.LIABILITY, "tournament", msg("Tickets outstanding")),
        (
            "deferred:fees",
            Kind.LIABILITY,
            "tournament",
            msg("Fees of tournaments not yet played"),
        ),
        ("ranking:pool", Kind.LIABILITY, "quarter", msg("Ranking prize pool of a quarter")),
        ("payable", Kind.LIABILITY, "payable", msg("Payables: won and approved, not yet paid")),
        ("tax:withheld", Kind.LIABILITY, "club", msg("Tax withheld from winnings")),
        ("lapsed:payable", Kind.LIABILITY, "payable", msg("Payables lapsed")),
        ("lapsed:safekeeping", Kind.LIABILITY, "stack", msg("Stacks in safekeeping lapsed")),
        ("lapsed:tickets", Kind.LIABILITY, "tournament", msg("Tickets lapsed")),
        ("lapsed:chips:floor", Kind.LIABILITY, "club", msg("Chips held by players lapsed")),
        ("income:rake", Kind.INCOME, "club", msg("Rake")),
        ("income:time-rake", Kind.INCOME, "club", msg("Time rake")),
        ("income:fees", Kind.INCOME, "club", msg("Tournament fees")),
        ("income:breakage", Kind.INCOME, "club", msg("Breakage: lapsed and not presented")),
        ("expense:overlay", Kind.EXPENSE, "club", msg("Overlay")),
        ("expense:campaign", Kind.EXPENSE, "club", msg("Free tickets")),
        ("expense:jackpot", Kind.EXPENSE, "club", msg("House contribution to jackpots")),
        ("expense:over-short", Kind.EXPENSE, "club", msg("Over/short")),
        ("expense:bank", Kind.EXPENSE, "club", msg("Bank fees")),
        ("expense:rounding", Kind.EXPENSE, "club", msg("Cash rounded to coins")),
        ("equity:funding", Kind.EQUITY, "club", msg("Funding of the vault")),
        ("equity:retained", Kind.EQUITY, "club", msg("Retained earnings")),
        ("equity:earnings", Kind.EQUITY, "club", msg("Earnings of closed years")),
        ("own:asset", Kind.ASSET, "own account", msg("Own accounts, assets")),
        ("own:liability", Kind.LIABILITY, "own account", msg("Own accounts, liabilities")),
        ("own:income", Kind.INCOME, "own account", msg("Own accounts, income")),
        ("own:expense", Kind.EXPENSE, "own account", msg("Own accounts, expenses")),
        ("own:equity", Kind.EQUITY, "own account", msg("Own accounts, equity")),
    )
}


def account_name(code: str) -> Message:
    """Return the chart's words for an account; its code, where a later program has opened it."""
    return CHART[code].name if code in CHART else verbatim(code)


# A code that ends in a colon is a family: every account whose code begins with it.
CAGE = "cash:"
CLUB_CODES = tuple(code for code, account in CHART.items() if account.per == "club")
