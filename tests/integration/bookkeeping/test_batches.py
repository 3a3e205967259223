"""Batches: sealed days, every line once, the same bytes for ever."""

import csv
import hashlib
import io
import re
from copy import deepcopy
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone
from openpyxl import load_workbook

from casino.bookkeeping.models import Batch, File, Job
from casino.bookkeeping.queries import batches
from casino.bookkeeping.queries.journal import day_documents
from casino.bookkeeping.queries.mapping import chart, numbers_of, unmapped
from casino.bookkeeping.services import jobs
from casino.bookkeeping.services.batches import (
    AccountsNotMapped,
    AlreadySent,
    DaysNotSealed,
    NothingToSend,
    make_batch,
)
from casino.bookkeeping.services.mapping import checked, map_account
from casino.cage.services.closing import force_close
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.queries.documents import entries
from casino.ledger.refusals import KeyReused
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.books import LATER, NUMBERS, file_of, map_accounts, mapped, read, sealed, sent
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_club, a_key

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)


@pytest.fixture(scope="module")
def night(db_of_file: None) -> World:
    """Two sealed days with a sale each, and a third one that is open."""
    world = a_club()
    world.fund()
    for n, day in enumerate((EVENING, NEXT, NEXT + timedelta(1))):
        world.sell(10_000 + n, day=day)
    sealed(world, EVENING, NEXT)
    mapped(world)
    return world


@pytest.fixture
def world(night: World, db: None) -> World:
    return deepcopy(night)


def lines(world: World, batch: Batch, profile: str = "journal") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(read(file_of(world, batch, profile)).decode())))


def test_the_journal_has_each_line_of_the_days_and_adds_up_to_the_trial_balance(world: World):
    found = lines(world, sent(world, EVENING, NEXT))
    assert len(found) == 6
    sums: dict[str, int] = {}
    for line in found:
        cents = int(line["amount"].replace(".", ""))
        sums[line["account_code"]] = sums.get(line["account_code"], 0) + cents
        assert (line["debit"] or f"-{line['credit']}") == line["amount"]
    assert sums == {
        NUMBERS["cash:vault"]: 5_000_000 + 20_001,
        NUMBERS["chips:floor"]: -20_001,
        NUMBERS["equity:funding"]: -5_000_000,
    }


def test_a_line_says_where_it_comes_from(world: World):
    line = lines(world, sent(world))[2]
    entry = entries(world.club.pk, Q())[1]
    assert line["entry_no"] == str(entry.id)
    assert line["doc_no"] == f"E{entry.id}"
    assert (line["doc_type"], line["memo"]) == ("SHIFT", "Chips sold")
    assert (line["entry_date"], line["gaming_day"]) == ("2026-02-27", "2026-02-27")
    assert (line["posted_by"], line["batch_no"], line["currency"]) == (
        "cashier@tallinn", "1", "EUR",
    )  # fmt: skip


def test_both_dialects_say_the_same(world: World):
    batch = sent(world)
    machine = read(file_of(world, batch, "journal"))
    excel = read(file_of(world, batch, "journal-excel"))
    assert excel.startswith(b"\xef\xbb\xbfbatch_no;")
    assert not machine.startswith(b"\xef")
    theirs = list(csv.DictReader(io.StringIO(excel.decode("utf-8-sig")), delimiter=";"))
    ours = list(csv.DictReader(io.StringIO(machine.decode())))
    assert [row["amount"].replace(",", ".") for row in theirs] == [row["amount"] for row in ours]
    assert theirs[0]["entry_date"] == "27.02.2026"
    for file in (machine, excel):
        assert file.count(b"\r\n") == file.count(b"\n") == 5


def test_a_file_is_the_same_for_ever_whatever_is_said_later(world: World):
    batch = sent(world)
    first = file_of(world, batch)
    before = read(first)
    said = checked({"code": "chips:floor", "number": "9", "name": "Other"}, from_day=EVENING)
    map_accounts(world.stamp("13:00", role=Role.ACCOUNTANT, day=LATER), said=[said])
    world.club.name = "Renamed"
    world.club.save()
    again = file_of(world, batch)
    assert (again.pk, read(again)) == (first.pk, before)
    assert hashlib.sha256(before).hexdigest() == first.sha256
    # Another profile of the same batch knows what the batch knew.
    assert "9" not in {row["account_code"] for row in lines(world, batch)}


