"""The general journal: any lines, any day of an open period, numbered, by two above an amount."""

import csv
import re
from datetime import timedelta
from html import unescape
from io import StringIO
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, ProgrammingError, connection, transaction

from casino.approvals.queries import shown_digest
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.attachments import NotAttachable
from casino.cage.services.closing import force_close
from casino.closing.services.days import close_day, seal_day
from casino.closing.services.periods import close_period
from casino.house.stamp import Stamp
from casino.journal.models import AttachedFile, JournalDocument
from casino.journal.queries import documents as queries
from casino.journal.rules.documents import Unbalanced
from casino.journal.services import documents as services
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import DocumentLine
from casino.journal.services.files import attach_file
from casino.ledger.queries.documents import entry
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.books import mapped, sealed, sent, text
from tests.refusing import refused
from tests.tournaments import signed
from tests.world import EVENING, FLOAT, RACK, World, a_club

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7 rent"


def accountant(world: World, clock: str = "22:00", **more: object) -> Stamp:
    return world.stamp(clock, role=Role.ACCOUNTANT, **more)


def a_club_with_rent() -> World:
    world = a_club()
    world.fund()
    for code, name, kind in (("6010", "Rent", "expense"), ("2010", "Landlord", "liability")):
        add_account(accountant(world), code=code, name=name, kind=kind)
    return world


def lines(cents: int = 45_000, *, debit: str = "6010", credit: str = "2010") -> list[DocumentLine]:
    return [
        DocumentLine(account=debit, debit_cents=cents - 100, note="Rent"),
        DocumentLine(account=debit, debit_cents=100, note="Electricity"),
        DocumentLine(account=credit, credit_cents=cents),
    ]


def book(world: World, **other: object) -> JournalDocument:
    said = {"dated": EVENING, "lines": lines(), "reason": "Rent"} | other
    return services.book_document(accountant(world), **said)


def test_documents_are_numbered_by_their_year_and_name_their_lines_days_and_paper():
    world = a_club_with_rent()

    first = book(world, lines=lines(10_000), reference="2026-118")
    asked, what = accountant(world), {"document_id": first.pk, "reason": "Twice"}
    back = services.reverse_document(asked, **what)
    assert services.reverse_document(asked, **what) == back
    second = book(world, lines=lines(10_000))

    assert [str(each) for each in (first, back, second)] == [
        "J2026-0001", "J2026-0002", "J2026-0003",
    ]  # fmt: skip
    assert [each["note"] for each in first.lines] == ["Rent", "Electricity", ""]
    booked = entry(world.club.pk, first.entry_id)
    assert booked.memo == "J2026-0001, 27.02.2026, 2026-118: Rent"
    assert [(line.name, line.cents) for line in booked.lines] == [
        ("6010 Rent", 10_000),
        ("2010 Landlord", -10_000),
    ]
    assert (booked.reversed_by_id, back.reverses) == (back.entry_id, first)
    again = refused(
        services.NotReversible,
        services.reverse_document,
        accountant(world),
        document_id=first.pk,
        reason="Twice",
    )
    assert again.about == {"document_id": back.pk}


def test_a_bank_fee_is_booked_though_no_statement_is_imported():
    world = a_club_with_rent()
    book(world, lines=lines(500, debit="expense:bank"))
    assert world.balance("expense:bank") == 500


def test_owners_money_is_two_persons_whatever_its_account_is_called():
    world = a_club_with_rent()
    add_account(accountant(world), code="2900", name="Owner's capital", kind="equity")
    paid_in = lines(500, debit="bank", credit="2900")
    refused(NeedsSignature, book, world, lines=paid_in)


def test_what_is_not_a_document_is_refused_by_line_and_nothing_is_kept():
    world = a_club_with_rent()
    one, other = DocumentLine(account="6010", debit_cents=500), lines()[2]
    wrong = {
        Unbalanced: {"lines": [one, other]},
        services.CorrectedElsewhere: {"lines": lines(debit="chips:floor")},
        BadInput: {"dated": EVENING + timedelta(days=1)},
    }
    add = {"code": "6011", "name": "Copies", "kind": "expense", "limit_cents": 10_000}
    add_account(accountant(world), **add)
    wrong[services.AboveThePlausible] = {"lines": lines(20_000, debit="6011")}

    found = {kind: refused(kind, book, world, **said) for kind, said in wrong.items()}

    assert "445,00 is missing on the debit side" in found[Unbalanced].message.replace("\xa0", "")
    elsewhere = found[services.CorrectedElsewhere]
    assert (elsewhere.next_page, "Line 1" in elsewhere.message) == ("tables", True)
    assert "199,00 is more than 100,00" in found[services.AboveThePlausible].message
    refused(BadInput, book, world, lines=[one, DocumentLine(account="6010", credit_cents=500)])
    refused(BadInput, book, world, lines=[one, DocumentLine(account="7", credit_cents=500)])
    assert not JournalDocument.objects.exists()


