"""Chips between the cage and a table's bank: asked, issued, confirmed by two people."""

import pytest

from cashgames.models import Session
from cashgames.services.seats import seat_player
from cashgames.services.shared import TableClosed
from cashgames.services.tables import BankNotEmpty, close_session
from casino.cage.queries.shifts import ShiftNotOpen
from casino.cage.queries.tallies import tally
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.closing.services.checklist import blockers
from casino.closing.services.days import close_day
from casino.ledger.queries import documents
from casino.ledger.verify import Books
from casino.refusals import BadInput, NotFound
from casino.staff.models import Membership, Role
from casino.tablefloats import queries
from casino.tablefloats.models import Transfer, TransferLine
from casino.tablefloats.services import shortages, transfers
from casino.tablefloats.services.shortages import OnItsWay
from casino.tablefloats.services.transfers import BankShort, NotNow, SamePerson
from casino.verify.findings import broken
from tests.integration.tablefloats.filling import (
    FIVE_HUNDRED,
    ONE_SHORT,
    ask,
    confirm,
    confirm_by_two,
    filled,
    issue,
    send,
    take,
)
from tests.refusing import refused
from tests.world import EVENING, RACK, World, a_club, a_key

pytestmark = pytest.mark.django_db


def entries_of(world: World, transfer: Transfer) -> list[tuple[str, int | None, list[object]]]:
    """Return (kind, slip number, lines) of what a transfer posted, in order."""
    found = [documents.entry(world.club.pk, step.entry_id) for step in queries.steps(transfer)]
    return [
        (entry.kind, entry.number, sorted((line.code, line.cents) for line in entry.lines))
        for entry in found
        if entry
    ]


def test_a_fill_moves_when_the_cashier_issues_it_on_a_numbered_slip(world: World):
    shift, session = world.open_shift(), world.session()
    fill = ask(world, session)
    assert (fill.number, fill.state, world.balance("chips:stock")) == (1, "asked", 0)

    issue(world, fill, shift)
    assert world.balance("chips:bank", session.pk) == -world.balance("chips:stock") == 50_000

    confirm(world, fill)
    assert world.balance("chips:bank", session.pk) == 50_000
    assert entries_of(world, fill) == [
        ("countroom.fill_issued", 2, [("chips:bank", 50_000), ("chips:stock", -50_000)])
    ]
    assert [(step.state, step.by.username) for step in queries.steps(fill)] == [
        ("asked", "supervisor@tallinn"),
        ("issued", "cashier@tallinn"),
        ("confirmed", "supervisor@tallinn"),
    ]
    assert queries.transfer_differences(world.club.pk) == []


def test_the_rack_of_the_shift_is_lighter_by_the_fill_and_heavier_by_the_credit(world: World):
    shift, session = world.open_shift(), world.session()
    rack = sum(cents * quantity for cents, quantity in RACK.items())

    filled(world, session, shift)
    assert tally(shift).chips.expected_cents == rack - 50_000

    take(world, send(world, session, {500: 20}), shift, {500: 20})
    assert tally(shift).chips.expected_cents == rack - 40_000


def test_the_cashier_may_issue_other_chips_than_were_asked_for(world: World):
    shift, session = world.open_shift(), world.session()
    fill = issue(world, ask(world, session), shift, {500: 20})
    confirm(world, fill, {500: 20})
    assert world.balance("chips:bank", session.pk) == 10_000
    assert queries.transfer_differences(world.club.pk) == []


@pytest.mark.parametrize(("counted", "difference"), [(ONE_SHORT, -100), ({2_500: 24}, 10_000)])
def test_the_bank_holds_what_was_counted_and_both_numbers_stay(
    world: World, counted: dict[int, int], difference: int
):
    shift, session = world.open_shift(), world.session()
    world.sell(50_000)
    guests_hold = world.balance("chips:floor")
    fill = issue(world, ask(world, session), shift)
    if difference == -100:
        confirm(world, fill, counted)
    else:
        confirm_by_two(world, "21:10", transfer_id=fill.pk, chips=counted)

    assert world.balance("chips:bank", session.pk) == 50_000 + difference
    assert world.balance("chips:floor") == guests_hold + difference
    assert world.balance("expense:over-short") == -difference
    (listed,) = queries.transfer_differences(world.club.pk)
    assert (listed.transfer, listed.difference_cents) == (fill, difference)
    assert (listed.sent.by.username, listed.counted.by.username) == (
        "cashier@tallinn",
        "supervisor@tallinn",
    )