def test_the_manifest_has_the_control_figures(world: World):
    file = file_of(world, sent(world))
    told = file.manifest
    assert (told["lines"], told["journal_lines"], told["entries"]) == (4, 4, 2)
    assert told["debit_cents"] == told["credit_cents"] == 5_010_000
    assert (told["sha256"], told["bytes"]) == (file.sha256, len(read(file)))
    assert (told["from"], told["to"], told["batch"]) == ("2026-02-27", "2026-02-27", 1)
    assert file.name == "tallinn_journal_20260227_20260227_b1.csv"


def test_a_line_leaves_once(world: World):
    sent(world)
    assert refused(AlreadySent, sent, world, EVENING, NEXT).field == "first_day"
    assert [row["amount"] for row in lines(world, sent(world, NEXT))] == ["100.01", "-100.01"]
    assert {day for day, _ in batches.days_not_sent(world.club.pk)} == {NEXT + timedelta(1)}


def test_the_database_itself_refuses_a_day_twice_and_a_changed_batch(world: World):
    batch = sent(world)
    for change in (
        lambda: Batch.objects.filter(id=batch.pk).update(lines=1),
        lambda: Batch.objects.filter(id=batch.pk).delete(),
        lambda: Batch.objects.create(
            **{
                **{f.attname: getattr(batch, f.attname) for f in Batch._meta.fields},
                "id": None, "number": 7, "act_id": 10**9,
            }
        ),
    ):  # fmt: skip
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_an_open_day_is_refused_by_name(world: World):
    refusal = refused(DaysNotSealed, sent, world, EVENING, NEXT + timedelta(1))
    assert "01.03.2026" in refusal.message
    refused(DaysNotSealed, sent, world, EVENING, LATER)


def test_a_period_that_begins_after_its_end_or_holds_nothing_is_refused(world: World):
    refused(BadInput, sent, world, NEXT, EVENING)
    before = EVENING - timedelta(1)
    refused(NothingToSend, sent, world, before, before)
    refused(DaysNotSealed, sent, world, date(2027, 1, 1), date(2027, 1, 2))


def test_an_account_without_a_number_is_refused_with_its_lines(db: None):
    world = a_club("tartu")
    world.fund()
    world.sell()
    sealed(world)
    mapped(world, but=("chips:floor", "bank"))
    refusal = refused(AccountsNotMapped, sent, world)
    assert refusal.message == "1 account is not mapped: chips:floor."
    assert "bank" not in refusal.message
    assert [row.code for row in unmapped(world.club.pk, EVENING, EVENING)] == ["chips:floor"]


def test_a_number_counts_from_its_day_on(world: World):
    said = [
        checked({"code": "chips:floor", "number": "77", "name": "New"}, from_day=NEXT),
        checked({"code": "bank", "number": "", "name": ""}, from_day=EVENING),
    ]
    map_accounts(world.stamp("13:00", role=Role.ACCOUNTANT, day=LATER), said=said)
    found = lines(world, sent(world, EVENING, NEXT))
    of_day = {
        (row["gaming_day"], row["account_code"], row["account_name"])
        for row in found
        if row["amount"].startswith("-1")
    }
    old = NUMBERS["chips:floor"]
    words = "Chips held by players"
    assert of_day == {("2026-02-27", old, words), ("2026-02-28", "77", "New")}


@pytest.mark.parametrize("number", ["123456789", "1 2", "=1", "é", "-1"])
def test_a_number_that_no_program_takes_is_refused(number: str):
    with pytest.raises(BadInput) as caught:
        checked({"code": "bank", "number": number, "name": "Bank"}, from_day=EVENING)
    assert caught.value.field == "number"


