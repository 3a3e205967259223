"""A satellite that the house tops up to a whole ticket (AMB-58): every figure says so alike."""

import pytest

from tests.tournament_floor import begun, out, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import EVENING, World, a_club
from tournaments.models import Tournament
from tournaments.queries.ending import ending
from tournaments.queries.pools import day_check, money_check
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration
from tournaments.services.summary import sign_summary
from tournaments.services.taking_back import take_back_awards

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> tuple[World, Tournament]:
    """Play a satellite of 500.00 for tickets of 220.00: the house adds 160.00 to a third one."""
    world = a_club(overrides={"tournament.satellite_rest": "house_tops_up"})
    shift = world.open_shift()
    main = a_tournament(world, "Main", price_cents=20_000, fee_cents=2_000)
    terms = {"variants": ["satellite"], "kind": "satellite", "target": main.pk}
    event = a_tournament(world, "Event", **terms)
    entries = enter(world, event, "A", "B", "C", "D", "E", shift_id=shift.pk)
    begun(world, event)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=event.pk), clock="22:02")
    out(world, event, entries[4], "22:10")
    out(world, event, entries[3], "22:11")
    signed(world, award_prizes.ask(td(world, "22:20"), tournament_id=event.pk), clock="22:22")
    return world, now(event)


def test_what_the_house_adds_to_a_ticket_is_no_difference(played: tuple[World, Tournament]) -> None:
    world, event = played

    assert world.balance("expense:overlay") == 16_000
    check = money_check(event)
    assert (check.agrees, check.pool_expected_cents) == (True, 0)
    said, moved = day_check(world.club.pk, EVENING)
    assert said == moved


def test_the_summary_says_what_the_house_added(played: tuple[World, Tournament]) -> None:
    world, event = played

    assert event.finished_at
    found = ending(event, at=event.finished_at)
    assert (found.water.net_cents, found.tickets_cents) == (66_000, 66_000)
    content = sign_summary.ask(td(world, "22:30"), tournament_id=event.pk).content
    assert (content["overlay_cents"], content["net_cents"]) == (16_000, 66_000)
    assert content["prizes_cents"] + content["tickets_cents"] == content["net_cents"]


def test_what_the_house_added_comes_back_with_the_tickets(played: tuple[World, Tournament]) -> None:
    world, event = played
    what = {"tournament_id": event.pk, "reason": "The order was wrong"}

    asked = take_back_awards.ask(td(world, "22:40"), **what)
    signed(world, asked, clock="22:41")

    assert asked.content["house_adds_cents"] == 16_000
    assert world.balance("expense:overlay") == 0
    check = money_check(now(event))
    assert (check.agrees, check.pool_expected_cents) == (True, 50_000)
    said, moved = day_check(world.club.pk, EVENING)
    assert said == moved
