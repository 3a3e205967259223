"""One host, one account: a home tournament from its announcement to the last prize, alone."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.audit.services.controls import RolesTogether, change_profile
from casino.cage.models import Payable
from casino.cage.queries.shifts import drawers
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.deposits import confirm_credit, dispatch_deposit, prepare_deposit
from casino.cage.services.funds import fund_vault
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import pay_out
from casino.cage.services.vault import move_vault
from casino.cage.services.vault_count import count_vault
from casino.house.models import ControlProfile
from casino.house.queries import control_profile
from casino.ledger.queries.balances import balance_cents, trial_balance
from casino.players.services.guests import add_player
from casino.setup.rules.plan_file import PlanRefused, read_plan
from casino.staff.models import Membership, Role, User
from tests.hosting import CASH, DAY, HOST, PLAN, Host, a_home
from tests.refusing import refused
from tests.tournaments import FREEZEOUT
from tournaments.services.announcing import add_template, announce
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.selling import sell_entry
from tournaments.services.starting import close_registration, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Host:
    return a_home()


def test_a_host_runs_a_tournament_from_its_announcement_to_the_last_prize_alone(host: Host):
    club = host.club
    fund_vault(host.stamp(), cash=CASH)
    (drawer,) = drawers(club.pk)
    shift = open_shift(host.stamp(), drawer_id=drawer.pk, cash=CASH, chips={})
    terms = FREEZEOUT | {"price_cents": 2_000, "fee_cents": 0, "shares_bp": [7_000, 3_000]}
    template = add_template(host.stamp(), name="Friday", **terms)
    begins = host.stamp().at
    evening = announce(host.stamp(), template_id=template.pk, name="Friday", starts_at=begins)
    where = {"tournament_id": evening.pk}
    entries = [
        sell_entry(
            host.stamp(),
            **where,
            player_id=add_player(host.stamp(), name=name).pk,
            shift_id=shift.pk,
            paid_with="cash",
        ).entry
        for name in ("Ann", "Bob", "Cat", "Dan")
    ]
    start(host.stamp(), **where)
    close_registration(host.stamp(), **where)
    fix_pool(host.stamp(), **where)
    for entry in reversed(entries[1:]):
        knock_out(host.stamp(), **where, outs=[Out(entry_id=entry.pk, stack=100)])
    award_prizes.ask(host.stamp(), **where)
    owed = list(Payable.objects.filter(club=club))
    assert sum(each.cents for each in owed) == 8_000
    for each in owed:
        pay_out(host.stamp(), payable_id=each.pk, shift_id=shift.pk, paid_with="cash")

    assert balance_cents(club.pk, "cash:drawer", drawer.pk) == 80_000
    submit_count(host.stamp(), shift_id=shift.pk, cash=CASH | {500: 38}, chips={})
    close_shift(host.stamp(), shift_id=shift.pk, reason="Two notes rolled away")
    assert sum(line.cents for line in trial_balance(club.pk)) == 0

    alone = Proposal.objects.filter(club=club)
    assert set(alone.values_list("alone", "approved", "decided_by")) == {(True, True, host.user.pk)}
    listed = [
        row.operation
        for kind, row, _ in exceptions(club, first=DAY, last=DAY)
        if str(kind) == "one person, profile home"
    ]
    assert len(listed) == alone.count()
    assert {
        "cage.fund_vault",
        "cage.open_shift",
        "tournaments.fix_pool",
        "tournaments.award_prizes",
        "cage.close_shift",
    } <= set(listed)


def test_a_host_counts_banks_and_moves_the_vault_alone(host: Host):
    (drawer,) = drawers(host.club.pk)
    fund_vault(host.stamp(), cash={10_000: 20})
    shift = open_shift(host.stamp(), drawer_id=drawer.pk, cash=CASH, chips={})
    move_vault(host.stamp(), shift_id=shift.pk, way="fetch", cash={2000: 10})
    bag = prepare_deposit(host.stamp(), cents=50_000, seal="1")
    dispatch_deposit(host.stamp(), bag_id=bag.pk, carrier="Myself")
    confirm_credit(host.stamp(), bag_id=bag.pk, cents=49_000, statement="3", reason="A fee")
    counted = count_vault(host.stamp(), cash={10_000: 5}, reason="Counted")
    assert counted.second == counted.counted_by
    assert balance_cents(host.club.pk, "cash:vault") == 50_000


def test_a_host_whose_count_differs_is_told_to_ask_nobody(host: Host):
    (drawer,) = drawers(host.club.pk)
    fund_vault(host.stamp(), cash={10_000: 20})
    shift = open_shift(host.stamp(), drawer_id=drawer.pk, cash=CASH, chips={})
    submit_count(host.stamp(), shift_id=shift.pk, cash={2000: 1}, chips={})
    User.objects.update(has_given_password=False)
    client = Client()
    client.force_login(User.objects.get())
    page = client.get("/home/till/close/").content.decode()
    assert "The count does not match the books." in page
    assert "must approve" not in page
    assert "Request approval" not in page


def test_a_home_becomes_a_club_once_its_roles_are_apart_and_then_two_sign(host: Host):
    stricter = {"profile": "club", "reason": "We grow"}
    refused(RolesTogether, change_profile.ask, host.stamp(), **stricter)
    host.user.memberships.exclude(role="manager").delete()
    adopted = change_profile(host.stamp(), **stricter)
    assert (adopted.profile, adopted.adopted_by_id) == ("club", None)
    assert control_profile(host.club.pk, at=host.stamp().at) == ControlProfile.Name.CLUB
    refused(NeedsSignature, fund_vault, host.stamp(), cash={10_000: 1})


def test_a_plan_of_a_home_needs_a_manager_and_one_of_a_club_two_people():
    cashier = PLAN | {"people": [HOST | {"roles": ["cashier"]}]}
    with pytest.raises(PlanRefused) as lacking:
        read_plan(cashier)
    assert str(lacking.value.errors[0].message) == "people: there must be a manager."
    with pytest.raises(PlanRefused):
        read_plan(PLAN | {"club": PLAN["club"] | {"controls": "club"}})


def test_a_helper_at_a_home_signs_nothing_for_himself(host: Host):
    helper = User.objects.create_user("helper", "seven quiet herons", name="Helper")
    Membership.objects.create(user=helper, club=host.club, role=Role.CASHIER)
    drawer = drawers(host.club.pk)[0]
    fund_vault(host.stamp(), cash={10_000: 20})
    theirs = replace(host.stamp(), actor_id=helper.pk, roles=None)
    refused(NeedsSignature, open_shift, theirs, drawer_id=drawer.pk, cash=CASH, chips={})


def test_a_stricter_profile_outdoes_a_looser_one_that_was_still_to_come(host: Host):
    for number, (profile, since) in enumerate([("casino", 0), ("home", 24), ("club", 1)], start=1):
        ControlProfile.objects.create(
            club=host.club,
            profile=profile,
            since=host.stamp().at + timedelta(hours=since),
            reason="Growing",
            proposal_id=number,
            proposed_by_id=number,
            adopted_by_id=number + 1,
            act_id=-number,
        )
    in_two_days = host.stamp().at + timedelta(days=2)
    assert control_profile(host.club.pk, at=in_two_days) == ControlProfile.Name.CLUB
