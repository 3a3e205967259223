"""A self-exclusion that ends on the guest's request alone, and the longest one: terms by law."""

from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest

from casino.players import queries
from casino.players.exports import guest_csv
from casino.players.models import Exclusion, Player
from casino.players.queries import PlayerExcluded, admitted_player
from casino.players.services.exclusions import correct_exclusion, end_self_exclusion
from casino.players.services.guests import OwnWishStands, exclude_player
from casino.players.services.terms import change_terms
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.integration.players.cards import approve, guest
from tests.merging import merged, parted
from tests.refusing import refused
from tests.world import World

pytestmark = pytest.mark.django_db
LAST = date(2026, 8, 27)
AFTER = LAST + timedelta(days=1)


@pytest.fixture
def world(world: World) -> World:
    set_terms(world, self_exclusion_on_request=True)
    return world


def set_terms(world: World, **terms: Any) -> None:
    stamp = world.stamp("19:00", role=Role.MANAGER)
    asked = change_terms.ask(stamp, minimum_age=21, reason="Gambling Act", **terms)
    approve(world, asked, Role.ACCOUNTANT)


def excluded(world: World, player_id: int, until: date = LAST, kind: str = "self") -> None:
    stamp = world.stamp("20:10", role=Role.SUPERVISOR)
    exclude_player(stamp, player_id=player_id, until=until, reason="Asked",
                   kind=Exclusion.Kind(kind))  # fmt: skip


def ending(world: World, day: date = AFTER) -> Any:
    return partial(end_self_exclusion, world.stamp("20:30", role=Role.SUPERVISOR, day=day))


def plays(world: World, player_id: int, day: date) -> bool:
    try:
        return bool(admitted_player(world.club.pk, player_id, gaming_day=day))
    except PlayerExcluded:
        return False


def test_it_goes_on_after_its_last_day_until_the_request_is_entered(world: World):
    mari = guest(world).pk
    excluded(world, mari)
    for day in (LAST, AFTER, date(2031, 1, 1)):
        assert not plays(world, mari, day)
    why = refused(PlayerExcluded, admitted_player, world.club.pk, mari, gaming_day=AFTER)
    assert str(why.message) == "Mari Tamm may not play here until lifted on request."
    refused(OwnWishStands, ending(world, LAST), player_id=mari, asked_on=LAST)
    refused(BadInput, ending(world), player_id=mari, asked_on=LAST - timedelta(days=1))
    refused(BadInput, ending(world), player_id=mari, asked_on=AFTER + timedelta(days=1))
    ending(world)(player_id=mari, asked_on=LAST)
    assert plays(world, mari, AFTER)
    (ended,) = queries.exclusions(mari)
    assert (ended.end_asked_on, ended.ended_by) == (LAST, world.staff[Role.SUPERVISOR])
    assert (ended.until, ended.last_day) == (date.max, LAST)
    refused(BadInput, ending(world), player_id=mari, asked_on=LAST)


def test_what_was_entered_before_the_term_ends_with_its_day(world: World):
    set_terms(world, self_exclusion_on_request=False)
    mari = guest(world).pk
    excluded(world, mari)
    set_terms(world, self_exclusion_on_request=True)
    assert not plays(world, mari, LAST)
    assert plays(world, mari, AFTER)
    # The house's own ends with its day, too.
    other = guest(world).pk
    excluded(world, other, kind="house")
    assert plays(world, other, AFTER)


def test_nobody_lifts_it_as_an_exclusion_of_the_house(world: World):
    mari = guest(world).pk
    excluded(world, mari)
    stamp = world.stamp("20:40", role=Role.SUPERVISOR, day=AFTER)
    why = refused(OwnWishStands, exclude_player, stamp, player_id=mari, until=None, reason="Well")
    assert "ends on the guest's request" in str(why.message)


def test_it_may_be_prolonged_and_ends_after_the_later_day(world: World):
    mari = guest(world).pk
    excluded(world, mari)
    longer = date(2027, 8, 27)
    stamp = world.stamp("20:20", role=Role.SUPERVISOR, day=AFTER)
    exclude_player(stamp, player_id=mari, until=longer, reason="Again", kind=Exclusion.Kind.SELF)
    refused(OwnWishStands, ending(world), player_id=mari, asked_on=AFTER)
    day = longer + timedelta(days=1)
    ending(world, day)(player_id=mari, asked_on=day)
    assert plays(world, mari, day)


def test_a_corrected_day_is_a_first_day_of_its_end_as_well(world: World):
    mari = guest(world).pk
    excluded(world, mari, date(2062, 8, 27))
    which = {"player_id": mari, "exclusion_id": queries.exclusions(mari)[0].pk, "reason": "Letter"}
    asked = correct_exclusion.ask(world.stamp("20:20", role=Role.MANAGER), until=LAST, **which)
    approve(world, asked, Role.ACCOUNTANT)
    assert not plays(world, mari, AFTER)
    ending(world)(player_id=mari, asked_on=LAST)
    assert plays(world, mari, AFTER)


def test_it_goes_with_the_cards_of_the_person(world: World):
    mari, twin = guest(world).pk, guest(world).pk
    excluded(world, twin)
    merged(world, mari, twin)
    assert not plays(world, mari, AFTER)
    ending(world)(player_id=mari, asked_on=AFTER)
    assert plays(world, mari, AFTER)
    parted(world, twin, "20:50")
    (own,) = queries.exclusions(twin)
    assert (own.last_day, own.end_asked_on) == (LAST, AFTER)
    assert b"self-excluded until 27.08.2026 and until lifted on request" in guest_csv(
        Player.objects.get(id=twin)
    )


def test_the_longest_self_exclusion_is_the_clubs_term(world: World):
    set_terms(world, self_exclusion_max_months=36)
    mari = guest(world).pk
    stamp = world.stamp("20:10", role=Role.SUPERVISOR)
    wish = partial(exclude_player, stamp, player_id=mari, reason="Asked", kind=Exclusion.Kind.SELF)
    why = refused(BadInput, wish, until=date(2029, 2, 28))
    assert "until 27.02.2029 or earlier" in str(why.message)
    assert why.source == "Hasartmänguseadus § 39"
    wish(until=date(2029, 2, 27))
    manager = world.stamp("20:20", role=Role.MANAGER)
    both = {"self_exclusion_months": 37, "reason": "Wrong"}
    refused(BadInput, change_terms.ask, manager, minimum_age=21, **both)


def test_the_request_is_entered_on_the_guests_page(world: World, clock: Any):
    mari = guest(world).pk
    excluded(world, mari)
    page, end = f"/tallinn/players/{mari}/", f"/tallinn/players/{mari}/bar/end/"
    floor = world.browser(Role.SUPERVISOR)
    clock.stop(world.at("21:00"))
    shown = floor.get(page).content.decode()
    assert "Excluded until lifted on request" in shown
    assert "ends on request alone" in shown
    assert end not in shown
    clock.stop(world.at("21:00", day=AFTER))
    assert end in floor.get(page).content.decode()
    key = floor.get(end).context["form"]["key"].value()
    assert floor.post(end, {"asked_on": "28.08.2026", "key": key}).status_code == 302
    shown = floor.get(page).content.decode()
    assert "Ended on request of 28.08.2026, taken by Supervisor@Tallinn" in shown
    assert "Excluded until" not in shown
    terms = world.browser(Role.MANAGER).get("/tallinn/players/terms/").content.decode()
    assert "A self-exclusion ends on request alone" in terms
