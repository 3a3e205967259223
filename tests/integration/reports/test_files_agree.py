"""Files, pages and slips about the same thing say the same of it."""

import csv
import html
import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from cashgames.services.game_corrections import correct_game
from cashgames.services.terms import change_game
from casino.cage.models import Payable
from casino.cage.services.count_corrections import correct_count
from casino.cage.services.counts import submit_count
from casino.cage.services.payables import pay_out
from casino.closing.services.days import close_day, seal_day
from casino.countroom.services.boxes import count_box, take_box
from casino.staff.models import Role
from tests.books import file_of, mapped, read, register, sealed, sent
from tests.counting import close_by_two, sign
from tests.integration.reports.asking import NIGHT, lines
from tests.integration.reports.test_games_of_a_table import change, dealt
from tests.tournaments import a_tournament, decided, enter, ticket_given
from tests.world import EVENING, FLOAT, RACK, World, of_the_desk
from tournaments.services.selling import sell_entry

FREE = {"count_second_over_cents": 10**9, "count_manager_over_cents": 10**9}
PAID_ALONE = dict.fromkeys(
    ("second_from_cents", "manager_from_cents", "identify_from_cents"), 10**8
)


def by_game(rows: list[Any]) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in rows:
        cents = int(str(row["rake"]).replace(".", "") or 0)
        found[row["game"]] = found.get(row["game"], 0) + cents
    return found


def paper(world: World, kind: str) -> str:
    """Return what the last slip of a kind says."""
    with connection.cursor() as cursor:
        asked = "SELECT max(id) FROM ledger_entry WHERE club_id = %s AND kind = %s"
        cursor.execute(asked, [world.club.pk, kind])
        (entry_id,) = cursor.fetchone()
    client = world.browser(Role.MANAGER)
    page = client.get(f"/{world.club.slug}/slips/{entry_id}/").content.decode()
    (slip,) = re.findall(r"<article.*?</article>", page, re.DOTALL)
    words = re.sub(r"<[^>]+>", " ", re.sub(r"<svg.*?</svg>", "", slip, flags=re.DOTALL))
    return re.sub(r"\s+", " ", html.unescape(words))


def test_each_file_says_which_game_was_dealt(world: World):
    session = world.session("7")
    world.seat(session, *"ABCDEF", cents=50_000)
    dealt(world, session, "21:00", 20_000)
    change(world, session, "21:30", "omaha")
    dealt(world, session, "21:40", 10_000)
    dealt(world, session, "22:10", 10_000)
    span = {"since": world.at("22:00"), "until": world.at("22:20"), "reason": "Typed late"}
    correct_game(
        world.stamp("22:30", role=Role.SUPERVISOR),
        session_id=session.pk,
        game="courchevel",
        **span,
    )
    by_report = by_game(lines(world, "rake", f"{NIGHT}&by=game"))
    assert set(by_report) == {"texas_holdem", "omaha", "courchevel"}
    assert by_game(lines(world, "takings")) == by_report
    assert by_game(register(world, "rake-drop")) == by_report


def test_the_file_of_a_sealed_day_keeps_the_game_that_was_dealt(world: World):
    session = world.session("7")
    world.seat(session, *"ABCDEF", cents=50_000)
    dealt(world, session, "21:00", 20_000)
    morning = EVENING + timedelta(1)
    close_day(world.club, EVENING, now=world.at("07:00", day=morning))
    seal_day(world.stamp("07:30", role=Role.ACCOUNTANT, day=morning), day=EVENING)
    address = f"/tallinn/days/{EVENING}/report.csv"
    taken = world.browser(Role.ACCOUNTANT).get(address).content
    blinds = {"small_blind_cents": 100, "big_blind_cents": 200}
    floor = world.stamp("20:00", role=Role.SUPERVISOR, day=morning)
    change_game(floor, session_id=session.pk, game="omaha", **blinds)
    assert b"texas_holdem" in taken
    assert world.browser(Role.ACCOUNTANT).get(address).content == taken

    # What is said later of its game stands beside the figures, as every correction does.
    told = {"session_id": session.pk, "game": "omaha", "reason": "Dealt as such"}
    later = world.stamp("20:10", role=Role.SUPERVISOR, day=morning)
    asked = correct_game.ask(later, **told, until=world.at("22:00"))
    sign(world, later, asked, by=Role.MANAGER)
    now = world.browser(Role.ACCOUNTANT).get(address).content
    assert b"Dealt as such" in now
    assert now.count(b"texas_holdem") == taken.count(b"texas_holdem")
    assert b"omaha" not in now


