"""
A Friday night of twelve tables, through pages and API at once, on a shifted clock.

The supervisor and two cashiers sit at screens in Chromium; at each table there is a tablet, a
program in a thread of its own. The jobs of the background find what is due as the clock goes on.
"""

import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from playwright.sync_api import Browser, expect

from cashgames.models import Absence, Session, WaitlistEntry
from cashgames.queries.absence import held_stacks
from cashgames.queries.tables import open_sessions, table_check
from cashgames.services import tables
from cashgames.tasks import find_due_absences, find_due_time_rake
from casino.cage.models import Shift
from casino.cage.queries.shifts import shift
from casino.cage.queries.tallies import tally
from casino.closing.tasks import close_due_days
from casino.players.models import Player
from casino.staff.models import Role
from casino.tablefloats.models import Transfer
from tests.api.program import program
from tests.pages.people import Person
from tests.shifted import Clock
from tests.site import PATIENCE
from tests.tablet import BUY_IN, Table, Tablet
from tests.world import EVENING, FLOAT, RACK, World, a_club, a_member

# LONG=1: two quarters of an hour more, and three hands in each.
ROUNDS, HANDS, AT_A_TABLE = (8, 3, 4) if os.environ.get("LONG") else (6, 1, 4)
GAMES = ["texas_holdem"] * 8 + ["omaha"] * 2 + ["seven_card_stud", "five_card_omaha"]
BY_TIME, OMAHA, MIN_CHIP = (0, 4, 8), 9, 100
TERMS = {"small_blind_cents": 100, "big_blind_cents": 200}
TERMS |= {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
NEXT = EVENING + timedelta(days=1)


@dataclass(kw_only=True)
class Night:
    """The room: its clock, its tables, and the people at their screens."""

    world: World
    clock: Clock
    tables: list[Table]
    supervisor: Person
    desks: list[Person]
    pool: ThreadPoolExecutor
    guests: int = 0

    def go_on(self, **time: int) -> None:
        """Move the clock, and let the jobs look what is due."""
        self.clock.set(self.clock.now() + timedelta(**time))
        find_due_time_rake()
        find_due_absences()

    def everywhere(self, act: Callable[[Table], None], meanwhile: Callable[[], None]) -> None:
        """Let each tablet do its part while the people do theirs."""
        parts = [self.pool.submit(act, table) for table in self.tables]
        meanwhile()
        for part in parts:
            part.result()

    def guest(self) -> int:
        """Somebody comes in."""
        self.guests += 1
        return self.world.player(f"Guest {self.guests}").pk


@pytest.fixture
def night(live_site: str, clock: Clock, browser: Browser) -> Iterator[Night]:
    """Friday, 20:00: a supervisor and two cashiers have signed in, twelve tables are closed."""
    # Time is paid in chips off the stacks, so a share is what chips can make.
    world = a_club(overrides={"time_rake.chip_unit_cents": 50})
    clock.set(world.at("20:00"))
    world.jackpot()
    world.fund()
    world.sell(4 * len(GAMES) * AT_A_TABLE * BUY_IN, "20:00")
    world.drawer("Desk 1")
    world.drawer("Desk 2")
    world.staff["anna"] = a_member(world.club, Role.CASHIER, name="anna@tallinn")
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(len(GAMES)))
        supervisor, *desks = (
            at_a_screen(stack, browser, live_site, world, name)
            for name in (Role.SUPERVISOR, Role.CASHIER, "anna")
        )
        yield Night(
            world=world,
            clock=clock,
            tables=[a_table(world, live_site, number) for number in range(len(GAMES))],
            supervisor=supervisor,
            desks=desks,
            pool=pool,
        )


def at_a_screen(stack: ExitStack, browser: Browser, site: str, world: World, name: str) -> Person:
    """Sign somebody in, in a browser profile of their own."""
    profile = browser.new_context(base_url=site)
    stack.callback(profile.close)
    profile.set_default_timeout(PATIENCE)
    person = Person(profile.new_page(), world, name)
    person.sign_in()
    return person


