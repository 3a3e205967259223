"""A series whose name was mistyped is called otherwise; its tournaments and pools stay."""

import pytest

from casino.approvals.signed import NothingChanges
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.correcting import wrong
from tests.refusing import refused
from tests.tournaments import a_tournament
from tests.world import World, a_club, a_key
from tournaments.models import Tournament
from tournaments.services.announcing import NameTaken
from tournaments.services.series import add_series, rename_series

pytestmark = pytest.mark.django_db


def test_a_mistyped_series_is_renamed_and_its_tournaments_stay(world: World):
    stamp = world.stamp("20:00", role=Role.MANAGER, key=a_key())
    series = add_series(stamp, name="Wintre 2026")
    friday = a_tournament(world, "Friday", series=True)
    other = friday.series
    assert other is not None
    which = {"series_id": series.pk}
    again = world.stamp("20:10", role=Role.MANAGER)
    refused(NameTaken, rename_series, again, **which, name=other.name)
    refused(NothingChanges, rename_series, again, **which, name="Wintre 2026")
    elsewhere = a_club("riga").stamp("20:10", role=Role.MANAGER)
    refused(NotFound, rename_series, elsewhere, **which, name="Mine")
    client = world.browser(Role.DIRECTOR)
    page = f"/tallinn/tournaments/series/{series.pk}/rename/"
    assert page in client.get("/tallinn/tournaments/").text
    assert client.post(page, {"key": str(a_key()), "name": "Winter 2026"}).status_code == 302
    assert "Winter 2026" in client.get("/tallinn/tournaments/").text
    assert add_series(stamp, name="Wintre 2026").name == "Winter 2026"
    assert Tournament.objects.get(pk=friday.pk).series == other
    assert wrong(world) == []