def test_who_counted_a_box_is_in_the_file_who_agreed(world: World):
    session = world.session("12", by_box=True)
    world.seat(session, *"ABCDEF")
    floor = world.stamp("21:40", role=Role.SUPERVISOR)
    box = take_box(floor, session_id=session.pk, fee="rake", number="7")
    for clock, role, pieces in (
        ("21:45", Role.ACCOUNTANT, 9), ("21:50", Role.SUPERVISOR, 2), ("21:55", Role.CASHIER, 2),
    ):  # fmt: skip
        count_box(world.stamp(clock, role=role), box_id=box.pk, chips={500: pieces})
    (row,) = register(world, "rake-drop")
    assert (row["counted_by"], row["witness"]) == ("supervisor@tallinn", "cashier@tallinn")
    assert "None" not in paper(world, "countroom.rake_counted")
    assert lines(world, "slips") == []


@pytest.mark.parametrize(
    ("notes", "chips", "said"),
    [(-1, 0, "\N{MINUS SIGN} 100,00"), (1, 0, "+ 100,00"), (-1, 2, "\N{MINUS SIGN} 50,00")],
    ids=["short", "over", "cash short, chips over"],
)
def test_the_slip_of_a_count_says_what_was_booked_and_which_way(
    world: World, notes: int, chips: int, said: str
):
    of_the_desk(world.club, **FREE)
    shift = world.open_shift()
    world.sell(100_000, "20:10")
    cash = FLOAT | {10_000: FLOAT[10_000] + notes}
    rack = RACK | {2_500: RACK[2_500] + chips}
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=cash, chips=rack)
    close_by_two(world, world.stamp("23:10"), shift_id=shift.pk, reason="Counted twice")
    assert said in paper(world, "cage.drawer_counted").replace("\xa0", " ")


def test_the_slip_of_an_entry_paid_by_ticket_is_no_receipt_of_money(world: World):
    shift, event = world.open_shift(), a_tournament(world, "Friday")
    ticket = ticket_given(world, event, "Ann")
    sold = {"tournament_id": event.pk, "player_id": ticket.player_id, "ticket_id": ticket.pk}
    sell_entry(world.stamp("20:30"), **sold, shift_id=shift.pk, paid_with="ticket")
    assert "paid by ticket" in paper(world, "tournaments.entry_sold")


def test_the_slip_of_a_payment_says_what_is_paid(world: World):
    of_the_desk(world.club, **PAID_ALONE)
    shift, friday = world.open_shift(), a_tournament(world, "Friday")
    decided(world, friday, enter(world, friday, "Bea", "Cat", shift_id=shift.pk))
    due = Payable.objects.order_by("id")[0]
    pay_out(world.stamp("23:30"), payable_id=due.pk, shift_id=shift.pk, paid_with="cash")
    assert "rize" in paper(world, "cage.paid_out")


def test_a_corrected_count_has_its_reason_in_the_journal(world: World):
    of_the_desk(world.club, **FREE)
    shift = world.open_shift()
    count = {"shift_id": shift.pk, "chips": RACK}
    submit_count(world.stamp("04:50"), **count, cash=FLOAT | {10_000: 1})
    close_by_two(world, world.stamp("05:00"), shift_id=shift.pk, reason="Short")
    floor = world.stamp("05:10", role=Role.SUPERVISOR)
    right = {**count, "moment": "closing", "cash": FLOAT, "reason": "Typed 1 for 10"}
    sign(world, floor, correct_count.ask(floor, **right))
    mapped(world)
    sealed(world)
    rows = csv.DictReader(io.StringIO(read(file_of(world, sent(world))).decode()))
    assert {row["reason"] for row in rows if row["doc_kind"] == "correction"} == {"Typed 1 for 10"}
