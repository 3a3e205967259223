"""A club opens with what the law of its country asks; one that is open is told."""

import pytest

from casino.cage.queries.amounts import thresholds
from casino.setup.rules.plan_file import read_plan
from casino.setup.services.opening import open_by_plan
from casino.staff.models import Role
from tests.hosting import FOUNDED, a_home
from tests.unit.setup.test_plan import changed
from tests.world import World, of_the_desk

pytestmark = pytest.mark.django_db
THRESHOLDS = "/tallinn/payments/thresholds/"
TOLD = "Estonia: the law links cash over more days than this club"


@pytest.mark.parametrize(("zone", "days"), [("Europe/Tallinn", 31), ("Europe/Riga", 1)])
def test_a_club_opens_linking_cash_over_the_days_of_its_countrys_law(zone: str, days: int):
    plan = read_plan(changed("club/timezone", zone))
    club = open_by_plan(at=FOUNDED, plan=plan).club
    assert thresholds(club.pk).identify_linked_days == days


def test_a_casinos_controls_change_nothing_of_the_days_that_the_law_links():
    plan = read_plan(changed("club/controls", "casino"))
    own = thresholds(open_by_plan(at=FOUNDED, plan=plan).club.pk)
    assert (own.identify_linked_days, own.second_from_cents) == (31, 1)


def test_a_hosts_home_is_no_organiser_of_gambling():
    assert thresholds(a_home().club.pk).identify_linked_days == 1


def test_a_club_that_is_open_keeps_its_days_and_is_told_what_its_law_links(world: World):
    page = world.browser(Role.MANAGER).get(THRESHOLDS).content.decode()
    assert TOLD in page
    assert "§ 19 lg 3" in page
    of_the_desk(world.club, identify_linked_days=31)
    page = world.browser(Role.MANAGER).get(THRESHOLDS).content.decode()
    assert TOLD not in page
    assert "§ 19 lg 3" in page
