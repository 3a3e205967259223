"""What a program's key opens: everything of its user, or only some headings, or only reading."""

import re
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.audit.models import AccessReview
from casino.audit.services.access import dismiss, review_access
from casino.audit.services.keys import make_key, revoke_key, show_key
from casino.refusals import NotFound
from casino.staff.models import ApiToken, Membership, Role
from tests.api.program import Program, program
from tests.refusing import refused
from tests.world import World, a_club, a_member

pytestmark = pytest.mark.django_db


def scoped(**scope: object):
    world = a_club()
    caller = program(world, Role.CASHIER)
    ApiToken.objects.update(**scope)
    return caller


def test_a_key_that_only_reads_writes_nothing():
    caller = scoped(reads_only=True)
    assert caller.get("players/").status_code == 200
    assert caller.post("players/", name="Mari").status_code == 403


def test_a_key_opens_the_headings_that_it_was_made_for():
    caller = scoped(apps=["players"])
    assert caller.post("players/", name="Mari").status_code == 201
    assert caller.get("drawers/").status_code == 403


def test_a_key_ends_on_its_day():
    caller = scoped(expires_at=timezone.now() + timedelta(minutes=1))
    assert caller.get("players/").status_code == 200
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert caller.get("players/").status_code == 401


def test_a_key_of_a_heading_that_was_divided_opens_its_parts():
    caller = program(a_club(), Role.ACCOUNTANT)
    ApiToken.objects.update(apps=["office", "players"])
    assert caller.get("days/").status_code == 403
    divided = import_module("casino.staff.migrations.0002_headings_of_keys")
    with connection.cursor() as cursor:
        cursor.execute(divided.OFFICE)
    for address in ("days/", "me/", "calculators/"):
        assert caller.get(address).status_code == 200
    assert caller.get("drawers/").status_code == 403


def test_a_key_of_the_count_room_opens_the_fills_that_were_taken_out_of_it():
    caller = program(a_club(), Role.SUPERVISOR)
    ApiToken.objects.update(apps=["countroom"])
    assert caller.get("fills/").status_code == 403
    divided = import_module("casino.staff.migrations.0002_headings_of_keys")
    with connection.cursor() as cursor:
        cursor.execute(divided.COUNT_ROOM)
    assert caller.get("fills/").status_code == 200
    assert caller.get("boxes/").status_code == 200


def test_a_key_is_made_by_two_and_shown_once_to_who_asked():
    world = a_club()
    manager, accountant = (world.browser(role) for role in (Role.MANAGER, Role.ACCOUNTANT))
    typed = {"user_id": world.staff[Role.CASHIER].pk, "name": "tablet", "days": "30"}
    asked = manager.post(
        "/tallinn/acts/access/keys/new/",
        typed | {"apps": ["players"], "reason": "Table 3", "key": str(uuid4())},
    )
    proposal = Proposal.objects.get()
    assert asked["Location"] == f"/tallinn/approvals/{proposal.pk}/"
    assert not ApiToken.objects.exists()
    accountant.post(
        f"/tallinn/approvals/{proposal.pk}/", {"digest": proposal.digest, "key": str(uuid4())}
    )
    token = ApiToken.objects.get()
    assert (token.club, token.apps, token.made_by) == (
        world.club,
        ["players"],
        world.staff[Role.MANAGER],
    )

    where, key = f"/tallinn/acts/access/keys/{token.pk}/show/", {"key": str(uuid4())}
    shown = manager.post(where, key).content.decode()
    secret = re.findall(r'class="code">([^<]+)', shown)[0]
    again = manager.post(where, key)
    assert (again.status_code, "shown already" in again.content.decode()) == (409, True)
    caller = Program(slug="tallinn", key=secret, client=Client())
    assert caller.get("players/").status_code == 200
    assert caller.get("drawers/").status_code == 403
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert "tablet" in accountant.get("/tallinn/acts/access/keys/").content.decode()

    typed = {"reason": "The tablet was lost", "key": str(uuid4())}
    manager.post(f"/tallinn/acts/access/keys/{token.pk}/end/", typed)
    assert caller.get("players/").status_code == 401


def test_a_key_that_nobody_was_shown_opens_nothing_and_is_its_askers():
    world = a_club()
    token = made(world, name="tablet")
    assert Program(slug="tallinn", key=token.digest, client=Client()).get("me/").status_code == 401
    other = a_member(world.club, Role.MANAGER, name="berta")
    stamp = replace(world.stamp("21:00", role=Role.MANAGER), actor_id=other.pk)
    refused(NotFound, show_key, stamp, token_id=token.pk, key="x")


def test_a_key_of_one_club_opens_no_other():
    world, riga = a_club(), a_club("riga")
    cashier = world.staff[Role.CASHIER]
    Membership.objects.create(user=cashier, club=riga.club, role=Role.CASHIER)
    caller = program(world, Role.CASHIER)
    there = Program(slug="riga", key=caller.key, client=Client())
    assert there.get("me/").status_code == 200
    ApiToken.objects.update(club=world.club)
    assert (caller.get("me/").status_code, there.get("me/").status_code) == (200, 403)


