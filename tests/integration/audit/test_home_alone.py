"""In the profile `home` one host does all that takes two elsewhere, and every bit of it is kept."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest
from django.db import Error, connection, transaction

from cashgames.models import Session
from cashgames.services.cash_outs import cash_out
from cashgames.services.seats import seat_player
from cashgames.services.tables import add_table, close_session, open_session
from casino.approvals.models import Proposal
from casino.approvals.services import COMPLETIONS, approve, propose
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Payment, Shift
from casino.cage.queries.shifts import drawers
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.funds import fund_vault
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import pay_out
from casino.cage.views.operations import OPERATIONS
from casino.countroom.services.boxes import count_box, settle_table, take_box
from casino.db import command
from casino.house.models import ControlProfile
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.services import Posted
from casino.players.services.guests import add_player
from casino.staff.models import Membership, Role, User
from casino.tablefloats.models import TransferStep
from casino.tablefloats.services import transfers as floats
from casino.tablefloats.services.transfers import SamePerson
from tests.hosting import DAY, FOUNDED, Host, a_home
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import World, founding, of_the_desk

pytestmark = pytest.mark.django_db
CHIPS = {10_000: 100, 500: 200}
# What names two things that are no persons, or a person who is there because the first was alone.
OF_OTHERS = {
    "approvals_confirmed_by_another",  # an emergency, which a home never needs
    "approvals_four_eyes",  # or `alone`, which only a home has
    "house_home_by_two",  # the way into a home
    "jackpot_move_between_two",  # jackpots
    "jackpot_settlement_between_two",  # clubs
    "ranking_two_cards",  # guests
}


@pytest.fixture
def host(request: pytest.FixtureRequest, db: None) -> Host:
    return a_home(getattr(request, "param", "home"))


@pytest.fixture
def shift(host: Host) -> Shift:
    fund_vault(host.stamp(), cash={10_000: 200})
    (drawer,) = drawers(host.club.pk)
    return open_shift(host.stamp(), drawer_id=drawer.pk, cash={50_000: 20}, chips=CHIPS)


def listed(host: Host) -> list[str]:
    """Return what Exceptions shows as done by one person."""
    return [
        row.arguments.get("what", row.operation)
        for kind, row, _ in exceptions(host.club, first=DAY, last=DAY)
        if str(kind) == "one person, profile home"
    ]


@command
def asked(host: Host, kind: str) -> Proposal:
    """Ask for a signature of a kind, by which the host gains."""
    running = ledger.act(host.stamp(), "test.ask_anything").on(host.stamp())
    gains = [host.user.pk]
    return propose(running, operation=kind, content={}, reason="A test", not_by=gains)


@pytest.mark.parametrize("kind", sorted(COMPLETIONS))
def test_each_kind_that_is_signed_is_signed_by_the_host_who_asked(
    host: Host, kind: str, monkeypatch: pytest.MonkeyPatch
):
    """What it does then has tests of its own; here neither rule nor database wants a second."""
    done: list[Proposal] = []
    own = replace(COMPLETIONS[kind], complete=lambda _, proposal: done.append(proposal))
    monkeypatch.setitem(COMPLETIONS, kind, own)
    proposal = asked(host, kind)
    approve(host.stamp(), proposal_id=proposal.pk, digest=proposal.digest)
    proposal.refresh_from_db()
    assert (proposal.alone, proposal.approved, proposal.decided_by) == (True, True, host.user)
    assert done == [proposal]


def guards() -> Iterator[tuple[str, str]]:
    """Yield each check of the database that tells two columns apart, with its condition."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c'"
        )
        for name, condition in cursor.fetchall():
            if re.search(r"\((\w+_id|\w+_by) <> \w+|NOT \(\(?(\w+_id) = (\w+_id)", condition):
                yield name, condition


def test_no_check_of_the_database_tells_two_persons_apart_whatever_the_profile():
    found = dict(guards())
    assert found.keys() == OF_OTHERS, found


