"""A key in a colleague's name: whose hands it is in is kept, and they are no second person."""

from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve, approve_alone
from casino.audit.queries.acts import ActSearch, acts
from casino.audit.services.keys import make_key, show_key
from casino.staff.models import ApiToken, Role
from tests.api.program import Program, program
from tests.approving import ask_at_night
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import World, a_club, a_member

Capture = pytest.CaptureFixture[str]
MANAGER, ACCOUNTANT, SUPERVISOR = Role.MANAGER, Role.ACCOUNTANT, Role.SUPERVISOR


@pytest.fixture
def world(db: None) -> World:
    return a_club()


def key_in_the_name_of(world: World, role: str) -> Program:
    """Return a program with a key that the manager was shown, in a colleague's name."""
    asked = make_key.ask(
        world.stamp("20:00", role=MANAGER),
        user_id=world.staff[role].pk,
        name="tablet",
        days=300,
        reason="Table 3",
    )
    approve(world.stamp("20:01", role=ACCOUNTANT), proposal_id=asked.pk, digest=asked.digest)
    token = ApiToken.objects.get()
    show_key(world.stamp("20:02", role=MANAGER), token_id=token.pk, key="K" * 40)
    ApiToken.objects.update(expires_at=None)
    return Program(slug="tallinn", key="K" * 40, client=Client())


def merge_asked(world: World, caller: Program) -> Proposal:
    one, other = world.player("Ann"), world.player("Ann A")
    said = caller.post(f"players/{one.pk}/merge/", other_id=other.pk, reason="One face")
    assert said.status_code == 201, said.content
    return Proposal.objects.get(pk=said.json()["id"])


def test_who_holds_the_key_by_which_it_was_asked_does_not_approve_it(world: World, clock: Clock):
    clock.stop(world.at("21:00"))
    asked = merge_asked(world, key_in_the_name_of(world, SUPERVISOR))
    assert asked.proposed_by == world.staff[SUPERVISOR]
    sign = {"proposal_id": asked.pk, "digest": asked.digest}
    said = refused(OwnProposal, approve, world.stamp("21:05", role=MANAGER), **sign)
    assert said.message == "You hold the API key by which this was requested."
    decided = {"decided_by": world.staff[MANAGER], "decided_at": world.at("21:05")}
    with pytest.raises(IntegrityError, match="approvals_not_by_who_gains"), transaction.atomic():
        Proposal.objects.filter(id=asked.pk).update(approved=True, decision_act_id=10**9, **decided)
    other = a_member(world.club, MANAGER, name="berta")
    stamp = replace(world.stamp("21:06", role=MANAGER), actor_id=other.pk)
    assert approve(stamp, **sign).approved


def held_key(world: World, role: Role, *, holder: Role, capsys: Capture) -> Program:
    """Return a program with a key in a colleague's name that somebody else holds."""
    program(world, role)  # has a PIN
    capsys.readouterr()
    call_command(
        "api_key",
        world.staff[role].username,
        name="tablet",
        holder=world.staff[holder].username,
    )
    return Program(slug="tallinn", key=capsys.readouterr().out.strip(), client=Client())


def test_who_asked_does_not_approve_it_by_a_colleagues_key_in_their_hands(
    world: World, clock: Clock, capsys: Capture
):
    clock.stop(world.at("21:00"))
    asked = merge_asked(world, program(world, SUPERVISOR))
    held = held_key(world, MANAGER, holder=SUPERVISOR, capsys=capsys)
    said = held.post(f"proposals/{asked.pk}/approve/", digest=asked.digest)
    assert said.status_code == 409
    assert said.json()["detail"] == "You hold the API key by which this would be approved."
    by_others = held_key(world, MANAGER, holder=ACCOUNTANT, capsys=capsys)
    assert by_others.post(f"proposals/{asked.pk}/approve/", digest=asked.digest).json()["approved"]


