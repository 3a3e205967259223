"""What a rule book never allows, or nobody could do now, has no button."""

import pytest

from casino.staff.models import Role
from tests.tournament_floor import begun
from tests.tournaments import a_tournament, enter
from tests.world import World, a_club


@pytest.fixture
def voodoo(db: None) -> World:
    return a_club("voodoo", book="voodoo")


def shown(world: World, where: str, role: str = Role.SUPERVISOR) -> str:
    answer = world.browser(role).get(f"/{world.club.slug}/{where}")
    assert answer.status_code == 200, where
    return answer.content.decode()


def test_a_table_is_broken_only_where_the_book_says_which(world: World, voodoo: World):
    for club, offered in ((world, True), (voodoo, False)):
        session = club.session()
        page = shown(club, f"tables/{session.pk}/")
        assert (f"tables/{session.pk}/break/" in page) == offered


def test_a_break_is_reversed_only_of_who_had_one(world: World):
    session = world.session()
    (seat,) = world.seat(session, "Ann")
    where = f"tables/{session.pk}/away/{seat.seat.player_id}/"
    assert "Reverse the latest break" not in shown(world, where)


@pytest.mark.parametrize(("book", "after"), [("olympic", True), ("voodoo", False)])
def test_an_entry_is_refunded_after_the_start_only_where_the_book_knows_a_reason(
    db: None, book: str, *, after: bool
):
    world = a_club(book, book=book)
    friday = a_tournament(world, "Friday")
    ann, *_ = enter(world, friday, *"ABCD", shift_id=world.open_shift().pk)
    where, refund = f"tournaments/{friday.pk}/", f"entries/{ann.pk}/refund/"
    assert refund in shown(world, where, Role.DIRECTOR)
    begun(world, friday)
    assert (refund in shown(world, where, Role.DIRECTOR)) == after


def test_who_announces_no_tournament_is_not_told_to(world: World):
    assert "template first" not in shown(world, "tournaments/", Role.CASHIER)
    assert "Create a template first" in shown(world, "tournaments/", Role.DIRECTOR)