def test_a_prize_of_any_size_is_paid_by_the_host(host: Host, shift: Shift):
    known = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
    guest = add_player(host.stamp(), name="Ann", **known).pk
    for cents, two in ((60_000, False), (250_000, True)):
        owed = owe_prize(host.stamp(), cents=cents, player_id=guest, two=two)
        pay_out(host.stamp(), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    paid = Payment.objects.order_by("id")
    assert [(each.paid_by, each.second) for each in paid] == 2 * [(host.user, host.user)]
    assert listed(host).count("cage.pay_out") + listed(host).count("cage.pay_out_large") == 2


def test_chips_of_any_sum_are_redeemed_by_the_host(host: Host, shift: Shift):
    known = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
    guest = add_player(host.stamp(), name="Ann", **known).pk
    at_desk = {"shift_id": shift.pk, "player_id": guest}
    for cents in (600_000, 600_000):
        sell_chips(host.stamp(), **at_desk, cents=cents)
    for cents in (250_000, 950_000):
        redeem_chips(host.stamp(), **at_desk, cents=cents)
    assert [each for each in listed(host) if "redeem" in each] == [
        "cage.redeem_chips_large",
        "cage.redeem_chips",
    ]


def test_a_sale_that_the_club_wants_signed_is_booked_by_the_host(host: Host, shift: Shift):
    of_the_desk(host.club, sale_second_from_cents=1)
    sold = OPERATIONS["sell"](host.stamp(), shift_id=shift.pk, cents=10_000)
    assert isinstance(sold, Posted)
    assert [each for each in listed(host) if "sell" in each] == ["cage.sell_by_two"]


def a_table(host: Host, shift: Shift, *, by_box: bool = False) -> Session:
    """Open a table with two guests of 100 euro each."""
    table = add_table(host.stamp(), name=f"Kitchen {by_box}")
    session = open_session(
        host.stamp(),
        table_id=table.pk,
        game="texas_holdem",
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=10_000,
        max_buy_in_cents=50_000,
        by_box=by_box,
    )
    for number, name in enumerate(("Bob", "Cat"), start=1):
        sell_chips(host.stamp(), shift_id=shift.pk, cents=10_000)
        seat_player(
            host.stamp(),
            session_id=session.pk,
            seat_no=number,
            player_id=add_player(host.stamp(), name=f"{name} {by_box}").pk,
            cents=10_000,
            paid_with="chips",
        )
    return session


def test_fills_and_credits_are_sent_and_received_by_the_host(host: Host, shift: Shift):
    session, chips = a_table(host, shift), {500: 20}
    fill = floats.ask_fill(host.stamp(), session_id=session.pk, chips=chips)
    which = {"transfer_id": fill.pk}
    floats.issue_fill(host.stamp(), **which, shift_id=shift.pk, chips=chips)
    floats.confirm_fill(host.stamp(), **which, chips=chips)
    credit = floats.send_credit(host.stamp(), session_id=session.pk, chips=chips)
    which = {"transfer_id": credit.pk, "shift_id": shift.pk}
    floats.confirm_credit(host.stamp(), **which, chips=chips)
    assert set(TransferStep.objects.values_list("by", flat=True)) == {host.user.pk}
    assert listed(host)[:2] == ["countroom.confirm_credit", "countroom.confirm_fill"]


@pytest.mark.parametrize("host", ["voodoo"], indirect=True)
def test_a_box_is_booked_by_the_hosts_one_count_and_the_table_settled(host: Host, shift: Shift):
    session = a_table(host, shift, by_box=True)
    for seat in session.seats.order_by("number"):
        left = {"player_id": seat.player_id, "cents": 9_500, "paid_with": "chips"}
        cash_out(host.stamp(), session_id=session.pk, **left)
    close_session(host.stamp(), session_id=session.pk)
    box = take_box(host.stamp(), session_id=session.pk, fee="rake", number="R1")
    count_box(host.stamp(), box_id=box.pk, chips={500: 2})
    box.refresh_from_db()
    assert box.counted_cents == 1_000
    settle_table(host.stamp(), session_id=session.pk)
    assert listed(host)[0] == "countroom.count_box"


@pytest.mark.parametrize("host", ["voodoo"], indirect=True)
def test_a_helper_at_a_home_counts_and_receives_nothing_alone(host: Host, shift: Shift):
    helper = User.objects.create_user("helper", "seven quiet herons", name="Helper")
    for role in (Role.SUPERVISOR, Role.CASHIER):
        Membership.objects.create(user=helper, club=host.club, role=role)
    session, chips = a_table(host, shift, by_box=True), {500: 20}

    def theirs() -> Stamp:
        return replace(host.stamp(), actor_id=helper.pk, roles=None)

    credit = floats.ask_fill(theirs(), session_id=session.pk, chips=chips)
    Shift.objects.update(state=Shift.State.CLOSED)
    shift.pk, shift.cashier, shift.act_id = None, helper, -1
    with founding(host.club):
        shift.save(force_insert=True)
    floats.issue_fill(theirs(), transfer_id=credit.pk, shift_id=shift.pk, chips=chips)
    refused(SamePerson, floats.confirm_fill, theirs(), transfer_id=credit.pk, chips=chips)
    box = take_box(theirs(), session_id=session.pk, fee="rake", number="R1")
    count_box(theirs(), box_id=box.pk, chips={500: 2})
    box.refresh_from_db()
    assert box.booked_at is None


def test_beyond_home_the_database_lets_nobody_pay_or_receive_alone(world: World):
    shift, session = world.open_shift(), world.session()
    owed = owe_prize(world.stamp(role=Role.SUPERVISOR), cents=30_000)
    paid = pay_out(world.stamp(), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    names = ("payable", "shift", "paid_with", "paid_by", "paid_at", "entry")
    again = {name: getattr(paid, name) for name in names}
    with pytest.raises(Error, match="cage_payment_two_people"), transaction.atomic():
        Payment.objects.create(**again, second=paid.paid_by, act_id=1)
    fill = floats.ask_fill(world.stamp(role=Role.SUPERVISOR), session_id=session.pk, chips={500: 2})
    floats.issue_fill(world.stamp(), transfer_id=fill.pk, shift_id=shift.pk, chips={500: 2})
    step = TransferStep.objects.get(state="issued")
    with pytest.raises(Error, match="countroom_transfer_by_two"), transaction.atomic():
        TransferStep.objects.create(
            transfer=fill, state="confirmed", by=step.by, at=step.at, act_id=1
        )


def test_what_a_home_signed_alone_stands_and_goes_on_once_two_must_sign(host: Host, shift: Shift):
    """A shift that its host opened alone is closed, a payment reversed, under the new profile."""
    owed = owe_prize(host.stamp(), cents=60_000)
    pay_out(host.stamp(), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    ControlProfile.objects.create(
        club=host.club, profile="club", since=FOUNDED, reason="We grow", act_id=-1, proposal_id=1
    )
    submit_count(host.stamp(), shift_id=shift.pk, cash={50_000: 18, 20_000: 2}, chips=CHIPS)
    close_shift(host.stamp(), shift_id=shift.pk)
    assert Shift.objects.get().closed_at
