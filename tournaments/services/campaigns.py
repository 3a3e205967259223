"""Tickets that the house gives away in a campaign, without a satellite (OLY-3.4.28)."""

from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.players.queries import admitted_player
from casino.refusals import Refusal
from casino.words import say
from tournaments import postings, queries
from tournaments.models import Ticket, Tournament
from tournaments.services.shared import check_not_fixed, open_accounts, running_tournament

GIVE = "tournaments.give_ticket"


class HasTicket(Refusal):
    """Tickets are personal: a second one has no use (AMB-61)."""

    status = 409
    code = "TOURNAMENT-048"
    message = say("This guest has an entry or a ticket to the tournament already.")
    source = "AMB-61"


@command
def propose_ticket(
    stamp: Stamp, *, tournament_id: int, player_id: int, campaign: str
) -> Proposal:  # fmt: skip
    """
    Ask the manager to give a guest a ticket to a tournament; campaign: why, as announced.

    The house pays its full price: an expense when it is given, owed until it is used.
    Source: OLY-3.4.28, AMB-61. Raises NotFound, PlayerBarred, TooYoung, TournamentOver,
    PoolIsFixed, HasTicket.
    """
    campaign = clean_name(campaign, field="campaign")
    asked = {"tournament_id": tournament_id, "player_id": player_id, "campaign": campaign}
    act = ledger.act(stamp, "tournaments.propose_ticket", **asked)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    tournament = running_tournament(stamp, tournament_id)
    content = _content(stamp, tournament, player_id, campaign)
    why = f"{tournament.name}: {campaign}"
    return propose(stamp, act, operation=GIVE, content=content, reason=why[:200])


def _content(
    stamp: Stamp, tournament: Tournament, player_id: int, campaign: str
) -> dict[str, Any]:  # fmt: skip
    """Return what is signed: whose ticket at which price. Raises what keeps it from being given."""
    check_not_fixed(tournament)
    player = admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    if queries.has_entry_or_ticket(tournament, player_id):
        raise HasTicket(field="player_id")
    return {
        "tournament_id": tournament.pk,
        "tournament": tournament.name,
        "player_id": player_id,
        "player": player.name,
        "campaign": campaign,
        "ticket_cents": tournament.ticket_cents,
    }


@completes(
    GIVE, title=say("Give a ticket away"), lives=timedelta(hours=12)
)  # fmt: skip
def give_ticket(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Ticket:
    """Post the expense and keep the ticket in the guest's name. Raises as proposed."""
    content = proposal.content
    tournament = running_tournament(stamp, content["tournament_id"])
    player_id, campaign, cents = (
        content[name] for name in ("player_id", "campaign", "ticket_cents")
    )
    _content(stamp, tournament, player_id, campaign)
    open_accounts(tournament)
    book = book_on(stamp.club_id, tournament.gaming_day)
    draft = postings.ticket_given(
        tournament.pk,
        cents,
        player_id=player_id,
        because=(book.why("AMB-61", cents, campaign=campaign),),
        memo=f"{tournament}, {campaign}",
    )
    ledger.post(stamp, act, draft)
    return Ticket.objects.create(
        target=tournament,
        player_id=player_id,
        cents=cents,
        campaign=campaign,
        won_at=stamp.at,
        act_id=act.id,
    )