def test_names_in_a_file_are_no_formulas(world: World):
    texts = ("name", "department", "cost_center", "project", "tax_code")
    named = {name: f"={name}" for name in texts} | {"code": "cash:vault", "number": "1"}
    said = checked(named, from_day=EVENING)
    map_accounts(world.stamp("13:00", role=Role.ACCOUNTANT, day=LATER), said=[said])
    world.staff[Role.CASHIER].username = "=posted_by"
    world.staff[Role.CASHIER].save()
    batch = sent(world)
    columns = {"account_name": "'=name", "posted_by": "'=posted_by"} | {
        name: f"'={name}" for name in texts[1:]
    }
    for profile, delimiter in (("journal", ","), ("journal-excel", ";")):
        text = read(file_of(world, batch, profile)).decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))
        for column, cell in columns.items():
            assert cell in {row[column] for row in rows}, (profile, column)
    book: Any = load_workbook(io.BytesIO(read(file_of(world, batch, "journal-xlsx")))).active
    cells = [cell for row in book.iter_rows() for cell in row]
    assert {cell.value for cell in cells} >= set(columns.values())
    assert {cell.data_type for cell in cells} == {"s", "n", "d"}


@pytest.mark.parametrize(("profile", "delimiter"), [("journal", ","), ("journal-excel", ";")])
def test_quotes_and_delimiters_are_read_as_they_were_said(
    world: World, profile: str, delimiter: str
):
    name, person = 'Cash; the "till", front', 'o"hara; a, b'
    said = checked({"code": "cash:vault", "number": "1", "name": name}, from_day=EVENING)
    map_accounts(world.stamp("13:00", role=Role.ACCOUNTANT, day=LATER), said=[said])
    world.staff[Role.CASHIER].username = person
    world.staff[Role.CASHIER].save()
    text = read(file_of(world, sent(world), profile)).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    assert {row["account_name"] for row in rows if row["account_code"] == "1"} == {name}
    assert person in {row["posted_by"] for row in rows}
    assert {len(row) for row in rows} == {26}
    assert '""' in text.splitlines()[1], "what was said to be nothing is no unknown"


def test_a_repeat_makes_one_batch(world: World):
    stamp = world.stamp("12:00", role=Role.ACCOUNTANT, day=LATER, key=a_key())
    first = make_batch(stamp, first_day=EVENING, last_day=EVENING)
    assert make_batch(stamp, first_day=EVENING, last_day=EVENING).pk == first.pk
    refused(KeyReused, make_batch, stamp, first_day=EVENING, last_day=NEXT)
    assert Job.objects.count() == Batch.objects.count() == 1


def test_a_batch_of_another_club_is_not_there(world: World):
    riga = a_club("riga")
    with pytest.raises(batches.NotFound):
        batches.batch(riga.club.pk, sent(world).pk)


def test_work_called_off_or_taken_over_leaves_no_file(world: World):
    sent(world)
    job = Job.objects.get()
    now = timezone.now()
    ticks = iter([now, now])

    def clock():
        """Another worker takes over while this one writes."""
        Job.objects.filter(id=job.pk, run=1).update(run=2)
        return next(ticks, now)

    Job.objects.filter(id=job.pk).update(run=0)
    assert not jobs.run(job.pk, clock=clock)
    assert not File.objects.exists()
    assert jobs.run(job.pk, clock=lambda: now + timedelta(hours=1))
    assert File.objects.count() == 1


def test_work_that_fails_three_times_ends_and_says_so(world: World, monkeypatch):
    """Also where each worker was killed in the middle and nobody could say anything."""
    sent(world)
    job = Job.objects.get()
    monkeypatch.setitem(jobs.WORKS, job.kind, lambda *_: 1 / 0)
    ends = timezone.now()
    for hours in (1, 2):
        with pytest.raises(ZeroDivisionError):
            jobs.run(job.pk, clock=lambda at=ends + timedelta(hours=hours): at)
    assert not jobs.run(job.pk, clock=lambda: ends + timedelta(hours=3))
    job.refresh_from_db()
    assert (job.state, job.run) == (Job.State.REFUSED, 3)
    assert "It failed three times" in str(job.remark)
    Job.objects.update(state=Job.State.RUNNING, beat_at=ends)
    assert not jobs.run(job.pk, clock=lambda: ends + timedelta(hours=1))
    job.refresh_from_db()
    assert (job.state, job.run) == (Job.State.REFUSED, 4)
    assert "ask for it again" in str(job.remark)


