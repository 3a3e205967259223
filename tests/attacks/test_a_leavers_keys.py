"""A key in a colleague's name was shown to who asked for it: it ends when they leave."""

from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from casino.approvals.services import approve
from casino.audit.services.access import dismiss
from casino.audit.services.keys import make_key, show_key
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp, with_key
from casino.staff.models import ApiToken, Membership, Role
from casino.webhooks.models import Event, Webhook
from casino.webhooks.services.keeping import add_webhook
from tests.world import World, a_club, a_key, a_member

pytestmark = pytest.mark.django_db
WHERE = "/api/v1/clubs/tallinn/players/"


@pytest.fixture
def world(db: None) -> World:
    founded = a_club()
    founded.staff["berta"] = a_member(founded.club, Role.MANAGER, name="berta")
    return founded


def now(world: World, role: str) -> Stamp:
    return club_stamp(world.club, at=timezone.now(), actor_id=world.staff[role].pk, key=a_key())


def shown(world: World, name: str, *, to: str = "berta") -> Client:
    """Return a program with a key in the cashier's name that somebody else asked for."""
    user, key = world.staff[Role.CASHIER].pk, f"{name:k<40}"
    asked = make_key.ask(now(world, to), user_id=user, name=name, days=9, reason="Till")
    approve(now(world, Role.ACCOUNTANT), proposal_id=asked.pk, digest=asked.digest)
    token = ApiToken.objects.latest("pk")
    show_key(now(world, to), token_id=token.pk, key=key)
    return Client(headers={"authorization": f"Token {key}"})


def test_the_keys_that_a_leaver_holds_in_colleagues_names_end(world: World):
    hers, second, bosss = shown(world, "A"), shown(world, "B"), shown(world, "C", to=Role.MANAGER)
    assert hers.get(WHERE).status_code == 200
    dismiss(now(world, Role.MANAGER), user_id=world.staff["berta"].pk, reason="Caught")
    assert [each.get(WHERE).status_code for each in (hers, second, bosss)] == [401, 401, 200]
    assert ApiToken.objects.filter(digest__startswith="revoked: ").count() == 2


def test_a_leaver_who_works_at_another_club_keeps_that_clubs_keys_alone(world: World):
    Membership.objects.create(
        user=world.staff["berta"], club=a_club("riga").club, role=Role.MANAGER
    )
    hers = shown(world, "A")
    dismiss(now(world, Role.MANAGER), user_id=world.staff["berta"].pk, reason="Caught")
    assert hers.get(WHERE).status_code == 401


def test_a_key_whose_holder_left_before_opens_nothing(world: World):
    """Of before keys ended with who holds them."""
    hers = shown(world, "A")
    Membership.objects.filter(user=world.staff["berta"]).delete()
    assert hers.get(WHERE).status_code == 401


@pytest.fixture
def told(world: World) -> Webhook:
    """An address that Berta let be told of the club."""
    return Webhook.objects.create(
        club=world.club,
        address="https://berta.example/",
        events=[Event.DAY_CLOSED],
        salt=a_key(),
        added_by=world.staff["berta"],
        added_at=timezone.now(),
        act_id=-1,
    )


def revoked(world: World, **more: str) -> str:
    """Return the page on which the manager ends Berta's access, sent if a reason is given."""
    manager = world.browser(Role.MANAGER)
    where = f"/tallinn/acts/access/{world.staff['berta'].pk}/end/"
    shown = manager.get(where).content.decode()
    if more:
        sent = manager.post(where, {"key": str(a_key()), **more})
        assert sent.status_code == 302, sent.content.decode()
    return shown


def test_the_page_names_the_keys_and_the_webhooks_that_end(world: World, told: Webhook):
    shown(world, "Berta's tablet")
    page = revoked(world)
    assert "Berta&#x27;s tablet" in page
    assert told.address in page


@pytest.mark.parametrize("kept", [False, True])
def test_what_a_leaver_lets_be_told_ends_unless_it_is_kept(
    world: World, told: Webhook, *, kept: bool
):
    """An address that she added went on telling her of closes, levels and hits."""
    revoked(world, reason="Caught", **({"keeps_webhooks": "on"} if kept else {}))
    told.refresh_from_db()
    assert (told.ended_at is None) is kept


def test_what_was_added_by_a_colleagues_key_ends_with_who_held_the_key(world: World):
    berta = world.staff["berta"].pk
    hers = with_key("r", key_id=1, holder_id=berta)
    by_key = replace(now(world, Role.MANAGER), request_id=hers)
    add_webhook(by_key, address="https://berta.example/", events=[Event.DAY_CLOSED])
    add_webhook(
        now(world, Role.MANAGER), address="https://books.example/", events=[Event.DAY_CLOSED]
    )
    assert "https://berta.example/" in revoked(world)

    revoked(world, reason="Left")
    ended = Webhook.objects.exclude(ended_at=None)
    assert [each.address for each in ended] == ["https://berta.example/"]
