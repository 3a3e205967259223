"""What a statement's line books has the line's date while that is open, as a document has."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.queries import shown_digest
from casino.approvals.services import COMPLETIONS, approve
from casino.bank.models import Match, StatementLine
from casino.bank.services.matching import Part, match_line
from casino.bank.services.unmatching import unmatch_line
from casino.journal.models import DatedEntry, OwnAccount, PeriodLock
from casino.journal.queries.dated import dated_before
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import PeriodIsClosed
from casino.journal.verify import verify_documents
from casino.refusals import BadInput
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role
from demo import bank_statement as paper
from tests.integration.bank.months import FIRST, IBAN, WORK, Month
from tests.refusing import refused

LINE_OF, MARCH = date(2026, 2, 28), date(2026, 3, 1)


@pytest.fixture
def rent(month: Month) -> OwnAccount:
    """An income of the club's own with VAT."""
    what = {"code": "3100", "name": "Room hire", "kind": "income", "tax_code": "ee-vat"}
    return add_account(month.work(), **what)


def a_line(month: Month, *, cents: int = 9_000, day: date = LINE_OF) -> StatementLine:
    whole = paper.Paper(
        iban=IBAN,
        currency="EUR",
        first=FIRST,
        last=WORK,
        opening=0,
        moves=(paper.Move(day=day, cents=cents, name="Guest house"),),
    )
    (statement,) = month.imported(paper.camt(whole))
    return statement.lines.get(counterparty="Guest house")


def of(account: OwnAccount) -> list[Part]:
    return [Part(code=account.ledger_code, ref=account.pk)]


def close_february(month: Month) -> None:
    act_id = Match.objects.order_by("-act_id").values_list("act_id", flat=True).first() or 1
    PeriodLock.objects.create(club=month.world.club, last_day=LINE_OF, act_id=act_id)


def base_cents(month: Month, first: date, last: date) -> int:
    """Return the bases of VAT of some days."""
    what = asked(month.world.club, month.work(), first=first, last=last, country="ee")
    rows = REPORTS["tax-return"].make(what).rows
    return sum(row.cells[3] for row in rows if "VAT" in str(row.cells))


def february(month: Month) -> int:
    return base_cents(month, FIRST, LINE_OF)


def march(month: Month) -> int:
    return base_cents(month, MARCH, WORK)


def by_date(month: Month, report: str, column: str) -> list[object]:
    """Return a column of a report of February by document date, of the account of room hire."""
    what = asked(month.world.club, month.work(), first=FIRST, last=LINE_OF, by="dated")
    sheet = REPORTS[report].make(what)
    names = [each.name for each in sheet.columns]
    rows = [row.cells for row in sheet.rows if "Room hire" in str(row.cells)]
    return [row[names.index(column)] for row in rows]


def test_the_vat_of_a_line_of_february_matched_in_march_is_februarys(
    month: Month, rent: OwnAccount
):
    match_line(month.work(), line_id=a_line(month).pk, parts=of(rent))
    assert (february(month), march(month)) == (9_000, 0)
    assert by_date(month, "coded-lines", "dated") == [LINE_OF]
    assert by_date(month, "ledger", "dated") == [LINE_OF]
    assert by_date(month, "turnover", "credit") == [9_000]
    assert dated_before(month.world.club.pk, MARCH)["own:income"] == -9_000
    assert not list(verify_documents(month.world.club.pk))


def test_what_is_unmatched_leaves_the_month_in_which_it_was(month: Month, rent: OwnAccount):
    match = match_line(month.work(), line_id=a_line(month).pk, parts=of(rent))
    unmatch_line(month.work(), match_id=match.pk, reason="Another guest house")
    assert (february(month), march(month)) == (0, 0)
    assert [each.dated for each in DatedEntry.objects.all()] == [LINE_OF] * 2


def test_what_a_closed_month_has_is_unmatched_today(month: Month, rent: OwnAccount):
    match = match_line(month.work(), line_id=a_line(month).pk, parts=of(rent))
    close_february(month)
    unmatch_line(month.work(), match_id=match.pk, reason="Another guest house")
    assert (february(month), march(month)) == (9_000, -9_000)


def test_a_line_of_a_closed_month_is_of_today_and_no_date_of_that_month_is_taken(
    month: Month, rent: OwnAccount
):
    line = a_line(month)
    close_february(month)
    given = {"line_id": line.pk, "parts": of(rent)}
    found = refused(PeriodIsClosed, match_line, month.work(), **given, dated=LINE_OF)
    assert found.field == "dated"
    match = match_line(month.work(), **given)
    assert (february(month), march(month)) == (0, 9_000)
    with pytest.raises(DatabaseError, match="closed"), transaction.atomic():
        DatedEntry.objects.create(
            club=month.world.club, entry_id=1, dated=LINE_OF, gaming_day=WORK, act_id=match.act_id
        )


def test_another_date_is_taken_where_it_is_open_and_not_to_come(month: Month, rent: OwnAccount):
    line = a_line(month)
    given = {"line_id": line.pk, "parts": of(rent)}
    for day in (date(2026, 3, 3), date(2025, 6, 1)):
        assert refused(BadInput, match_line, month.work(), **given, dated=day).field == "dated"
    match_line(month.work(), **given, dated=MARCH)
    assert (february(month), march(month)) == (0, 9_000)


def test_who_signs_reads_the_date(month: Month, rent: OwnAccount):
    asks = match_line.submit(month.work(), line_id=a_line(month, cents=90_000).pk, parts=of(rent))
    assert isinstance(asks, Proposal)
    assert "dated" not in asks.content or asks.content["dated"] is None
    ahead = COMPLETIONS[asks.operation].ahead
    assert ahead
    assert ahead(month.work(Role.MANAGER), asks)["Document date"] == "28.02.2026"
    approve(month.work(Role.MANAGER), proposal_id=asks.pk, digest=shown_digest(asks))
    assert february(month) == 90_000


def test_the_page_offers_the_lines_own_date_and_takes_another(month: Month, rent: OwnAccount):
    line = a_line(month)
    client = Client()
    client.force_login(month.world.staff[Role.ACCOUNTANT])
    page = f"/tallinn/bank-accounts/lines/{line.pk}/"
    assert client.get(page).context["form"]["dated"].value() == LINE_OF
    typed = {"key": str(uuid4()), "account_1": f"{rent.ledger_code} {rent.pk}", "dated": ""}
    assert client.post(page, typed).status_code == 302
    assert DatedEntry.objects.get().dated == LINE_OF
    match = Match.objects.get(line=line)
    shown = client.get(f"/tallinn/bank-accounts/matches/{match.pk}/undo/").content.decode()
    assert "28.02.2026" in shown


def test_a_date_stays_and_is_of_an_entry(month: Month, rent: OwnAccount):
    match = match_line(month.work(), line_id=a_line(month).pk, parts=of(rent))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE journal_dated_entry SET dated = '2026-02-01'")
    DatedEntry.objects.create(
        club=month.world.club, entry_id=1, dated=FIRST, gaming_day=WORK, act_id=match.act_id
    )
    (found,) = verify_documents(month.world.club.pk)
    assert found.what == "document date"
