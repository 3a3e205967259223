"""A recorded tournament that was imported wrongly, taken back by two while nothing hangs on it."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import act_entries
from casino.messages import msg
from tournaments.models import Entry, Purchase, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import prizes_of
from tournaments.queries.results import is_imported
from tournaments.services.refunds import refund_row
from tournaments.services.reopening import NotTakenBack
from tournaments.services.shared import check_not_fixed, held_tournament

BACK = "tournaments.take_back_import"


def import_back_preview(stamp: Stamp, *, tournament_id: int, reason: str) -> Preview:
    """Say what was imported, and what leaves the books. Raises as take_back_import."""
    tournament, sales = _imported(stamp, tournament_id)
    return Preview(
        content={
            "tournament_id": tournament.pk,
            "tournament": tournament.name,
            "entries": len(sales),
            "pool_cents": sum(each.price_cents for each in sales),
            "fee_cents": sum(each.fee_cents for each in sales),
        }
    )


@signed(
    BACK,
    asked_as="tournaments.ask_to_take_back_import",
    preview=import_back_preview,
    kinds={BACK: msg("Take back the import of a tournament")},
    latest_of="tournament_id",
    one_open=True,
)
def take_back_import(stamp: Stamp, *, tournament_id: Id, reason: Reason) -> Tournament:
    """
    Take back a record that was imported wrongly: it did not take place, and nothing is owed.

    Its entry is reversed; the guests stay. Its prizes go back and its pool is reopened first. The
    record is imported anew as it was, corrected. Source: CATALOGUE 5.7, RELIABILITY 4.
    Raises NotFound, NotTakenBack, PoolIsFixed.
    """
    tournament, sales = _imported(stamp, tournament_id)
    (first,) = act_entries(stamp.club_id, tournament.act_id)
    draft = reversal(first.draft, entry_id=first.id, memo=reason)
    posted = ledger.post_entry(stamp, draft)
    for sale in sales:
        refund_row(stamp, sale, slip_id=posted.entry_id)
    Entry.objects.filter(tournament=tournament).update(refunded_at=stamp.at)
    Tournament.objects.filter(id=tournament.pk).update(cancelled_at=stamp.at)
    return tournaments.tournament(stamp.club_id, tournament.pk)


def _imported(stamp: Stamp, tournament_id: int) -> tuple[Tournament, list[Purchase]]:
    """Hold an imported tournament as it came, with what it sold. Raises as take_back_import."""
    tournament = held_tournament(stamp, tournament_id)
    if not is_imported(tournament) or tournament.cancelled_at:
        raise NotTakenBack(msg("This tournament was not imported, or its import was taken back."))
    if prizes_of(tournament).exists():
        raise NotTakenBack(
            msg("The prizes of this tournament are awarded."),
            next_step=msg(
                "Take back the prizes, reopen the prize pool, then take back the import."
            ),
            next_page="prizes-take-back",
        )
    check_not_fixed(tournament)
    sold = Purchase.objects.filter(entry__tournament=tournament).select_related("entry")
    sales = list(sold.order_by("id"))
    if any(each.act_id != tournament.act_id for each in sales):
        raise NotTakenBack(msg("Entries were sold, refunded or corrected since the import."))
    return tournament, sales
