"""What had lapsed and is presented after all: the income that it became is taken back."""

from casino.cage import postings
from casino.cage.rules import restored_cents
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.chart import LAPSED
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.lapsed import hold_accounts


def restore_lapsed(stamp: Stamp, code: str, ref: int, *, seq: int) -> None:
    """Restore what lapsed of an account beyond what it now owes, as a step of an act after it."""
    hold_accounts(stamp.club_id, [(code, ref)])
    lapsed = balance_cents(stamp.club_id, f"{LAPSED}{code}", ref)
    owed = -balance_cents(stamp.club_id, code, ref) if lapsed else 0
    if cents := restored_cents(owed, lapsed):
        ledger.post_entry(stamp, postings.lapse_restored(code, ref, cents), seq=seq)