def a_table(world: World, site: str, number: int) -> Table:
    """Put a tablet to a table."""
    tablet = Tablet(site=site, program=program(world, Role.SUPERVISOR))
    return Table(tablet=tablet, dice=random.Random(number))


def test_a_friday_night_by_twelve_tablets_and_three_people(night: Night):
    open_the_room(night)
    for number in range(ROUNDS):
        night.go_on(minutes=15)
        night.everywhere(lambda table: table.play(HANDS), partial(run_the_room, night, number))
    send_everybody_home(night)
    count_the_drawers(night)

    assert night.world.balance("income:time-rake") < 0
    assert Absence.objects.filter(ended=Absence.Ended.REMOVED).exists()
    assert WaitlistEntry.objects.filter(state=WaitlistEntry.State.SEATED).count() >= ROUNDS // 2
    assert not open_sessions(night.world.club.pk)
    for session in Session.objects.all():
        check = table_check(session)
        assert (check.difference_cents, check.chips_cents) == (0, 0), session
    assert all(person.errors == [] for person in (night.supervisor, *night.desks))
    seal_the_night(night)


def open_the_room(night: Night) -> None:
    """Two tables are opened by hand, ten by their tablets; the manager lets three pay by time."""
    rooms = [add_table(night.world, number) for number in range(len(GAMES))]
    seated = [[night.guest() for _ in range(AT_A_TABLE)] for _ in GAMES]

    def begin(table: Table) -> None:
        number = night.tables.index(table)
        if number >= 2:
            table.open(rooms[number], TERMS | {"game": GAMES[number]})
            table.seat(seated[number])

    night.everywhere(begin, lambda: take_over_the_drawers(night))
    for number in range(2):
        table = night.tables[number]
        table.session_id = open_by_hand(night.supervisor, rooms[number])
        table.seat(seated[number])
    manager = Tablet(site=night.tables[0].tablet.site, program=program(night.world, Role.MANAGER))
    for number in BY_TIME:
        path = f"sessions/{night.tables[number].session_id}/time-rake/"
        manager.ask(path, {"table_cents": 20_000})
    game = {"game": GAMES[OMAHA], "small_blind_cents": 100, "big_blind_cents": 200}
    manager.ask("waiting/", {**game, "player_id": night.guest()})


def add_table(world: World, number: int) -> int:
    """Put a table into the room."""
    return tables.add_table(world.stamp("19:00", role=Role.MANAGER), name=f"Table {number + 1}").pk


def take_over_the_drawers(night: Night) -> None:
    """Each cashier takes a float."""
    for number, desk in enumerate(night.desks, start=1):
        desk.page.locator("#id_drawer_id").select_option(label=f"Desk {number}")
        fill_in(desk, cash=FLOAT, chips=RACK)
        desk.at("#id_player")


def open_by_hand(supervisor: Person, table_id: int) -> int:
    """Open table on its page."""
    supervisor.page.goto(f"/tallinn/tables/open/?table={table_id}")
    for name, text in zip(TERMS, ("1", "2", "100", "500"), strict=True):
        supervisor.page.locator(f"#id_{name}").fill(text)
    book(supervisor)
    supervisor.sees("Table check")
    return int(supervisor.page.url.rstrip("/").rsplit("/", 1)[1])


def run_the_room(night: Night, number: int) -> None:
    """A quarter of an hour of the people: somebody waits and is seated, and one thing more."""
    by_turns = (permit_a_break, top_up, change_the_table, sell_chips, ask_for_a_fill, cash_out)
    seat_from_the_list(night, night.desks[number % 2])
    by_turns[number % len(by_turns)](night, night.desks[number % 2])


def seat_from_the_list(night: Night, desk: Person) -> None:
    """The cashier puts a guest on the list, the floor calls, the cashier takes the cash."""
    player = Player.objects.get(pk=night.guest())
    desk.page.goto(f"/tallinn/waiting/add/?player={player.code}")
    book(desk)
    desk.sees(player.name)
    entry = WaitlistEntry.objects.get(player=player)
    night.supervisor.page.goto(f"/tallinn/waiting/{entry.pk}/call/")
    book(night.supervisor)
    night.supervisor.sees("until")
    entry.refresh_from_db()
    desk.page.goto(
        f"/tallinn/tables/{entry.session_id}/seat/?seat={entry.seat_no}&player={player.code}"
    )
    desk.page.locator("#id_cents").fill("200")
    book(desk)
    desk.sees(f"Buy-in 200,00 · {player.name}, seat {entry.seat_no}")
    table = next(each for each in night.tables if each.session_id == entry.session_id)
    with table.between_hands:
        table.stacks[player.pk] = BUY_IN


