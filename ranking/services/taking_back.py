"""The prizes of a closed quarter, awarded by mistake: taken back by two while none is paid."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import held_payable, payment_of
from casino.cage.queries.renamed import awarded_by
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.owing_anew import check_unpaid, take_back_renaming
from casino.cage.services.payables import take_back_due
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.messages import msg
from casino.names import guest
from casino.refusals import Conflict
from ranking.models import ClosedQuarter, Payout, Prize
from ranking.queries.standing import owed_by_name
from ranking.services.closing import Quarter, elsewhere
from ranking.services.paying import hold_ranking, own_closed
from tournaments.services.taking_back import PrizePaid

BACK = "ranking.take_back_payout"


class NotAwarded(Conflict):
    """Only what was awarded is taken back."""

    code = "RANKING-023"
    message = msg("The prizes of this quarter are not awarded.")


def take_back_preview(stamp: Stamp, *, ranking_id: int, quarter: str, reason: str) -> Preview:
    """Say whose prizes are due no more. Raises NotFound, NotAwarded, PrizePaid."""
    hold_ranking(stamp, ranking_id)
    closed = own_closed(stamp, ranking_id, quarter)
    if closed.payout is None:
        raise NotAwarded
    prizes = [
        {
            "place": each.place.rank,
            "player": guest(each.payable.player_id) if each.payable.player_id else "",
            "cents": each.cents,
        }
        for each in _unpaid(stamp, closed)
    ]
    return Preview(
        content={
            "ranking": closed.ranking.name,
            "pool_cents": closed.pool_cents,
            "prizes": prizes,
        }
    )


@signed(
    BACK,
    asked_as="ranking.ask_to_take_back_payout",
    preview=take_back_preview,
    kinds={BACK: msg("Take back ranking prizes")},
    latest_of=("ranking_id", "quarter"),
    one_open=True,
)
def take_back_payout(
    stamp: Stamp, *, ranking_id: Id, quarter: Quarter, reason: Reason
) -> ClosedQuarter:
    """
    Take back the award of a closed quarter's prizes, while none of them is paid.

    The pool holds them again in the books of each club; the quarter stays closed as it is, and its
    prizes are awarded again. Source: OLY-5.5, AMB-98. Raises NotFound, NotAwarded, PrizePaid.
    """
    closed = own_closed(stamp, ranking_id, quarter)
    prizes = _unpaid(stamp, closed)
    for club_id in sorted({each.payable.club_id for each in prizes}):
        at_club = elsewhere(stamp, club_id, BACK, closed_id=closed.pk)
        own = [each.payable for each in prizes if each.payable.club_id == club_id]
        _take_back(at_club, own, reason)
    standing = Payout.objects.filter(closed=closed, taken_back=None)
    standing.update(taken_back_id=stamp.proposal_id)
    return own_closed(stamp, ranking_id, quarter)


def _unpaid(stamp: Stamp, closed: ClosedQuarter) -> list[Prize]:
    """Return what a quarter owes by name; an act holds it. Raises PrizePaid."""
    found = owed_by_name().filter(place__closed=closed)
    prizes = list(found.select_related("place", "payable__club").order_by("payable"))
    for each in prizes:
        owed = each.payable
        if stamp.act_id and held_payable(owed.club_id, owed.pk).reversal_id:
            # The guest of a prize was corrected while this waited for its row.
            return _unpaid(stamp, closed)
        if owed.club_id == stamp.club_id:
            check_unpaid(owed, PrizePaid)
        elif payment_of(owed):
            raise PrizePaid(
                msg("{club} has paid a prize of this quarter.", club=owed.club.name),
                next_step=msg("Let that club reverse the payment first."),
            )
    return prizes


def _take_back(stamp: Stamp, owed: list[Payable], reason: str) -> None:
    """Reverse in the books of one club what it owes of a quarter."""
    award, seq = awarded_by(owed[0]), 1
    for each in owed:
        seq = take_back_renaming(stamp, each, reason=reason, seq=seq)
    draft = reversal(award.draft, entry_id=award.id, memo=reason)
    entry_id = ledger.post_entry(stamp, draft, seq=seq).entry_id
    for place, each in enumerate(owed, start=seq + 1):
        if Payable.objects.filter(id=each.pk, reversal=None).exists():
            take_back_due(each, entry_id=entry_id)
        restore_lapsed(stamp, "payable", each.pk, seq=place)
