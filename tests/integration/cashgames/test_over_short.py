"""Tables that hold more or less than their books say: counted, signed, paid, listed."""

import pytest
from django.test import Client

from cashgames.models import OverShort, Session
from cashgames.queries.tables import table_check
from cashgames.services.cash_outs import StackOver, cash_out
from cashgames.services.moves import move_player
from cashgames.services.over_short import MoreThanBooked, book_over_short
from cashgames.services.spending import spend_chips
from cashgames.services.tables import StillChips, close_session
from casino.acts.permission import NotAllowed
from casino.approvals.services import NotYours, approve
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.audit.queries.exceptions import exceptions
from casino.countroom.services.dealers import change_dealer
from casino.house.stamp import Stamp
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(world: World) -> Session:
    """A table at which Mari and Jaan have bought in for 200 each."""
    session = world.session()
    world.seat(session, "Mari", "Jaan")
    return session


def floor(world: World, clock: str = "23:00") -> Stamp:
    return world.stamp(clock, role=Role.SUPERVISOR)


def player(session: Session, seat_no: int) -> int:
    return session.seats.get(number=seat_no).player_id


def leaves(world: World, session: Session, seat_no: int, cents: int, **more):
    stamp = more.pop("stamp", None) or floor(world)
    who = {"session_id": session.pk, "player_id": player(session, seat_no)}
    return cash_out(stamp, **who, cents=cents, **{"paid_with": "chips", **more})


def short_by(world: World, session: Session, cents: int) -> None:
    """Let both leave with so much less than the table holds by the books."""
    leaves(world, session, 1, 20_000)
    leaves(world, session, 2, 20_000 - cents)


def listed(world: World) -> list[tuple[str, str]]:
    found = exceptions(world.club, first=EVENING, last=EVENING)
    return [(row.operation, row.arguments["reason"]) for _, row, _ in found]


def report(world: World, by: str) -> list[tuple]:
    stamp = world.stamp("23:59")
    what = asked(world.club, stamp, by=by, first=EVENING, last=EVENING)
    return [row.cells for row in REPORTS["table-over-short"].make(what).rows]


def test_a_table_five_euro_short_closes_once_the_supervisor_says_why(world, session):
    short_by(world, session, 500)
    closing = {"session_id": session.pk}
    told = refused(StillChips, close_session, floor(world), **closing)
    assert "over/short" in str(told.next_step)

    booked = book_over_short(floor(world), **closing, counted_cents=0, reason="Chips taken along")

    assert (booked.over_cents, booked.signed_by) == (-500, None)
    check = table_check(session)
    assert (check.over_short_cents, check.chips_cents, check.difference_cents) == (-500, 0, 0)
    # The chips are still somewhere: the house owes them to who brings them.
    assert world.balance("chips:floor") == -40_000
    assert world.balance("expense:over-short") == 0
    assert close_session(floor(world), **closing).closed_at
    assert listed(world) == [("cashgames.book_over_short", "Chips taken along")]


@pytest.mark.parametrize(
    ("cents", "kind", "signer"),
    [
        (550, "cashgames.over_short", Role.MANAGER),
        (10_000, "cashgames.over_short", Role.MANAGER),
        (10_050, "cashgames.over_short_large", Role.MANAGER),
    ],
)
def test_above_the_limits_for_counts_a_second_person_and_then_the_manager_sign(
    world, session, cents, kind, signer
):
    short_by(world, session, cents)
    what = {"session_id": session.pk, "counted_cents": 0, "reason": "Not found"}
    refused(NeedsSignature, book_over_short, floor(world), **what)

    proposal = book_over_short.ask(floor(world), **what)

    assert proposal.operation == kind
    refused(
        NotYours,
        approve,
        world.stamp("23:05", role=Role.CASHIER),
        proposal_id=proposal.pk,
        digest=proposal.digest,
    )
    approve(world.stamp("23:06", role=signer), proposal_id=proposal.pk, digest=proposal.digest)
    booked = OverShort.objects.get()
    assert (booked.over_cents, booked.booked_by, booked.signed_by) == (
        -cents,
        world.staff[Role.SUPERVISOR],
        world.staff[signer],
    )
    assert listed(world) == [(kind, "Not found")]


def test_a_stack_above_the_books_is_paid_whole_and_the_rest_booked_in_the_same_step(world, session):
    leaves(world, session, 1, 20_000)
    told = refused(StackOver, leaves, world, session, 2, 20_400)
    assert told.field == "reason"

    paid = leaves(world, session, 2, 20_400, reason="A rake typed, not taken")

    assert paid.cents == 20_400
    booked = OverShort.objects.get()
    assert (booked.act_id, booked.over_cents, booked.player_id) == (
        paid.act_id,
        400,
        player(session, 2),
    )
    # No guest holds chips by the books but those of the first: they are the 4 euro.
    assert world.balance("chips:floor") == -40_000
    close_session(floor(world), session_id=session.pk)
    assert listed(world) == [("cashgames.cash_out", "A rake typed, not taken")]


