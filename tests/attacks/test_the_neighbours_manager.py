"""The manager of Riga, with every right there, wants something of Tallinn."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.audit.services.access import (
    SignInElsewhere,
    SignInOfNoClub,
    dismiss,
    give_role,
    renew_sign_in,
)
from casino.bookkeeping.models import File
from casino.house.queries import club_stamp
from casino.ledger.models import Act, Entry
from casino.staff.models import Membership, Role, User
from tests.api.program import Program, program
from tests.approving import ask
from tests.books import books_sent
from tests.refusing import refused
from tests.telling import told
from tests.world import PASSWORD, World, a_club, a_key, a_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def riga(db: None) -> World:
    """Their club; their manager has every role of it."""
    return a_club("riga", timezone="Europe/Riga")


@pytest.fixture
def world(riga: World) -> World:
    """Our club, in which nothing is booked, asked, signed or changed by whatever they try."""
    world = a_club()
    world.fund()
    for role in set(Role.values) - {Role.MANAGER}:
        Membership.objects.create(user=riga.staff[Role.MANAGER], club=riga.club, role=role)
    return world


@pytest.fixture
def manager(riga: World) -> Client:
    client = Client()
    client.force_login(riga.staff[Role.MANAGER])
    return client


@pytest.fixture
def key(riga: World) -> Program:
    return program(riga, Role.MANAGER)


def now(world: World, role: str) -> Any:
    """Return the stamp of an act that somebody does at this moment."""
    actor = world.staff[role].pk
    return club_stamp(world.club, at=timezone.now(), actor_id=actor, key=a_key())


def ours(world: World) -> tuple[Any, ...]:
    """Return what our club is: acts, entries, roles, requests that were decided."""
    club = {"club": world.club}
    return (
        Act.objects.filter(club_id=world.club.pk).count(),
        Entry.objects.filter(club_id=world.club.pk).count(),
        sorted(Membership.objects.filter(**club).values_list("user", "role")),
        list(Proposal.objects.filter(**club).values_list("id", "approved").order_by("id")),
    )


def test_their_manager_finds_nothing_at_our_addresses_nor_ours_at_theirs(
    world: World, riga: World, manager: Client, key: Program
):
    file, hook = books_sent(world), told(world)
    asked, person = ask(now(world, Role.SUPERVISOR), cents=100), world.staff[Role.CASHIER]
    signed = {"digest": asked.digest}
    doors: dict[str, dict[str, Any]] = {
        f"approvals/{asked.pk}/": signed,
        f"approvals/{asked.pk}/refuse/": {"remark": "No"},
        f"approvals/{asked.pk}/sign/": signed | {"username": "manager@tallinn", "secret": "1"},
        f"acts/access/{person.pk}/end/": {"reason": "Out"},
        f"acts/access/{person.pk}/renew/": {"reason": "Lost"},
        f"files/kept/{file.pk}/": {},
        f"files/batches/{file.batch_id}/": {"profile": "journal"},
        f"webhooks/{hook['webhook_id']}/": {},
        f"webhooks/{hook['webhook_id']}/end/": {},
        f"webhooks/{hook['webhook_id']}/messages/{hook['message_id']}/again/": {},
    }
    before, files = ours(world), File.objects.count()

    for door, typed in doors.items():
        for club in ("tallinn", "riga"):
            where = f"/{club}/{door}"
            assert manager.get(where).status_code in {404, 405}, where
            answer = manager.post(where, typed | {"key": str(a_key())})
            refused_there = answer.status_code == 404 or "no access here" in str(answer.content)
            assert refused_there, where
    assert (ours(world), File.objects.count()) == (before, files)


def test_no_body_of_theirs_reaches_what_is_ours(world: World, riga: World, key: Program):
    shift, guest = world.open_shift(), world.player()
    hook = told(world)
    asked, person = ask(now(world, Role.SUPERVISOR), cents=100), world.staff[Role.CASHIER]
    before = ours(world)

    tries: dict[str, dict[str, Any]] = {
        "chips/sell/": {"shift_id": shift.pk, "cents": 500},
        "shifts/": {"drawer_id": shift.drawer_id, "cash": {}, "chips": {}},
        f"players/{guest.pk}/bar/": {"until": "2099-01-31", "reason": "Threw a chair"},
        f"proposals/{asked.pk}/approve/": {"digest": asked.digest},
        f"proposals/{asked.pk}/refuse/": {"remark": "No"},
        f"access/{person.pk}/end/": {"reason": "Out"},
        f"access/{person.pk}/renew/": {"reason": "Lost"},
        f"webhooks/{hook['webhook_id']}/end/": {},
    }
    said = {path: key.post(path, **body).status_code for path, body in tries.items()}

    assert {path: status for path, status in said.items() if status != 404} == {}
    assert ours(world) == before


def test_a_role_in_riga_gives_riga_no_sign_in_of_ours(world: World, riga: World):
    """Two of theirs let our manager in, and ask for a new sign-in: they would read its code."""
    victim = world.staff[Role.MANAGER]
    tablet = Client()
    assert tablet.post("/sign-in/", {"username": victim.username, "password": PASSWORD})
    before = ours(world)
    let_in = {"username": victim.username, "role": Role.CASHIER, "reason": "Helps out"}
    asked = give_role.ask(now(riga, Role.MANAGER), **let_in)
    approved = program(riga, Role.ACCOUNTANT).post(
        f"proposals/{asked.pk}/approve/", digest=asked.digest
    )
    assert approved.status_code == 200, "a person may work at two clubs"

    stamp = now(riga, Role.MANAGER)
    refused(SignInElsewhere, renew_sign_in.ask, stamp, user_id=victim.pk, reason="Phone lost")

    assert tablet.get("/tallinn/approvals/").status_code == 200
    assert User.objects.get(pk=victim.pk).check_password(PASSWORD)
    assert ours(world) == before


def test_nor_that_of_a_colleague_who_has_not_chosen_a_password_yet(world: World, riga: World):
    """Hired by ours this evening; theirs give a role too, and hold halves that open nothing."""
    new = {"username": "ruta", "role": Role.MANAGER, "reason": "Hired"}
    mine = give_role.ask(now(world, Role.MANAGER), **new, name="Ruta Ozola")
    sign = f"proposals/{mine.pk}/approve/"
    assert program(world, Role.ACCOUNTANT).post(sign, digest=mine.digest).status_code == 200
    theirs = give_role.ask(now(riga, Role.MANAGER), **new)
    sign = f"proposals/{theirs.pk}/approve/"
    assert program(riga, Role.ACCOUNTANT).post(sign, digest=theirs.digest).status_code == 200

    def half(where: World, asked: Proposal) -> int:
        client = Client()
        client.force_login(where.staff[Role.MANAGER])
        page = f"/{where.club.slug}/acts/access/code/{asked.pk}/"
        return client.get(page).status_code

    assert (half(world, mine), half(riga, theirs)) == (200, 404)


def test_a_club_that_leaves_hands_no_sign_in_over_to_a_neighbour(world: World, riga: World):
    """
    Mari of ours helps in Riga and in Vilnius. We let her go: Riga would be next in the line, and
    two of theirs would read out the code with which they are Mari in Vilnius.
    """
    mari, vilnius = world.staff[Role.MANAGER], a_club("vilnius", timezone="Europe/Vilnius")
    helps = {"username": mari.username, "role": Role.CASHIER, "reason": "Helps out"}

    def lets_in(club: World) -> None:
        asked = give_role.ask(now(club, Role.MANAGER), **helps)
        sign = f"proposals/{asked.pk}/approve/"
        assert program(club, Role.ACCOUNTANT).post(sign, digest=asked.digest).status_code == 200

    def asks(club: World) -> Any:
        stamp = now(club, Role.MANAGER)
        return renew_sign_in.ask(stamp, user_id=mari.pk, reason="Phone lost")

    for each in (riga, vilnius):
        lets_in(each)
    world.staff[Role.MANAGER] = a_member(world.club, Role.MANAGER, name="second")
    dismiss(now(world, Role.MANAGER), user_id=mari.pk, reason="Moved away")
    for each in (riga, vilnius):
        refused(SignInOfNoClub, asks, each)

    # We take her back: nobody got in meanwhile, and she is not Riga's at our club either.
    lets_in(world)
    refused(SignInOfNoClub, asks, riga)
    assert User.objects.get(pk=mari.pk).check_password(PASSWORD)

    # Whoever is left alone with her answers for her; those who give her a role again are told so.
    for each in (world, vilnius):
        dismiss(now(each, Role.MANAGER), user_id=mari.pk, reason="Moved away")
    asks(riga)
    asked = give_role.ask(now(vilnius, Role.MANAGER), **helps)
    page = vilnius.browser(Role.ACCOUNTANT).get(f"/vilnius/approvals/{asked.pk}/").content.decode()
    assert "another club answers for it" in page
    lets_in(vilnius)
    asks(riga)
    refused(SignInElsewhere, asks, vilnius)


def test_their_manager_ends_the_session_of_nobody_else(world: World, manager: Client):
    tablet, victim = Client(), world.staff[Role.CASHIER]
    tablet.post("/sign-in/", {"username": victim.username, "password": PASSWORD})
    (session,) = victim.usersession_set.all()

    assert manager.post(f"/me/sessions/{session.pk}/end/").status_code == 404

    assert tablet.get("/tallinn/").headers["Location"] == "/tallinn/till/"
