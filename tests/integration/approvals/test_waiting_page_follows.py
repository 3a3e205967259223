"""The page of a request that waits learns what became of it, and leads there."""

import pytest

from casino.approvals.services import refuse
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.staff.models import Role
from tests.claiming import pages_at
from tests.counting import sign
from tests.world import FLOAT, RACK, World

ASKS = {"HX-Request": "true"}


@pytest.fixture
def request_of_close(world: World, monkeypatch: pytest.MonkeyPatch):
    """Ask to close a shift that is 300.00 short."""
    pages_at(monkeypatch, world, "23:05")
    shift = world.open_shift()
    cash = FLOAT | {10_000: FLOAT[10_000] - 3}
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=cash, chips=RACK)
    return close_shift.ask(world.stamp("23:01"), shift_id=shift.pk, reason="Nobody knows why")


def followed(world: World, proposal) -> str:
    """Return the address that the cashier's page of the request asks at each news."""
    page = world.browser(Role.CASHIER).get(f"/tallinn/approvals/{proposal.pk}/").text
    _, _, rest = page.partition('class="live" hx-get="')
    return rest.partition('"')[0].replace("&amp;", "&")


def test_a_request_that_still_waits_draws_nothing_anew(world: World, request_of_close):
    address = followed(world, request_of_close)
    answer = world.browser(Role.CASHIER).get(address, headers=ASKS)
    assert answer.status_code == 204
    assert "HX-Refresh" not in answer


def test_who_asked_learns_of_the_approval_and_is_led_to_the_shift(world: World, request_of_close):
    address = followed(world, request_of_close)
    sign(world, world.stamp("23:04"), request_of_close, by=Role.MANAGER)
    cashier = world.browser(Role.CASHIER)
    assert cashier.get(address, headers=ASKS)["HX-Refresh"] == "true"
    page = cashier.get(f"/tallinn/approvals/{request_of_close.pk}/").text
    assert 'class="live"' not in page
    shift_id = request_of_close.content["shift_id"]
    assert f'href="/tallinn/shifts/{shift_id}/"' in page
    assert "Show the result" in page


def test_who_asked_learns_of_the_refusal(world: World, request_of_close):
    address = followed(world, request_of_close)
    refuse(
        world.stamp("23:04", role=Role.MANAGER),
        proposal_id=request_of_close.pk,
        remark="Count anew",
    )
    answer = world.browser(Role.CASHIER).get(address, headers=ASKS)
    assert answer["HX-Refresh"] == "true"
