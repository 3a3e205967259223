"""A sale whose tender was typed wrongly: sold anew as it was paid, the first slip reversed."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import Shift
from casino.cage.queries.shifts import held_shift, working_shift
from casino.cage.services.counted_slips import CountedSlip, book_counted_slip, counted_slip
from casino.cage.services.explained_counts import explained_by
from casino.cage.services.identity import check_identified
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.rows import EntryRow
from casino.ledger.refusals import AlreadyReversed
from casino.messages import msg
from tournaments.models import Purchase, PurchaseRequest
from tournaments.queries import tournaments
from tournaments.services.refunds import refund_row
from tournaments.services.sale_reversals import (
    SaleStands,
    managers_to_sign,
    said_of_sale,
    slip_at,
)
from tournaments.services.sales import MONEY as IN_MONEY
from tournaments.services.sales import check_tender, kept_sale, sale_draft
from tournaments.services.selling import MONEY, Money
from tournaments.services.shared import TournamentDesk, held_tournament, parts_of

CORRECT, LARGE = "tournaments.correct_tender", "tournaments.correct_tender_large"


def tender_preview(
    stamp: Stamp, *, purchase_id: int, shift_id: int, paid_with: Money, reason: str
) -> Preview:
    """Say of which sale what is booked instead. Raises as correct_tender."""
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    sale = _sold(stamp, purchase_id, paid_with)
    first, tournament = slip_at(stamp, at_desk, sale), sale.entry.tournament
    desk = TournamentDesk.of(stamp, tournament, paid_with=paid_with, shift_id=shift_id)
    check_tender(stamp, desk, sale.total_cents)
    counted = _counted(sale, at_desk, paid_with, first)
    by_manager = managers_to_sign(stamp, sale) or (counted and counted.manager_signs)
    return Preview(
        needs=LARGE if by_manager else CORRECT,
        not_by=counted.not_by(stamp) if counted else (),
        content=said_of_sale(sale, first, at_desk) | {"was_paid_with": sale.paid_with},
        ahead={"over_short_cents": counted.said()} if counted else {},
    )


@signed(
    CORRECT,
    asked_as="tournaments.ask_to_correct_tender",
    preview=tender_preview,
    kinds={
        CORRECT: msg("Correct how a tournament sale was paid"),
        LARGE: msg("Correct how a large tournament sale or one of an earlier day was paid"),
    },
    latest_of="purchase_id",
    one_open=True,
    # The act keeps the row that takes the sale back, too.
    replay=lambda stamp, **_: Purchase.objects.filter(act_id=stamp.act_id).latest("id"),
)
def correct_tender(
    stamp: Stamp, *, purchase_id: Id, shift_id: Id, paid_with: Money, reason: Reason
) -> Purchase:
    """
    Book a sale as it was paid: cash that was a card, or the reverse; also once the pool is fixed.

    At the drawer of its slip, which is reversed after one like it is written with the right tender;
    the player, the chips and the pool stay as they are. Where the sale's shift was counted since,
    its over/short follows, and the shift at work has neither more nor less. Source: RELIABILITY 4.
    Raises NotFound, ShiftNotOpen, SaleStands, AlreadyReversed, NothingChanges, NotReversible,
    NotIdentified, NotPayable, NotEnough.
    """
    at_desk = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    sale = _sold(stamp, purchase_id, paid_with)
    first, tournament = slip_at(stamp, at_desk, sale), sale.entry.tournament
    desk = TournamentDesk.of(stamp, tournament, paid_with=paid_with, shift_id=shift_id)
    check_tender(stamp, desk, sale.total_cents)
    parts = parts_of(sale, tournament)
    draft = sale_draft(stamp, sale.entry, what=sale.what, parts=parts, desk=desk)
    series_id = at_desk.drawer.series_id
    right = ledger.post_entry(stamp, draft.numbered(series_id))
    back = reversal(first.draft, entry_id=first.id, memo=reason).numbered(series_id)
    counted = _counted(sale, at_desk, paid_with, first)
    if counted:
        slip_id = right.entry_id if explained_by(first) else None
        book_counted_slip(stamp, at_desk, counted, reason=reason, seq=2, slip_id=slip_id)
    wrong = ledger.post_entry(stamp, back, seq=3 if counted else 2)
    if sale.paid_with not in IN_MONEY:
        # The sum has the amount already.
        check_identified(stamp, player_id=sale.entry.player_id, cents=0)
    refund_row(stamp, sale, slip_id=wrong.entry_id)
    instead = kept_sale(
        stamp, sale.entry, what=sale.what, paid_with=paid_with, at=sale.at,
        slip_id=right.entry_id, parts=parts,
    )  # fmt: skip
    PurchaseRequest.objects.filter(purchase=sale).update(purchase=instead)
    return instead


def _counted(
    sale: Purchase, at_desk: Shift, paid_with: Money, first: EntryRow
) -> CountedSlip | None:
    """
    Return the count that has a sale's tender wrong, None while its shift is at work.

    It is the one that the slip explains, if there is one: that is when it moved.
    """
    cents = {sale.paid_with: sale.total_cents, paid_with: -sale.total_cents}
    explained = explained_by(first)
    if explained:
        cash, chips = cents.get("cash", 0), cents.get("chips", 0)
        return CountedSlip(of=explained.of, cash_cents=cash, chips_cents=chips)
    return counted_slip(
        at_desk,
        written_at=sale.at,
        cash_cents=cents.get("cash", 0),
        chips_cents=cents.get("chips", 0),
    )


def _sold(stamp: Stamp, purchase_id: int, paid_with: Money) -> Purchase:
    """Hold the tournament of a sale that stands and was paid otherwise. Raises as the act."""
    held_tournament(stamp, tournaments.purchase(stamp.club_id, purchase_id).entry.tournament_id)
    sale = tournaments.purchase(stamp.club_id, purchase_id)
    if sale.refund_of_id or hasattr(sale, "refund"):
        raise AlreadyReversed
    if sale.paid_with not in MONEY:
        raise SaleStands(
            msg("This was paid by ticket or in the online room."),
            next_step=msg("Reverse the sale and sell it as it was paid."),
            next_page="sale-take-back",
            about={"entry_id": sale.original.slip_id},
        )
    if sale.paid_with == paid_with:
        raise NothingChanges(field="paid_with")
    return sale
