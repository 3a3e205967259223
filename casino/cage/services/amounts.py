"""Amounts that go from hand to hand are what the club's chips and notes can make."""

from typing import Literal

from casino.cage import postings
from casino.cage.models import Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.rules import CashPaid, cash_paid, nearest_payable, payable_unit, sale_signatures
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.kept_sql import row
from casino.ledger import services as ledger
from casino.messages import Message, msg
from casino.money import format_cents
from casino.refusals import Refusal

Tender = Literal["chips", "cash"]


class NotPayable(Refusal):
    """No chip and no coin makes such an amount."""

    code = "CAGE-041"


def check_payable(
    stamp: Stamp,
    cents: int,
    *,
    with_: tuple[Tender, ...],
    at: Shift | None = None,
    field: str = "cents",
    fixed: bool = False,
) -> None:
    """
    Raise NotPayable for an amount that the club's chips, or its notes and coins, cannot make.

    Of what is handed over at a desk or a table; never of prizes, shares, rake, wires and online
    books, which are by the cent. at: the shift whose chips and notes they are, else the club's;
    fixed: a price, for which nothing else can be taken.
    Source: AMB-05, AMB-123.
    """
    unit = _unit(stamp, at or row(Club, stamp.club_id), with_)
    if cents % unit == 0:
        return
    lower, higher = (format_cents(each) for each in nearest_payable(cents, unit))
    raise NotPayable(
        msg("{amount} cannot be paid in the club's chips and notes.", amount=format_cents(cents)),
        field=field,
        next_step=_instead(lower, higher, is_least=cents < unit, fixed=fixed),
    )


def check_counted(stamp: Stamp, cents: int, *, field: str = "cents") -> None:
    """
    Raise NotPayable for chips counted at a table that the club's chips cannot make.

    Source: AMB-05.
    """
    if cents % _unit(stamp, row(Club, stamp.club_id), ("chips",)):
        raise NotPayable(
            msg("The club's chips cannot make {amount}.", amount=format_cents(cents)),
            field=field,
            next_step=msg("Count the chips again."),
        )


def chips_make(stamp: Stamp, cents: int, *, at: Shift) -> bool:
    """Return whether the chips of a shift make an amount. Source: AMB-05."""
    return cents % _unit(stamp, at, ("chips",)) == 0


def sale_kind(stamp: Stamp, cents: int, kind: str) -> str | None:
    """Return the kind of signature that a sale for money needs, None where one person suffices."""
    signs = sale_signatures(cents, thresholds=thresholds(stamp.club_id))
    return None if signs == "one" else kind


def in_cash(stamp: Stamp, cents: int) -> CashPaid:
    """Return what the club's notes and coins make of an amount. Source: AMB-123."""
    book = book_on(stamp.club_id, stamp.gaming_day)
    return cash_paid(book, cents, notes_cents=row(Club, stamp.club_id).notes_cents)


def round_cash(
    stamp: Stamp, cents: int, *, drawer_id: int, series_id: int | None, seq: int
) -> None:
    """
    Book what the smallest coin makes of cash paid out, or taken in below zero; its own entry.

    Source: AMB-123.
    """
    cash = in_cash(stamp, cents)
    if cash.rounding_cents:
        draft = postings.cash_rounded(drawer_id, cash.rounding_cents, because=cash.because)
        ledger.post_entry(stamp, draft.numbered(series_id), seq=seq)


def _unit(stamp: Stamp, of: Shift | Club, with_: tuple[Tender, ...]) -> int:
    return payable_unit(
        book_on(stamp.club_id, stamp.gaming_day),
        chips_cents=of.chips_cents if "chips" in with_ else (),
        notes_cents=of.notes_cents if "cash" in with_ else (),
    )


def _instead(lower: str, higher: str, *, is_least: bool, fixed: bool) -> Message:
    if fixed:
        return msg("Ask the guest to pay by wire or card.")
    if is_least:
        return msg("The smallest amount is {higher}.", higher=higher)
    return msg("Take {lower} or {higher}.", lower=lower, higher=higher)