def test_chips_too_many_when_guests_hold_none_are_stock_and_no_money(world: World):
    shift, session = world.open_shift(), world.session()
    fill = issue(world, ask(world, session), shift)
    confirm_by_two(world, "21:10", transfer_id=fill.pk, chips={2_500: 24})
    assert world.balance("chips:bank", session.pk) == -world.balance("chips:stock") == 60_000
    assert world.balance("expense:over-short") == 0


def test_a_miscount_at_the_cage_is_cancelled_by_the_count_of_its_rack(world: World):
    """The cage wrote 500, sent 499: the table finds 1 too little, the rack 1 too much."""
    shift, session = world.open_shift(), world.session()
    guests_hold = world.balance("chips:floor")
    confirm(world, issue(world, ask(world, session), shift), ONE_SHORT)
    left = {value: RACK[value] - ONE_SHORT[value] for value in RACK}
    cash = {10000: 10, 5000: 20, 2000: 50, 1000: 100}
    submit_count(world.stamp("23:30"), shift_id=shift.pk, cash=cash, chips=left)
    close_shift(world.stamp("23:31"), shift_id=shift.pk, reason="One chip in fill 1.")

    assert world.balance("chips:floor") == guests_hold
    assert world.balance("expense:over-short") == 0


def test_a_credit_moves_when_the_cashier_has_counted_it(world: World):
    shift, session = world.open_shift(), world.session()
    filled(world, session, shift)
    sent = send(world, session)
    assert (sent.number, sent.state) == (2, "issued")
    assert world.balance("chips:bank", session.pk) == 50_000

    take(world, sent, shift)

    assert world.balance("chips:bank", session.pk) == world.balance("chips:stock") == 0
    assert entries_of(world, sent) == [
        ("countroom.credit_confirmed", 3, [("chips:bank", -50_000), ("chips:stock", 50_000)])
    ]


def test_what_a_credit_lacks_stays_in_the_bank_until_it_is_named(world: World):
    shift, session = world.open_shift(), world.session()
    filled(world, session, shift)
    take(world, send(world, session), shift, ONE_SHORT)
    (listed,) = queries.transfer_differences(world.club.pk)
    assert listed.difference_cents == -100
    close = world.stamp("23:30", role=Role.SUPERVISOR)
    refusal = refused(BankNotEmpty, close_session, close, session_id=session.pk)
    assert refusal.message == "The table float still holds house chips."

    named = shortages.name_missing(
        world.stamp("23:31", role=Role.SUPERVISOR), session_id=session.pk, reason="Not found."
    )

    assert (named.chips_cents, world.balance("chips:bank", session.pk)) == (100, 0)
    assert world.balance("expense:over-short") == -world.balance("chips:floor") == 100
    assert queries.missing_banks(world.club.pk) == [named]
    close_session(world.stamp("23:32", role=Role.SUPERVISOR), session_id=session.pk)


def test_a_bank_ends_once_nothing_is_on_its_way(world: World):
    shift, session = world.open_shift(), world.session()
    name = world.stamp("23:31", role=Role.SUPERVISOR)
    naming = {"session_id": session.pk, "reason": "Gone."}
    refused(BankShort, shortages.name_missing, name, **naming)
    filled(world, session, shift)
    send(world, session)
    refused(OnItsWay, shortages.name_missing, name, **naming)


def test_nobody_confirms_what_he_sent(world: World):
    shift, session = world.open_shift(), world.session()
    cashier = world.staff[Role.CASHIER]
    Membership.objects.create(user=cashier, club=world.club, role=Role.SUPERVISOR)
    fill = issue(world, ask(world, session), shift)
    own = world.stamp("21:10")
    chips = FIVE_HUNDRED

    refusal = refused(SamePerson, transfers.confirm_fill, own, transfer_id=fill.pk, chips=chips)

    assert (refusal.status, refusal.next_step) == (409, "Another person must confirm.")
    confirm(world, fill)
    credit = transfers.send_credit(own, session_id=session.pk, chips={500: 1})
    where = {"transfer_id": credit.pk, "shift_id": shift.pk}
    refused(SamePerson, transfers.confirm_credit, world.stamp("23:00"), **where, chips={500: 1})


