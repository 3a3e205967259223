"""What gambling tax is asked on: each tournament by itself, Latvia's tables by the whole year."""

from datetime import date

import pytest

from cashgames.services.tables import add_table, close_session, open_session
from casino.staff.models import Role
from tests.integration.reports.asking import lines
from tests.story import Story
from tests.world import EVENING, a_club

pytestmark = pytest.mark.django_db
ESTONIA = "first=2026-02-01&last=2026-02-28&country=ee"
APRIL = date(2026, 4, 10)
GAME = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
GAME |= {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}


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


def test_a_years_tax_of_a_table_is_said_once_however_its_months_are_asked(db: None):
    world = a_club(timezone="Europe/Riga")
    table = add_table(world.stamp("07:00", role=Role.MANAGER), name="1")
    for day in (EVENING, APRIL):
        session = open_session(**world.opens(day=day), table_id=table.pk, **GAME)
        closes = world.stamp("23:00", role=Role.SUPERVISOR, day=day)
        close_session(closes, session_id=session.pk)

    def due(first: str, last: str) -> list[str]:
        found = lines(world, "tax-return", f"first={first}&last={last}&country=lv")
        return [each["tax_due"] for each in found if "card tables" in each["tax"]]

    assert due("2026-01-01", "2026-03-31") == due("2026-04-01", "2026-06-30") == []
    assert due("2026-01-01", "2026-12-31") == ["40440.00"]
    asked = "/tallinn/reports/tax-return/?first=2026-01-01&last=2026-03-31&country=lv"
    assert "Ask for a whole year." in world.browser(Role.ACCOUNTANT).get(asked).text


@pytest.mark.parametrize(("timezone", "own"), [("Europe/Riga", "LV"), ("Europe/Tallinn", "EE")])
def test_a_return_begins_with_the_taxes_of_the_clubs_own_country(db: None, timezone: str, own: str):
    world = a_club(timezone=timezone)
    table = add_table(world.stamp("07:00", role=Role.MANAGER), name="1")
    session = open_session(**world.opens(), table_id=table.pk, **GAME)
    close_session(world.stamp("23:00", role=Role.SUPERVISOR), session_id=session.pk)
    year = "first=2026-01-01&last=2026-12-31"

    assert {row["country"] for row in lines(world, "tax-return", year)} == {own}
    assert {row["country"] for row in lines(world, "tax-return", f"{year}&country=all")} == {
        "EE",
        "LV",
    }
