"""A club's address: no other page lies behind it."""

import pytest

from casino.refusals import BadInput
from casino.setup.rules.plan import RESERVED
from casino.setup.services.clubs import open_club
from casino.urls import urlpatterns
from tests.refusing import refused
from tests.world import EVENING, a_club

pytestmark = pytest.mark.django_db


def test_no_club_takes_the_address_of_the_screen_in_the_room():
    at = a_club().at("12:00")
    wanted = {"at": at, "name": "Board", "book": "olympic", "first_day": EVENING}
    assert refused(BadInput, open_club, slug="board", **wanted).field == "slug"


def test_every_first_word_of_an_address_is_reserved():
    words = {str(each.pattern).lstrip("^").partition("/")[0] for each in urlpatterns}
    assert words - {"", "<slug:club>"} == RESERVED - {"static"}
