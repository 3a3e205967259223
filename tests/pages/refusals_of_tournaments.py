"""What tournaments and the ranking refuse; seen on the evening of payloads."""

from casino.cage.models import Shift
from casino.staff.models import Role
from tests.pages.provoking import Send, Try
from tests.pages.refusals_of_office import AHEAD
from tests.tournaments import enter
from tests.world import World
from tournaments.models import Entry, Ticket, Tournament

CASHIER, SUPERVISOR, MANAGER = Role.CASHIER, Role.SUPERVISOR, Role.MANAGER
ACCOUNTANT = Role.ACCOUNTANT
CANCEL = "tournaments/{tournament_id}/cancel/"
START = Send(role=SUPERVISOR, page="tournaments/{tournament_id}/start/")
RACE = Send(
    role=SUPERVISOR,
    page="tournaments/{tournament_id}/chips/1/race/",
    values={"old_chip": "25", "new_chip": "100", "chips_1": "4"},
)


def another_entry(world: World) -> None:
    shift = Shift.objects.latest("pk").pk
    enter(world, Tournament.objects.earliest("pk"), "Ott Mets", shift_id=shift)


def a_ticket(world: World) -> None:
    """Give whoever entered a further ticket, as no page does: one that was merged in."""
    entry = Entry.objects.earliest("pk")
    Ticket.objects.create(
        target=entry.tournament,
        player=entry.player,
        cents=entry.tournament.ticket_cents,
        campaign="Advent",
        won_at=entry.registered_at,
        act_id=entry.act_id,
    )


def at_table_1(world: World) -> None:
    another_entry(world)
    Entry.objects.update(table_no=None, seat_no=None)
    first = Entry.objects.earliest("pk")
    Entry.objects.filter(id=first.pk).update(table_no=1, seat_no=1)


TOURNAMENTS = [
    Try(
        role=MANAGER,
        page=CANCEL,
        code="APPROVAL-014",
        values={"reason": "x"},
        before=(Send(role=Role.DIRECTOR, page=CANCEL, values={"reason": "x"}),),
        leads=True,
    ),
    Try(role=ACCOUNTANT, page="ranking/{ranking_id}/2019Q1/close/", code="RANKING-001"),
    Try(
        role=ACCOUNTANT,
        page="ranking/{ranking_id}/2026Q1/take-back/",
        code="RANKING-023",
        values={"reason": "x"},
    ),
    Try(
        role=CASHIER,
        page="tournaments/{tournament_id}/entry/",
        code="TOURNAMENT-007",
        values={"player": "{entered}"},
        leads=True,
    ),
    Try(
        role=CASHIER,
        page="tournaments/{tournament_id}/entry/",
        code="TOURNAMENT-127",
        values={"player": "{entered}"},
        given=a_ticket,
    ),
    Try(
        role=SUPERVISOR,
        page="tournaments/{tournament_id}/fix/",
        code="TOURNAMENT-014",
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tournaments/{tournament_id}/prizes/",
        code="TOURNAMENT-020",
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="tournaments/{tournament_id}/day/end/",
        code="TOURNAMENT-049",
        values={"stack_{unseated}": "1", "stack_{last_entry}": "1"},
        given=another_entry,
        meanwhile=(START,),
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="tournaments/{tournament_id}/day/end/",
        code="TOURNAMENT-143",
        values={"stack_{unseated}": "1", "stack_{last_entry}": "1", "another_flight": "on"},
        given=another_entry,
        meanwhile=(START,),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tournaments/{tournament_id}/knock-out/",
        code="TOURNAMENT-061",
        values={"entry_id": "{unseated}", "stack": "90000000"},
        given=another_entry,
        meanwhile=(START,),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tournaments/{tournament_id}/stop/",
        code="TOURNAMENT-137",
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tournaments/{tournament_id}/players/{unseated}/move/",
        code="TOURNAMENT-034",
        values={"to": "1/1", "reason": "x"},
        given=lambda _: Entry.objects.update(table_no=None, seat_no=None),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page=RACE.page,
        code="TOURNAMENT-058",
        values=RACE.values,
        given=at_table_1,
        meanwhile=(START, RACE),
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="ranking/of/{tournament_id}/correct/",
        code="RANKING-011",
        values={"reason": "x"},
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="ranking/new/",
        code="RANKING-019",
        values=AHEAD | {"name": "{own_ranking}"},
        leads=True,
    ),
]
