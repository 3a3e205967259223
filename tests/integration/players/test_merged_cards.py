"""What lies on a merged card is shown, given out, put right and forgotten with its guest."""

import base64
from datetime import date

import pytest

from casino.cage.services.identity import standing
from casino.ledger.verify import Books
from casino.players.api import A_PICTURE
from casino.players.exports import guest_csv
from casino.players.models import Player
from casino.players.queries import photo
from casino.players.services.guests import add_player, change_player, exclude_player
from casino.players.services.photos import remove_photo, set_photo
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.merging import merged
from tests.world import World

pytestmark = pytest.mark.django_db


def test_a_picture_on_a_merged_card_is_forgotten(world: World):
    stays, duplicate = world.player("Ann Tamm"), world.player("Ann T")
    picture = base64.b64decode(A_PICTURE)
    set_photo(world.stamp("20:00"), player_id=duplicate.pk, content=picture)
    merged(world, stays.pk, duplicate.pk)
    assert photo(stays.pk)

    remove_photo(world.stamp("22:30"), player_id=stays.pk)

    assert photo(stays.pk) is None


def test_an_id_that_was_typed_wrongly_on_a_merged_card_is_put_right(world: World):
    stays = world.player("Ann Tamm")
    duplicate = add_player(
        world.stamp("20:00"), name="Ann T", birth_date=date(1980, 1, 1), document="WRONG99"
    )
    merged(world, stays.pk, duplicate.pk)
    stays.refresh_from_db()
    assert (stays.document, stays.birth_date) == ("WRONG99", date(1980, 1, 1))
    assert not standing(world.stamp("22:30"), player_id=stays.pk, cents=500_000).stops
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []

    change_player(world.stamp("22:31"), player_id=stays.pk, document="")

    assert standing(world.stamp("22:33"), player_id=stays.pk, cents=500_000).stops


def test_what_the_guest_who_goes_on_shows_is_no_other_cards(world: World):
    what = {"birth_date": date(1980, 1, 1), "document": "AB123456"}
    stays = add_player(world.stamp("20:00"), name="Ann Tamm", **what)
    duplicate = add_player(world.stamp("20:01"), name="Ann T", **what | {"document": "CD765432"})
    merged(world, stays.pk, duplicate.pk)
    kept = Player.objects.in_bulk([stays.pk, duplicate.pk])
    assert kept[stays.pk].document == "AB123456"
    # A second document of one person: its cash is theirs, too.
    assert (kept[duplicate.pk].document, kept[duplicate.pk].birth_date) == ("CD765432", None)


def test_the_file_of_everything_holds_what_lies_on_merged_cards(world: World):
    stays = add_player(world.stamp("19:50"), name="Ann Tamm", document="AB111222")
    duplicate = add_player(
        world.stamp("20:00"), name="Ann T", document="AB777888", notes="likes seat 9"
    )
    house = {"player_id": duplicate.pk}
    supervisor = world.stamp("20:10", role=Role.SUPERVISOR)
    exclude_player(supervisor, until=date(2026, 12, 31), reason="quarrel", **house)
    later = world.stamp("20:20", role=Role.SUPERVISOR)
    exclude_player(later, until=None, reason="settled", **house)
    last = world.stamp("20:30", role=Role.SUPERVISOR)
    exclude_player(last, until=date(2026, 11, 30), reason="again", **house)
    merged(world, stays.pk, duplicate.pk)

    text = guest_csv(Player.objects.get(pk=stays.pk)).decode()

    for said in ("AB111222", "AB777888", "likes seat 9", "quarrel"):
        assert said in text
    assert text.count("again") == 1
