"""Berta, a shift manager, is dismissed in the middle of an evening, with all in her hands."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.house.queries import club_stamp
from casino.ledger.models import Act, Entry
from casino.staff.models import Role
from tests.api.program import PIN, Program, program
from tests.approving import ask
from tests.world import PASSWORD, World, a_club, a_key, a_member

pytestmark = pytest.mark.django_db
BERTA = "berta"


@pytest.fixture
def world(db: None) -> World:
    founded = a_club()
    founded.staff[BERTA] = a_member(founded.club, Role.MANAGER, name=BERTA)
    return founded


def signs_in() -> Client:
    """Return her tablet, on which she types name and password."""
    tablet = Client()
    tablet.post("/sign-in/", {"username": BERTA, "password": PASSWORD})
    return tablet


def asked_by(world: World, role: str) -> Proposal:
    """Ask for a second signature."""
    stamp = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[role].pk, key=a_key())
    return ask(stamp, cents=100)


def approves(client: Client, asked: Proposal) -> Any:
    typed = {"key": str(a_key()), "digest": asked.digest}
    return client.post(f"/tallinn/approvals/{asked.pk}/", typed)


def signs_at_the_supervisors_screen(world: World) -> Any:
    """Her name and her PIN, typed where somebody else is signed in."""
    asked = asked_by(world, Role.SUPERVISOR)
    typed = {"key": str(a_key()), "username": BERTA, "secret": PIN, "digest": asked.digest}
    desk = world.browser(Role.SUPERVISOR)
    return desk.post(f"/tallinn/approvals/{asked.pk}/sign/", typed)


def what_she_can(world: World, tablet: Client, key: Program, seen: str) -> dict[str, object]:
    """Try each of her doors; return what each answers. seen: the version her screen shows."""
    said = {
        "page": tablet.get("/tallinn/approvals/"),
        "live news": tablet.get("/tallinn/news/"),
        "news since": tablet.get("/tallinn/news/", {"v": seen}),
        "API from the page": tablet.get("/api/v1/clubs/tallinn/access/"),
        "signature": approves(tablet, asked_by(world, Role.SUPERVISOR)),
        "key reads": key.get("access/"),
        "key writes": key.post("drawers/", name=f"Desk {a_key()}"),
        "PIN": signs_at_the_supervisors_screen(world),
    }
    return {
        what: "sign in" if "/sign-in/" in answer.headers.get("Location", "") else answer.status_code
        for what, answer in said.items()
    }


def booked(world: World) -> tuple[int, int]:
    """Return how many acts are hers and how many entries there are."""
    return Act.objects.filter(actor_id=world.staff[BERTA].pk).count(), Entry.objects.count()


def test_from_the_moment_of_her_dismissal_nothing_of_hers_works(world: World):
    """A PIN, a key, a session and a request: each worked a minute before."""
    tablet, key = signs_in(), program(world, BERTA)
    hers = asked_by(world, BERTA)
    seen = tablet.get("/tallinn/news/")["X-Version"]
    assert what_she_can(world, tablet, key, seen) == {
        "page": 200,
        "live news": 200,
        "news since": 204,
        "API from the page": 200,
        "signature": 302,
        "key reads": 200,
        "key writes": 201,
        "PIN": 302,
    }

    manager, page = (
        world.browser(Role.MANAGER),
        f"/tallinn/acts/access/{world.staff[BERTA].pk}/end/",
    )
    assert manager.post(page, {"key": str(a_key()), "reason": "Caught"}).status_code == 302
    before = booked(world)

    assert what_she_can(world, tablet, key, seen) == {
        "page": "sign in",
        "live news": "sign in",
        "news since": "sign in",
        "API from the page": 401,
        "signature": "sign in",
        "key reads": 401,
        "key writes": 401,
        "PIN": 422,
    }
    assert signs_in().get("/tallinn/")["Location"].startswith("/sign-in/")

    # What she asked for is void: who does not know yet that she left cannot carry it out.
    assert approves(manager, hers).status_code == 409
    hers.refresh_from_db()
    assert (hers.approved, hers.remark) == (False, "Who asked for it no longer works here.")
    assert booked(world) == before


def test_nor_does_she_bring_herself_back(world: World):
    """What she sends again with the keys of what she did before is no way in either."""
    tablet, key = signs_in(), program(world, BERTA)
    again = a_key()
    assert key.post("drawers/", key=again, name="Desk 9").status_code == 201
    manager, page = (
        world.browser(Role.MANAGER),
        f"/tallinn/acts/access/{world.staff[BERTA].pk}/end/",
    )
    manager.post(page, {"key": str(a_key()), "reason": "Caught"})
    back = {"username": BERTA, "role": Role.MANAGER, "reason": "I am back"}

    assert key.post("drawers/", key=again, name="Desk 9").status_code == 401
    assert key.post("access/roles/", **back).status_code == 401
    assert (
        tablet.post("/tallinn/acts/access/give/", back | {"key": str(a_key())}).status_code == 302
    )
    assert not Proposal.objects.exists()
