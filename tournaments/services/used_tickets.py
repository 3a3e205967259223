"""The ticket that pays an entry: personal, for one tournament, used once (OLY-3.4.28)."""

from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.players.queries import main_card
from casino.refusals import Conflict
from tournaments.models import Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.rules.admission import personal_verdict


class NoTicket(Conflict):
    """A ticket is personal, for one tournament, used once (OLY-3.4.28)."""

    code = "TOURNAMENT-009"
    message = msg("This guest has no unused ticket to this tournament.")
    source = "OLY-3.4.28"


class TicketFirst(Conflict):
    """Who paid would keep a ticket that no later entry can use: one person enters once."""

    code = "TOURNAMENT-127"
    message = msg("This guest holds an unused ticket to this tournament.")
    source = "OLY-3.4.28"
    next_step = msg("Use the ticket in place of money.")


def ticket_to_use(
    book: RuleBook, tournament: Tournament, player_id: int, ticket_id: int | None
) -> Ticket:
    """Return the ticket that pays an entry. Raises NoTicket."""
    if ticket_id is None:
        found = tournaments.ticket_of(tournament, player_id)
    else:
        found = Ticket.objects.unused().filter(id=ticket_id, target=tournament).first()
    if found is None or found.cents != tournament.ticket_cents:
        raise NoTicket(field="player_id")
    holder = str(main_card(found.player_id))
    verdict = personal_verdict(book, "tickets", holder=holder, player=str(player_id))
    if not verdict.allowed:
        said = msg("This ticket is in another guest's name.")
        raise NoTicket(said, field="ticket_id", source=verdict.because[0].rule)
    return found


def check_no_ticket(tournament: Tournament, player_id: int) -> None:
    """Raise TicketFirst where a guest who pays holds a ticket that would do."""
    found = tournaments.ticket_of(tournament, player_id)
    if found and found.cents == tournament.ticket_cents:
        raise TicketFirst(field="paid_with")