@contextmanager
def somebody(
    night: Night, least_cents: int = 0, *, tables: list[Table] | None = None, whole: bool = False
) -> Iterator[tuple[Table, int]]:
    """
    Between two hands: a table and a player there who is not away.

    whole: with a stack that can be counted in chips; shares of the time rake leave odd cents.
    """
    for table in tables or night.tables:
        with table.between_hands:
            absent = Absence.objects.filter(seat__session=table.session_id, ended_at=None)
            away = set(absent.values_list("seat__player_id", flat=True))
            here = [who for who, cents in table.stacks.items() if least_cents <= cents < 2 * BUY_IN]
            if whole:
                here = [who for who in here if table.stacks[who] % MIN_CHIP == 0]
            if found := [who for who in here if who not in away]:
                yield table, found[0]
                return
    raise AssertionError("Nobody in the room can do that.")


def top_up(night: Night, desk: Person) -> None:
    """A player buys chips in cash."""
    with somebody(night) as (table, player):
        desk.page.goto(f"/tallinn/tables/{table.session_id}/top-up/{player}/")
        desk.page.locator("#id_cents").fill("100")
        desk.page.locator("#id_stack_cents").fill(units(table.stacks[player]))
        book(desk)
        desk.sees("Top-up 100,00")
        table.stacks[player] += 10_000


def permit_a_break(night: Night, _: Person) -> None:
    """The floor permits a break, from which the player does not return; somebody waits there."""
    with somebody(night, tables=[night.tables[OMAHA]]) as (table, player):
        night.supervisor.page.goto(f"/tallinn/tables/{table.session_id}/away/{player}/")
        night.supervisor.page.locator("#id_permission").check()
        book(night.supervisor)
        night.supervisor.sees("away until")
        table.gone.add(player)


def change_the_table(night: Night, _: Person) -> None:
    """The floor moves a player with the stack."""
    to = night.tables[1]
    with to.between_hands, somebody(night, 10_000) as (table, player):
        night.supervisor.page.goto(f"/tallinn/tables/{table.session_id}/move/{player}/")
        place = night.supervisor.page.locator("#id_place option", has_text="Table 2, seat").first
        night.supervisor.page.locator("#id_place").select_option(place.get_attribute("value"))
        night.supervisor.page.locator("#id_stack_cents").fill(units(table.stacks[player]))
        book(night.supervisor)
        night.supervisor.sees("Table check")
        to.stacks[player] = table.stacks.pop(player)


def sell_chips(_: Night, desk: Person) -> None:
    """A guest changes notes into chips at the desk."""
    desk.page.goto("/tallinn/till/?operation=sell")
    desk.page.locator("#id_cents").fill("150")
    desk.page.locator("#id_cents").press("Enter")
    desk.sees("Chips sold + 150,00")


def ask_for_a_fill(night: Night, desk: Person) -> None:
    """The floor asks for chips, the desk counts them out, the floor counts what came."""
    few = {2500: 4, 500: 10}
    night.supervisor.page.goto(f"/tallinn/tables/{night.tables[2].session_id}/bank/fill/")
    fill_in(night.supervisor, chips=few)
    night.supervisor.sees("asked for")
    fill = Transfer.objects.latest("pk")
    desk.page.goto(f"/tallinn/fills/{fill.pk}/issue/")
    fill_in(desk, chips=few)
    desk.sees("dispatched")
    night.supervisor.page.goto(f"/tallinn/fills/{fill.pk}/confirm/")
    fill_in(night.supervisor, chips=few)
    night.supervisor.sees("confirmed")


