"""What gambling tax is asked on: each tournament by itself, Latvia's tables by the whole year."""


import pytest

from tests.integration.reports.asking import lines
from tests.story import Story
from tests.world import a_club

pytestmark = pytest.mark.django_db
ESTONIA = "first=2026-02-01&last=2026-02-28&country=ee"


def test_what_the_house_adds_to_one_tournament_takes_nothing_off_the_fees_of_another(db: None):
    world = a_club()
    story = iter(Story(world))
    while next(story) != "closes":
        pass

    (month,) = lines(world, "taxes", ESTONIA)
    (due,) = (each for each in lines(world, "tax-return", ESTONIA) if "tournaments" in each["tax"])

    assert -world.balance("income:fees") < world.balance("expense:overlay")
    assert (month["fees"], month["overlay"], month["tournament_base"]) == (
        "50.00",
        "30.00",
        "20.00",
    )
    assert (due["base"], due["tax_due"]) == ("20.00", "1.10")
