"""A host alone at the pages: a tournament to its last prize, a cash table, the close."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from cashgames.models import Seat, Session
from casino.approvals.models import Proposal
from casino.cage.models import Payable, Shift
from casino.house.queries import club_stamp
from casino.ledger.queries.balances import trial_balance
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.staff.models import User
from tests.hosting import a_home
from tests.pages.people import Person
from tests.pages.tournament_evening import Evening
from tests.world import World
from tournaments.models import Tournament

CASH = {"cash_2000": "20", "cash_1000": "20", "cash_500": "40"}  # 800 euro
NAMES = ("Ann", "Bob", "Cat")


class Home(Evening):
    """The host, at whose screen all that is asked for is signed at once."""

    def signed(self) -> None:
        """Be back at the tournament, of which the host has just signed something alone."""
        expect(self.director.locator("h1")).to_contain_text("Friday")


@pytest.fixture
def host(page: Page, live_site: str) -> tuple[Person, Home]:
    home = a_home()
    User.objects.update(has_given_password=False)
    home.user.refresh_from_db()
    world = World(club=home.club, staff={"host": home.user})
    for name in NAMES:
        stamp = club_stamp(home.club, at=timezone.now(), actor_id=home.user.pk)
        add_player(stamp, name=name)
    person = Person(page, world, "host")
    return person, Home(world, page, page, page)


def test_a_host_runs_the_evening_alone(host: tuple[Person, Home]):
    person, home = host
    person.sign_in()
    the_house_opens(home)
    person.photograph("home-1-till")
    event = the_tournament(home, person)
    the_prizes(home, event, person)
    the_cash_table(home, person)
    the_close(home, person)
    alone = Proposal.objects.all()
    assert {each.alone for each in alone} == {True}
    assert person.errors == []


def the_house_opens(home: Home) -> None:
    """Money into the vault, a float into the box, the shift begins."""
    page = home.cashier
    home.send(page, "vault/", **CASH | {"cash_500": "80"})
    home.send(page, "till/open/", **CASH)
    assert Shift.objects.get().closed_at is None


def the_tournament(home: Home, person: Person) -> Tournament:
    """Announced, sold, seated, its clock runs, one rebuys, two go."""
    page = home.director
    event = home.announce(
        "Friday",
        "rebuy_at_will",
        price_cents="20",
        fee_cents="0",
        rebuy_cents="20",
        shares_bp="70 30",
    )
    where = f"tournaments/{event.pk}"
    entries = [home.sell(event, each.code) for each in Player.objects.order_by("id")]
    home.send(page, f"{where}/floor/open/", numbers="1", seats="9")
    home.send(page, f"{where}/floor/draw/")
    person.photograph("home-2-seats")
    home.send(page, f"{where}/start/", ahead_of_time=True)
    page.goto(f"{home.at}{where}/clock/")
    person.sees("25")
    person.photograph("home-3-clock")
    more = {"what": "rebuy", "paid_with": "cash"}
    home.send(page, f"tournaments/entries/{entries[2].pk}/more/", **more)
    home.send(page, f"{where}/close-registration/")
    home.asks(event, "fix")
    for entry in (entries[2], entries[1]):
        home.out(event, entry, by=entries[0])
    return event


def the_prizes(home: Home, event: Tournament, person: Person) -> None:
    """Awarded and paid to the last, the summary signed."""
    home.asks(event, "prizes")
    home.asks(event, "summary")
    assert home.pay_all() == 2
    assert not Payable.objects.filter(payments=None).exists()
    home.director.goto(f"{home.at}tournaments/{event.pk}/results/")
    person.sees("matches the ledger")
    person.photograph("home-4-results")


def the_cash_table(home: Home, person: Person) -> None:
    """A table opens, two sit down and play a hand, and leave with what they have."""
    page = home.director
    home.send(page, "tables/add/", name="Kitchen")
    page.goto(f"{home.at}tables/open/")
    person.photograph("home-5-table")
    limits = {"small_blind_cents": "1", "big_blind_cents": "2"}
    buy_in = {"min_buy_in_cents": "20", "max_buy_in_cents": "200"}
    home.send(page, "tables/open/", **limits | buy_in)
    table = f"tables/{Session.objects.get().pk}"
    for seat, guest in enumerate(Player.objects.order_by("id")[:2], start=1):
        code = str(guest.code)
        home.send(page, "till/", player=code, cents="50")
        sits = {"player": code, "cents": "50", "seat_no": str(seat), "paid_with": "chips"}
        home.send(page, f"{table}/seat/", **sits)
    hand = {"name": "1", "players_dealt": "2", "main_pot_cents": "10"}
    home.send(page, f"{table}/hand/", **hand)
    page.goto(f"{home.at}{table}/")
    person.photograph("home-6-playing")
    for seat in Seat.objects.order_by("number"):
        home.send(page, f"{table}/cash-out/{seat.player_id}/", cents="50")
    home.send(page, f"{table}/close/")


def the_close(home: Home, person: Person) -> None:
    """The box is counted, the shift closed, the day's report agrees."""
    page = home.cashier
    page.goto(f"{home.at}till/count/")
    for name, many in CASH.items():
        page.locator(f"[name={name}]").fill(many)
    person.hand_in()
    page.wait_for_url("**/till/close/")
    home.send(page, "till/close/")
    home.send(page, "close-floor/")
    page.goto(f"{home.at}days/")
    page.locator("tbody a").first.click()
    person.sees("Control profile: Home.")
    person.photograph("home-7-day")
    assert Shift.objects.get().closed_at
    assert sum(line.cents for line in trial_balance(home.world.club.pk)) == 0
