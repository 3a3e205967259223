"""A freezeout of two tables on the floor's pages: from the draw of seats to the last knock-out."""

import pytest
from playwright.sync_api import Page, expect

from casino.players.models import PlayingPlace
from casino.staff.models import Role
from tests.pages.people import Person
from tests.tournaments import a_tournament, enter, now
from tests.world import World, a_club
from tournaments.models import ChipRace, Entry, SeatDraw, SeatMove, Tournament
from tournaments.queries.order import playing

NAMES = [f"Guest {letter}" for letter in "ABCDEFGHIJK"]
# Where somebody wants to look: a folder for pictures of every step.


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


@pytest.fixture
def friday(world: World) -> Tournament:
    shift = world.open_shift()
    tournament = a_tournament(world, levels=[[25, 50, 0, 20], [0, 0, 0, 15], [50, 100, 0, 20]])
    enter(world, tournament, *NAMES, shift_id=shift.pk)
    return tournament


@pytest.fixture
def director(page: Page, world: World) -> Person:
    person = Person(page, world, Role.DIRECTOR)
    person.sign_in()
    return person


def confirm(person: Person) -> None:
    """Press the one key that carries out what the page suggests."""
    person.page.keyboard.press("Control+Enter")


def go(person: Person, friday: Tournament, where: str = "floor/") -> None:
    person.page.goto(f"/tallinn/tournaments/{friday.pk}/{where}")


def left(friday: Tournament) -> list[Entry]:
    return playing(now(friday))


def out(person: Person, entry: Entry, by: Entry) -> None:
    """Knock somebody out at the table, by somebody who sits there too."""
    page = person.page
    row = page.locator(".seats li").filter(has=page.get_by_role("link", name=str(entry.player)))
    row.get_by_role("link", name="Out").click()
    person.sees(f"Eliminate: {entry.player}")
    page.locator("#id_stack").fill("10000")
    page.get_by_label(str(by.player)).check()
    person.photograph("knock-out")
    confirm(person)
    expect(page.locator(".tiles")).not_to_contain_text(str(entry.player))


def table(friday: Tournament, number: int) -> list[Entry]:
    return [each for each in left(friday) if each.table_no == number]


def test_a_freezeout_of_two_tables(director: Person, friday: Tournament):
    seats_are_drawn(director, friday)
    play_begins(director, friday)
    tables_are_balanced(director, friday)
    chips_are_raced_and_counted(director, friday)
    a_player_is_warned_and_moved(director, friday)
    the_clock_is_paused_and_set(director, friday)
    the_final_table_is_drawn(director, friday)
    the_last_one_wins(director, friday)
    assert director.errors == []


def seats_are_drawn(director: Person, friday: Tournament) -> None:
    go(director, friday, "")
    director.command("v")
    director.sees("No tables open for this tournament.")
    director.command("o")
    director.sees("Seats per table")
    director.type("1-2", "Tab")
    director.page.locator("#id_seats").fill("6")
    confirm(director)
    director.sees("11 players without a seat")
    director.photograph("tables-open")
    director.command("d")
    director.sees("Draw seats")
    confirm(director)
    director.sees("Table 1 6 of 6")
    director.sees("Table 2 5 of 6")
    director.photograph("seats-drawn")
    director.command("y")
    director.sees("the same seats")
    director.sees(SeatDraw.objects.get().seed)
    director.photograph("draws")
    director.page.get_by_role("link", name="Seat draw").click()
    director.sees("Verify the draw")
    director.photograph("draw")


def play_begins(director: Person, friday: Tournament) -> None:
    go(director, friday)
    director.command("s")
    director.sees("Start tournament")
    confirm(director)
    director.sees("11 players left")
    director.sees("chips in play 110 000")
    director.sees_not("not here yet")
    director.sees("level 1: 25 / 50")
    assert PlayingPlace.objects.filter(until=None).count() == 11
    director.photograph("play")