def test_each_step_is_done_once_and_in_order(world: World):
    shift, session = world.open_shift(), world.session()
    fill = ask(world, session)
    refused(NotNow, confirm, world, fill)
    refused(NotNow, take, world, fill, shift)
    issue(world, fill, shift)
    refusal = refused(NotNow, issue, world, fill, shift)
    assert refusal.message == "Fill 1 is dispatched already, by Cashier@Tallinn."
    confirm(world, fill)
    refused(NotNow, confirm, world, fill)


def test_a_request_that_was_not_issued_is_void_and_keeps_its_number(world: World):
    shift, session = world.open_shift(), world.session()
    fill = ask(world, session)
    void = {"transfer_id": fill.pk, "reason": "The game ended."}
    transfers.void_fill(world.stamp("21:02", role=Role.SUPERVISOR), **void)

    assert queries.transfer(world.club.pk, fill.pk).state == "void"
    refused(NotNow, issue, world, fill, shift)
    second = issue(world, ask(world, session), shift)
    assert second.number == 2
    void["transfer_id"] = second.pk
    refused(NotNow, transfers.void_fill, world.stamp("21:12", role=Role.SUPERVISOR), **void)


def test_a_credit_that_was_sent_twice_is_void_and_moved_nothing(world: World):
    shift, session = world.open_shift(), world.session()
    filled(world, session, shift)
    sent = send(world, session)
    again = {"session_id": session.pk, "chips": {100: 1}}
    floor = world.stamp("23:01", role=Role.SUPERVISOR)
    refused(BankShort, transfers.send_credit, floor, **again)

    void = {"transfer_id": sent.pk, "reason": "Another table"}
    floor = world.stamp("23:02", role=Role.SUPERVISOR)
    assert transfers.void_fill(floor, **void).state == Transfer.State.VOID
    assert world.balance("chips:bank", session.pk) == 50_000
    refused(NotNow, take, world, sent, shift)
    floor = world.stamp("23:06", role=Role.SUPERVISOR)
    assert transfers.send_credit(floor, **again).number == sent.number + 1
    assert queries.transfer_differences(world.club.pk) == []


def test_a_closed_table_and_an_empty_bank_are_refused(world: World):
    shift, session = world.open_shift(), world.session()
    refusal = refused(BankShort, send, world, session)
    assert (refusal.message, refusal.next_step) == (
        "By the books the table float holds less than that.",
        "Count again.",
    )
    fill = ask(world, session)
    close_session(world.stamp("21:01", role=Role.SUPERVISOR), session_id=session.pk)
    refused(TableClosed, issue, world, fill, shift)
    refused(TableClosed, ask, world, session)


def test_only_chips_of_the_club_and_at_least_one(world: World):
    session = world.session()
    refused(BadInput, ask, world, session, {123: 1})
    refused(BadInput, ask, world, session, {500: 0})


def test_chips_leave_an_open_shift_of_ones_own_alone(world: World):
    shift, session = world.open_shift(), world.session()
    fill = ask(world, session)
    world.also(Role.MANAGER, Role.CASHIER)
    other = world.stamp("21:05", role=Role.MANAGER)
    where = {"transfer_id": fill.pk, "shift_id": shift.pk, "chips": FIVE_HUNDRED}
    refused(ShiftNotOpen, transfers.issue_fill, other, **where)
    submit_count(world.stamp("21:04"), shift_id=shift.pk, cash={}, chips={})
    refused(ShiftNotOpen, issue, world, fill, shift)


