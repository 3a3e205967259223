"""The files beside the journal: each made of a real night, each adding up to the books."""

import csv
import io
import json
from copy import deepcopy
from dataclasses import asdict, replace

import openpyxl
import pytest
from django.db.models import Q

from cashgames.models import Hand
from cashgames.services.corrections import correct_hand
from cashgames.services.hands import rake_hand
from casino.bookkeeping.queries.registers import REGISTERS
from casino.bookkeeping.services.registers import ask_register
from casino.cage.queries.amounts import thresholds
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import sell_chips
from casino.cage.services.reversals import print_slip
from casino.cage.services.thresholds import change_thresholds
from casino.house.stamp import with_key
from casino.ledger.queries.documents import entries
from casino.players.services.guests import add_player
from casino.refusals import BadInput
from casino.staff.models import ApiToken, Role
from tests.books import LATER, register, register_file
from tests.counting import close_by_two, reverse_by_two, sign
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night(db_of_file: None) -> World:
    """A shift that sold chips and was short, a table with a raked hand, a jackpot."""
    world = a_club()
    world.jackpot()
    shift = world.open_shift()
    sold = sell_chips(world.stamp("20:10"), shift_id=shift.pk, cents=10_000)
    sell_chips(world.stamp("20:11"), shift_id=shift.pk, cents=5_000)
    back = {"shift_id": shift.pk, "entry_id": sold.entry_id, "reason": "=Typed twice"}
    reverse_by_two(world, world.stamp("20:12"), **back)
    session = world.session("7")
    world.seat(session, *(f"Guest {n}" for n in range(6)), cents=50_000)
    rake_hand(
        world.stamp("23:00", role=Role.SUPERVISOR),
        session_id=session.pk,
        name="1",
        pots_cents=[26_000],
        players_dealt=6,
        board_cards_dealt=5,
    )
    cash = dict(FLOAT) | {5000: FLOAT[5000]}
    chips = dict(RACK) | {500: RACK[500] - 10}
    submit_count(world.stamp("04:00"), shift_id=shift.pk, cash=cash, chips=chips)
    close_by_two(world, world.stamp("04:05"), shift_id=shift.pk, reason="50,00 missing")
    return world


@pytest.fixture
def world(night: World, db: None) -> World:
    return deepcopy(night)


@pytest.mark.parametrize("register", sorted(REGISTERS))
def test_each_is_made_of_a_night_in_every_form(world: World, register: str):
    machine = register_file(world, register)
    excel = register_file(world, register, form="csv-excel").decode("utf-8-sig")
    book = openpyxl.load_workbook(
        io.BytesIO(register_file(world, register, form="xlsx")), read_only=True
    )
    ours = list(csv.reader(io.StringIO(machine.decode(), newline="")))
    theirs = list(csv.reader(io.StringIO(excel, newline="")))
    heads = [column.removesuffix("_cents") for column in REGISTERS[register].columns]
    assert ours[0] == theirs[0] == [cell.value for cell in next(book.active.iter_rows())] == heads
    assert len(theirs) in (len(ours), len(ours) + 1, len(ours) + 2)
    assert {len(row) for row in ours} == {len(heads)}


def test_a_slip_and_its_reversal_name_each_other(world: World):
    slips = {row["kind"]: row for row in register(world, "slips")}
    sold = [row for row in register(world, "slips") if row["kind"] == "cage.chips_sold"]
    assert [row["amount_in"] for row in sold] == ["100.00", "50.00"]
    assert sold[0]["reversed_by"] == slips["cage.chips_sold.reversed"]["slip_no"]
    assert slips["cage.chips_sold.reversed"]["amount_out"] == "100.00"


def test_a_slip_says_how_often_it_was_copied(world: World):
    (first, *_) = entries(world.club.pk, Q(kind="cage.chips_sold"))
    for clock in ("20:20", "20:21", "20:22"):
        print_slip(world.stamp(clock), entry_id=first.id)
    copies = {row["slip_no"].rpartition("-")[2]: row["copies"] for row in register(world, "slips")}
    assert copies[str(first.number)] == "2"
    assert set(copies.values()) == {"", "2"}


def test_over_and_short_are_what_was_missing(world: World):
    found = {row["kind"]: row for row in register(world, "over-short")}
    assert (found["cash"]["difference"], found["cash"]["note"]) == ("-50.00", "50,00 missing")
    assert found["chips"]["difference"] == "0.00"
    signed = world.staff[Role.MANAGER].username
    assert {row["approved_by"] for row in found.values()} == {signed}
    assert {row["counter_signed_by"] for row in register(world, "shift-sheet")} == {signed}


def test_a_shift_sheet_has_denominations_and_the_whole(world: World):
    found = [row for row in register(world, "shift-sheet") if row["kind"] == "cash"]
    notes = {row["denomination"]: (row["qty_open"], row["qty_counted"]) for row in found}
    assert notes["100.00"] == ("10", "10")
    assert (found[-1]["denomination"], found[-1]["diff_amount"]) == ("0.01", "-50.00")
    assert sum(
        int(row["qty_counted"]) * int(row["denomination"].replace(".", "")) for row in found[:-1]
    ) == int(found[-1]["qty_counted"])


