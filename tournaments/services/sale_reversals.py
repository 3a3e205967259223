"""A sale that never should have been: its slip is reversed at its drawer, its chips leave play."""

from collections import Counter
from typing import Any

from django.db.models import Case, F, Min, Sum, When

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.cage.models import Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import drawer_of_series, held_shift, working_shift
from casino.cage.queries.tallies import slip
from casino.cage.rules import reversal_signatures
from casino.cage.services.counted_slips import book_counted_slip
from casino.cage.services.explained_counts import explained_by, said_of_explained
from casino.cage.services.reversals import NotReversible, at_its_drawer
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.chart import CHART
from casino.ledger.entries import reversal
from casino.ledger.queries.rows import EntryRow
from casino.ledger.refusals import AlreadyReversed
from casino.messages import Message, msg
from casino.money import format_cents
from casino.names import guest
from casino.refusals import Conflict
from tournaments.models import (
    ChipChange,
    Entry,
    Knockout,
    Purchase,
    PurchaseRequest,
    SeatDraw,
    Ticket,
    Tournament,
)
from tournaments.queries import tournaments
from tournaments.queries.awards import prizes_of
from tournaments.queries.chips import standing_changes
from tournaments.queries.days import bags_of
from tournaments.queries.pool_awards import standing_flushes
from tournaments.services.listing import list_again
from tournaments.services.refunds import (
    LATE,
    PAID_OUT,
    is_won,
    kept_sales,
    refund_row,
)
from tournaments.services.seating import leave, seat_before
from tournaments.services.shared import (
    PoolIsFixed,
    TournamentOver,
    check_not_fixed,
    running_tournament,
)

TAKE_BACK, LARGE = "tournaments.take_back_sale", "tournaments.take_back_sale_large"


class SaleStands(Conflict):
    """A sale is taken back until something of the tournament depends on it."""

    code = "TOURNAMENT-120"


def sale_preview(stamp: Stamp, *, purchase_id: int, shift_id: int, reason: str) -> Preview:
    """Say which sale is taken back, what becomes of the ticket, and what moves by account."""
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    sale = _standing(stamp, purchase_id)
    first = slip_at(stamp, at_desk, sale)
    out = _elimination(sale)
    _check_nothing_follows(sale, out)
    moved = Counter[Message]()
    for line in first.lines:
        moved[CHART[line.code].name] -= line.cents
    gone = "refunded" if sale.what == Purchase.What.ENTRY else "stays"
    explained = explained_by(first)
    by_manager = managers_to_sign(stamp, sale) or (explained and explained.manager_signs)
    return Preview(
        needs=LARGE if by_manager else TAKE_BACK,
        not_by=explained.not_by(stamp) if explained else (),
        content=said_of_sale(sale, first, at_desk)
        | said_of_explained(explained)
        | {"ticket_afterwards": "eliminated" if out else gone},
        ahead={account: format_cents(cents) for account, cents in moved.items()},
    )


def managers_to_sign(stamp: Stamp, sale: Purchase) -> bool:
    """Return whether a sale is so large or old that only a manager signs what corrects it."""
    signs = reversal_signatures(
        sale.total_cents,
        own_shift=False,
        same_day=sale.gaming_day == stamp.gaming_day,
        thresholds=thresholds(stamp.club_id),
    )
    return signs == "manager"


def said_of_sale(sale: Purchase, first: EntryRow, at_desk: Shift) -> dict[str, Any]:
    """Return which sale it is, for who signs its correction."""
    return {
        "tournament": sale.entry.tournament.name,
        "player": guest(sale.entry.player_id),
        "ticket": sale.entry.number,
        "number": first.number,
        "kind": first.kind,
        "cents": sale.total_cents,
        "gaming_day": first.gaming_day.isoformat(),
        "drawer": str(at_desk.drawer),
        "slip_id": first.id,
    }


