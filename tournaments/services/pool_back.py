"""A prize pool that was fixed too early or with wrong payouts: reopened by two, fixed anew."""

from django.dispatch import Signal

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import entry
from casino.messages import msg
from casino.refusals import Conflict
from tournaments.models import FixedPool, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import prizes_of
from tournaments.queries.dealing import latest_deal
from tournaments.services.reopening import NotTakenBack
from tournaments.services.shared import held_tournament

REOPEN = "tournaments.reopen_pool"
# Asks those above, of a tournament: whoever has used up its part of the pool raises a refusal.
pool_reopens = Signal()


class PoolUsed(Conflict):
    """A pool is reopened until something of it was awarded or agreed."""

    code = "TOURNAMENT-140"
    message = msg("Prizes from this prize pool have been awarded.")
    next_step = msg("Take back the prizes first, then reopen the prize pool.")
    next_page = "prizes-take-back"


def reopening_preview(stamp: Stamp, *, tournament_id: int, reason: str) -> Preview:
    """Say what was fixed, and what is booked back. Raises as reopen_pool."""
    tournament = _fixed(stamp, tournament_id)
    fixed = tournament.fixed
    first = entry(stamp.club_id, fixed.slip_id or 0)
    return Preview(
        content={
            "tournament": tournament.name,
            "participants": fixed.participants,
            "gross_cents": fixed.gross_cents,
            "ranking_cents": fixed.ranking_cents,
            "overlay_cents": fixed.overlay_cents,
            "fee_cents": -first.cents_on("income:fees") if first else 0,
            "net_cents": fixed.net_cents,
            "prizes_cents": fixed.prizes_cents,
        },
        reason=reason,
    )


@signed(
    REOPEN,
    asked_as="tournaments.ask_to_reopen_pool",
    preview=reopening_preview,
    kinds={REOPEN: msg("Reopen prize pool")},
    latest_of="tournament_id",
    one_open=True,
)
def reopen_pool(stamp: Stamp, *, tournament_id: Id, reason: Reason) -> Tournament:
    """
    Take back the fixing of a prize pool, so that it is provisional again and fixed anew.

    What it booked goes back: the house's overlay, the ranking's share, fees that are not earned
    yet. Until a prize of it was awarded or all agreed to a deal. Source: AMB-52, AMB-57.
    Raises NotFound, NotTakenBack, PoolUsed, and what those above raise.
    """
    tournament = _fixed(stamp, tournament_id)
    fixed, back = tournament.fixed, None
    if first := entry(stamp.club_id, fixed.slip_id or 0):
        draft = reversal(first.draft, entry_id=first.id, memo=reason)
        back = ledger.post_entry(stamp, draft).entry_id
    FixedPool.objects.filter(id=fixed.pk).update(
        tournament=None,
        taken_back_of=tournament,
        reversal=back,
        taken_back_act_id=stamp.act_id,
    )
    return tournaments.tournament(stamp.club_id, tournament.pk)


def _fixed(stamp: Stamp, tournament_id: int) -> Tournament:
    """Hold a tournament whose pool is fixed and not used yet. Raises as reopen_pool."""
    tournament = held_tournament(stamp, tournament_id)
    if not hasattr(tournament, "fixed"):
        raise NotTakenBack(msg("The prize pool is not fixed."))
    if prizes_of(tournament).exists():
        raise PoolUsed
    deal = latest_deal(tournament)
    if deal and deal.stands and deal.agreements:
        raise PoolUsed(
            msg("Players have agreed to a deal on this prize pool."),
            next_step=msg("Withdraw their agreement first, then reopen the prize pool."),
            next_page="tournament-deal",
        )
    pool_reopens.send(sender=Tournament, stamp=stamp, tournament=tournament)
    return tournament