def tables_are_balanced(director: Person, friday: Tournament) -> None:
    short = table(friday, 2)
    out(director, short[0], short[1])
    director.sees("Balance the tables.")
    director.sees("Latest eliminations")
    director.photograph("balance-asked")
    director.command("m")
    director.sees("Button positions")
    director.type("1", "Tab", "2", "Enter")
    director.sees("OLY-3.4.17")
    director.photograph("balance")
    director.page.get_by_role("button", name="Move", exact=True).click()
    director.sees("Table 1 5 of 6")
    director.sees("Table 2 5 of 6")
    director.sees_not("Balance the tables.")
    assert SeatMove.objects.get().reason == "Balancing"


def chips_are_raced_and_counted(director: Person, friday: Tournament) -> None:
    director.command("h")
    director.sees("In play")
    director.command("r")
    director.sees("Color-up at table 1")
    first, second = sorted(each.seat_no or 0 for each in table(friday, 1))[:2]
    for name, value in {
        "old_chip": "25", "new_chip": "100", f"chips_{first}": "6", f"chips_{second}": "5",
        f"cards_{first}": "As 2c", f"cards_{second}": "Kd",
    }.items():  # fmt: skip
        director.page.locator(f"#id_{name}").fill(value)
    director.photograph("race")
    confirm(director)
    director.sees("Table 1: 25 → 100")
    assert ChipRace.objects.get().issued_chips == 300
    director.command("n")
    director.sees("Chips at table 2")
    director.type("60000", "Tab", "49025")
    confirm(director)
    director.sees("Chip variance")
    director.photograph("chips")


def a_player_is_warned_and_moved(director: Person, friday: Tournament) -> None:
    entry = table(friday, 1)[0]
    go(director, friday, f"players/{entry.pk}/")
    director.command("p")
    director.page.locator("#id_reason").fill("Talked about a live hand")
    confirm(director)
    director.sees("Conduct: Talked about a live hand")
    go(director, friday, f"players/{entry.pk}/")
    director.command("m")
    director.page.locator("#id_reason").fill("Cannot see the board")
    confirm(director)
    director.sees("10 players left")
    go(director, friday, f"players/{entry.pk}/")
    director.sees("Cannot see the board")
    director.photograph("player")


def the_clock_is_paused_and_set(director: Person, friday: Tournament) -> None:
    go(director, friday)
    director.command("c")
    director.sees("Level 1")
    director.photograph("clock")
    director.command("p")
    director.sees("Pause clock")
    confirm(director)
    director.sees("clock paused")
    director.command("s")
    director.page.locator("#id_step").select_option(label="Break after level 1")
    director.page.locator("#id_left_seconds").fill("0:02")
    director.page.locator("#id_reason").fill("Fire alarm")
    confirm(director)
    director.sees("Fire alarm")
    expect(director.page.locator(".time")).to_have_text("0:02")
    director.command("p")
    director.sees("Resume clock")
    confirm(director)
    director.sees("50 / 100")
    director.command("f")
    expect(director.page.locator("main")).to_contain_text("Average stack")
    director.page.set_viewport_size({"width": 1920, "height": 1080})
    expect(director.page.locator(".blinds")).to_have_text("50 / 100")
    assert director.page.evaluate("document.documentElement.scrollHeight") <= 1080
    director.photograph("screen")
    director.page.set_viewport_size({"width": 1366, "height": 768})


def the_final_table_is_drawn(director: Person, friday: Tournament) -> None:
    go(director, friday)
    for _ in range(4):
        largest = max((1, 2), key=lambda number: len(table(friday, number)))
        gone, by = table(friday, largest)[:2]
        out(director, gone, by)
    director.sees("All players fit at one table.")
    director.photograph("final-asked")
    director.command("f")
    director.sees("Final table")
    director.photograph("final")
    confirm(director)
    director.sees("Table 1 6 of 6")
    director.sees_not("Table 2")
    assert SeatDraw.objects.count() == 2


def the_last_one_wins(director: Person, friday: Tournament) -> None:
    for _ in range(4):
        gone, by = table(friday, 1)[:2]
        out(director, gone, by)
    gone, by = table(friday, 1)
    out(director, gone, by)
    director.page.get_by_role("link", name="Undo", exact=True).first.click()
    director.sees("Undo elimination")
    confirm(director)
    director.sees("2 players left")
    out(director, gone, by)
    director.sees("1 player left")
    director.photograph("won")
    go(director, friday, "")
    director.sees("Places")
    director.sees("level 2: 50 / 100")
    director.photograph("places")
