"""The report of what was put right at the tables."""

import pytest
from django.utils import translation

from cashgames.services.chip_corrections import correct_chips
from cashgames.services.corrections import take_back_hand
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.staff.models import Role, User
from tests.correcting import WHY, deal, floor, right
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
EXCEPTIONS = f"/tallinn/acts/exceptions/?first={EVENING}&last={EVENING}"


@pytest.fixture
def world(db: None) -> World:
    """A hand of 60 typed as 999 999, one that never was, and 50 too many at a seat of another."""
    world = a_club()
    world.jackpot()
    session, other = world.session(), world.session("2")
    world.seat(session, *"ABCDEF", cents=50_000)
    (move,) = world.seat(other, "G", cents=20_000)
    right(world, deal(world, session, 99_999_900))
    twin = deal(world, session, 6_000, "21:10", name="2")
    manager = world.stamp("22:10", role=Role.MANAGER)
    take_back_hand(manager, hand_id=twin.pk, reason="typed twice")
    what = {"move_id": move.pk, "cents": 15_000, "paid_with": "chips", "reason": WHY}
    correct_chips(floor(world, "22:20"), **what)
    return world


def rows(world: World, by: str, **more) -> list[tuple]:
    days = {"first": EVENING, "last": EVENING} | more
    what = asked(world.club, world.stamp("23:59"), by=by, **days)
    return [row.cells for row in REPORTS["table-corrections"].make(what).rows]


def test_each_correction_says_what_it_was_and_became_and_what_it_changed(world: World):
    found = [(row[3], row[4], row[5:7], row[7:10], row[10]) for row in rows(world, "each")]
    assert found == [
        ("1", "1, hand 1", (1_100, 400), (-700, 0, 0), WHY),
        ("1", "1, hand 2", (400, 0), (-300, -100, 0), "typed twice"),
        ("2", "2, G: Buy-in", (20_000, 15_000), (0, 0, -5_000), WHY),
    ]


def test_what_was_corrected_is_said_in_the_readers_language(world: World):
    with translation.override("lv"):
        said = [row[4].localized() for row in rows(world, "each")]
    User.objects.filter(pk=world.staff[Role.AUDITOR].pk).update(language="lv")
    world.staff[Role.AUDITOR].refresh_from_db()
    page = world.browser(Role.AUDITOR).get(EXCEPTIONS).text
    assert said[:2] == ["1, izspēle 1", "1, izspēle 2"]
    assert ("1, hand 1" in page, "1, izspēle 1" in page) == (False, True)


def test_tables_and_people_are_summed(world: World):
    assert rows(world, "table") == [("1", 2, -1_000, -100, 0), ("2", 1, 0, 0, -5_000)]
    assert rows(world, "by") == [
        ("Manager@Tallinn", 1, -300, -100, 0),
        ("Supervisor@Tallinn", 2, -700, 0, -5_000),
    ]
    assert [row[4] for row in rows(world, "table", only="2")] == ["2, G: Buy-in"]


def test_what_was_corrected_later_was_not_known_then(world: World):
    assert rows(world, "each", known_at=world.at("20:00")) == []
