"""Which accounts a counted box touches. Cents. Source: DESIGN section 4."""

from casino.house.because import Because
from casino.ledger.entries import Draft, credit, debit, moving, posting, titled
from casino.messages import msg

for _fee, _title in {
    "rake": msg("Rake, drop box voided"),
    "jackpot": msg("Jackpot drop, box voided"),
    "time": msg("Time rake, box voided"),
}.items():
    titled(f"countroom.{_fee}_counted.reversed", _title)

TABLE_SETTLED = "countroom.table_settled"
ACCOUNTS = {"rake": "income:rake", "time": "income:time-rake", "jackpot": "jackpot:pool"}


@posting(
    "countroom.{fee}_counted",
    rake=msg("Rake, drop box counted"),
    jackpot=msg("Jackpot drop, box counted"),
    time=msg("Time rake, box counted"),
)
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


@posting(TABLE_SETTLED, msg("Box variance"), reversed_as=msg("Box variance reversed"))
def table_settled(session_id: int, *, missing_cents: int, reason: str) -> Draft:
    """What the boxes lack: somebody took those chips along, so the house still owes them."""
    return Draft(
        lines=moving(
            debit("chips:table", missing_cents, session_id), credit("chips:floor", missing_cents)
        ),
        memo=reason,
        adjustment=True,
    )