@signed(
    TAKE_BACK,
    asked_as="tournaments.ask_to_take_back_sale",
    preview=sale_preview,
    kinds={
        TAKE_BACK: msg("Reverse a tournament sale"),
        LARGE: msg("Reverse a tournament sale of a large amount or an earlier day"),
    },
    latest_of="purchase_id",
    one_open=True,
)
def take_back_sale(stamp: Stamp, *, purchase_id: Id, shift_id: Id, reason: Reason) -> Purchase:
    """
    Take back an entry, re-entry, rebuy or add-on that was sold by mistake.

    What was paid goes back as it came, at the drawer of the slip; a ticket can be used again. Who
    entered by it is in no more, who came back by it is out again; what the floor had asked for
    waits again, and the guest on the list where it was, or a booking holds. Until the pool is
    fixed. Source: RELIABILITY 4, OLY-3.3.7, OLY-3.3.8, AMB-52, AMB-66.
    Raises NotFound, ShiftNotOpen, TournamentOver, PoolIsFixed, AlreadyReversed, NotReversible,
    SaleStands, NotEnough.
    """
    at_desk = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    sale = _standing(stamp, purchase_id)
    first = slip_at(stamp, at_desk, sale)
    back = reversal(first.draft, entry_id=first.id, memo=reason)
    posted = ledger.post_entry(stamp, back.numbered(at_desk.drawer.series_id))
    if explained := explained_by(first):
        book_counted_slip(stamp, at_desk, explained, reason=reason, seq=2, slip_id=posted.entry_id)
    out = _elimination(sale)
    if sale.what == Purchase.What.ENTRY:
        Ticket.objects.filter(used_by=sale.entry).update(used_by=None)
        left = {"refunded_at": stamp.at, "table_no": None, "seat_no": None}
        Entry.objects.filter(id=sale.entry_id).update(**left)
        leave(stamp, sale.entry)
    elif out:
        _put_out_again(stamp, sale, out)
    list_again(sale.entry.tournament, sale.entry.player_id, at=sale.at)
    _ask_again(stamp, sale)
    return refund_row(stamp, sale, slip_id=posted.entry_id)


def _standing(stamp: Stamp, purchase_id: int) -> Purchase:
    """Hold the tournament of a sale that stands. Raises as take_back_sale."""
    sale = tournaments.purchase(stamp.club_id, purchase_id)
    try:
        check_not_fixed(running_tournament(stamp, sale.entry.tournament_id))
    except (PoolIsFixed, TournamentOver) as error:
        raise type(error)(error.message, **_instead(stamp, purchase_id)) from error
    sale = tournaments.purchase(stamp.club_id, purchase_id)
    if sale.refund_of_id or hasattr(sale, "refund"):
        raise AlreadyReversed
    return sale


def _instead(stamp: Stamp, purchase_id: int) -> dict[str, Any]:
    """Return what is done in place of a reversal once a tournament is over. Raises as above."""
    sale = tournaments.purchase(stamp.club_id, purchase_id)
    tournament = sale.entry.tournament
    if tournament.cancelled_at is None:
        # Nothing but the pool that was fixed is in the way.
        reopens = not prizes_of(tournament).exists()
        return {"about": {"tournament_id": tournament.pk}} if reopens else LATE
    if hasattr(sale, "refund"):
        raise AlreadyReversed
    return {
        "next_step": msg("Refund all entries of the cancelled tournament."),
        "next_page": "tournament-refund-all",
        "about": {"tournament_id": tournament.pk},
    }


def slip_at(stamp: Stamp, at_desk: Shift, sale: Purchase) -> EntryRow:
    """Return the slip of a sale, which is reversed where it was booked. Raises NotReversible."""
    first = slip(stamp.club_id, sale.original.slip_id)
    if first.series_id != at_desk.drawer.series_id:
        drawer = drawer_of_series(stamp.club_id, first.series_id or 0)
        raise NotReversible(
            msg("This was sold at {drawer}.", drawer=drawer),
            **at_its_drawer(stamp, first),
        )
    return first


def sold_by(sale: Purchase) -> int:
    """Return the act that sold it, of one whose tender was corrected the first."""
    same = sale.entry.purchases.filter(what=sale.what, at=sale.at)
    first: int = same.aggregate(act_id=Min("act_id"))["act_id"]
    return first


def is_sold_since(tournament: Tournament, act_id: int) -> bool:
    """Return whether a sale that stands was made after an act; a tender put right is none."""
    rows = Purchase.objects.filter(entry__tournament=tournament, act_id__gt=act_id)
    sales = rows.filter(refund_of=None, refund=None).select_related("entry")
    return any(sold_by(one) > act_id for one in sales)