def test_work_called_off_is_not_begun(world: World):
    sent(world)
    job = Job.objects.get()
    jobs.cancel(world.stamp("13:00", role=Role.ACCOUNTANT, day=LATER), job_id=job.pk)
    assert jobs.due(timezone.now()) == []
    assert not jobs.run(job.pk, clock=timezone.now)
    refused(
        jobs.NotRunning,
        jobs.cancel,
        world.stamp("13:01", role=Role.ACCOUNTANT, day=LATER),
        job_id=job.pk,
    )


def test_two_jackpots_have_an_account_each_and_months_of_books_follow_each_other(db: None):
    world = a_club("riga")
    one, two = world.jackpot("One"), world.jackpot("Two")
    for n, day in enumerate((EVENING, NEXT)):
        drops = (credit("jackpot:pool", 300 + n, one.pk), credit("jackpot:pool", 200, two.pk))
        draft = Draft(kind="test.drops", lines=(debit("cash:vault", 500 + n), *drops))
        ledger.post_once(world.stamp("22:00", day=day), "test.drops", draft)
    sealed(world, EVENING, NEXT)
    mapped(world)
    stamp = world.stamp("13:00", role=Role.ACCOUNTANT, day=LATER)
    apart: dict[str, Any] = {"code": "jackpot:pool", "number": "2991", "name": "Jackpot One"}
    assert refused(
        BadInput, map_account, stamp, **apart, ref=two.pk + 99, from_day=EVENING
    ).field == "ref"  # fmt: skip
    map_account(stamp, **apart, ref=one.pk, from_day=EVENING)
    shown = [row for row in chart(world.club.pk, EVENING) if row.code == "jackpot:pool"]
    assert [(row.name, row.mapped and row.mapped.number) for row in shown[1:]] == [("One", "2991")]
    both = [sent(world), sent(world, NEXT)]
    others = NUMBERS["jackpot:pool"]
    credited = [(row["account_code"], row["credit"]) for row in lines(world, both[1])[1:]]
    assert credited == [("2991", "3.01"), (others, "2.00")]
    first, second = (read(file_of(world, each, "beancount")).decode() for each in both)
    assert re.search(r"2026-03-01 balance Liabilities:2991 +-6.01 ~ 0 EUR", second)
    assert re.search(rf"balance Liabilities:{others} +-4.00 ~ 0 EUR", second)
    assert first.count(" open ") == 3
    assert " open " not in second
    assert read(file_of(world, both[1], "merit-api")).count(b"\n") == 1
    datev = read(file_of(world, both[1], "datev")).decode("utf-8-sig").splitlines()
    assert [line.split(";")[7] for line in datev[2:]] == ["2991", others]


def test_a_forced_close_keeps_its_reason_where_a_day_is_added_up(db: None):
    world = a_club("riga")
    shift = world.open_shift()
    less = FLOAT | {1000: FLOAT[1000] - 1}
    count = {"shift_id": shift.pk, "cash": less, "chips": RACK, "reason": "Went home"}
    supervisor = world.stamp("05:00", role=Role.SUPERVISOR)
    sign(world, supervisor, force_close.ask(supervisor, **count))
    sealed(world)
    mapped(world)

    batch = sent(world)
    found = list(day_documents(batch, EVENING))

    assert [each.reason for each in found] == ["", "Went home"]
    emptied = [row for row in lines(world, batch) if row["memo"] == "Cash to the vault"]
    assert {(row["doc_type"], row["doc_kind"]) for row in emptied} == {("SHIFT", "movement")}


def test_datev_asks_for_digits_of_what_a_batch_moves_itself(db: None):
    world = a_club("riga")
    for n, day in enumerate((EVENING, NEXT)):
        world.sell(10_000 + n, day=day)
    sealed(world, EVENING, NEXT)
    mapped(world)
    stamp = world.stamp("13:00", role=Role.ACCOUNTANT, day=LATER)
    vault: dict[str, Any] = {"code": "cash:vault", "name": "Vault"}
    map_account(stamp, **vault, number="VAULT-1", from_day=EVENING)
    map_account(replace(stamp, key=a_key()), **vault, number="1000", from_day=NEXT)

    first, second = (sent(world, day) for day in (EVENING, NEXT))

    assert "VAULT-1" in numbers_of(first)
    assert numbers_of(second) == {"1000", NUMBERS["chips:floor"]}
    assert b";1000;" in read(file_of(world, second, "datev"))