def test_the_sheet_of_an_open_shift_says_nothing_of_what_should_be_there(db: None):
    world = a_club("riga")
    shift = world.open_shift()
    sell_chips(world.stamp("20:10"), shift_id=shift.pk, cents=10_000)
    whole = [row for row in register(world, "shift-sheet") if row["denomination"] == "0.01"]
    assert [(row["kind"], row["qty_open"]) for row in whole] == [
        ("cash", "400000"),
        ("chips", "400000"),
    ]
    hidden = ("qty_in", "qty_out", "qty_expected", "qty_counted", "diff_qty", "diff_amount")
    assert {row[name] for row in whole for name in hidden} == {""}


def test_the_audit_trail_has_days_on_which_nothing_was_booked(world: World):
    found = register(world, "audit", LATER, LATER)
    assert [row["action"] for row in found] == ["bookkeeping.ask_register"]


def test_the_audit_trail_says_what_a_setting_was_before_it_was_changed(world: World):
    stamp, night = world.stamp("12:00", role=Role.MANAGER), thresholds(world.club.pk)
    wanted = {name: getattr(night, name) for name in ("second_from_cents", "manager_from_cents")}
    more = {"identify_from_cents": 70_000, "reason": "A series"}
    asked = change_thresholds.ask(stamp, **wanted, **more)
    sign(world, stamp, asked, by=Role.ACCOUNTANT)
    changed = [row for row in register(world, "audit") if row["before"]]
    assert [row["action"] for row in changed] == ["cage.propose_thresholds", "approvals.approve"]
    for row in changed:
        was, now = json.loads(row["before"]), json.loads(row["after"])
        assert was == asdict(night)
        assert now == was | {"identify_from_cents": 70_000, "reason": "A series"}


def test_the_audit_trail_names_the_key_of_a_program_and_who_holds_it(world: World):
    holder, owner = world.staff[Role.MANAGER], world.staff[Role.CASHIER]
    key = ApiToken.objects.create(user=owner, name="tablet", club=world.club, made_by=holder)
    asked = with_key("r1@127.0.0.1", key_id=key.pk, holder_id=holder.pk)
    add_player(replace(world.stamp("23:50"), request_id=asked), name="Mari")
    (row,) = [row for row in register(world, "audit") if "tablet" in row["device"]]
    assert row["device"] == f"127.0.0.1, API key tablet, held by {holder.username}"
    assert (row["user"], row["request_id"]) == (owner.username, "r1")


def test_rake_drop_and_jackpot_agree_with_the_books(world: World):
    line = register(world, "rake-drop")[0]
    assert (line["table_no"], line["players_max"]) == ("7", "6")
    assert (line["rake"], line["jackpot_drop"]) == ("10.00", "1.00")
    assert -world.balance("income:rake") == 1_000
    level = register(world, "jackpots")[-1]
    assert (level["amount"], level["level_after"]) == ("1.00", "1.00")


def test_the_players_of_an_hour_are_those_of_hands_that_stand(world: World):
    correct_hand(
        world.stamp("23:30", role=Role.SUPERVISOR),
        hand_id=Hand.objects.get().pk,
        pots_cents=[26_000],
        players_dealt=4,
        board_cards_dealt=5,
        reason="Two were away",
    )
    (line,) = register(world, "rake-drop")
    assert (line["players_max"], line["rake"], line["jackpot_drop"]) == ("4", "10.00", "0.00")


def test_chips_roll_forward_to_what_the_club_owes(world: World):
    (line,) = register(world, "chips")
    assert line["outstanding_close"] == "3039.00"  # 50.00 sold, 3,000.00 brought, 11.00 raked
    changes = [int(line[name].replace(".", "")) for name in ("bought", "fills", "adjustments")]
    back = [int(line[name].replace(".", "")) for name in ("cashed", "credits")]
    closing = int(line["issued_open"].replace(".", "")) + sum(changes) - sum(back)
    assert closing == int(line["outstanding_close"].replace(".", ""))


def test_day_close_adds_up_to_nothing_and_formulas_are_text(world: World):
    accounts = [row for row in register(world, "day-close") if row["section"] == "account"]
    assert sum(int(row["amount"].replace(".", "")) for row in accounts) == 0
    assert "'=Typed twice" in {row["reason"] for row in register(world, "audit")}


def test_a_register_that_is_none_and_days_that_cannot_be_are_refused(world: World):
    stamp = world.stamp("12:00", role=Role.MANAGER, day=LATER)
    asked = {"first_day": EVENING, "last_day": EVENING, "form": "csv"}
    refused(BadInput, ask_register, stamp, register="x", **asked)
    refused(BadInput, ask_register, stamp, register="slips", **asked | {"form": "pdf"})
    refused(BadInput, ask_register, stamp, register="slips", **asked | {"first_day": LATER})