def _elimination(sale: Purchase) -> Knockout | None:
    """Return the elimination from which a sale brought its player back, None where none did."""
    outs = Knockout.objects.filter(entry=sale.entry, undone_at=None, came_back_at=sale.at)
    return outs.order_by("-id").first()


def _check_nothing_follows(sale: Purchase, out: Knockout | None) -> None:
    """Raise SaleStands while something that happened later depends on a sale."""
    _check_jackpots(sale)
    if sale.what != Purchase.What.ENTRY and out is None:
        return
    entry = sale.entry
    # One whose tender was corrected has a later id.
    later = [one for one in kept_sales(entry) if (one.at, one.pk) > (sale.at, sale.pk)]
    if later:
        raise SaleStands(
            msg("More was sold on this ticket later."),
            next_step=msg("Reverse the later sales first, the latest of all before the others."),
            next_page="sale-take-back",
            about={"entry_id": later[-1].original.slip_id},
        )
    if entry.out_at:
        final = entry.knockouts.get(undone_at=None, came_back_at=None)
        raise SaleStands(
            msg("This player has been eliminated."),
            next_step=msg("Undo the elimination first, then reverse the sale."),
            next_page="knock-out-undo",
            about={"tournament_id": entry.tournament_id, "knockout_id": final.pk},
        )
    _check_unplayed(sale)


def _check_unplayed(sale: Purchase) -> None:
    """Raise SaleStands where others were put out, a bag packed or a jackpot won since."""
    entry, tournament = sale.entry, sale.entry.tournament
    won = Knockout.objects.filter(by__contains=[entry.pk], undone_at=None, act_id__gt=sold_by(sale))
    if tournament.bounty_cents and won.exists():
        raise SaleStands(msg("This player has won a bounty chip since."), **LATE)
    if bags_of(entry).filter(day_end__act_id__gt=sold_by(sale)).exists():
        raise SaleStands(msg("This player's stack was bagged at the end of a day."), **LATE)
    flushes = standing_flushes().filter(tournament=tournament, holders__has_key=str(entry.pk))
    if flushes.filter(act_id__gt=sold_by(sale)).exists():
        raise SaleStands(msg("This player has won a part of the Royal Flush Jackpot."), **LATE)
    changed = standing_changes(tournament).filter(entry=entry, act_id__gt=sold_by(sale))
    signed_chips = Case(When(what__in=ChipChange.CAME, then=F("chips")), default=-F("chips"))
    if changed.aggregate(chips=Sum(signed_chips))["chips"]:
        raise SaleStands(
            msg("Chips were added to this player's stack or taken from it since."),
            next_step=msg("Take off what was added, or add what was taken, then reverse the sale."),
            next_page="player-chips",
            about={"tournament_id": tournament.pk, "entrant_id": entry.pk},
        )


def _check_jackpots(sale: Purchase) -> None:
    """Raise SaleStands where the sale's part of bounties or a jackpot was paid out meanwhile."""
    if is_won(sale.entry.tournament, [sale]):
        raise SaleStands(PAID_OUT, **LATE)


def _put_out_again(stamp: Stamp, sale: Purchase, out: Knockout) -> None:
    """Let a player be out as before the sale; the seat is the one held until then."""
    Knockout.objects.filter(id=out.pk).update(came_back_at=None)
    before: dict[str, Any] = {"out_at": out.at}
    if SeatDraw.objects.filter(act_id=sold_by(sale)).exists():
        table, seat = seat_before(sale.entry, sold_by(sale))
        before |= {"table_no": table, "seat_no": seat}
    Entry.objects.filter(id=sale.entry_id).update(**before)
    leave(stamp, sale.entry)


def _ask_again(stamp: Stamp, sale: Purchase) -> None:
    """Let what the floor asked for wait again; where it was asked for anew, that waits alone."""
    asked = PurchaseRequest.objects.filter(purchase=sale)
    waits = PurchaseRequest.objects.open().filter(entry=sale.entry, what=sale.what)
    if waits.exists() or sale.what == Purchase.What.ENTRY:
        asked.update(purchase=None, withdrawn_at=stamp.at, withdrawn_by=stamp.person_id)
    else:
        asked.update(purchase=None)
