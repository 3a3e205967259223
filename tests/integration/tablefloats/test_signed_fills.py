"""A fill that arrives otherwise than it was issued: signed as counts are, and listed."""

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import BeneficiaryCannotApprove
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.closing.reports import day_report
from casino.ledger.queries import gaming_days
from casino.ledger.verify import Books
from casino.staff.models import Membership, Role
from casino.tablefloats.models import Transfer
from casino.tablefloats.services.transfers import SamePerson, confirm_fill
from casino.verify.findings import broken
from tests.counting import sign
from tests.integration.tablefloats.filling import FIVE_HUNDRED, ask, confirm, confirm_by_two, issue
from tests.refusing import refused
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
HALF = {2_500: 5, 500: 20, 100: 25}
FOUR_SHORT = {2_500: 10, 500: 40, 100: 46}
FIFTY_SHORT = {2_500: 8, 500: 40, 100: 50}


def issued(world: World) -> Transfer:
    return issue(world, ask(world, world.session()), world.open_shift())


def listed(world: World) -> list[tuple[str, str]]:
    found = exceptions(world.club, first=EVENING, last=EVENING)
    return [(str(kind), row.operation) for kind, row, _ in found]


def test_a_fill_that_arrives_half_empty_is_signed_by_the_manager_and_listed(world: World):
    fill = issued(world)
    counted = {"transfer_id": fill.pk, "chips": HALF}
    floor = world.stamp("21:10", role=Role.SUPERVISOR)
    with pytest.raises(NeedsSignature):
        confirm_fill(floor, **counted)
    asked = Proposal.objects.get()
    assert asked.operation == "countroom.confirm_fill_large"
    assert world.balance("expense:over-short") == 0
    sign(world, floor, asked)
    fill.refresh_from_db()
    assert (fill.state, world.balance("chips:bank", fill.session_id)) == ("confirmed", 25_000)
    assert world.balance("expense:over-short") == 25_000
    assert listed(world) == [("variance settled", "countroom.confirm_fill_large")]
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_who_signs_a_short_fill_reads_its_chips_by_denomination(world: World):
    floor = world.stamp("21:10", role=Role.SUPERVISOR)
    with pytest.raises(NeedsSignature):
        confirm_fill(floor, transfer_id=issued(world).pk, chips=HALF)
    asked = Proposal.objects.get()
    assert asked.reason == "1: 250,00"
    page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").text
    told = " ".join(page.split())
    assert '<td class="n">5 &times;</td> <td class="n">25,00</td>' in told
    assert "<dd>1, 1</dd>" in told
    assert "2500: 5" not in told
    assert "<strong>\u2212 250,00</strong>" in told
    page = world.browser(Role.SUPERVISOR).get(f"/tallinn/approvals/{asked.pk}/").text
    assert "500,00" not in page


def test_small_change_that_a_fill_lacks_is_one_persons_and_listed(world: World):
    confirm(world, issued(world), FOUR_SHORT)
    assert world.balance("expense:over-short") == 400
    assert listed(world) == [("variance settled", "countroom.confirm_fill")]


def test_what_a_fill_lacks_stands_in_the_days_report_beside_the_shifts(world: World):
    confirm(world, issued(world), FOUR_SHORT)
    report = day_report(world.club, gaming_days.day(world.club.pk, EVENING))
    rows = {each.name: each.rows for each in report.sections}
    (fill,) = rows["over_short"]
    assert (fill.amount_cents, fill.account_code) == (-400, "expense:over-short")
    (account,) = (each for each in rows["account"] if each.account_code == fill.account_code)
    assert account.debit_cents == 400
    page = world.browser(Role.ACCOUNTANT).get(f"/tallinn/days/{EVENING}/").text
    assert "Over/short outside the shifts" in page
    assert f"/tallinn/entries/{fill.path[1] if fill.path else 0}/" in page


def test_a_fill_that_arrives_whole_needs_nobody_and_is_not_listed(world: World):
    confirm(world, issued(world))
    assert (Proposal.objects.count(), listed(world)) == (0, [])


def test_the_first_figure_of_a_fill_decides_who_signs(world: World):
    fill = issued(world)
    stamp = world.stamp("21:10", role=Role.SUPERVISOR)
    confirm_fill.ask(stamp, transfer_id=fill.pk, chips=HALF)
    again = confirm_fill.submit(
        world.stamp("21:12", role=Role.SUPERVISOR), transfer_id=fill.pk, chips=FIVE_HUNDRED
    )
    assert isinstance(again, Proposal), "nobody looks at both figures"
    assert again.operation == "countroom.confirm_fill"
    sign(world, world.stamp("21:13", role=Role.SUPERVISOR), again)
    assert world.balance("expense:over-short") == 0
    assert ("counted again", "countroom.ask_confirm_fill") in listed(world)


def test_who_issued_a_fill_neither_counts_nor_signs_what_it_lacks(world: World):
    fill = issued(world)
    cashier = world.staff[Role.CASHIER]
    Membership.objects.create(club=world.club, user=cashier, role=Role.MANAGER)
    own = world.stamp("21:09")
    refused(SamePerson, confirm_fill.ask, own, transfer_id=fill.pk, chips=FIFTY_SHORT)
    counted = {"transfer_id": fill.pk, "chips": FIFTY_SHORT}
    refused(BeneficiaryCannotApprove, confirm_by_two, world, "21:10", by=Role.CASHIER, **counted)


def test_a_page_leads_to_who_signs_what_a_fill_lacks(world: World, client: Client):
    fill = issued(world)
    client.force_login(world.staff[Role.SUPERVISOR])
    said = {"chips_2500": "5", "chips_500": "20", "chips_100": "25", "key": a_key()}
    answer = client.post(f"/tallinn/fills/{fill.pk}/confirm/", said)
    asked = Proposal.objects.get()
    assert answer["Location"] == f"/tallinn/approvals/{asked.pk}/"
