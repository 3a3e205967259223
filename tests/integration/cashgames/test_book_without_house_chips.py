"""Where a book has no chips of the house on cash tables nothing that handles them is offered."""

from datetime import timedelta

import pytest

from casino.editions.services import adopt_book
from casino.messages import counted
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.refusing import refused
from tests.tournaments import a_tournament, enter, signed
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
MENU = ("boxes", "fills", "ranking")
# What only a table has at which a dealer of the house deals chips of the house.
HOUSE = ("dealer/", "bank/", "over-short/")


def shown(world: World, path: str, role: Role = Role.SUPERVISOR) -> str:
    answer = world.browser(role).get(f"/tallinn/{path}")
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.mark.parametrize(
    ("book", "has"),
    [("voodoo", [True] * 3), ("home", [False, False, True]), ("online", [False] * 3)],
)
def test_the_bar_has_no_boxes_fills_or_ranking_where_no_book_has_them(book: str, has: list[bool]):
    page = shown(a_club(book=book), "tables/", Role.MANAGER)
    assert [f'href="/tallinn/{name}/"' in page for name in MENU] == has


def test_what_a_former_book_had_stays_in_reach():
    world = a_club(book="voodoo")
    new = {"book": "online", "first_day": EVENING + timedelta(days=1), "overrides": {}}
    asked = adopt_book.ask(world.stamp("20:00", role=Role.MANAGER), **new, reason="Moved online")
    signed(world, asked, role=Role.ACCOUNTANT, clock="21:00")
    page = shown(world, "tables/", Role.MANAGER)
    assert 'href="/tallinn/fills/"' in page


@pytest.mark.parametrize(("book", "there"), [("voodoo", True), ("online", False)])
def test_a_table_has_a_dealer_a_float_and_tips_where_the_house_s_chips_lie(
    book: str, *, there: bool
):
    world = a_club(book=book)
    session = world.session()
    world.seat(session, "Mari")
    table = f"tables/{session.pk}/"
    page = shown(world, table)
    offered = [f'href="/tallinn/{table}{name}' in page for name in HOUSE]
    assert offered == [there] * len(HOUSE)
    assert (f"/tallinn/{table}spend/" in page) is there
    seat = shown(world, f"{table}seat/")
    assert ("cash on the table" in seat) is there
    assert ("Send the guest to the cage for chips." in seat) is there


@pytest.mark.parametrize(
    ("book", "boxed", "timed"),
    [("olympic", True, True), ("voodoo", True, False), ("online", False, False)],
)
def test_a_table_is_opened_and_paid_as_the_book_knows(book: str, *, boxed: bool, timed: bool):
    world = a_club(book=book)
    assert ('name="by_box"' in shown(world, "tables/open/")) is boxed
    session = world.session()
    assert (f"/tables/{session.pk}/time-rake/" in shown(world, f"tables/{session.pk}/")) is timed


@pytest.mark.parametrize(
    ("book", "there"),
    [
        ("olympic", [True, True, True]),
        ("voodoo", [True, True, False]),
        ("home", [False] * 3),
        ("online", [False] * 3),
    ],
)
def test_a_table_offers_no_break_penalty_or_special_cap_that_the_book_has_not(
    book: str, there: list[bool]
):
    world = a_club(book=book)
    session = world.session()
    (seat,) = world.seat(session, "Mari")
    mari = seat.seat.player_id
    page = shown(world, f"tables/{session.pk}/")
    away = f"/tables/{session.pk}/away/{mari}/" in page
    night = shown(world, f"players/{mari}/night/{EVENING}/")
    punished = f"/tables/{session.pk}/punish/{mari}/" in night
    cap = f"/tables/{session.pk}/cap/" in shown(world, f"tables/{session.pk}/", Role.MANAGER)
    assert [away, punished, cap] == there


def test_no_box_is_counted_where_no_chips_of_the_house_lie():
    refusal = refused(BadInput, a_club(book="online").session, "Boxed", by_box=True)
    assert (refusal.field, refusal.source) == ("by_box", "ONL-1")


@pytest.mark.rule("HOME-0")
@pytest.mark.parametrize(
    ("book", "games", "levels", "career"),
    [
        ("olympic", True, True, True),
        ("voodoo", True, False, True),
        ("online", True, False, False),
        ("home", False, False, True),
    ],
)
def test_no_cash_game_levels_or_tournaments_are_offered_that_the_book_has_not(
    book: str, *, games: bool, levels: bool, career: bool
):
    world = a_club(book=book)
    page = shown(world, "tables/")
    ways = ("tables/", "waiting/", "stacks/", "tables/open/", "tables/add/")
    assert [f'href="/tallinn/{way}"' in page for way in ways] == [games] * len(ways)
    assert ('href="/tallinn/close-floor/"' in page) is levels
    guest = f"players/{world.player().pk}/"
    assert (f'href="/tallinn/{guest}tournaments/"' in shown(world, guest)) is career
    world.open_shift()
    assert ('href="/tallinn/tables/"' in shown(world, "till/", Role.CASHIER)) is games


@pytest.mark.rule("HOME-0")
@pytest.mark.parametrize(("book", "there"), [("olympic", True), ("home", False)])
def test_nothing_is_paid_in_chips_that_are_worth_no_money(book: str, *, there: bool):
    world = a_club(book=book)
    friday = a_tournament(
        world, "Friday", variants=["rebuy_at_will"], rebuy_cents=10_000, shares_bp=[10_000]
    )
    (ann, _) = enter(world, friday, *"AB", shift_id=world.open_shift().pk)
    owed = owe_prize(world.stamp(role=Role.SUPERVISOR), cents=30_000)
    for page in (
        f"tournaments/{friday.pk}/entry/",
        f"tournaments/entries/{ann.pk}/more/",
        f"payments/{owed.pk}/",
    ):
        assert ('value="chips"' in shown(world, page, Role.CASHIER)) is there, page


def test_the_first_round_is_asked_for_in_the_words_of_the_game():
    world = a_club(book="online")
    page = shown(world, f"tables/{world.session().pk}/")
    assert "Flop seen" in page
    assert "second upcard" not in page


def test_a_command_counts_one_thing_as_one():
    assert (counted(1, "drawer"), counted(2, "drawer")) == ("1 drawer", "2 drawers")