def test_who_counted_reads_nothing_expected_by_a_colleagues_key_in_their_hands(
    world: World, clock: Clock, capsys: Capture
):
    clock.stop(world.at("23:00"))
    shift = world.open_shift()
    own = program(world, Role.CASHIER)
    own.post(f"shifts/{shift.pk}/count/", cash={"10000": 1}, chips={})
    asked = own.post(f"shifts/{shift.pk}/ask-close/", reason="Nobody knows").json()
    held = held_key(world, MANAGER, holder=Role.CASHIER, capsys=capsys)
    of_who_may = program(world, MANAGER)
    shown = [
        caller.get(f"proposals/{asked['proposal_id']}/").json()["content"]
        for caller in (held, of_who_may)
    ]
    assert ["cash_expected_cents" in each for each in shown] == [False, True]


def test_a_program_of_ones_own_leaves_the_second_person_as_it_is(world: World, clock: Clock):
    clock.stop(world.at("21:00"))
    asked = merge_asked(world, program(world, SUPERVISOR))
    sign = {"proposal_id": asked.pk, "digest": asked.digest}
    assert approve(world.stamp("21:05", role=MANAGER), **sign).approved


def test_an_override_is_not_confirmed_by_a_colleagues_key_in_the_same_hands(
    world: World, clock: Clock
):
    clock.stop(world.at("22:10"))
    asked = ask_at_night(world.stamp(role=SUPERVISOR), cents=100)
    sign = {"proposal_id": asked.pk, "digest": asked.digest}
    approve_alone(world.stamp("22:05", role=MANAGER), **sign, remark="Nobody else at five")
    caller = key_in_the_name_of(world, ACCOUNTANT)
    said = caller.post(f"proposals/{asked.pk}/confirm/", remark="Seen")
    assert (said.status_code, said.json()["error"]) == (409, "APPROVAL-001")


def test_the_trail_names_the_key_and_whose_hands_it_is_in(world: World, clock: Clock):
    clock.stop(world.at("21:00"))
    merge_asked(world, key_in_the_name_of(world, SUPERVISOR))
    (row, user), *_ = acts(world.club, ActSearch(text="propose_merge"))
    holder = world.staff[MANAGER]
    assert (user, row.api_key, row.holder) == (world.staff[SUPERVISOR], "tablet", str(holder))
    assert row.address == "127.0.0.1"
    auditor = world.browser(Role.AUDITOR)
    page = auditor.get("/tallinn/acts/").content.decode()
    assert f"API key tablet, held by {holder}" in page


def test_a_colleague_is_told_of_the_key_in_their_name_until_they_know(world: World):
    key_in_the_name_of(world, SUPERVISOR)
    theirs = world.browser(SUPERVISOR)
    says = f"The API key tablet acts in your name: {world.staff[MANAGER]} asked for it"
    assert says in theirs.get("/tallinn/players/").content.decode()
    known = theirs.post("/me/api-keys/", {"next": "/tallinn/players/"})
    assert known["Location"] == "/tallinn/players/"
    assert says not in theirs.get("/tallinn/players/").content.decode()
    assert "tablet" in theirs.get("/me/").content.decode()


def test_a_key_that_the_command_made_for_somebody_else_is_in_their_hands(
    world: World, clock: Clock, capsys: pytest.CaptureFixture[str]
):
    clock.stop(world.at("21:00"))
    names = [world.staff[role].username for role in (SUPERVISOR, MANAGER)]
    call_command("api_key", names[0], name="tablet", holder=names[1])
    caller = Program(slug=world.club.slug, key=capsys.readouterr().out.strip(), client=Client())
    asked = merge_asked(world, caller)
    sign = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(OwnProposal, approve, world.stamp("21:05", role=MANAGER), **sign)
    with pytest.raises(CommandError, match="There is no user"):
        call_command("api_key", names[0], name="tablet", holder="nobody")
