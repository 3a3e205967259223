"""The accounts of a day's report say what they are kept for, not its number in the database."""

import pytest

from casino.closing.reports import day_report
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import DocumentLine, book_document
from casino.ledger.chart import CHART, Kind
from casino.ledger.queries import gaming_days
from casino.staff.models import Role
from ranking.rules.periods import account_ref, quarter_of
from tests.claiming import fed, six_seated
from tests.integration.reports.asking import lines
from tests.tournaments import a_tournament, enter
from tests.world import EVENING, World


def test_a_days_accounts_name_table_drawer_jackpot_and_tournament(world: World):
    pool, shift = fed(world), world.open_shift()
    session = six_seated(world)
    friday = a_tournament(world)
    enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    report = day_report(world.club, gaming_days.day(world.club.pk, EVENING))
    (section,) = (each for each in report.sections if each.name == "account")
    named = {each.account_code: str(each.item) for each in section.rows}
    assert named["cash:drawer"] == f"Banknotes in a drawer: {shift.drawer}"
    assert named["chips:table"] == f"Chips in play at a table: {session.table} 27.02. 20:00"
    assert named["jackpot:pool"] == f"Jackpot pool, the players' money: {pool}"
    assert named["tournament:pool"] == f"Prize pool of a tournament: {friday}"
    assert named["cash:vault"] == "Banknotes in the vault"
    page = world.browser(Role.ACCOUNTANT).get(f"/tallinn/days/{EVENING}/").text
    assert f"Prize pool of a tournament: {friday}" in page


def test_the_accountants_reports_name_table_drawer_and_tournament_beside_their_number(world: World):
    shift = world.open_shift()
    session = six_seated(world)
    friday = a_tournament(world)
    enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    at, days = f"as_of={EVENING}T23:59", f"first={EVENING}&last={EVENING}"
    for code, ref, name in (
        ("cash:drawer", shift.drawer.pk, shift.drawer),
        ("chips:table", session.pk, f"{session.table} 27.02. 20:00"),
        ("tournament:pool", friday.pk, friday),
    ):
        said = [("balance", f"{at}&by=now&code={code}"), ("turnover", days)]
        if CHART[code].kind is Kind.LIABILITY:
            said.append(("liabilities", f"{at}&by=month&code={code}"))
        for report, query in said:
            found = [x for x in lines(world, report, query) if x["account_code"] == code]
            assert [(each["ref"], each["of"]) for each in found] == [(str(ref), str(name))]


@pytest.mark.parametrize("ranking", [0, 12])
def test_the_account_of_a_quarters_pool_tells_its_quarter(ranking: int):
    assert quarter_of(account_ref("2026Q4", ranking=ranking)) == "2026Q4"


def test_an_own_account_is_named_by_its_number_and_name_alone(world: World):
    add_account(
        world.stamp("20:00", role=Role.ACCOUNTANT), code="7710", name="Rent", kind="expense"
    )
    lines_ = [
        DocumentLine(account="7710", debit_cents=10_000),
        DocumentLine(account="expense:rounding", credit_cents=10_000),
    ]
    book_document(
        world.stamp("20:30", role=Role.ACCOUNTANT), dated=EVENING, reason="Rent", lines=lines_
    )
    report = day_report(world.club, gaming_days.day(world.club.pk, EVENING))
    (section,) = (each for each in report.sections if each.name == "account")
    assert "7710 Rent" in [str(each.item) for each in section.rows]
