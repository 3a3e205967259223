"""Which accounts a counted box touches. Cents. Source: DESIGN section 4."""

from casino.house.because import Because
from casino.ledger.entries import Draft, credit, debit, moving

ACCOUNTS = {"rake": "income:rake", "time": "income:time-rake", "jackpot": "jackpot:pool"}


def box_counted(
    session_id: int,
    *,
    fee: str,
    cents: int,
    on_table_cents: int,
    floor_cents: int,
    pool_ref: int | None,
    because: tuple[Because, ...],
    memo: str,
) -> Draft:
    """
    The chips of a box become income, or the players' money in the jackpot.

    They come from what the table still holds by the books; more than that were chips that guests
    hold by the books (floor_cents), and what is still more is over.
    """
    from_table = min(cents, on_table_cents)
    from_floor = min(cents - from_table, floor_cents)
    return Draft(
        kind=f"countroom.{fee}_counted",
        lines=moving(
            debit("chips:table", from_table, session_id),
            debit("chips:floor", from_floor),
            debit("expense:over-short", cents - from_table - from_floor),
            credit(ACCOUNTS[fee], cents, (pool_ref or 0) if fee == "jackpot" else 0),
        ),
        because=because,
        memo=memo,
        adjustment=True,
    )


def table_settled(session_id: int, *, missing_cents: int, reason: str) -> Draft:
    """What the boxes lack: somebody took those chips along, so the house still owes them."""
    return Draft(
        kind="countroom.table_settled",
        lines=moving(
            debit("chips:table", missing_cents, session_id), credit("chips:floor", missing_cents)
        ),
        memo=reason,
        adjustment=True,
    )


def fill_issued(session_id: int, *, cents: int, memo: str) -> Draft:
    """The cage lends a table's bank house chips; nobody owns them yet, so nobody is owed."""
    return Draft(
        kind="countroom.fill_issued",
        lines=moving(debit("chips:bank", cents, session_id), credit("chips:stock", cents)),
        memo=memo,
    )


def fill_differed(session_id: int, *, over_cents: int, floor_cents: int, memo: str) -> Draft:
    """
    The bank holds what was counted at the table, not what the cage issued.

    Chips that got lost on the way are with somebody, so the house owes them; chips too many were
    with somebody, up to what the house owes (floor_cents). If the cage miscounted, its own count
    finds the opposite, and the two cancel.
    """
    owed_less = min(over_cents, floor_cents)
    return Draft(
        kind="countroom.fill_differed",
        lines=moving(
            debit("chips:bank", over_cents, session_id),
            credit("chips:stock", over_cents),
            debit("chips:floor", owed_less),
            credit("expense:over-short", owed_less),
        ),
        memo=memo,
        adjustment=True,
    )


def credit_confirmed(
    session_id: int, *, drawer_id: int, chips_cents: int, cash_cents: int, memo: str
) -> Draft:
    """A table's bank gives house chips back to the cage, and the notes that came in for chips."""
    return Draft(
        kind="countroom.credit_confirmed",
        lines=moving(
            debit("chips:stock", chips_cents),
            credit("chips:bank", chips_cents, session_id),
            debit("cash:drawer", cash_cents, drawer_id),
            credit("cash:table", cash_cents, session_id),
        ),
        memo=memo,
    )


def bank_missing(session_id: int, *, chips_cents: int, cash_cents: int, reason: str) -> Draft:
    """
    A table's bank lacks chips or notes.

    Its chips are with somebody who did not pay for them; the house owes them.
    """
    return Draft(
        kind="countroom.bank_missing",
        lines=moving(
            credit("chips:bank", chips_cents, session_id),
            debit("chips:stock", chips_cents),
            credit("chips:floor", chips_cents),
            credit("cash:table", cash_cents, session_id),
            debit("expense:over-short", chips_cents + cash_cents),
        ),
        memo=reason,
        adjustment=True,
    )
