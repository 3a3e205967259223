"""A slip that was wrong when its drawer was counted: its over/short follows the right one."""

from dataclasses import dataclass
from datetime import datetime

from casino.cage import postings
from casino.cage.models import CountCorrection, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import counted_by
from casino.cage.queries.tallies import over_short_cents
from casino.cage.rules import recount_signatures
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.ledger import services as ledger


@dataclass(frozen=True, kw_only=True, slots=True)
class CountedSlip:
    """What a shift's count is over more once a slip is right, less if negative; in cents."""

    of: Shift
    cash_cents: int
    chips_cents: int

    @property
    def manager_signs(self) -> bool:
        """Whether it is as much as a count's correction that the manager signs."""
        cents = abs(self.cash_cents) + abs(self.chips_cents)
        amounts = thresholds(self.of.club_id)
        return recount_signatures(cents, cents, thresholds=amounts) == "manager"

    def not_by(self, stamp: Stamp) -> set[int]:
        """Return whose count it was: they do not sign it."""
        return set() if one_person_suffices(stamp) else counted_by(self.of)

    def said(self) -> dict[str, list[int]]:
        """Return whose over/short it was, and what it is afterwards."""
        before = over_short_cents(self.of)
        after = before + self.cash_cents + self.chips_cents
        return {f"{self.of.drawer}, {self.of.cashier}": [before, after]}


def counted_slip(
    at_desk: Shift, *, written_at: datetime, cash_cents: int, chips_cents: int
) -> CountedSlip | None:
    """
    Return the count of a drawer that has a slip wrong, None while that shift is the one at work.

    written_at: when the slip was; cash_cents, chips_cents: what of the drawer it said too much.
    """
    if at_desk.opened_at <= written_at or not (cash_cents or chips_cents):
        return None
    earlier = Shift.objects.filter(drawer=at_desk.drawer_id, opened_at__lte=written_at)
    of = earlier.select_related("drawer", "cashier").latest("opened_at")
    return CountedSlip(of=of, cash_cents=cash_cents, chips_cents=chips_cents)


def book_counted_slip(
    stamp: Stamp,
    at_desk: Shift,
    slip: CountedSlip,
    *,
    reason: str,
    seq: int,
    slip_id: int | None = None,
) -> CountCorrection:
    """
    Let the count's over/short follow a slip that is put right at the desk, as a step of a command.

    slip_id: of one that is entered, or reversed, at the desk on its own.

    What the drawer holds now was counted since: the slips of the shift at work and this one change
    nothing of it.
    """
    draft = postings.count_corrected(
        ("cash:drawer", at_desk.drawer_id),
        cash_over_cents=slip.cash_cents,
        chips_over_cents=slip.chips_cents,
        reason=reason,
    )
    posted = ledger.post_entry(stamp, draft.numbered(at_desk.drawer.series_id), seq=seq)
    return CountCorrection.objects.create(
        shift=slip.of,
        moment=CountCorrection.Moment.SLIPS,
        cash_cents=slip.cash_cents,
        chips_cents=slip.chips_cents,
        reason=reason,
        asked_by_id=stamp.person_id,
        second_id=stamp.signer_id,
        corrected_at=stamp.at,
        gaming_day=stamp.gaming_day,
        entry_id=posted.entry_id,
        slip_id=slip_id,
        act_id=stamp.act_id,
    )
