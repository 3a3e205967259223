"""The pages of the rules without a browser: odd addresses, odd forms, decided proposals."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.approvals.services import approve, refuse
from casino.editions.services import adopt_book
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.staff.models import Role
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(world: World) -> Client:
    """The manager's browser."""
    return world.browser(Role.MANAGER)


def now(world: World, role: str = Role.MANAGER) -> Stamp:
    return club_stamp(world.club, at=timezone.now(), actor_id=world.staff[role].pk)


def proposed(client: Client, world: World, **changes: Any) -> Any:
    form = {
        "key": a_key(),
        "book": "olympic",
        "first_day": now(world).gaming_day + timedelta(days=1),
        "reason": "Less rake",
        "setting_0": "Rake: Percent",
        "value_0": "4",
    }
    return client.post("/tallinn/rules/propose/", form | changes)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 200),
        ("?left=olympic", 200),
        ("?right=img&show=changed", 200),
        ("?left=2020-01-01&right=2020-01-01&show=changed", 200),
        ("?left=monopoly", 404),
        ("?left=2021-01-01", 404),
        ("?right=proposal-1", 404),
        ("?right=proposal-99999999999999999999999", 404),
        ("?left=%00", 404),
    ],
)
def test_an_address_names_two_editions(client: Client, query: str, status: int):
    assert client.get(f"/tallinn/rules/compare/{query}").status_code == status


def test_an_edition_beside_itself_differs_in_nothing(client: Client):
    answer = client.get("/tallinn/rules/compare/?left=2020-01-01&right=olympic&show=changed")
    assert "No differences." in answer.content.decode()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"setting_0": "Rake: Colour"}, "has no such setting"),
        ({"setting_1": "rake.percent_bp", "value_1": "3"}, "is already in a row above"),
        ({"value_0": ""}, "Write an amount"),
        (
            {"value_0": "6"},
            "Rake: Percent: must be 5\u00a0% or less, the house&#x27;s maximum, not 6\u00a0%.",
        ),
        ({"setting_0": "House: Currency", "value_0": "USD"}, "is set for the club"),
        ({"setting_0": "", "value_0": ""}, "Nothing would change"),
        ({"first_day": "2020-01-01"}, "01.01.2020 is over"),
        ({"first_day": "soon"}, "Enter a valid date"),
        ({"first_day": "9999-12-31", "reason": ""}, "This field is required"),
        ({"book": "monopoly"}, "Select a valid choice"),
        ({"reason": "x" * 300}, "at most 200"),
        ({"value_0": "x" * 6_000}, "at most 5000"),
        (
            {"setting_0": "Prizes: Prize table", "value_0": "up to 8: 60 %, 30 %"},
            "sum to 90\u00a0%",
        ),
    ],
)
@pytest.mark.parametrize("button", [{}, {"preview": "1"}])
def test_what_is_wrong_is_said_and_nothing_proposed(
    client: Client, world: World, changes: dict[str, Any], says: str, button: dict[str, str]
):
    answer = proposed(client, world, **changes, **button)
    assert answer.status_code in {400, 409, 422}
    assert says in answer.content.decode()
    assert not Proposal.objects.exists()


def test_a_preview_proposes_nothing(client: Client, world: World):
    answer = proposed(client, world, preview="1")
    assert answer.status_code == 200
    assert "Changes" in answer.content.decode()
    assert not Proposal.objects.exists()


def test_the_form_begins_with_the_settings_in_force(client: Client, world: World):
    found = adopt_book.ask(
        world.stamp(role=Role.MANAGER),
        book="olympic",
        first_day=EVENING + timedelta(days=1),
        overrides={"rake.percent_bp": 400},
        reason="Less rake",
    )
    stamp = world.stamp(role=Role.ACCOUNTANT)
    approve(stamp, proposal_id=found.pk, digest=found.digest)

    page = client.get("/tallinn/rules/propose/").content.decode()

    assert 'value="Rake: Percent"' in page
    assert "4\u00a0%</textarea>" in page
    assert 'name="value_4"' in page
    assert 'name="value_5"' not in page


def test_a_proposal_that_was_refused_can_still_be_read(client: Client, world: World):
    proposed(client, world)
    found = Proposal.objects.get()
    refuse(now(world, Role.ACCOUNTANT), proposal_id=found.pk, remark="Too little")
    page = client.get(f"/tallinn/approvals/{found.pk}/").content.decode()
    assert "4\u00a0%" in page
    beside = client.get(f"/tallinn/rules/compare/?right=proposal-{found.pk}&show=changed")
    assert "proposed from" in beside.content.decode()
    assert "Waits for a second person" not in client.get("/tallinn/rules/").content.decode()