def test_a_manager_ends_no_key_that_opens_another_club():
    world, riga = a_club(), a_club("riga")
    program(riga, Role.CASHIER)
    stamp = world.stamp("21:00", role=Role.MANAGER)
    refused(NotFound, revoke_key, stamp, token_id=ApiToken.objects.get().pk, reason="Not ours")
    Membership.objects.create(user=riga.staff[Role.CASHIER], club=world.club, role=Role.CASHIER)
    refused(NotFound, revoke_key, stamp, token_id=ApiToken.objects.get().pk, reason="Not ours")


def test_a_dismissed_persons_key_of_the_club_ends_though_another_remains():
    world = a_club()
    cashier = world.staff[Role.CASHIER]
    Membership.objects.create(user=cashier, club=a_club("riga").club, role=Role.CASHIER)
    made(world, user_id=cashier.pk, name="tablet")
    program(world, Role.CASHIER)
    dismiss(world.stamp("22:00", role=Role.MANAGER), user_id=cashier.pk, reason="Left")
    assert list(ApiToken.objects.values_list("name", flat=True)) == ["test"]


def test_a_key_alone_approves_nothing():
    world = a_club()
    asked = (
        program(world, Role.MANAGER)
        .post(
            "access/keys/",
            user_id=world.staff[Role.CASHIER].pk,
            name="tablet",
            days=30,
            reason="Table 3",
        )
        .json()
    )
    caller, approve = program(world, Role.ACCOUNTANT), f"proposals/{asked['id']}/approve/"
    for pin in ("", "0815"):
        said = caller.post(approve, digest=asked["digest"], pin=pin)
        assert (said.status_code, said.json()["field"]) == (422, "pin")
    assert not ApiToken.objects.filter(name="tablet").exists()
    assert caller.post(approve, digest=asked["digest"]).json()["approved"]


def made(world: World, *, name: str, user_id: int = 0) -> ApiToken:
    """Return a key that the manager asked for and the accountant approved."""
    asked = make_key.ask(
        world.stamp("20:00", role=Role.MANAGER),
        user_id=user_id or world.staff[Role.CASHIER].pk,
        name=name,
        days=30,
        reason="Table 3",
    )
    signs = world.stamp("20:05", role=Role.ACCOUNTANT)
    approve(signs, proposal_id=asked.pk, digest=asked.digest)
    return ApiToken.objects.get(name=name)


def test_a_program_is_answered_as_the_browser_of_its_user_but_without_a_session():
    world = a_club()
    caller, browser = program(world, Role.CASHIER), Client()
    browser.force_login(world.staff[Role.CASHIER])
    address = caller.address("me/")
    with CaptureQueriesContext(connection) as asked:
        by_key = caller.get("me/")
    by_session = browser.get(address)

    assert not [each for each in asked.captured_queries if "django_session" in each["sql"]]
    assert by_key.json() == by_session.json()
    names = {*by_key.headers} | {"Vary"}  # by the cookie, and neither is kept
    assert names == {*by_session.headers} | {"Vary"}
    assert {"Content-Security-Policy", "X-Frame-Options", "X-Request-Id"} <= names
    in_estonian = {"Accept-Language": "et"}
    stranger = Client().get(address, headers=in_estonian)
    assert stranger.json()["detail"] == "Autentimistunnus on esitamata."

    browser.post("/lock/")
    assert browser.get(address, headers=caller.headers()).status_code == 423
    assert Client().get("/api/v1/docs/", headers=caller.headers()).status_code == 302


def test_the_review_of_access_counts_the_keys_that_open_this_club():
    world, riga = a_club(), a_club("riga")
    cashier = world.staff[Role.CASHIER]
    Membership.objects.create(user=cashier, club=riga.club, role=Role.CASHIER)
    program(world, Role.CASHIER)
    made(riga, user_id=cashier.pk, name="of riga")
    ended = made(world, name="ended")
    ApiToken.objects.filter(name="of riga").update(expires_at=None)
    revoke_key(world.stamp("21:00", role=Role.MANAGER), token_id=ended.pk, reason="Lost")
    review_access(world.stamp("22:00", role=Role.AUDITOR), remark="Seen")
    kept = {each["username"]: each["keys"] for each in AccessReview.objects.get().members}
    assert kept[cashier.username] == 1


def test_a_key_finds_the_clubs_of_its_user_or_the_one_it_opens():
    world = a_club()
    caller = program(world, Role.CASHIER)
    other = a_club("riga")
    Membership.objects.create(club=other.club, user=world.staff[Role.CASHIER], role=Role.CASHIER)
    names = [{"slug": each.club.slug, "name": each.club.name} for each in (world, other)]

    def found() -> list[dict[str, str]]:
        answer = caller.client.get("/api/v1/clubs/", headers=caller.headers())
        assert answer.status_code == 200
        return list(answer.json())

    assert found() == names[::-1]
    ApiToken.objects.update(club_id=other.club.pk)
    assert found() == [names[1]]
    assert Client().get("/api/v1/clubs/").status_code == 401


def test_an_address_without_its_last_slash_is_told_so():
    caller = program(a_club(), Role.CASHIER)
    without = caller.get("shifts").json()["detail"]
    assert without == "There is no such address: each ends with a slash."
    assert caller.get("nothing/").json()["detail"] == "There is no such address."


def test_who_may_not_do_an_act_is_told_whom_to_ask():
    refused = program(a_club(), Role.CASHIER).post("vault/", cash={"10000": 1})
    assert refused.status_code == 403
    assert refused.json()["detail"].startswith("Your role may not do this. Ask: ")
