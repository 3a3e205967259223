"""The summary of a tournament, signed by its director and by the cage."""

from datetime import timedelta

from casino.acts.kinds import Id
from casino.approvals.queries import proposal
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.names import guest
from casino.refusals import Conflict
from tournaments.models import EventSummary
from tournaments.queries.awards import signed_summary
from tournaments.queries.ending import ending
from tournaments.services.shared import held_tournament

SIGN = "tournaments.sign_summary"


class NotEnded(Conflict):
    """A summary is signed once every cent of the pools is awarded, and once."""

    code = "TOURNAMENT-060"
    message = msg("This tournament is not over. Award its pools first.")


def summary_preview(stamp: Stamp, *, tournament_id: int) -> Preview:
    """Say what both sign: money in, money out, winners by name. Raises NotEnded."""
    tournament = held_tournament(stamp, tournament_id)
    if not tournament.finished_at:
        raise NotEnded
    if signed_summary(tournament):
        raise NotEnded(msg("The summary of this tournament is already signed."))
    found = ending(tournament, at=tournament.finished_at)
    pool = found.water.pool
    content = {
        "tournament": tournament.name,
        "gaming_day": tournament.gaming_day.isoformat(),
        "sold": found.water.sold,
        "participants": found.water.participants,
        "received_cents": pool.received_cents,
        "fee_cents": pool.fee_cents,
        "surcharge_cents": pool.jackpot_surcharge_cents,
        "rfj_cents": pool.rfj_pool_cents,
        "ranking_cents": pool.ranking_contribution_cents,
        "overlay_cents": found.water.overlay_cents,
        "net_cents": found.water.net_cents,
        "prizes_cents": found.prizes_cents,
        "tickets_cents": found.tickets_cents,
        "bounties_cents": found.bounties_cents,
        "winners": [
            {
                "place": one.place,
                "player": guest(one.entry.player_id),
                "cents": one.cents,
                "ticket_cents": one.ticket_cents,
            }
            for one in found.won
            if one.cents or one.ticket_cents
        ],
    }
    return Preview(content=content, reason=tournament.name[:MAX_LINE_LENGTH])


@signed(
    SIGN,
    asked_as="tournaments.propose_summary",
    preview=summary_preview,
    kinds={SIGN: msg("Sign tournament summary")},
    lives=timedelta(hours=12),
    waits="Who signs adds up the paper sheets after the last hand.",
)
def sign_summary(stamp: Stamp, *, tournament_id: Id) -> EventSummary:
    """
    Sign the summary of a finished tournament, which the cage signs, too.

    Raises NotFound, NotEnded.
    """
    return EventSummary.objects.create(
        tournament_id=tournament_id,
        content=proposal(stamp.club_id, stamp.proposal_id).content,
        proposal_id=stamp.proposal_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )
