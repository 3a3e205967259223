"""The refund of an entry that was pressed by mistake, taken back by two until it is paid."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import held_payable, origin, payment_of
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.payables import take_back_due
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries import documents
from casino.messages import msg
from casino.names import guest
from casino.players.queries import admitted_player, card_ids
from casino.refusals import Conflict
from tournaments import postings
from tournaments.models import Entry, Purchase, PurchaseRequest, Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.queries.ending import refund_due
from tournaments.queries.waitlist import lists
from tournaments.services.listing import paid
from tournaments.services.sales import kept_sale
from tournaments.services.seating import draw_late, keep_seat, put, seat_before, sit
from tournaments.services.shared import (
    check_not_fixed,
    held_tournament,
    parts_of,
)

BACK = "tournaments.take_back_refund"


class RefundStands(Conflict):
    """A refund is taken back while what it gave back is where it was given to."""

    code = "TOURNAMENT-141"


def refund_back_preview(stamp: Stamp, *, entry_id: int, reason: str) -> Preview:
    """Say which entry stands again, and what is owed no more. Raises as take_back_refund."""
    entry, rows = _refunded(stamp, entry_id)
    _check_entry(stamp, entry)
    owed, ticket = _owed(stamp, entry), _ticket(entry, rows)
    return Preview(
        content={
            "tournament_id": entry.tournament_id,
            "tournament": entry.tournament.name,
            "player": guest(entry.player_id),
            "ticket": entry.number,
            "refund_cents": owed.cents if owed else 0,
            **({"ticket_cents": ticket.cents} if ticket else {}),
        }
    )


@signed(
    BACK,
    asked_as="tournaments.ask_to_take_back_refund",
    preview=refund_back_preview,
    kinds={BACK: msg("Take back the refund of an entry")},
    latest_of="entry_id",
    one_open=True,
)
def take_back_refund(stamp: Stamp, *, entry_id: Id, reason: Reason) -> Entry:
    """
    Let an entry stand again that was refunded by mistake: what it bought counts as before.

    What was owed for it is owed no more, the ticket that paid it is used again, and the guest has
    the old seat, or where that is taken draws one. Until the pool is fixed, the refund is paid, or
    the guest entered anew; a payment is reversed at its drawer first, by which the money is back.
    Source: RELIABILITY 4, AMB-70.
    Raises NotFound, PoolIsFixed, RefundStands, PlayerExcluded, PlaysElsewhere.
    """
    entry, rows = _refunded(stamp, entry_id)
    tournament = entry.tournament
    owed, ticket = _owed(stamp, entry), _ticket(entry, rows)
    entry_of = origin(owed) if owed else documents.entry(stamp.club_id, rows[0].slip_id)
    assert entry_of, "a refund has an entry"
    draft = reversal(entry_of.draft, entry_id=entry_of.id, memo=reason)
    posted = ledger.post_entry(stamp, draft)
    for row in rows:
        _stand_again(stamp, row, slip_id=posted.entry_id)
    if owed:
        take_back_due(owed, entry_id=posted.entry_id)
        restore_lapsed(stamp, "payable", owed.pk, seq=2)
    if ticket:
        Ticket.objects.filter(id=ticket.pk).update(used_by=entry)
    paid(stamp, tournament, entry.player_id)
    entry.table_no, entry.seat_no = seat_before(entry, rows[0].act_id)
    Entry.objects.filter(id=entry.pk).update(refunded_at=None)
    entry.refunded_at = None
    if not entry.out_at and not tournament.cancelled_at:
        _take_seat(stamp, tournament, entry)
    return tournaments.entry(stamp.club_id, entry.pk)


def _take_seat(stamp: Stamp, tournament: Tournament, entry: Entry) -> None:
    """Seat a player where the seat was, or by lot. Raises PlaysElsewhere."""
    if keep_seat(entry):
        put([entry])
        sit(stamp, tournament, entry)
    else:
        draw_late(stamp, tournament, entry)


def _stand_again(stamp: Stamp, row: Purchase, *, slip_id: int) -> None:
    """Keep a sale that was refunded as one that stands, of the instant at which it was sold."""
    sale = row.refund_of
    assert sale, "a refund gives back a sale"
    again = kept_sale(
        stamp, row.entry, what=sale.what, paid_with=sale.paid_with, at=sale.at, slip_id=slip_id,
        parts=parts_of(sale, row.entry.tournament), restores=row,
    )  # fmt: skip
    PurchaseRequest.objects.filter(purchase=sale).update(purchase=again)


def _refunded(stamp: Stamp, entry_id: int) -> tuple[Entry, list[Purchase]]:
    """Hold the tournament of an entry that was refunded; also return what gave it back."""
    found = tournaments.entry(stamp.club_id, entry_id)
    tournament = held_tournament(stamp, found.tournament_id)
    check_not_fixed(tournament)  # none is over without
    entry = tournaments.entry(stamp.club_id, entry_id)
    back = entry.purchases.filter(what=Purchase.What.REFUND, restored=None)
    rows = list(
        back.select_related("refund_of__restores", "slip", "entry__tournament").order_by("id")
    )
    rows = [each for each in rows if each.act_id == rows[-1].act_id]
    if entry.refunded_at is None or not rows:
        raise RefundStands(msg("This entry has not been refunded."))
    if rows[0].slip.kind != postings.REFUNDED:
        raise RefundStands(
            msg("The sale of this entry was reversed at the desk, not refunded."),
            next_step=msg("Sell the entry again."),
            next_page="entry-sell",
            about={"tournament_id": tournament.pk},
        )
    return entry, rows


def _check_entry(stamp: Stamp, entry: Entry) -> None:
    """Raise RefundStands where the guest is in again, or the place is another guest's."""
    tournament = entry.tournament
    cards = card_ids(entry.player_id)
    anew = tournament.entries.filter(player__in=cards, refunded_at=None).first()
    if anew:
        sold = anew.purchases.filter(refund=None, refund_of=None).order_by("id").first()
        raise RefundStands(
            msg("This guest has entered the tournament again since."),
            next_step=msg("Reverse that sale first, then take back the refund."),
            next_page="sale-take-back",
            about={"entry_id": sold and sold.original.slip_id},
        )
    if tournament.cancelled_at:
        return
    admitted_player(stamp.club_id, entry.player_id, gaming_day=stamp.gaming_day)
    found = lists(tournament, stamp.at)
    if not (entry.out_at or found.free or found.has_room(entry.player_id)):
        raise RefundStands(
            msg("All places are taken."),
            next_step=msg("Raise the number of places, or put the guest on the waiting list."),
            next_page="tournament-change",
            about={"tournament_id": tournament.pk},
        )


