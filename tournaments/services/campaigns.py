"""Tickets that the house gives away in a campaign, without a satellite (OLY-3.4.28)."""

from datetime import datetime

from casino.acts.kinds import Id, Name
from casino.approvals.signed import Preview, signed
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.names import guest
from casino.players.queries import admitted_player
from casino.refusals import Conflict
from tournaments import postings
from tournaments.models import Ticket, Tournament
from tournaments.queries.clock import takes_tickets
from tournaments.queries.tournaments import has_entry_or_ticket
from tournaments.services.shared import check_not_fixed, open_accounts, running_tournament

GIVE = "tournaments.give_ticket"


class HasTicket(Conflict):
    """Tickets are personal: a second one has no use (AMB-61)."""

    code = "TOURNAMENT-048"
    message = msg("This guest already has an entry or a ticket to the tournament.")
    source = "AMB-61"


class NoEntries(Conflict):
    """A ticket is of use while its tournament takes entries."""

    code = "TOURNAMENT-130"
    message = msg("Registration for this tournament is closed.")
    source = "OLY-3.4.27"


def check_takes_entries(tournament: Tournament, at: datetime, *, field: str) -> None:
    """Raise NoEntries where registration is over, and no flight follows whose entries are sold."""
    if not takes_tickets(tournament, at):
        raise NoEntries(field=field)


def ticket_preview(stamp: Stamp, *, tournament_id: int, player_id: int, campaign: str) -> Preview:
    """Say whose ticket at which price. Raises what keeps it from being given."""
    tournament = running_tournament(stamp, tournament_id)
    check_not_fixed(tournament)
    check_takes_entries(tournament, stamp.at, field="tournament_id")
    player = admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    if has_entry_or_ticket(tournament, player_id):
        raise HasTicket(field="player_id")
    return Preview(
        content={
            "tournament": tournament.name,
            "player": guest(player.pk),
            "ticket_cents": tournament.ticket_cents,
        },
        reason=f"{tournament.name}: {campaign}"[:MAX_LINE_LENGTH],
    )


@signed(
    GIVE,
    asked_as="tournaments.propose_ticket",
    preview=ticket_preview,
    kinds={GIVE: msg("Issue promotional ticket")},
)
def give_ticket(stamp: Stamp, *, tournament_id: Id, player_id: Id, campaign: Name) -> Ticket:
    """
    Give a guest a ticket to a tournament, in the guest's name; campaign: why, as announced.

    The house pays its full price: an expense when it is given, owed until it is used.
    Source: OLY-3.4.28, AMB-61. Raises NotFound, PlayerExcluded, TooYoung, TournamentOver,
    PoolIsFixed, NoEntries, HasTicket.
    """
    tournament = running_tournament(stamp, tournament_id)
    open_accounts(tournament)
    cents = tournament.ticket_cents
    book = book_on(stamp.club_id, tournament.gaming_day)
    draft = postings.ticket_given(
        tournament.pk,
        cents,
        player_id=player_id,
        because=(book.why("AMB-61", cents, campaign=campaign),),
        memo=f"{tournament}, {campaign}",
    )
    ledger.post_entry(stamp, draft)
    return Ticket.objects.create(
        target=tournament,
        player_id=player_id,
        cents=cents,
        campaign=campaign,
        won_at=stamp.at,
        act_id=stamp.act_id,
    )
