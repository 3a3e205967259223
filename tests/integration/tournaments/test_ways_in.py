"""A bank transfer is a way in of its own, which the book has or has not; a card is the desk's."""

from typing import Any

import pytest

from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, out
from tests.tournaments import a_tournament, sold
from tests.world import a_club
from tournaments.services.selling import NotAdmitted, sell_more

pytestmark = pytest.mark.django_db


@pytest.mark.rule("OLY-3.3.1", "OLY-3.3.2", "VOO-T3", "IMG-T1")
@pytest.mark.parametrize(
    ("book", "daily", "source"),
    [
        ("olympic", False, None),
        ("olympic", True, "OLY-3.3.2"),
        ("voodoo", False, "VOO-T3"),
        ("img", False, "IMG-T1"),
    ],
)
def test_a_bank_transfer_buys_an_entry_where_the_book_has_that_way(
    book: str, daily: Any, source: str | None
):
    world = a_club(book=book)
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world, daily=daily)
    by_wire = {"shift_id": shift.pk, "paid_with": "bank"}

    card = sold(world, friday, "Ann", shift_id=shift.pk, paid_with="card")
    if source:
        said = refused(NotAdmitted, sold, world, friday, "Bob", **by_wire)
        assert (said.source, said.next_step) == (source, "The guest pays at the desk.")
    else:
        assert sold(world, friday, "Bob", **by_wire).paid_with == "bank"

    assert card.paid_with == "card"
    assert world.balance("bank") == (11_000 if source else 22_000)
    page = world.browser(Role.CASHIER).get(f"/tallinn/tournaments/{friday.pk}/entry/").text
    assert ('value="bank"' in page, 'value="card"' in page) == (source is None, True)


def test_a_reentry_of_a_daily_tournament_is_not_bought_by_bank_transfer_either():
    world = a_club()
    shift = world.open_shift(clock="18:00").pk
    friday = a_tournament(world, daily=True, reentry=True, late_levels=4)
    ann, _, _ = (sold(world, friday, name, shift_id=shift).entry for name in ("Ann", "Bob", "Cat"))
    begun(world, friday)
    out(world, friday, ann, "21:10")
    again = {"entry_id": ann.pk, "what": "reentry", "shift_id": shift}
    said = refused(NotAdmitted, sell_more, world.stamp("21:12"), **again, paid_with="bank")
    assert said.source == "OLY-3.3.2"
    assert sell_more(world.stamp("21:13"), **again, paid_with="card").paid_with == "card"