def _owed(stamp: Stamp, entry: Entry) -> Payable | None:
    """Return what is owed for a refund, held and unpaid; None where a ticket came back alone."""
    owed = refund_due(entry)
    if owed and stamp.act_id:
        held_payable(stamp.club_id, owed.pk)
    if owed and (payment := payment_of(owed)):
        raise RefundStands(
            payment.sentence,
            next_step=msg(
                "If the guest returns the money: reverse the payment at the drawer that paid"
                " it, then take back the refund. If not, the refund stands: the guest may enter"
                " anew."
            ),
            next_page="slip-reverse",
            about={"entry_id": payment.entry_id},
        )
    return owed


def _ticket(entry: Entry, rows: list[Purchase]) -> Ticket | None:
    """Return the ticket that paid an entry and came back by its refund. Raises RefundStands."""
    sale = next((each.refund_of for each in rows if each.paid_with == "ticket"), None)
    if sale is None:
        return None
    ticket = tournaments.ticket_of(entry.tournament, entry.player_id)
    if ticket is None or ticket.cents != sale.total_cents:
        settled = Ticket.objects.filter(target=entry.tournament, payable__isnull=False)
        found = settled.filter(player__in=card_ids(entry.player_id)).order_by("id").last()
        raise RefundStands(
            msg("The ticket that paid this entry has been settled or transferred since."),
            next_step=msg("Take that back first, then the refund."),
            next_page="payment" if found else None,
            about={"payable_id": found.payable_id} if found else None,
        )
    return ticket
