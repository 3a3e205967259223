"""Files that come in: tried, taken as a whole or not at all, undone as a whole."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest

from cashgames.services.seats import seat_player
from cashgames.services.waiting import join_list
from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve
from casino.approvals.signed import StaleProposal
from casino.bookkeeping.exports import numbers_csv
from casino.bookkeeping.models import FileImport
from casino.bookkeeping.queries.mapping import mapped as known
from casino.bookkeeping.services.imports import (
    HasErrors,
    NotThatFar,
    TakenBefore,
    bring_file,
    choose_columns,
    take,
    undo,
)
from casino.ledger.chart import CHART
from casino.ledger.refusals import NotEnough
from casino.money import format_cents
from casino.players.models import Player, Version
from casino.players.services.duplicates import merge_players
from casino.players.services.erasing import InUse
from casino.players.services.places import keep_apart
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.counting import bank
from tests.refusing import refused
from tests.tournaments import a_tournament
from tests.world import EVENING, World
from tournaments.services.listing import book_place

pytestmark = pytest.mark.django_db
GUESTS = "Nimi;Birth date;Document\r\nMari Tamm;02.03.1990;AA1\r\nJānis Bērziņš;1985-12-31;\r\n"
OPENING = "Code,Debit,Credit\ncash:vault,1000.00,\nchips:floor,,250.00\nequity:funding,,750.00\n"


def stamp(world: World, role: str = Role.ACCOUNTANT) -> Any:
    return world.stamp("12:00", role=role)


def brought(world: World, kind: str, content: str | bytes, name: str = "file.csv") -> FileImport:
    data = content.encode() if isinstance(content, str) else content
    return bring_file(stamp(world), kind=kind, name=name, data=data)


def guests(world: World) -> FileImport:
    intake = brought(world, "players", GUESTS)
    columns = intake.columns | {"name": "Nimi"}
    return choose_columns(stamp(world), intake_id=intake.pk, columns=columns)


def test_a_trial_changes_nothing_and_says_which_column_is_missing(world: World):
    intake = brought(world, "players", GUESTS)
    assert intake.columns == {"birth_date": "Birth date", "document": "Document"}
    assert intake.errors == [[1, "Name", "no column is chosen for it"]]
    refused(HasErrors, take, stamp(world), intake_id=intake.pk)
    assert not Player.objects.exists()


def test_the_chart_comes_as_a_file_that_is_filled_in_and_brought_back(world: World):
    world.sell(300)
    since = EVENING - timedelta(days=1)
    sheet = list(csv.reader(io.StringIO(numbers_csv(world.club.pk, EVENING, since=since).decode())))
    heads, rows = sheet[0], sheet[1:]
    for row in rows:
        row[heads.index("number")], row[heads.index("name")] = row[1][:8].replace(":", "-"), row[0]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";").writerows([heads, *rows])

    intake = brought(world, "accounts", out.getvalue())

    assert (intake.errors, set(intake.columns)) == ([], set(heads) - {"account"})
    take(stamp(world), intake_id=intake.pk)
    vault = known(world.club.pk).on("cash:vault", 0, since)
    assert vault
    assert (vault.number, vault.name) == ("cash-vau", CHART["cash:vault"].name)
    again = numbers_csv(world.club.pk, EVENING, since=EVENING).decode()
    assert f"cash:vault,0,{since},cash-vau" in again


def test_guests_are_taken_together_and_undone_together(world: World):
    intake = take(stamp(world), intake_id=guests(world).pk)
    assert list(Player.objects.order_by("code").values_list("name", "document")) == [
        ("Mari Tamm", "AA1"),
        ("Jānis Bērziņš", ""),
    ]
    refused(NotThatFar, take, stamp(world), intake_id=intake.pk)
    undo(stamp(world), intake_id=intake.pk)
    assert {name[:6] for name in Player.objects.values_list("name", flat=True)} == {"Guest "}
    assert not Version.objects.exclude(document="").exists()
    refused(NotThatFar, undo, stamp(world), intake_id=intake.pk)


def test_guests_come_with_nationality_and_consent_to_be_named(world: World):
    heads = "Name,Nationality,Named in results\n"
    wrong = brought(world, "players", f"{heads}Mari,Estland,yes\nAnts,EE,maybe\n")
    assert wrong.errors == [
        [2, "Nationality", "Estland is not a country: write its code of two letters, such as EE"],
        [3, "Named in results", "maybe is neither yes nor no"],
    ]
    rows = f"{heads}Mari,ee,Jah\nAnts,,\nIgor,LV,нет\nUma,FI,x\n"
    take(stamp(world), intake_id=brought(world, "players", rows).pk)
    known = Player.objects.order_by("code").values_list("nationality", "named_in_results")
    assert list(known) == [("EE", True), ("", False), ("LV", False), ("FI", True)]


def test_one_guest_who_has_played_keeps_all_of_them(world: World):
    intake = take(stamp(world), intake_id=guests(world).pk)
    world.sell(50_000)
    session = world.session()
    seat_player(
        world.stamp("20:30", role=Role.SUPERVISOR),
        session_id=session.pk, seat_no=1, player_id=intake.made[0], cents=20_000,
        paid_with="chips",
    )  # fmt: skip
    assert "101" in refused(InUse, undo, stamp(world), intake_id=intake.pk).message
    assert Player.objects.filter(name="Mari Tamm").exists()


def kept_apart(world: World, guest: int) -> None:
    floor, foe = world.stamp("20:30", role=Role.SUPERVISOR), world.player("Foe").pk
    keep_apart(floor, player_id=guest, other_id=foe, until=None, reason="A fight")


def on_a_list(world: World, guest: int) -> None:
    blinds = {"small_blind_cents": 100, "big_blind_cents": 200}
    floor = world.stamp("20:30", role=Role.SUPERVISOR)
    join_list(floor, game="texas_holdem", player_id=guest, **blinds)


def on_a_tournaments_list(world: World, guest: int) -> None:
    festival = a_tournament(world, festival=True)
    book_place(world.stamp("20:30"), tournament_id=festival.pk, player_id=guest)


def merged(world: World, guest: int) -> None:
    both = {"player_id": world.player("Mari").pk, "other_id": guest}
    asked = merge_players.ask(world.stamp("20:30", role=Role.SUPERVISOR), **both, reason="One")
    manager = world.stamp("20:31", role=Role.MANAGER)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)


@pytest.mark.parametrize("used", [kept_apart, on_a_list, on_a_tournaments_list, merged])
def test_a_guest_whom_anything_refers_to_keeps_all_of_them(world: World, used: Any):
    intake = take(stamp(world), intake_id=guests(world).pk)
    used(world, intake.made[0])
    assert "101" in refused(InUse, undo, stamp(world), intake_id=intake.pk).message
    assert Player.objects.filter(name="Mari Tamm").exists()


def test_one_wrong_row_keeps_all_of_them_out_and_is_named(world: World):
    rows = "Name,Birth date\nMari,1990-01-01\nJüri,1990-02-30\n,1990-01-01\nAnts,2090-01-01\n"
    intake = brought(world, "players", rows)
    assert [error[:2] for error in intake.errors] == [[3, "Birth date"], [4, "Name"]]
    late = brought(world, "players", "Name,Birth date\nAnts,2090-01-01\n")
    assert late.errors == [[2, "birth_date", "That birth date cannot be right."]]


def test_one_person_twice_is_named_with_the_other_row(world: World):
    row = "Name,Country of the code,Personal code\nMari,EE,49403136515\nMari T,EE,49403136515\n"
    assert brought(world, "players", row).errors == [[3, "personal_code", "is also in row 2"]]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("Name\nÜlle\n".encode("cp1252"), "Row 2: the file is not UTF-8"),
        ("Name\nMari\n".encode("utf-16"), "UTF-16"),
        (b"Name\nMari\nJu\0ri\n", "Row 3 contains a NUL"),
        (b"a," * 1_000_000 + b"\n", "Row 1: more than 100 columns"),
        (b"Name\nMari,Tamm\n", "Row 2: more cells"),
        (b"Name,Name\nMari,Tamm\n", "Row 1: every column"),
        (b'Name\n"Mari\n', "Row 2"),
        (b"", "Row 1"),
        (b"Name\n" + b"Mari\n" * 20_001, "more than 20000 rows"),
        (b"Name\n" + b"M" * 2_000, "Row 2: a cell of more"),
        (b"Name\n" + b"M" * 10_000_001, "larger than 10 MB"),
    ],
)
def test_what_is_no_table_is_refused_with_its_row(world: World, data: bytes, says: str):
    assert says in refused(BadInput, brought, world, "players", data).message
    assert not FileImport.objects.exists()


def test_a_file_without_rows_cannot_be_taken(world: World):
    intake = brought(world, "players", "Name\n\n")
    refused(HasErrors, take, stamp(world), intake_id=intake.pk)


def test_the_same_file_is_not_taken_twice(world: World):
    rows = "Name\nMari\n"
    first, again = (brought(world, "players", rows).pk for _ in range(2))
    take(stamp(world), intake_id=first)
    refused(TakenBefore, brought, world, "players", rows)
    refused(TakenBefore, take, stamp(world), intake_id=again)


def test_an_opening_that_was_brought_twice_is_booked_once(world: World):
    for _ in range(2):
        take(stamp(world), intake_id=brought(world, "opening", OPENING).pk)
    one, other = Proposal.objects.order_by("id")
    manager = stamp(world, Role.MANAGER)
    approve(manager, proposal_id=one.pk, digest=one.digest)
    manager = stamp(world, Role.MANAGER)
    refused(TakenBefore, approve, manager, proposal_id=other.pk, digest=other.digest)
    assert world.balance("cash:vault") == 100_000


def test_account_numbers_come_and_go_with_what_was_said_before(world: World):
    first = "code,from_day,number,name\nbank,2026-01-01,1020,Bank\n"
    take(stamp(world), intake_id=brought(world, "accounts", first).pk)
    second = "code,from_day,number,name\nbank,2026-01-01,1021,Other\ntips,2026-01-01,2,Tips\n"
    intake = take(stamp(world), intake_id=brought(world, "accounts", second).pk)

    def number(code: str) -> str | None:
        row = known(world.club.pk).on(code, 0, EVENING)
        return row.number if row else None

    assert (number("bank"), number("tips")) == ("1021", "2")
    undo(stamp(world), intake_id=intake.pk)
    assert (number("bank"), number("tips")) == ("1020", None)


def test_account_numbers_that_cannot_be_are_named(world: World):
    rows = "code,from_day,number,name\nbank,2026-01-01,=1,Bank\nnone,2026-01-01,1,X\n"
    intake = brought(world, "accounts", rows)
    assert intake.errors == [[3, "code", "there is no account none"]]
    mended = brought(world, "accounts", rows.replace("none", "tips"))
    assert [error[:2] for error in mended.errors] == [[2, "number"]]


def test_opening_balances_are_booked_by_two_and_taken_back_by_two(world: World):
    intake = take(stamp(world), intake_id=brought(world, "opening", OPENING).pk)
    assert intake.state == "checked"
    assert world.balance("cash:vault") == 0
    for step, cents in (("taken", 100_000), ("undone", 0)):
        proposal = Proposal.objects.latest("id")
        signed = {"proposal_id": proposal.pk, "digest": proposal.digest}
        refused(OwnProposal, approve, stamp(world), **signed)
        approve(stamp(world, Role.MANAGER), **signed)
        intake.refresh_from_db()
        assert (intake.state, world.balance("cash:vault")) == (step, cents)
        if step == "taken":
            undo(stamp(world), intake_id=intake.pk)


def test_an_opening_is_booked_by_the_columns_that_were_signed(world: World):
    heads, *rows = OPENING.splitlines()
    twice = [f"{heads},Debit before,Credit before", *(f"{row},90,90" for row in rows)]
    intake = take(stamp(world), intake_id=brought(world, "opening", "\n".join(twice)).pk)
    asked = Proposal.objects.get()
    assert (asked.content["columns"], asked.content["total_cents"]) == (
        ["Code", "", "Debit", "Credit"],
        100_000,
    )
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    other = intake.columns | {"debit": "Debit before", "credit": "Credit before"}
    choose_columns(stamp(world), intake_id=intake.pk, columns=other)
    refused(StaleProposal, approve, stamp(world, Role.MANAGER), **signed)
    choose_columns(stamp(world), intake_id=intake.pk, columns=intake.columns)
    approve(stamp(world, Role.MANAGER), **signed)
    assert world.balance("cash:vault") == 100_000


def test_an_opening_that_does_not_balance_is_refused_with_both_sums(world: World):
    intake = brought(world, "opening", OPENING.replace("750.00", "749.99"))
    assert intake.errors == [
        [1, "debit", f"{format_cents(100_000)} and credit 999,99 are not the same"]
    ]
    both = brought(world, "opening", "code,debit,credit\nbank,1,1\ntips,,\n")
    assert [error[0] for error in both.errors] == [2, 3]
    there = brought(world, "opening", "code,ref,debit,credit\njackpot:pool,9,,1\nbank,,1,\n")
    assert [error[:2] for error in there.errors] == [[2, "code"]]


def test_an_opening_that_was_spent_is_not_taken_back(world: World):
    intake = take(stamp(world), intake_id=brought(world, "opening", OPENING).pk)
    proposal = Proposal.objects.get()
    approve(stamp(world, Role.MANAGER), proposal_id=proposal.pk, digest=proposal.digest)
    world.drawer()
    bank(world, stamp(world, Role.MANAGER), cents=90_000)
    undo(stamp(world), intake_id=intake.pk)
    asked = Proposal.objects.latest("id")
    approved = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(NotEnough, approve, stamp(world, Role.MANAGER), **approved)
