"""Which accounts a table's float touches. Cents. Source: DESIGN section 4."""

from casino.ledger.entries import Draft, credit, debit, moving, posting
from casino.messages import msg

BANK_MISSING = "countroom.bank_missing"


@posting(
    "countroom.fill_issued",
    msg("Table float fill"),
    reversed_as=msg("Table float fill taken back"),
)
def fill_issued(session_id: int, *, cents: int, memo: str) -> Draft:
    """The cage lends a table's bank house chips; nobody owns them yet, so nobody is owed."""
    return Draft(
        lines=moving(debit("chips:bank", cents, session_id), credit("chips:stock", cents)),
        memo=memo,
    )


@posting("countroom.fill_differed", msg("Fill variance"))
def fill_differed(session_id: int, *, over_cents: int, floor_cents: int, memo: str) -> Draft:
    """
    The bank holds what was counted at the table, not what the cage issued.

    Chips that got lost on the way are with somebody, so the house owes them; chips too many were
    with somebody, up to what the house owes (floor_cents). If the cage miscounted, its own count
    finds the opposite, and the two cancel.
    """
    owed_less = min(over_cents, floor_cents)
    return Draft(
        lines=moving(
            debit("chips:bank", over_cents, session_id),
            credit("chips:stock", over_cents),
            debit("chips:floor", owed_less),
            credit("expense:over-short", owed_less),
        ),
        memo=memo,
        adjustment=True,
    )


@posting("countroom.credit_confirmed", msg("Table float credit"))
def credit_confirmed(
    session_id: int, *, drawer_id: int, chips_cents: int, cash_cents: int, memo: str
) -> Draft:
    """A table's bank gives house chips back to the cage, and the notes that came in for chips."""
    return Draft(
        lines=moving(
            debit("chips:stock", chips_cents),
            credit("chips:bank", chips_cents, session_id),
            debit("cash:drawer", cash_cents, drawer_id),
            credit("cash:table", cash_cents, session_id),
        ),
        memo=memo,
    )


@posting("countroom.credit_recounted", msg("Credit counted again"))
def credit_recounted(
    session_id: int, *, drawer_id: int, chips_cents: int, cash_cents: int, memo: str
) -> Draft:
    """What a credit came to more when it was counted again, negative if less."""
    return credit_confirmed(
        session_id, drawer_id=drawer_id, chips_cents=chips_cents, cash_cents=cash_cents, memo=memo
    )


@posting(
    BANK_MISSING,
    msg("Table float shortage"),
    reversed_as=msg("Table float shortage reversed"),
)
def bank_missing(session_id: int, *, chips_cents: int, cash_cents: int, reason: str) -> Draft:
    """
    A table's bank lacks chips or notes.

    Its chips are with somebody who did not pay for them; the house owes them.
    """
    return Draft(
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
