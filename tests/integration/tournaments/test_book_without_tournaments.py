"""A club whose book has no tournaments, or no jackpot, is offered none; a former book's stay."""

from datetime import timedelta
from functools import partial

import pytest

from casino.editions.services import adopt_book
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, td
from tests.tournaments import FREEZEOUT, a_tournament, enter, signed
from tests.world import EVENING, World, a_club
from tournaments.rules.variants import PartNotAnnounced
from tournaments.rules.verdict import NoTournaments
from tournaments.services.announcing import add_template
from tournaments.services.starting import start

pytestmark = pytest.mark.django_db
ADD = "/tallinn/tournaments/templates/add/"
MENU = ('href="/tallinn/tournaments/"', 'href="/tallinn/jackpot/"')


def offered(world: World, role: Role = Role.MANAGER) -> list[bool]:
    page = world.browser(role).get("/tallinn/tables/").content.decode()
    return [address in page for address in MENU]


@pytest.mark.parametrize(
    ("book", "tournaments", "jackpot"),
    [("olympic", True, True), ("home", True, False), ("online", False, False)],
)
def test_the_bar_has_what_the_club_s_book_has(book: str, *, tournaments: bool, jackpot: bool):
    assert offered(a_club(book=book)) == [tournaments, jackpot]


def test_what_a_former_book_had_stays_in_reach():
    world = a_club()
    new = {"book": "online", "first_day": EVENING + timedelta(days=1), "overrides": {}}
    asked = adopt_book.ask(world.stamp("20:00", role=Role.MANAGER), **new, reason="Moved online")
    signed(world, asked, role=Role.ACCOUNTANT, clock="21:00")
    assert offered(world) == [True, True]


def test_no_template_is_asked_for_where_the_book_has_no_tournaments():
    world = a_club(book="online")
    answer = world.browser(Role.DIRECTOR).get(ADD)
    page = answer.content.decode()
    assert "This club has no tournaments." in page
    assert 'name="variants"' not in page
    for variants in ((), ("freezeout",)):
        terms = FREEZEOUT | {"name": "Friday", "variants": variants}
        refused(NoTournaments, partial(add_template, td(world), **terms))
    calendar = world.browser(Role.DIRECTOR).get("/tallinn/tournaments/").content.decode()
    assert ADD not in calendar


def test_a_template_is_asked_for_nothing_that_no_tournament_of_the_book_has():
    page = a_club(book="home").browser(Role.DIRECTOR).get(ADD).content.decode()
    for name in ("ranking", "festival", "daily", "bounty_cents", "rfj_cents", "surcharge_cents"):
        assert f'name="{name}"' not in page
    assert "leave empty" not in page
    assert "Payouts in percent, for example 70 30" in page


def test_the_till_leads_to_no_tournaments_where_the_book_has_none():
    for slug, book, there in (("tallinn", "online", False), ("narva", "voodoo", True)):
        world = a_club(slug, book=book)
        world.open_shift()
        page = world.browser(Role.CASHIER).get(f"/{slug}/till/").content.decode()
        assert ('data-key="t r"' in page) is there


def test_a_tournament_jackpot_is_announced_only_where_the_book_has_one():
    terms = FREEZEOUT | {"name": "Friday", "shares_bp": [10_000], "surcharge_cents": 500}
    said = refused(PartNotAnnounced, partial(add_template, td(a_club(book="home")), **terms))
    assert (said.field, said.source) == ("surcharge_cents", "HOME-0")
    assert add_template(td(a_club("narva", book="img")), **terms).surcharge_cents == 500


def test_payouts_are_changed_by_the_words_of_a_book_without_a_payout_table():
    for slug, book, label in (
        ("tallinn", "home", "Payouts in percent, for example 70 30"),
        ("narva", "olympic", "leave empty for the club&#x27;s payout table"),
    ):
        world = a_club(slug, book=book)
        event = a_tournament(world, shares_bp=[10_000])
        page = world.browser(Role.DIRECTOR).get(f"/{slug}/tournaments/{event.pk}/terms/")
        assert label in page.content.decode()


def test_who_announces_without_a_template_makes_one_first():
    director = a_club(book="home").browser(Role.DIRECTOR)
    assert "/announce/" not in director.get("/tallinn/tournaments/").content.decode()
    assert director.get("/tallinn/tournaments/announce/")["Location"] == ADD


@pytest.mark.parametrize(("book", "there"), [("olympic", True), ("home", False)])
def test_a_player_is_punished_where_the_book_has_penalties(book: str, *, there: bool):
    world = a_club(book=book)
    event = a_tournament(world, shares_bp=[10_000])
    shift = world.open_shift(clock="18:00")
    ann, _ = enter(world, event, "Ann", "Bob", shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=event.pk)
    page = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{event.pk}/players/{ann.pk}/")
    assert (f"/players/{ann.pk}/punish/" in page.content.decode()) is there


@pytest.mark.parametrize(
    ("book", "punishes", "by_hand"),
    [("olympic", True, True), ("voodoo", True, False), ("home", False, False)],
)
def test_who_goes_out_is_noted_by_what_the_book_asks(book: str, *, punishes: bool, by_hand: bool):
    world = a_club(book=book)
    friday = a_tournament(world, "Friday", variants=["freezeout"], shares_bp=[10_000])
    enter(world, friday, *"ABCDE", shift_id=world.open_shift().pk)
    begun(world, friday)
    director, where = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/"
    page = director.get(f"{where}knock-out/").content.decode()
    assert ("Disqualify a player with a penalty" in page) is punishes
    assert ("Rank of the hand if stacks were equal" in page) is by_hand
    chips = director.get(f"{where}chips/").content.decode()
    assert ("No penalties." in chips) is punishes