def test_from_the_clubs_amount_on_a_days_documents_of_one_person_need_another():
    world = a_club_with_rent()
    book(world, lines=lines(30_000))

    refused(NeedsSignature, book, world, lines=lines(20_000))
    refused(NeedsSignature, book, world, lines=lines(200, credit="cash:vault"))
    asked = services.book_document.submit(
        accountant(world), dated=EVENING, lines=lines(20_000), reason="Rent"
    )
    paper = attach_file(accountant(world), proposal_id=asked.pk, name="rent.pdf", content=PDF)
    client = world.browser(Role.MANAGER)
    shown = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert f"/tallinn/journal/files/{paper.pk}/" in shown
    assert "Landlord" in shown
    assert "27.02.2026" in shown
    manager = world.stamp("22:10", role=Role.MANAGER)
    approve(manager, proposal_id=asked.pk, digest=shown_digest(asked))

    booked = JournalDocument.objects.get(number=2)
    assert (booked.signed_by, paper.proposal) == (world.staff[Role.MANAGER], booked.proposal)


def test_a_document_is_dated_in_an_open_period_and_names_a_day_of_a_closed_one():
    world = a_club_with_rent()
    later = EVENING + timedelta(days=9)
    close_day(world.club, EVENING, now=world.at("07:01", day=EVENING + timedelta(days=1)))
    seal_day(accountant(world, "10:00", day=later), day=EVENING)
    said = {"lines": lines(10_000), "reason": "Rent"}
    before = services.book_document(accountant(world, "10:01", day=later), dated=EVENING, **said)
    first = EVENING.replace(day=1)
    close_period(accountant(world, "10:05", day=later), period="month", first_day=first)

    closed = refused(
        services.PeriodIsClosed,
        services.book_document,
        accountant(world, "10:06", day=later),
        dated=EVENING,
        **said,
    )
    after = services.book_document(
        accountant(world, "10:06", day=later), dated=later, concerns=EVENING, **said
    )

    assert (before.gaming_day, before.dated, before.kind) == (later, EVENING, "late")
    assert ("28.02.2026" in closed.message, closed.field) == (True, "dated")
    assert (after.dated, after.concerns, str(after)) == (later, EVENING, "J2026-0002")


def test_files_name_each_document_its_kind_reason_and_day_and_add_up_none_of_them():
    world = a_club_with_rent()
    day = EVENING + timedelta(days=1)
    world.sell(500, day=day)
    said = {"lines": lines(10_000), "reason": "=Rent, flat 2"}
    first = services.book_document(
        accountant(world, day=day), dated=EVENING, **said, reference="2026-118"
    )
    back = services.reverse_document(
        accountant(world, day=day), document_id=first.pk, reason="Twice"
    )
    mapped(world)
    sealed(world, EVENING, day)
    batch = sent(world, day)

    rows = list(csv.DictReader(StringIO(text(world, batch, "journal"))))
    told = [
        (row["doc_no"], row["doc_type"], row["doc_kind"], row["reason"], row["concerns"])
        for row in rows
        if row["line_no"] == "1"
    ]
    late = ("J2026-0001", "LATE", "late", "'=Rent, flat 2", str(EVENING))
    assert told[1:] == [late, ("J2026-0002", "CORR", "correction", "Twice", str(EVENING))]
    assert rows[-1]["reverses_doc_no"] == str(first)
    added = list(csv.DictReader(StringIO(text(world, batch, "xero"))))
    narrations = list(dict.fromkeys(row["Narration"] for row in added))
    assert len(narrations) == 3
    assert narrations[1].startswith(f"{first} General journal: =Rent, flat 2 (27.02.2026)")
    assert narrations[2].startswith(str(back))


def test_a_forced_close_is_its_own_document_in_every_file_and_no_close_of_the_day():
    world = a_club()
    world.fund()
    shift = world.open_shift()
    less = FLOAT | {10_000: FLOAT[10_000] - 1}
    asked = force_close.ask(
        world.stamp("05:00", role=Role.SUPERVISOR),
        shift_id=shift.pk,
        cash=less,
        chips=RACK,
        reason="Went home",
    )
    signed(world, asked, clock="05:01")
    mapped(world)
    sealed(world)
    batch = sent(world)

    rows = list(csv.DictReader(StringIO(text(world, batch, "journal"))))
    forced = [row for row in rows if row["reason"] == "Went home"]
    assert {(row["doc_type"], row["doc_kind"]) for row in forced} == {("FORCED", "close")}
    assert [row["amount"] for row in forced] == ["100.00", "-100.00"]
    (number,) = {row["doc_no"] for row in forced}
    added = list(csv.DictReader(StringIO(text(world, batch, "xero"))))
    apart = [row for row in added if row["Narration"].startswith(number)]
    assert [row["Amount"] for row in apart] == ["100.00", "-100.00"]
    assert all("Went home" in row["Narration"] for row in apart)


def test_the_database_keeps_numbers_and_documents_as_they_are():
    world = a_club_with_rent()
    first = book(world, lines=lines(10_000))
    copy = {"pk": None, "number": 3, "entry_id": 99_999, "act_id": 99_999}

    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        JournalDocument.objects.update(reason="Else")
    for name, value in copy.items():
        setattr(first, name, value)
    with pytest.raises(IntegrityError, match="without a gap"), transaction.atomic():
        first.save(force_insert=True)


