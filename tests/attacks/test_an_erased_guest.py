"""A guest asks to be forgotten: nothing outside the guests' own tables ever knew the name."""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, connection
from django.utils import timezone

import casino.reports.tasks
from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import take_back_chips
from cashgames.services.tables import add_table
from cashgames.services.terms import change_limits
from casino.audit.services.access import give_role
from casino.bookkeeping.models import Chunk, File, Job
from casino.bookkeeping.queries.batches import content
from casino.bookkeeping.services import jobs, registers
from casino.bookkeeping.services.imports import bring_file, take
from casino.cage.models import Payable
from casino.cage.services.desk import note_shift, redeem_chips, sell_by_two
from casino.cage.services.payables import pay_out
from casino.journal.services.accounts import add_account
from casino.journal.services.documents import DocumentLine, book_document
from casino.journal.services.files import attach_file
from casino.players.models import Exclusion, Hold, Player, PlayingPlace
from casino.players.services.duplicates import merge_players
from casino.players.services.erasing import anonymise_player, guest_leaves
from casino.players.services.guests import add_player, exclude_player
from casino.players.services.places import keep_apart
from casino.refusals import BadInput, NotFound
from casino.reports.services import ask_report
from casino.staff.models import Role
from tests import world as founding
from tests.claiming import awarded, claimed, evidence, fed, six_seated
from tests.correcting import buy
from tests.pages.evening import an_evening_of_payloads
from tests.refusing import refused
from tests.story import Story
from tests.tournaments import a_tournament, enter, satellite_won, signed, ticket_given
from tests.world import EVENING, World, a_club, of_the_desk
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.refunds import cancel_tournament
from tournaments.services.royal_flush import Holder, pay_royal_flush
from tournaments.services.series_jackpot import Winner, pay_series_jackpot
from tournaments.services.starting import close_registration, start
from tournaments.services.summary import sign_summary
from tournaments.services.tickets import clear_ticket

pytestmark = pytest.mark.django_db
MARKS = ("Zhivago", "ZX90210", "5555 0199", "zhivago@", "1961-02-03")
OWN = {"players_player", "players_version"}
DIRECTOR = {"role": Role.DIRECTOR}
FLOOR = {"role": Role.SUPERVISOR}


@pytest.fixture(autouse=True)
def told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each guest of the tests' world what nothing else in it is called."""
    numbers = count(1)

    def added(stamp: Any, *, name: str) -> Player:
        return add_player(
            stamp,
            name=f"{name} Zhivago",
            birth_date=date(1961, 2, 3),
            document=f"ZX90210 {next(numbers)}",
            notes="+372 5555 0199, zhivago@example.com",
        )

    monkeypatch.setattr(founding, "add_player", added)


# The same of information_schema takes PostgreSQL a second.
TABLES = """
SELECT c.relname, array_agg(a.attname::text) FILTER (WHERE a.atttypid = 'bytea'::regtype)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY 1
"""


def whole_dump() -> Iterator[tuple[str, str]]:
    """Yield each row of each table with the table's name, packed columns unpacked besides."""
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        for table, packed in cursor.fetchall():
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            yield from ((table, row) for (row,) in cursor.fetchall())
            for column in packed or ():
                cursor.execute(f'SELECT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL')
                for (data,) in cursor.fetchall():
                    yield table, unpacked(bytes(data)).decode(errors="replace")


def unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error:
        return data


def found() -> dict[str, str]:
    """Return where something of a guest stands: a table and its row."""
    return {table: row for table, row in whole_dump() if any(mark in row for mark in MARKS)}


def weeks() -> World:
    world = a_club()
    for _ in Story(world):
        pass
    return world


