"""Figures that are made of parts: each part is named, none is lost, and none is another's."""

from datetime import date, timedelta
from typing import Any

import pytest

from cashgames.models import Hand, Session
from cashgames.queries.time_rake import shares_due
from cashgames.services import tables
from cashgames.services.cash_outs import cash_out
from cashgames.services.corrections import take_back_hand
from cashgames.services.hands import rake_hand
from cashgames.services.seats import seat_player
from cashgames.services.tables import close_session
from cashgames.services.time_rake import find_due_time_rake, pay_share, plan_time_rake
from casino.bank.services.accounts import add_account
from casino.cage.services.desk import sell_chips
from casino.cage.services.payables import pay_out
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked as asked_of
from casino.sheets.sheet import Sheet
from casino.staff.models import Membership, Role
from jackpot.postings import pool_adjusted
from tests.owing import owe_prize
from tests.tournaments import a_tournament, satellite_won
from tests.world import EVENING, World, a_club, founding
from tournaments.services.selling import sell_entry

pytestmark = pytest.mark.django_db
LAST_OF_MONTH, FIRST = date(2026, 2, 28), date(2026, 3, 1)


def sheet(world: World, name: str, stamp: Stamp, **more: Any) -> Sheet:
    return REPORTS[name].sheet(asked_of(world.club, stamp, **more))


def rows(made: Sheet) -> list[dict[str, Any]]:
    names = [column.name for column in made.columns]
    return [dict(zip(names, row.cells, strict=True)) for row in made.rows]


def accountant(world: World, clock: str = "23:00", day: date = EVENING) -> Stamp:
    return world.stamp(clock, role=Role.ACCOUNTANT, day=day)


def test_two_banks_stand_in_one_line_that_is_named_after_neither(world: World):
    banks = {"SEB": "EE382200221020145685", "LHV": "EE471000001020145685"}
    for name, iban in banks.items():
        added = add_account(accountant(world, "10:00"), name=name, iban=iban)
        lines = (debit("bank", 5_000, added.ref), credit("equity:funding", 5_000))
        ledger.post_once(world.stamp("22:00"), "test.bank", Draft(kind="test.bank", lines=lines))
        asked: dict[str, Any] = {"as_of": world.at("23:30")}
        for report, by in (("balance-sheet", "month"), ("balance", "now")):
            found = rows(sheet(world, report, accountant(world), by=by, **asked))
            (bank,) = (row["account"] for row in found if row["account_code"] == "bank")
            assert str(bank) == ("SEB" if name == "SEB" else "Wires and card settlements"), report


def test_what_is_owed_by_item_comes_to_what_is_owed_by_kind_before_and_now(world: World):
    shift = world.open_shift()
    paid, _ = (
        owe_prize(world.stamp(clock, role=Role.SUPERVISOR), cents=cents)
        for clock, cents in (("21:00", 30_000), ("21:10", 10_000))
    )
    later = world.stamp("21:00", day=EVENING + timedelta(days=20))
    pay_out(later, payable_id=paid.pk, shift_id=shift.pk, paid_with="cash")
    asked: dict[str, Any] = {"as_of": world.at("12:00", day=date(2026, 3, 28)), "by": "month"}
    reader = accountant(world, day=date(2026, 3, 30))

    by_kind = rows(sheet(world, "liabilities", reader, **asked))
    by_item = rows(sheet(world, "liabilities", reader, code="payable", **asked))

    (kind,) = (row for row in by_kind if row["account_code"] == "payable")
    assert (kind["owed"], kind["before"]) == (10_000, 40_000)
    assert [(row["owed"], row["before"]) for row in by_item] == [(10_000, 10_000), (0, 30_000)]


def test_a_seed_of_the_house_is_no_drop(world: World):
    pool = world.jackpot()
    world.open_shift()
    session = world.session()
    world.seat(session, *(f"Guest {n}" for n in range(6)))
    raked(world, session, "21:15", EVENING)
    seed = pool_adjusted(pool.pk, "seed", 100_000, memo="The anniversary")
    ledger.post_once(world.stamp("21:30"), "test.seed", seed)

    for by in ("day", "month", "to_date", "shift"):
        (line,) = rows(sheet(world, "statistics", accountant(world), by=by))[-1:]
        assert (line["hands"], line["jackpot_money"]) == (1, 100), by


def raked(world: World, session: Session, clock: str, day: date) -> None:
    rake_hand(
        world.stamp(clock, role=Role.SUPERVISOR, day=day),
        session_id=session.pk,
        name=f"{day} {clock}",
        pots_cents=[10_000],
        players_dealt=6,
        board_cards_dealt=5,
    )