def cash_out(night: Night, desk: Person) -> None:
    """A player leaves and is paid in cash."""
    with somebody(night, whole=True) as (table, player):
        desk.page.goto(f"/tallinn/tables/{table.session_id}/cash-out/{player}/")
        desk.page.locator("#id_cents").fill(units(table.stacks[player]))
        book(desk)
        desk.sees("Cash-out")
        del table.stacks[player]


def send_everybody_home(night: Night) -> None:
    """What the bank holds goes back, all stacks leave; a page closes two tables, tablets ten."""
    send_the_credit(night)
    night.everywhere(Table.end, lambda: release_the_kept_stacks(night))
    night.everywhere(lambda table: night.tables.index(table) < 2 or table.close(), lambda: None)
    for table in night.tables[:2]:
        night.supervisor.page.goto(f"/tallinn/tables/{table.session_id}/close/")
        book(night.supervisor)
        expect(night.supervisor.page.locator(".badge").first).to_contain_text("closed")


def send_the_credit(night: Night) -> None:
    """The fill goes back to the cage."""
    few = {2500: 4, 500: 10}
    night.supervisor.page.goto(f"/tallinn/tables/{night.tables[2].session_id}/bank/credit/")
    fill_in(night.supervisor, chips=few)
    night.supervisor.sees("dispatched")
    credit = Transfer.objects.latest("pk")
    night.desks[0].page.goto(f"/tallinn/fills/{credit.pk}/take/")
    fill_in(night.desks[0], chips=few)
    night.desks[0].sees("confirmed")


def release_the_kept_stacks(night: Night) -> None:
    """What was removed from the tables becomes a payment due."""
    for stack in held_stacks(night.world.club.pk):
        night.supervisor.page.goto(f"/tallinn/stacks/{stack.pk}/release/")
        book(night.supervisor)
        night.supervisor.sees("Stacks in safekeeping")


def count_the_drawers(night: Night) -> None:
    """Each cashier counts what is there, blind, and it agrees."""
    for desk, opened in zip(night.desks, Shift.objects.order_by("pk"), strict=True):
        expected = tally(shift(night.world.club.pk, opened.pk))
        notes, chips = night.world.club.notes_cents, night.world.club.chips_cents
        desk.page.goto("/tallinn/till/count/")
        fill_in(
            desk,
            cash=in_denominations(expected.cash.expected_cents, notes),
            chips=in_denominations(expected.chips.expected_cents, chips),
        )
        desk.sees("The count matches the books.")
        book(desk)
        desk.sees("Posted to over/short")


def seal_the_night(night: Night) -> None:
    """The job closes the day at seven, the accountant seals it, and all is intact."""
    night.supervisor.leave()
    night.clock.set(night.world.at("07:01", day=NEXT))
    assert close_due_days.run() == [f"tallinn {EVENING}"]  # else its clock would be doubted
    maria = Person(night.supervisor.page, night.world, Role.ACCOUNTANT)
    maria.sign_in()
    maria.page.goto(f"/tallinn/days/{EVENING}/")
    expect(maria.page.get_by_text("✗ differs")).to_have_count(0)
    maria.command("s")
    maria.sees("Sealed: nothing can be posted to this day any more.")
    told = StringIO()
    with suppress(CommandError):
        call_command("verify", stdout=told)
    assert "tallinn: intact" in told.getvalue(), told.getvalue()


def book(person: Person) -> None:
    """Press the keys that book a form."""
    person.type("Control+Enter")


def fill_in(person: Person, **sheets: dict[int, int]) -> None:
    """Write how many there are of each denomination, and book."""
    for tender, rows in sheets.items():
        for cents, quantity in rows.items():
            person.page.locator(f"#id_{tender}_{cents}").fill(str(quantity))
    book(person)
    if person.page.locator("[data-confirm][open]").count():
        person.page.keyboard.press("Enter")


def in_denominations(cents: int, denominations: list[int]) -> dict[int, int]:
    """Return an amount in as few denominations as it takes."""
    counted = {}
    for denomination in sorted(denominations, reverse=True):
        counted[denomination], cents = divmod(cents, denomination)
    assert cents == 0, cents
    return counted


def units(cents: int) -> str:
    """Return cents as somebody types them."""
    return f"{cents // 100},{cents % 100:02}"