def a_jackpot() -> World:
    world = a_club()
    fed(world)
    table = six_seated(world, "Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
    awarded(world, claimed(world, table))
    return world


def bounties() -> World:
    """Bounties and a summary, both signed by two; a large prize is paid by two."""
    world = a_club()
    shift = world.open_shift(clock="18:00")
    terms = {"variants": ["terminator"], "price_cents": 150_000, "bounty_cents": 50_000}
    friday = a_tournament(world, "Friday", **terms)
    entries = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    start(world.stamp("21:00", **DIRECTOR), tournament_id=friday.pk)
    close_registration(world.stamp("22:00", **DIRECTOR), tournament_id=friday.pk)
    pool = fix_pool.ask(world.stamp("22:01", **DIRECTOR), tournament_id=friday.pk)
    signed(world, pool, clock="22:02")
    outs = [Out(entry_id=one.pk, stack=100, by=[entries[0].pk]) for one in reversed(entries[1:])]
    knock_out(world.stamp("22:10", **DIRECTOR), tournament_id=friday.pk, outs=outs[:1])
    knock_out(world.stamp("22:20", **DIRECTOR), tournament_id=friday.pk, outs=outs[1:])
    prizes = award_prizes.ask(world.stamp("23:00", **DIRECTOR), tournament_id=friday.pk)
    signed(world, prizes, clock="23:01")
    bounty = collect_bounties.ask(world.stamp("23:02", **DIRECTOR), tournament_id=friday.pk)
    signed(world, bounty, clock="23:03")
    owed = Payable.objects.order_by("-cents")[0]
    paid = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    signed(world, pay_out.ask(world.stamp("23:10"), **paid), clock="23:11")
    summary = sign_summary.ask(world.stamp("23:20", **DIRECTOR), tournament_id=friday.pk)
    signed(world, summary, role=Role.CASHIER, clock="23:21")
    return world


def extra_jackpots() -> World:
    """A royal flush and a jackpot of a series."""
    world = a_club()
    shift = world.open_shift(clock="18:00")
    terms = {"variants": ["royal_flush_jackpot"], "rfj_cents": 1_000, "surcharge_cents": 500}
    friday = a_tournament(world, "Friday", series=True, **terms)
    ann, *_ = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    flush = pay_royal_flush.ask(
        world.stamp("22:00", **FLOOR),
        tournament_id=friday.pk,
        hand_name="1",
        board=["TH", "JH", "QH", "2C", "3D"],
        holders=[Holder(entry_id=ann.pk, cards=["AH", "KH"])],
        **evidence(world, "21:55"),
    )
    signed(world, flush, clock="22:05")
    shares = [Winner(entry_id=ann.pk, cents=700)]
    series = {"tournament_id": friday.pk, "shares": shares, "reason": "Both lost with aces"}
    won = pay_series_jackpot.ask(world.stamp("22:10", **DIRECTOR), **series)
    signed(world, won, clock="22:15")
    return world


def tickets() -> World:
    """Tickets that are given and won, moved to another tournament and lapsed."""
    world = a_club()
    shift = world.open_shift(clock="18:00")
    main, later = (
        a_tournament(world, name, price_cents=20_000, fee_cents=2_000) for name in ("Main", "Later")
    )
    won, _ = satellite_won(world, main, "Ann", "Bob", "Cat", shift_id=shift.pk)
    ticket_given(world, main, "Gus")
    off = cancel_tournament.ask(
        world.stamp("23:10", **DIRECTOR), tournament_id=main.pk, reason="Too few"
    )
    signed(world, off, clock="23:11")
    moved = {"ticket_id": won.pk, "reason": "Cancelled", "move_to_id": later.pk}
    signed(world, clear_ticket.ask(world.stamp("23:12", **DIRECTOR), **moved), clock="23:13")
    return world


def a_table() -> World:
    """Limits that a table agreed to, large sums both ways, a correction that is signed."""
    world = a_club()
    of_the_desk(world.club, sale_second_from_cents=60_000, redeem_second_from_cents=10_000)
    shift, session = world.open_shift(), world.session()
    first, second, third = (buy(world, session, shift, n, 50_000) for n in (1, 2, 3))
    limits = {"min_buy_in_cents": 20_000, "max_buy_in_cents": 80_000, "reason": "All agree"}
    agreed = {"agreed": [each.seat.player_id for each in (first, second, third)]}
    asked = change_limits.ask(
        world.stamp("20:40", **FLOOR), session_id=session.pk, **limits, **agreed
    )
    signed(world, asked, clock="20:41")
    out = {"session_id": session.pk, "paid_with": "cash", "shift_id": shift.pk}
    large = cash_out.ask(world.stamp("21:00"), player_id=first.seat.player_id, cents=100_000, **out)
    signed(world, large, clock="21:01")
    chips = {"shift_id": shift.pk, "cents": 60_000, "player_id": first.seat.player_id}
    signed(world, sell_by_two.ask(world.stamp("21:02"), **chips), clock="21:03")
    signed(world, redeem_chips.ask(world.stamp("21:04"), **chips), clock="21:05")
    what = {"move_id": second.pk, "reason": "Typed wrongly", "shift_id": shift.pk}
    signed(world, take_back_chips.ask(world.stamp("21:10"), **what), clock="21:11")
    return world


def a_file() -> World:
    """Guests out of a file; one is kept out for some days, two sit apart."""
    world = a_club()
    accountant = {"role": Role.ACCOUNTANT}
    content = "Name;Document;Notes\nAnn Zhivago;ZX90210 1;zhivago@example.com\nBob Zhivago;;\n"
    brought = bring_file(
        world.stamp("12:00", **accountant), kind="players", name="g.csv", data=content.encode()
    )
    take(world.stamp("12:01", **accountant), intake_id=brought.pk)
    ann, bob = Player.objects.order_by("id").values_list("id", flat=True)
    why = {"until": None, "reason": "Ann Zhivago and Bob Zhivago fought"}
    keep_apart(world.stamp("20:00", **FLOOR), player_id=ann, other_id=bob, **why)
    until = {"until": date(2026, 2, 28), "reason": "Mr Zhivago was drunk"}
    exclude_player(world.stamp("20:10", **FLOOR), player_id=bob, **until)
    same = {"player_id": ann, "other_id": bob, "reason": "Mr Zhivago is Ann Zhivago's brother"}
    merge_players.ask(world.stamp("20:20", **FLOOR), **same)
    seen = world.browser(Role.ACCOUNTANT)
    assert seen.get(f"/tallinn/files/imports/{brought.pk}/").status_code == 200
    return world


def asked_of(world: World) -> list[Job]:
    """Ask for a register with names and for a report, made in the background."""
    of_the_desk(world.club, identify_from_cents=100)
    days = {"first_day": EVENING, "last_day": EVENING}
    register = registers.ask_register(
        world.stamp("23:30", role=Role.MANAGER), register="payouts", **days
    )
    query = {"first": EVENING.isoformat(), "last": EVENING.isoformat()}
    report = ask_report(
        world.stamp("23:31", role=Role.MANAGER),
        report="payments",
        query=query,
        ending="csv",
        total=1,
    )
    return [register, report]


def kept_files() -> World:
    world = bounties()
    for job in asked_of(world):
        assert jobs.run(job.pk, clock=timezone.now)
    for file in File.objects.all():
        assert b"Zhivago" in b"".join(content(file)), file.profile
    return world


def erase_everybody(world: World) -> None:
    """Erase all guests, who have left; what kept them out is over, what they were owed let be."""
    PlayingPlace.objects.filter(until=None).update(until=world.at("06:00"))
    Exclusion.objects.update(lifted_at=world.at("06:00"))
    Hold.objects.update(lifted_at=world.at("06:00"))
    for number, guest in enumerate(Player.objects.order_by("id"), start=1):
        clock = f"06:{number // 60:02}:{number % 60:02}"
        with patch.object(guest_leaves, "send"):
            asked = anonymise_player.ask(
                world.stamp(clock, **FLOOR), player_id=guest.pk, reason="Mr Zhivago wishes it"
            )
            signed(world, asked, role=Role.ACCOUNTANT, clock=clock)
    assert Player.objects.filter(anonymised_at=None).count() == 0


NIGHTS = (an_evening_of_payloads, weeks, a_jackpot, bounties, extra_jackpots, tickets, a_table)


@pytest.mark.parametrize("night", NIGHTS)
def test_what_happens_is_kept_by_the_guests_ids(night: Callable[[], World]):
    night()
    assert found().keys() == OWN


@pytest.mark.parametrize("night", [*NIGHTS, a_file, kept_files])
def test_an_erased_guest_is_nowhere_in_the_database(night: Callable[[], World]):
    erase_everybody(night())
    assert found() == {}
    for file in File.objects.filter(batch=None):
        refused(NotFound, content, file)
        refused(IntegrityError, Chunk.objects.filter(file=file).update, data=b"another")


def at_the_second_look(act: Callable[[], Any]) -> Callable[[], datetime]:
    """Return a clock: a job looks at it when it begins, and when it says how far it is."""
    looks = iter([lambda: None, act])

    def clock() -> datetime:
        next(looks, lambda: None)()
        return timezone.now()

    return clock


@pytest.mark.parametrize("which", [0, 1])
def test_a_file_that_is_written_meanwhile_begins_anew_without_the_name(
    which: int, monkeypatch: pytest.MonkeyPatch
):
    for writes in (casino.reports.tasks, registers):
        monkeypatch.setattr(writes, "OFTEN", 1)
    world = bounties()
    job = asked_of(world)[which]
    assert not jobs.run(job.pk, clock=at_the_second_look(lambda: erase_everybody(world)))
    assert not File.objects.exists()
    assert job.pk in jobs.due(timezone.now())
    assert jobs.run(job.pk, clock=timezone.now)
    assert b"Guest 10" in b"".join(content(File.objects.get()))
    assert found() == {}


@pytest.mark.parametrize("which", [0, 1])
def test_nothing_is_kept_of_a_file_that_was_called_off_when_all_was_written(which: int):
    job = asked_of(bounties())[which]

    def call_off() -> None:
        Job.objects.filter(id=job.pk).update(state=Job.State.CANCELLED)

    assert not jobs.run(job.pk, clock=at_the_second_look(call_off))
    assert not File.objects.exists()


def test_no_text_that_is_kept_for_good_takes_a_guests_name():
    """A note, a reason that waits for a signature, a line of a document; by any order of names."""
    world = a_club()
    shift = world.open_shift()
    guest = add_player(world.stamp("18:30"), name="Anna-Liisa Zhivago")
    accountant, tried = {"role": Role.ACCOUNTANT}, count()
    lines = [
        DocumentLine(account="expense:overlay", debit_cents=100, note="Zhivago, Anna-Liisa"),
        DocumentLine(account="expense:rounding", credit_cents=100),
    ]

    def at(**who: Role) -> Any:
        return world.stamp(f"19:{next(tried):02}", **who)

    said: dict[str, Any] = {"username": "cashier@tallinn", "role": Role.SUPERVISOR}
    said |= {"reason": "For Anna-Liisa Zhivago", "name": None}
    plain = [replace(each, note="") for each in lines]
    dated: dict[str, Any] = {"dated": EVENING, "reason": "Taxi", "lines": plain}
    whole = "Anna-Liisa Zhivago"
    for field, write in [
        ("text", lambda: note_shift(at(), shift_id=shift.pk, text="ANNA-LIISA  ZHIVAGO's change")),
        ("reason", lambda: give_role.ask(at(role=Role.MANAGER), **said)),
        ("lines", lambda: book_document(at(**accountant), **dated | {"lines": lines})),
        ("reference", lambda: book_document(at(**accountant), **dated, reference=whole)),
        ("name", lambda: attach_file(at(**accountant), name=f"{whole}.pdf", content=b"%")),
        ("name", lambda: add_account(at(**accountant), code="2", name=whole, kind="liability")),
        ("name", lambda: add_table(at(role=Role.MANAGER), name=whole)),
    ]:
        refusal = refused(BadInput, write)
        assert (refusal.field, str(guest.code) in str(refusal)) == (field, True)
    assert refused(BadInput, give_role.preview, at(role=Role.MANAGER), **said).field == "reason"
    assert found().keys() == OWN
    note_shift(at(), shift_id=shift.pk, text=f"Anna-Liisa, no. {guest.code}, comes with change")