def test_a_game_that_runs_into_a_month_is_one_of_both(db: None):
    world = a_club()
    world.fund()
    where = tables.add_table(world.stamp("07:00", role=Role.MANAGER), name="1")
    session = tables.open_session(
        **world.opens(day=LAST_OF_MONTH),
        table_id=where.pk,
        game="texas_holdem",
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=10_000,
        max_buy_in_cents=50_000,
    )
    world.sell(300_000, "20:00", day=LAST_OF_MONTH)
    for seat in range(1, 7):
        seat_player(
            world.stamp("20:30", role=Role.SUPERVISOR, day=LAST_OF_MONTH),
            session_id=session.pk,
            seat_no=seat,
            player_id=world.player(f"Guest {seat}").pk,
            cents=50_000,
            paid_with="chips",
        )
    for clock, day in (("21:00", LAST_OF_MONTH), ("09:00", FIRST), ("10:00", FIRST)):
        raked(world, session, clock, day)
    reader = accountant(world, day=date(2026, 3, 30))

    for first, last, hands in ((date(2026, 2, 1), LAST_OF_MONTH, 1), (FIRST, date(2026, 3, 31), 2)):
        span = {"first": first, "last": last}
        (game,) = rows(sheet(world, "tables", reader, **span))
        (month,) = rows(sheet(world, "taxes", reader, country="lv", **span))
        assert (game["hands"], game["rake"]) == (hands, hands * 500)
        assert (month["tables"], month["table_income"]) == (1, hands * 500)


def test_a_club_whose_cash_is_untold_has_no_sums_beside_one_whose_is_told(db: None):
    one, two = a_club("tallinn"), a_club("narva")
    for each in (one, two):
        each.fund(100_000)
    shift = two.open_shift()
    sell_chips(two.stamp("21:30"), shift_id=shift.pk, cents=77_700)
    with founding(two.club):
        Membership.objects.create(user=one.staff[Role.ACCOUNTANT], club=two.club, role=Role.MANAGER)

    made = sheet(one, "clubs", accountant(one), by="balance-sheet")

    assert [column.summed for column in made.columns[-2:]] == [True, False]


def test_a_ticket_was_held_until_it_was_used(world: World):
    shift = world.open_shift(clock="18:00")
    main = a_tournament(world, "Main", price_cents=10_000, fee_cents=1_000)
    ticket, _ = satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)
    later = world.stamp("20:00", day=EVENING + timedelta(days=1))
    where = {"tournament_id": main.pk, "player_id": ticket.player_id}
    sell_entry(later, **where, shift_id=shift.pk, paid_with="ticket", ticket_id=ticket.pk)
    for last, held in ((EVENING, 1), (EVENING + timedelta(days=1), 0)):
        reader = accountant(world, day=EVENING + timedelta(days=3))
        asked: dict[str, Any] = {"first": EVENING, "last": last, "player_id": ticket.player_id}
        found = rows(sheet(world, "guest", reader, by="held", **asked))
        assert len([row for row in found if row["tickets"]]) == held, last


def test_what_is_put_right_or_paid_in_a_later_month_is_no_table_of_that_month(db: None):
    world = a_club()
    timed, raked_one = world.session("Timed"), world.session("Raked")
    manager = world.stamp("20:00", role=Role.MANAGER)
    plan_time_rake(manager, session_id=timed.pk, table_cents=10_000)
    (moved,) = world.seat(timed, "Mari")
    find_due_time_rake(world.at("21:00"))
    who = {"session_id": timed.pk, "player_id": moved.seat.player_id, "cents": 20_000}
    cash_out(world.stamp("21:01", role=Role.SUPERVISOR), **who, paid_with="chips")
    close_session(world.stamp("21:05", role=Role.SUPERVISOR), session_id=timed.pk)
    share = shares_due(world.club.pk)[0]
    later = world.stamp("20:30", day=date(2026, 3, 3))
    shift = world.open_shift()
    pay_share(later, share_id=share.pk, paid_with="cash", shift_id=shift.pk)
    world.seat(raked_one, *"ABCDEF")
    raked(world, raked_one, "09:00", FIRST)
    hand = Hand.objects.get(session=raked_one)
    floor = world.stamp("09:05", role=Role.SUPERVISOR, day=FIRST)
    take_back_hand(floor, hand_id=hand.pk, reason="No such hand")
    reader = accountant(world, day=date(2026, 3, 30))

    found = [
        rows(sheet(world, "taxes", reader, country="lv", first=first, last=last))[0]["tables"]
        for first, last in ((date(2026, 2, 1), LAST_OF_MONTH), (FIRST, date(2026, 3, 31)))
    ]
    assert found == [2, 0]