def test_chips_sold_at_the_table_come_out_of_its_bank_and_notes_go_to_the_cage(db: None):
    world = a_club(book="img")
    shift, session = world.open_shift(), world.session()
    filled(world, session, shift)
    seat = seat_player(
        world.stamp("22:00", role=Role.SUPERVISOR),
        session_id=session.pk,
        seat_no=1,
        player_id=world.player().pk,
        cents=20_000,
        paid_with="table",
    )
    assert (seat.cents, queries.bank(session)) == (
        20_000,
        queries.Bank(chips_cents=30_000, cash_cents=20_000),
    )
    refused(BankShort, send, world, session)

    back = {"chips": {2_500: 12}, "cash": {5_000: 4}}
    sender = world.stamp("23:00", role=Role.SUPERVISOR)
    sent = transfers.send_credit(sender, session_id=session.pk, **back)
    transfers.confirm_credit(world.stamp("23:05"), transfer_id=sent.pk, shift_id=shift.pk, **back)

    assert queries.bank(session) == queries.Bank(chips_cents=0, cash_cents=0)
    # The chips in play came out of the rack, and the drawer has got their price.
    assert tally(shift).cash.in_cents == 20_000
    assert tally(shift).chips.out_cents - tally(shift).chips.in_cents == 20_000
    assert world.balance("chips:table", session.pk) == -20_000
    assert world.balance("chips:stock") == 0


def test_notes_that_are_missing_are_named_too(db: None):
    world = a_club(book="img")
    session = world.session()
    moved = seat_player(
        world.stamp("22:00", role=Role.SUPERVISOR),
        session_id=session.pk,
        seat_no=1,
        player_id=world.player().pk,
        cents=20_000,
        paid_with="table",
    )
    named = shortages.name_missing(
        world.stamp("23:31", role=Role.SUPERVISOR), session_id=session.pk, reason="Robbed."
    )
    assert (named.chips_cents, named.cash_cents) == (0, moved.cents)
    assert world.balance("expense:over-short") == 20_000


def test_another_clubs_fill_is_not_there(world: World):
    riga = a_club("riga")
    fill = ask(world, world.session())
    stamp = riga.stamp("21:05", role=Role.SUPERVISOR)
    refused(NotFound, transfers.confirm_fill, stamp, transfer_id=fill.pk, chips={})


def test_the_same_step_sent_twice_is_one_step(world: World):
    shift, session = world.open_shift(), world.session()
    asked = world.stamp("21:00", role=Role.SUPERVISOR, key=a_key())
    what = {"session_id": session.pk, "chips": FIVE_HUNDRED}
    fill, again = (transfers.ask_fill(asked, **what) for _ in range(2))
    assert fill == again
    issued = world.stamp("21:05", key=a_key())
    where = {"transfer_id": fill.pk, "shift_id": shift.pk, "chips": FIVE_HUNDRED}
    for _ in range(2):
        transfers.issue_fill(issued, **where)
    assert world.balance("chips:bank", session.pk) == 50_000


def test_a_fill_under_way_keeps_the_night_from_being_sealed(world: World):
    shift, session = world.open_shift(), world.session()
    fill = ask(world, session)
    close_day(world.club, EVENING, now=world.at("07:05", day=EVENING.replace(day=28)))
    said = "Fill 1 of table 1 is asked for."
    assert said in blockers(world.club.pk, EVENING)
    transfers.void_fill(
        world.stamp("07:10", role=Role.SUPERVISOR, day=EVENING.replace(day=28)),
        transfer_id=fill.pk,
        reason="Forgotten.",
    )
    assert said not in blockers(world.club.pk, EVENING)
    assert shift.state == "open"


def findings(world: World) -> list[str]:
    return [each.says for each in broken(world.club, Books(club_id=world.club.pk))]


def test_verify_knows_what_each_bank_holds(world: World):
    shift, session = world.open_shift(), world.session()
    fill = filled(world, session, shift)
    issue(world, ask(world, session, ONE_SHORT), shift, ONE_SHORT)
    sent = send(world, session, {100: 1})
    sell_from_the_bank(world, session)
    assert findings(world) == []
    take(world, sent, shift, {100: 1})
    assert findings(world) == []

    counted = fill.steps.get(state="confirmed")
    TransferLine.objects.create(step=counted, tender="chips", cents=100_000, quantity=1)
    assert findings(world) == [
        f"session {session.pk}: from its fills, credits and sales 189800, in the ledger 89800"
    ]


def sell_from_the_bank(world: World, session: Session) -> None:
    """Somebody sits down with notes; the chips come out of the bank."""
    seat_player(
        world.stamp("22:00", role=Role.SUPERVISOR),
        session_id=session.pk,
        seat_no=1,
        player_id=world.player().pk,
        cents=10_000,
        paid_with="table",
    )
