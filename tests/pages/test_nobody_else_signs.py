"""Who asks for what nobody else may approve reads so, and who else may ask for it."""

import pytest
from django.test import Client
from django.utils import timezone

from cashgames.queries.tables import chips_cents
from cashgames.services.over_short import book_over_short
from casino.house.queries import club_stamp
from casino.staff.models import Role
from tests.world import a_club, a_key, a_member


@pytest.mark.parametrize("managers", [1, 2])
def test_a_lone_managers_request_says_who_may_ask_for_it_instead(db: None, managers: int):
    world = a_club()
    if managers > 1:
        a_member(world.club, Role.MANAGER, name="second")
    session = world.session("1")
    world.seat(session, "Ann", cents=50_000)
    boss = world.staff[Role.MANAGER]
    asked = book_over_short.ask(
        club_stamp(world.club, at=timezone.now(), actor_id=boss.pk, key=a_key()),
        session_id=session.pk,
        counted_cents=chips_cents(session) - 20_000,
        reason="Short",
    )
    assert asked.operation == "cashgames.over_short_large"
    client = Client()
    client.force_login(boss)
    page = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    said = "Nobody else here may approve this. It takes: manager."
    assert (said in page) is (managers == 1)
    assert ("let it be requested by: cashier, supervisor." in page) is (managers == 1)