def test_on_the_page_lines_are_typed_kept_when_refused_and_booked_with_their_paper():
    world = a_club_with_rent()
    client = world.browser(Role.ACCOUNTANT)
    typed = {
        "dated": str(EVENING), "reason": "Rent", "account_0": "6010 Rent", "debit_0": "100,00",
        "account_7": "2010", "credit_7": "90",
    }  # fmt: skip

    def sent(**other: object) -> tuple[int, str]:
        answer = client.post("/tallinn/journal/new/", typed | {"key": str(uuid4())} | other)
        return answer.status_code, answer.get("Location") or answer.content.decode()

    status, page = sent()
    assert (status, "10,00 is missing on the credit side" in page) == (422, True)
    assert 'value="90"' in page
    fake = SimpleUploadedFile("rent.pdf", b"\x89PNG\r\n\x1a\n")
    status, page = sent(credit_7="100", paper=fake)
    assert (status, "is not what it says" in page) == (422, True)
    assert not JournalDocument.objects.exists()
    status, where = sent(credit_7="100", paper=SimpleUploadedFile("rent.pdf", PDF))
    assert status == 302
    shown = client.get(where).content.decode()
    assert "J2026-0001" in shown
    paper = client.get(f"/tallinn/journal/files/{AttachedFile.objects.get().pk}/")
    assert (paper.content, paper["X-Content-Type-Options"]) == (PDF, "nosniff")
    assert "J2026-0001" in client.get("/tallinn/journal/?by=dated").content.decode()


def test_a_file_that_is_not_what_its_name_says_is_not_kept():
    world = a_club_with_rent()
    first = book(world, lines=lines(10_000))
    said = {"document_id": first.pk, "name": "rent.png", "content": PDF}

    refused(NotAttachable, attach_file, accountant(world), **said)

    assert not AttachedFile.objects.exists()


def test_a_late_entry_of_the_program_before_becomes_a_document():
    world = a_club_with_rent()
    asked = services.book_document.ask(
        accountant(world), dated=EVENING, lines=lines(200), reason="Late"
    )
    late = {"club_id": world.club.pk, "gaming_day": EVENING, "proposal_id": asked.pk}
    late |= {"concerns": EVENING - timedelta(1), "entry_id": world.sell(500).entry_id}
    names = ", ".join(late)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO office_lateentry ({names}, document, reason, act_id)"
            " VALUES (%s, %s, %s, %s, %s, 'B-1', 'Fees', 77777)",
            list(late.values()),
        )

    found = JournalDocument.objects.get()
    assert (found.kind, found.reference, found.dated) == ("late", "B-1", EVENING)
    assert [(line["code"], line["debit_cents"]) for line in found.lines] == [
        ("cash:vault", 500),
        ("chips:floor", 0),
    ]


def test_the_page_of_documents_leads_to_the_earlier_ones(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(queries, "MAX_DOCUMENTS", 2)
    world = a_club_with_rent()
    booked = [book(world, lines=lines(10_000)) for _ in range(3)]
    client = world.browser(Role.ACCOUNTANT)
    where = f"/tallinn/journal/?by=gaming_day&first={EVENING}&last={EVENING}"
    latest = client.get(where)
    assert [each.pk for each in latest.context["documents"]] == [booked[2].pk, booked[1].pk]
    (further,) = re.findall(r'href="([^"]*before=[^"]*)"', latest.text)
    earlier = client.get("/tallinn/journal/" + unescape(further))
    assert [each.pk for each in earlier.context["documents"]] == [booked[0].pk]
    assert "before=" not in earlier.text


def test_a_document_typed_with_more_lines_than_one_holds_is_refused_and_none_is_dropped():
    world = a_club_with_rent()
    client = world.browser(Role.ACCOUNTANT)

    def sent(many: int) -> tuple[int, str]:
        typed = {"dated": str(EVENING), "reason": "Rent", "key": str(uuid4())}
        for n in range(many):
            typed |= dict.fromkeys((f"{name}_{n}" for name in ("tax_code", "cost_center")), "")
            sides = {f"debit_{n}": "1" if n % 2 else "", f"credit_{n}": "" if n % 2 else "1"}
            typed |= {f"account_{n}": "6010" if n % 2 else "2010", f"note_{n}": "", **sides}
        answer = client.post("/tallinn/journal/new/", typed)
        return answer.status_code, answer.text

    status, page = sent(202)
    assert (status, "Send 2 to 200 of them." in page) == (400, True)
    assert 'name="account_201"' in page
    assert not JournalDocument.objects.exists()
    assert sent(200)[0] == 302
    assert len(JournalDocument.objects.get().lines) == 200


def test_a_day_before_the_books_is_refused_with_the_day_on_which_they_begin():
    world = a_club_with_rent()
    early = {"dated": EVENING - timedelta(days=3), "lines": lines(), "reason": "Rent"}
    refusal = refused(BadInput, services.book_document, accountant(world), **early)
    assert str(refusal) == f"The club's books begin on {EVENING:%d.%m.%Y}."
