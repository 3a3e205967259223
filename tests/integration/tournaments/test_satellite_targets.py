"""A satellite is announced to a tournament whose tickets can be used."""

from datetime import timedelta
from functools import partial

import pytest

from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, td
from tests.tournaments import a_template, a_tournament, enter, signed
from tests.world import World
from tournaments.models import Tournament
from tournaments.services.announcing import announce
from tournaments.services.refunds import cancel_tournament
from tournaments.services.starting import close_registration


@pytest.fixture
def main(world: World) -> Tournament:
    return a_tournament(world, "Main")


def satellite(world: World, main: Tournament) -> partial[Tournament]:
    kept = a_template(world, "Satellite", variants=["satellite"], kind="satellite")
    which = {"template_id": kept.pk, "name": "Satellite", "target_id": main.pk}
    stamp = world.stamp("23:00", role=Role.MANAGER)
    return partial(announce, stamp, **which, starts_at=stamp.at + timedelta(minutes=10))


def test_none_leads_to_a_cancelled_one(world: World, main: Tournament):
    asked = cancel_tournament.ask(td(world, "10:30"), tournament_id=main.pk, reason="Flooded hall")
    signed(world, asked, clock="10:31")
    refusal = refused(BadInput, satellite(world, main))
    assert (refusal.field, refusal.source) == ("target_id", "OLY-3.4.27")
    assert str(refusal) == "Main takes no entries any more."


def test_one_leads_to_a_tournament_that_is_played_as_long_as_that_takes_entries(
    world: World, main: Tournament
):
    enter(world, main, "Ann", "Bob", shift_id=world.open_shift().pk)
    begun(world, main)
    made = satellite(world, main)
    assert made().target_id == main.pk
    close_registration(td(world, "22:55"), tournament_id=main.pk)
    refused(BadInput, made.func, world.stamp("23:00", role=Role.MANAGER), **made.keywords)
