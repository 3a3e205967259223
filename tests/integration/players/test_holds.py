"""An authority's hold on a guest's record: nobody erases it, and nobody else learns of it."""

from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest

from casino.audit.queries.exceptions import exceptions
from casino.players.exports import guest_csv
from casino.players.models import Player
from casino.players.services.erasing import RecordsKept, anonymise_player, due_for_erasing
from casino.players.services.holds import OnHold, holds, lift_hold, place_hold
from casino.players.services.terms import change_terms
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from tests.integration.players.cards import approve, guest
from tests.merging import merged, parted
from tests.refusing import refused
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
ID = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
YEARS_ON = date(2031, 3, 1)


def held(world: World, player_id: int, clock: str = "20:30", **more: Any) -> int:
    stamp = world.stamp(clock, role=Role.MANAGER)
    return place_hold(stamp, player_id=player_id, reference="K-1234/26", **more).pk


def lifted(world: World, player_id: int, hold_id: int, day: date = EVENING) -> None:
    stamp = world.stamp("21:40", role=Role.MANAGER, day=day)
    lift_hold(stamp, player_id=player_id, hold_id=hold_id, reason="Letter of 3 October")


def erasing(world: World, role: str, clock: str = "21:00", day: date = EVENING) -> Any:
    return partial(anonymise_player.ask, world.stamp(clock, role=role, day=day), reason="Asked")


def test_a_record_under_a_hold_is_not_erased_and_only_who_may_place_one_is_told(world: World):
    mari = guest(world).pk
    hold = held(world, mari)
    why = refused(OnHold, erasing(world, Role.MANAGER), player_id=mari)
    assert str(why.message) == (
        "An authority wants this guest's record kept: K-1234/26, until further notice."
    )
    floor = refused(RecordsKept, erasing(world, Role.SUPERVISOR, "21:10"), player_id=mari)
    assert (str(floor.message), str(floor.next_step), floor.next_page) == (
        "This guest's record has to be kept for now.", "Ask the manager.", None,
    )  # fmt: skip
    lifted(world, mari, hold)
    assert erasing(world, Role.SUPERVISOR, "21:50")(player_id=mari)


def test_a_hold_ends_with_its_last_day(world: World):
    mari = guest(world).pk
    held(world, mari, until=EVENING)
    why = refused(OnHold, erasing(world, Role.MANAGER), player_id=mari)
    assert "until 27.02.2026" in str(why.message)
    assert erasing(world, Role.MANAGER, day=EVENING + timedelta(days=1))(player_id=mari)
    stamp = world.stamp("21:30", role=Role.MANAGER)
    over = {"until": EVENING - timedelta(days=1), "reference": "K-2"}
    refused(BadInput, place_hold, stamp, player_id=mari, **over)


def test_a_hold_that_is_placed_while_an_erasure_waits_refuses_it(world: World):
    mari = guest(world).pk
    asked = erasing(world, Role.SUPERVISOR, "20:20")(player_id=mari)
    held(world, mari)
    refused(RecordsKept, approve, world, asked, Role.ACCOUNTANT)
    assert Player.objects.get(id=mari).anonymised_at is None


def test_who_is_held_is_not_due_until_the_hold_is_lifted(world: World):
    mari, twin = guest(world, **ID).pk, guest(world).pk
    terms = {"minimum_age": 21, "record_years": 5, "reason": "The law"}
    asked = change_terms.ask(world.stamp("19:00", role=Role.MANAGER), **terms)
    approve(world, asked, Role.ACCOUNTANT)
    later = world.stamp("22:00", role=Role.MANAGER, day=YEARS_ON)
    assert [each.pk for each in due_for_erasing(later)] == [mari]
    hold = held(world, twin)
    merged(world, mari, twin)
    assert due_for_erasing(later) == []
    lifted(world, mari, hold)
    assert [each.pk for each in due_for_erasing(later)] == [mari]


def test_a_hold_is_on_each_card_of_a_person_and_lifted_from_all(world: World):
    mari, twin = guest(world).pk, guest(world).pk
    merged(world, mari, twin, "20:10")
    hold = held(world, mari)
    assert [each.pk for each in holds(world.club.pk, mari)] == [hold]
    parted(world, twin, "20:40")
    (own,) = holds(world.club.pk, twin)
    refused(OnHold, erasing(world, Role.MANAGER), player_id=twin)
    lifted(world, mari, hold)
    assert holds(world.club.pk, twin)[0].lifted_at
    refused(NotFound, lift_hold, world.stamp("22:00", role=Role.MANAGER), player_id=mari,
            hold_id=own.pk, reason="Again")  # fmt: skip


def test_a_hold_is_not_in_the_guests_file_and_stands_under_exceptions(world: World):
    mari = guest(world).pk
    player = Player.objects.get(id=mari)
    before = guest_csv(player)
    lifted(world, mari, held(world, mari))
    assert guest_csv(player) == before
    found = exceptions(world.club, first=EVENING, last=EVENING)
    kinds = [str(kind) for kind, _, _ in found]
    assert {"record held for an authority", "hold on a record lifted"} <= {*kinds}


def test_the_manager_places_and_lifts_a_hold_on_the_page(world: World):
    mari = guest(world).pk
    page = f"/tallinn/players/{mari}/holds/"
    manager, auditor = world.browser(Role.MANAGER), world.browser(Role.AUDITOR)
    key = manager.get(page).context["form"]["key"].value()
    said = {"until": "", "reference": "K-9/26", "key": key}
    assert manager.post(page, said).status_code == 302
    (hold,) = holds(world.club.pk, mari)
    assert "K-9/26" in auditor.get(page).content.decode()
    erase = manager.get(f"/tallinn/players/{mari}/erase/").content.decode()
    assert "K-9/26, until further notice" in erase
    assert "K-9/26" not in (
        world.browser(Role.SUPERVISOR).get(f"/tallinn/players/{mari}/erase/").content.decode()
    )
    assert auditor.post(page, said).status_code == 403
    lift = f"{page}{hold.pk}/lift/"
    key = manager.get(lift).context["form"]["key"].value()
    assert manager.post(lift, {"reason": "Letter", "key": key}).status_code == 302
    assert "Lifted by" in manager.get(page).content.decode()
    for role in (Role.CASHIER, Role.SUPERVISOR, Role.DIRECTOR, Role.ACCOUNTANT):
        assert world.browser(role).get(page).status_code == 403