def test_what_no_guest_holds_by_the_books_is_a_loss(world, session):
    leaves(world, session, 1, 0)
    leaves(world, session, 2, 40_300, reason="Chips of another club")
    assert world.balance("expense:over-short") == 300
    assert world.balance("chips:floor") == -40_300


def test_a_cashier_pays_above_the_books_with_the_floors_signature(world, session):
    shift = world.open_shift()
    leaves(world, session, 1, 20_000)
    cash = {"paid_with": "cash", "shift_id": shift.pk, "reason": "Rake typed twice"}
    stack = {"session_id": session.pk, "player_id": player(session, 2), "cents": 20_100, **cash}
    refused(NeedsSignature, cash_out, world.stamp("23:00"), **stack)

    proposal = cash_out.ask(world.stamp("23:00"), **stack)
    assert proposal.operation == "cashgames.cash_out_over"
    approve(floor(world, "23:02"), proposal_id=proposal.pk, digest=proposal.digest)

    drawer = shift.drawer_id
    assert world.balance("cash:drawer", drawer) == 400_000 - 20_100
    assert OverShort.objects.get().signed_by == world.staff[Role.SUPERVISOR]
    assert session.seats.filter(left_at=None).count() == 0


def test_a_figure_that_moved_meanwhile_is_not_what_was_signed(world, session):
    leaves(world, session, 1, 10_000)
    what = {"session_id": session.pk, "counted_cents": 29_000, "reason": "Not found"}
    proposal = book_over_short.ask(floor(world), **what)
    leaves(world, session, 2, 15_000)
    with pytest.raises(Exception, match="changed"):
        approve(
            world.stamp("23:05", role=Role.MANAGER),
            proposal_id=proposal.pk,
            digest=proposal.digest,
        )
    assert not OverShort.objects.exists()


def test_a_table_that_agrees_has_nothing_to_record(world, session):
    what = {"session_id": session.pk, "counted_cents": 40_000, "reason": "None"}
    refused(NothingChanges, book_over_short, floor(world), **what)


def test_a_table_over_in_the_middle_of_the_night_goes_on_with_what_lies_there(world, session):
    other = world.session("2")
    what = {"session_id": session.pk, "player_id": player(session, 1)}
    told = refused(MoreThanBooked, spend_chips, floor(world), **what, cents=40_200, purpose="tip")
    assert "over/short" in str(told.next_step)
    moving = {"to_session_id": other.pk, "seat_no": 1, "stack_cents": 40_200}
    refused(MoreThanBooked, move_player, floor(world), **what, **moving)

    counted = {"counted_cents": 40_200, "reason": "Counted by two"}
    book_over_short(floor(world), session_id=session.pk, **counted)

    move_player(floor(world), **what, **moving)
    assert table_check(other).chips_cents == 40_200


def test_nobody_but_the_floor_records_a_table(world, session):
    short_by(world, session, 100)
    what = {"session_id": session.pk, "counted_cents": 0, "reason": "Not found"}
    refused(NotAllowed, book_over_short, world.stamp("23:00"), **what)


def test_the_report_says_it_by_table_and_by_dealer(world, session):
    change_dealer(floor(world, "21:00"), session_id=session.pk, dealer="Tiina")
    short_by(world, session, 300)
    what = {"session_id": session.pk, "reason": "Not found"}
    book_over_short(floor(world, "23:30"), **what, counted_cents=0)
    book_over_short(floor(world, "23:31"), **what, counted_cents=200)

    assert report(world, "table") == [("1", 2, 200, 300, -100)]
    assert report(world, "dealer") == [("Tiina", 2, 200, 300, -100)]
    assert [row[2:8] for row in report(world, "each")] == [
        ("1", "Tiina", None, 300, 0, -300),
        ("1", "Tiina", None, 0, 200, 200),
    ]


def typed(client: Client, path: str, **fields: str):
    return client.post(f"/tallinn/tables/{path}", {"key": str(a_key()), **fields})


def test_the_close_leads_to_the_page_that_records_it(world, session):
    short_by(world, session, 500)
    client = world.browser(Role.SUPERVISOR)
    stays = typed(client, f"{session.pk}/close/")
    assert stays.status_code == 409
    assert f'href="/tallinn/tables/{session.pk}/over-short/"' in stays.content.decode()

    done = typed(client, f"{session.pk}/over-short/", counted_cents="0", reason="Taken along")

    assert done.status_code == 302
    assert "Over/short, recorded" in client.get(f"/tallinn/tables/{session.pk}/").content.decode()
    assert typed(client, f"{session.pk}/close/").status_code == 302


def test_a_cashier_at_the_cash_out_page_is_led_to_the_request(world, session):
    leaves(world, session, 1, 20_000)
    client = world.browser(Role.CASHIER)
    path = f"{session.pk}/cash-out/{player(session, 2)}/"
    told = typed(client, path, cents="201", paid_with="chips")
    assert (told.status_code, "TABLE-026" in told.content.decode()) == (409, True)

    asked_for = typed(client, path, cents="201", paid_with="chips", reason="Rake typed twice")

    assert asked_for["Location"].startswith("/tallinn/approvals/")
    shown = world.browser(Role.SUPERVISOR).get(asked_for["Location"]).content.decode()
    assert "Chips by the books" in shown
