"""A club of a book without jackpot takes one that has it: its pool is opened, and said to lack."""

from datetime import timedelta

import pytest
from django.utils import timezone

from cashgames.services.tables import NoPool, add_table, open_session
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.editions.services import adopt_book
from casino.house.queries import club_stamp
from casino.staff.models import Role
from jackpot.models import Jackpot
from jackpot.services.pools import open_jackpot
from tests.api.program import program
from tests.refusing import refused
from tests.world import World, a_club, a_key

LACKS = "This club has no jackpot pool"


@pytest.fixture
def world(db: None) -> World:
    return a_club(book="voodoo")


def proposed(world: World, book: str = "olympic") -> Proposal:
    """Let the manager propose another book now, from tomorrow on."""
    asks = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.MANAGER].pk)
    day = asks.gaming_day + timedelta(days=1)
    return adopt_book.ask(asks, book=book, first_day=day, overrides={}, reason="We join them")


def page(world: World, address: str, role: str) -> str:
    client = world.browser(role)
    answer = client.get(f"/tallinn/{address}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    ("book", "opened", "lacks"),
    [("olympic", False, True), ("olympic", True, False), ("img", False, False)],
)
def test_who_signs_reads_that_the_club_has_no_pool_for_the_books_jackpot(
    world: World, book: str, *, opened: bool, lacks: bool
):
    if opened:
        world.jackpot()
    found = proposed(world, book)
    assert (LACKS in page(world, f"approvals/{found.pk}/", Role.ACCOUNTANT)) is lacks


def test_the_jackpots_page_leads_the_manager_to_the_pool_that_a_coming_book_needs(world: World):
    door = 'href="/tallinn/jackpot/open/"'
    assert door not in page(world, "jackpot/", Role.MANAGER)
    found = proposed(world)
    signs = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.ACCOUNTANT].pk)
    approve(signs, proposal_id=found.pk, digest=found.digest)
    assert door in page(world, "jackpot/", Role.MANAGER)
    assert door not in page(world, "jackpot/", Role.SUPERVISOR)
    world.jackpot()
    assert door not in page(world, "jackpot/", Role.MANAGER)


def test_the_manager_opens_the_pool_by_page_once(world: World):
    client = world.browser(Role.MANAGER)
    sent = {"key": str(a_key()), "name": "Bad beat"}
    assert client.post("/tallinn/jackpot/open/", sent).status_code == 302
    assert client.post("/tallinn/jackpot/open/", sent).status_code == 302
    assert [each.name for each in Jackpot.objects.filter(club=world.club)] == ["Bad beat"]


def test_a_program_of_the_manager_opens_the_pool_and_nobody_elses_does(world: World):
    answer = program(world, Role.SUPERVISOR).post("jackpots/", name="Bad beat")
    assert answer.status_code == 403
    answer = program(world, Role.MANAGER).post("jackpots/", name="Bad beat")
    assert (answer.status_code, answer.json()["name"]) == (201, "Bad beat")
    assert Jackpot.objects.get(club=world.club).pk == answer.json()["id"]


def test_a_table_of_the_new_book_waits_for_the_pool_that_it_feeds(world: World):
    found = proposed(world)
    signs = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.ACCOUNTANT].pk)
    approve(signs, proposal_id=found.pk, digest=found.digest)
    day = signs.gaming_day + timedelta(days=1)
    table = add_table(world.stamp("07:10", role=Role.MANAGER, day=day), name="1")
    limits = {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
    game = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    table_terms = {"table_id": table.pk} | game | limits
    floor = world.stamp("20:00", role=Role.SUPERVISOR, day=day)

    refusal = refused(NoPool, open_session, floor, **table_terms)
    assert (refusal.field, refusal.source) == ("jackpot", "OLY-2.38")
    manager = world.stamp("20:01", role=Role.MANAGER, day=day)
    pool = open_jackpot(manager, name="Bad beat")
    floor = world.stamp("20:02", role=Role.SUPERVISOR, day=day)
    assert open_session(floor, **table_terms).pool_ref == pool.pk
