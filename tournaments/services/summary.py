"""The summary of a tournament, signed by its director and by the cage."""

from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.refusals import Refusal
from casino.words import say
from tournaments import queries
from tournaments.models import EventSummary, Tournament
from tournaments.services.shared import held_tournament

SIGN = "tournaments.sign_summary"


class NotEnded(Refusal):
    """A summary is signed once every cent of the pools is awarded, and once."""

    status = 409
    code = "TOURNAMENT-043"
    message = say("This tournament is not over: pools are not awarded yet.")


class SummaryChanged(Refusal):
    """What is signed is what was on the screen."""

    status = 409
    code = "TOURNAMENT-044"
    message = say("The summary is no longer the one that was proposed.")
    next_step = say("Let it be proposed again.")


@command
def propose_summary(stamp: Stamp, *, tournament_id: int) -> Proposal:
    """
    Sign the summary of a finished tournament and ask the cage for the other signature.

    Raises NotFound, NotEnded.
    """
    act = ledger.act(stamp, "tournaments.propose_summary", tournament_id=tournament_id)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    tournament = held_tournament(stamp, tournament_id)
    content = _content(tournament)
    reason = f"{tournament.name}: summary"[:200]
    return propose(stamp, act, operation=SIGN, content=content, reason=reason)


def _content(tournament: Tournament) -> dict[str, Any]:
    """Return what both sign: money in, money out, winners by name. Raises NotEnded."""
    if not tournament.finished_at:
        raise NotEnded
    if hasattr(tournament, "summary"):
        raise NotEnded(say("The summary of this tournament is signed already."))
    found = queries.ending(tournament, at=tournament.finished_at)
    pool = found.water.pool
    return {
        "tournament_id": tournament.pk,
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
                "player": one.entry.player.name,
                "cents": one.cents,
                "ticket_cents": one.ticket_cents,
            }
            for one in found.won
            if one.cents or one.ticket_cents
        ],
    }


@completes(
    SIGN, title=say("Sign a tournament's summary"), lives=timedelta(hours=12)
)  # fmt: skip
def sign_summary(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> EventSummary:
    """Keep the summary with both signatures. Raises NotEnded, SummaryChanged."""
    tournament = held_tournament(stamp, proposal.content["tournament_id"])
    if _content(tournament) != proposal.content:
        raise SummaryChanged
    return EventSummary.objects.create(
        tournament=tournament,
        content=proposal.content,
        proposal=proposal,
        at=stamp.at,
        act_id=act.id,
    )
