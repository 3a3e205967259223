"""Who was taken for another guest, separated and erased is on no card any more."""

from datetime import date, timedelta

import pytest

from casino.players.models import Exclusion, Player, SeatingRestriction, Version
from casino.players.services.erasing import anonymise_player
from casino.players.services.exclusions import correct_exclusion
from casino.players.services.guests import add_player, change_player, exclude_player
from casino.players.services.places import keep_apart
from casino.staff.models import Role
from casino.verify.rows import verify_rows
from tests.counting import sign
from tests.merging import merged, parted
from tests.world import EVENING, World

BORN = date(1980, 1, 8)


def erase(world: World, guest: Player, **day: date) -> None:
    manager = world.stamp("22:40", role=Role.MANAGER, **day)
    asked = anonymise_player.ask(manager, player_id=guest.pk, reason="She asked")
    sign(world, manager, asked, by=Role.ACCOUNTANT)
    assert Player.objects.get(pk=guest.pk).anonymised_at
    assert list(verify_rows(world.club.pk)) == []


def test_nothing_of_the_id_of_who_was_erased_is_left_on_the_other_card(world: World):
    ann = add_player(world.stamp("19:00"), name="Ann Tamm", document="ZZ9", language="et")
    known = {"document": "AB123456", "code_country": "EE", "personal_code": "38001085718"}
    cousin = add_player(world.stamp("20:00"), name="Ann Tamm", birth_date=BORN, **known)
    merged(world, ann.pk, cousin.pk)
    parted(world, cousin.pk)
    erase(world, cousin)
    for field, value in (*known.items(), ("birth_date", BORN)):
        if field != "code_country":
            assert not Version.objects.filter(**{field: value}).exists(), field
    assert Version.objects.filter(player=ann, document="ZZ9").count() == ann.versions.count()


def test_no_reason_of_who_was_erased_is_left_on_the_other_card(world: World):
    ann, cousin, bob = world.player("Ann Tamm"), world.player("Ann Tam"), world.player("Bob")
    floor = world.stamp("20:10", role=Role.SUPERVISOR)
    until = date(2027, 1, 1)
    exclude_player(floor, player_id=cousin.pk, until=until, reason="Stole chips")
    floor = world.stamp("20:11", role=Role.SUPERVISOR)
    keep_apart(floor, player_id=cousin.pk, other_id=bob.pk, until=None, reason="Bob's former wife")
    merged(world, ann.pk, cousin.pk)
    parted(world, cousin.pk)
    floor = world.stamp("22:30", role=Role.SUPERVISOR)
    exclude_player(floor, player_id=cousin.pk, until=None, reason="Settled")
    own = world.stamp("22:31", role=Role.SUPERVISOR)
    exclude_player(own, player_id=ann.pk, until=until, reason="Ann's own")
    erase(world, cousin)
    left = [*Exclusion.objects.exclude(reason="").values_list("player_id", "reason")]
    assert left == [(ann.pk, "Ann's own")]
    assert not SeatingRestriction.objects.exclude(reason="").exists()


def excluded(world: World, guest: Player, reason: str, clock: str = "20:10") -> None:
    floor = world.stamp(clock, role=Role.SUPERVISOR)
    until = date(2027, 1, 1)
    exclude_player(floor, player_id=guest.pk, until=until, reason=reason)


def test_the_others_own_reason_stays_where_who_went_on_is_erased(world: World):
    ann, cousin, bob = world.player("Ann Tamm"), world.player("Ann Tam"), world.player("Bob")
    excluded(world, cousin, "Stole chips")
    floor = world.stamp("20:11", role=Role.SUPERVISOR)
    keep_apart(floor, player_id=cousin.pk, other_id=bob.pk, until=None, reason="Bob's former wife")
    merged(world, ann.pk, cousin.pk)
    parted(world, cousin.pk)
    erase(world, ann)
    left = [*Exclusion.objects.exclude(reason="").values_list("player_id", "reason")]
    assert left == [(cousin.pk, "Stole chips")]
    assert SeatingRestriction.objects.get(lifted_at=None).reason == "Bob's former wife"


@pytest.mark.parametrize("erased", ["who went on", "the other"])
def test_a_reason_that_was_corrected_while_merged_goes_with_whom_it_is_about(
    world: World, erased: str
):
    ann, cousin = world.player("Ann Tamm"), world.player("Ann Tam")
    floor = world.stamp("20:10", role=Role.SUPERVISOR)
    wish = {"until": date(2062, 8, 27), "reason": "Own wish", "kind": "self"}
    exclude_player(floor, player_id=cousin.pk, **wish)
    merged(world, ann.pk, cousin.pk)
    manager = world.stamp("22:15", role=Role.MANAGER)
    copied = Exclusion.objects.get(player=ann).pk
    right = {"exclusion_id": copied, "until": EVENING, "reason": "Typed the wrong year"}
    asked = correct_exclusion.ask(manager, player_id=ann.pk, **right)
    sign(world, manager, asked, by=Role.ACCOUNTANT)
    parted(world, cousin.pk)
    erase(world, ann if erased == "who went on" else cousin, day=EVENING + timedelta(1))
    left = [*Exclusion.objects.exclude(reason="").values_list("player_id", flat=True)]
    assert left == ([cousin.pk] * 2 if erased == "who went on" else [])


def test_what_a_guest_gave_of_herself_since_is_known_where_the_other_is_erased(world: World):
    ann = add_player(world.stamp("19:00"), name="Ann Tamm", language="et")
    papers = {"birth_date": BORN, "document": "AB123456"}
    twin = add_player(world.stamp("20:00"), name="Anu Tamm", **papers)
    merged(world, ann.pk, twin.pk)
    parted(world, twin.pk)
    change_player(world.stamp("22:30"), player_id=ann.pk, birth_date=BORN, document="ZZ9")
    erase(world, twin)
    known = [*ann.versions.order_by("id").values_list("birth_date", "document")]
    assert known == [(None, ""), (None, ""), (None, ""), (BORN, "ZZ9")]
