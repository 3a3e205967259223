"""Who did what is kept, found, and sealed with the day; access is given by two."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from casino.approvals import services as approvals
from casino.approvals.services import COMPLETIONS, AlreadyDecided, BeneficiaryCannotApprove, approve
from casino.audit import exports
from casino.audit.queries.access import leavers, members, reviews
from casino.audit.queries.acts import ActSearch, acts, broken_seals, changes, sealed_up_to
from casino.audit.queries.exceptions import exceptions
from casino.audit.queries.listed import DONE, ONLY_WITH, SIGNED
from casino.audit.services.access import LastManager, RolesApart, dismiss, give_role, review_access
from casino.cage.services.desk import sell_chips
from casino.cage.services.reversals import reverse_slip
from casino.cage.services.vault_count import count_vault
from casino.closing.services.days import close_day, seal_day
from casino.players.services.guests import change_player, see_identity
from casino.refusals import NotFound
from casino.setup.services.clubs import hire
from casino.staff.models import Membership, Role
from tests.counting import reverse_by_two
from tests.refusing import refused
from tests.world import EVENING, PASSWORD, World, a_club, a_member, of_the_desk

SPAN = {"first": EVENING, "last": EVENING}


def found(world: World, **asked: object) -> list[str]:
    return [row.operation for row, _ in acts(world.club, ActSearch(**asked))]


def test_the_trail_is_looked_through_by_words_person_and_day(world: World):
    shift = world.open_shift()
    sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=12_350)
    assert found(world, text="12350") == ["cage.sell_chips"]
    assert found(world, text="open_shift") == ["cage.open_shift"]
    assert "cage.add_drawer" in found(world, who="MANAGER")
    assert "cage.sell_chips" not in found(world, who="manager")
    assert found(world, first=EVENING + timedelta(1)) == []
    assert found(a_club("riga"), text="12350") == []


def test_a_change_of_a_guest_shows_before_and_after_and_masks_the_papers(
    world: World, django_assert_num_queries: Any
):
    mari, ants = world.player().pk, world.player("Ants Kask").pk
    for number, name in enumerate(("Mari Kask", "Mari Saar")):
        at = world.stamp(f"21:0{number}")
        change_player(at, player_id=mari, name=name, document="AB1234567")
    change_player(world.stamp("21:02"), player_id=ants, name="Ants Tamm")
    listed = [act.id for act, _ in reversed(acts(world.club, ActSearch(text="change_player")))]
    with django_assert_num_queries(1):
        changed = changes(world.club.pk, listed)
    first, second, third = (
        {each.field: (each.before, each.after) for each in changed[id_]} for id_ in listed
    )
    assert first["name"] == ("Mari Tamm", "Mari Kask")
    assert "1234567" not in str(first["document"])
    assert second == {"name": ("Mari Kask", "Mari Saar")}
    assert third == {"name": ("Ants Kask", "Ants Tamm")}
    assert changes(a_club("riga").club.pk, listed) == {}


def test_what_stands_out_is_a_list_of_its_own(world: World):
    shift, mari = world.open_shift(), world.player().pk
    sold = sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=100)
    back = {"shift_id": shift.pk, "entry_id": sold.entry_id, "reason": "=A typo"}
    reverse_by_two(world, world.stamp("22:01"), **back)
    auditor = world.stamp("22:02", role=Role.AUDITOR)
    see_identity(auditor, player_id=mari, reason="Sample of the quarter")
    rows = exceptions(world.club, **SPAN)
    kinds = [(str(kind), act.operation) for kind, act, _ in rows]
    assert kinds == [
        ("ID viewed", "players.see_identity"),
        ("reversal", "cage.reverse_slip"),
        ("reversal asked for", "cage.ask_reversal"),
    ]
    assert rows[1][1].arguments["reason"] == "=A typo"
    assert "Sample of the quarter" in exports.exceptions_csv(rows).decode()


def test_what_one_takes_back_alone_and_a_vault_that_differs_stand_out(world: World):
    of_the_desk(world.club, reverse_alone_under_cents=1_000)
    shift = world.open_shift()
    sold = sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=500)
    back = {"shift_id": shift.pk, "entry_id": sold.entry_id, "reason": "A typo"}
    reverse_slip(world.stamp("22:01"), **back)
    for cash, reason in (({10_000: 450}, "Much was lent"), ({10_000: 450}, "")):
        supervisor = world.stamp("22:02", role=Role.SUPERVISOR)
        asked = count_vault.ask(supervisor, cash=cash, reason=reason)
        approve(world.stamp("22:03", role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)
    rows = exceptions(world.club, **SPAN)
    assert [(str(kind), act.operation) for kind, act, _ in rows] == [
        ("variance settled", "cage.count_vault_large"),
        ("reversal", "cage.reverse_slip"),
    ]


def test_what_somebody_proposed_who_left_is_signed_by_nobody(world: World):
    other = a_member(world.club, Role.MANAGER, name="berta")
    manager, name = world.staff[Role.MANAGER], world.staff[Role.CASHIER].username
    stamp = world.stamp("20:00", role=Role.MANAGER)
    asked = give_role.ask(stamp, username=name, role=Role.SUPERVISOR, reason="Promoted")
    world.staff["berta"] = other
    dismiss(world.stamp("20:01", role="berta"), user_id=manager.pk, reason="Left")
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(AlreadyDecided, approve, world.stamp("20:02", role=Role.ACCOUNTANT), **signed)


def test_every_kind_that_stands_out_is_one_that_is_signed():
    assert set(SIGNED) <= set(COMPLETIONS)
    assert set(ONLY_WITH) <= {*SIGNED, *DONE}


def test_a_name_that_a_spreadsheet_would_run_is_text_in_the_files(world: World):
    user = world.staff[Role.CASHIER]
    user.name = "=HYPERLINK(1)"
    user.save()
    world.open_shift()
    everything = exports.trail_csv(acts(world.club, ActSearch())).decode()
    people = exports.access_csv(members(world.club.pk)).decode()
    for file in (everything, people):
        assert "'=HYPERLINK" in file
        assert ",=HYPERLINK" not in file


def test_the_trail_is_sealed_with_its_day_and_nobody_changes_it(committed_db, owner_connection):
    world = a_club()
    world.player()
    world.sell(100)
    close_day(world.club, EVENING, now=world.at("08:00", day=EVENING + timedelta(1)))
    seal_day(world.stamp("08:00", role=Role.ACCOUNTANT, day=EVENING + timedelta(1)), day=EVENING)
    assert sealed_up_to(world.club.pk) == EVENING
    assert list(broken_seals(world.club.pk)) == []
    forge = "UPDATE ledger_act SET arguments = '{}' WHERE operation = 'players.add_player'"
    owner_connection.execute("ALTER TABLE ledger_act DISABLE TRIGGER USER")
    owner_connection.execute(forge)
    assert [seal.day for seal in broken_seals(world.club.pk)] == [EVENING]


def test_nobody_grants_themselves_and_who_gains_does_not_approve(world: World):
    manager = world.stamp("20:00", role=Role.MANAGER)
    name = world.staff[Role.ACCOUNTANT].username
    asked = give_role.ask(manager, username=name, role=Role.MANAGER, reason="Stands in")
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(
        BeneficiaryCannotApprove,
        approvals.approve,
        world.stamp("20:01", role=Role.ACCOUNTANT),
        **signed,
    )
    world.staff[Role.ACCOUNTANT] = a_member(world.club, Role.ACCOUNTANT, name="second")
    approvals.approve(world.stamp("20:02", role=Role.ACCOUNTANT), **signed)
    roles = Membership.objects.filter(user__username=name).values_list("role", flat=True)
    assert set(roles) == {Role.ACCOUNTANT, Role.MANAGER}


@pytest.mark.parametrize(
    ("holds", "role"),
    [
        (Role.CASHIER, Role.ACCOUNTANT),
        (Role.ACCOUNTANT, Role.CASHIER),
        (Role.AUDITOR, Role.MANAGER),
        (Role.SUPERVISOR, Role.AUDITOR),
    ],
)
def test_some_roles_are_never_one_persons(world: World, holds: str, role: str):
    manager = world.stamp("20:00", role=Role.MANAGER)
    name = world.staff[holds].username
    refused(RolesApart, give_role.ask, manager, username=name, role=role, reason="Why not")


def test_the_console_keeps_roles_apart_too(world: World):
    who = {"username": "ruta", "name": "Ruta", "password": PASSWORD}
    both = [Role.CASHIER, Role.ACCOUNTANT]
    console = [replace(world.stamp(clock), actor_id=None) for clock in ("20:00", "20:01")]
    refused(RolesApart, hire, console[0], **who, roles=both)
    ruta = hire(console[1], **who, roles=[Role.CASHIER])
    assert list(ruta.memberships.values_list("role", flat=True)) == [Role.CASHIER]


def test_who_leaves_is_off_at_once_with_sessions_and_keys(world: World):
    leaver = world.staff[Role.CASHIER]
    leaver.tokens.create(name="tablet", digest="0" * 64)
    dismiss(world.stamp("20:00", role=Role.MANAGER), user_id=leaver.pk, reason="Left the house")
    leaver.refresh_from_db()
    assert (leaver.is_active, leaver.tokens.count()) == (False, 0)
    left = leavers(world.club, **SPAN)
    assert left[0][0].arguments["user_id"] == leaver.pk
    assert leaver not in {each.user for each in members(world.club.pk)}


def test_who_leaves_takes_no_role_kept_apart_before_the_next_gaming_day(world: World):
    leaver = world.staff[Role.CASHIER]
    what = {"username": leaver.username, "reason": "Changes sides"}
    dismiss(world.stamp("20:00", role=Role.MANAGER), user_id=leaver.pk, reason="Left the desk")

    late = world.stamp("23:00", role=Role.MANAGER)
    refused(RolesApart, give_role.ask, late, **what, role=Role.ACCOUNTANT)
    again = give_role.ask(world.stamp("23:01", role=Role.MANAGER), **what, role=Role.CASHIER)
    assert again.content["role"] == Role.CASHIER

    next_day = EVENING + timedelta(days=1)
    asked = give_role.ask(
        world.stamp("20:00", role=Role.MANAGER, day=next_day), **what, role=Role.ACCOUNTANT
    )
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    approvals.approve(world.stamp("20:05", role=Role.ACCOUNTANT, day=next_day), **signed)
    leaver.refresh_from_db()
    held = leaver.memberships.values_list("role", flat=True)
    assert (leaver.is_active, list(held)) == (True, [Role.ACCOUNTANT])


def test_an_approval_meets_what_somebody_became_meanwhile(world: World):
    someone = a_member(world.club, Role.DIRECTOR, name="someone")
    what = {"username": someone.username, "role": Role.ACCOUNTANT, "reason": "The books"}
    asked = give_role.ask(world.stamp("20:00", role=Role.MANAGER), **what)
    Membership.objects.create(user=someone, club=world.club, role=Role.CASHIER)
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(RolesApart, approvals.approve, world.stamp("20:20", role=Role.ACCOUNTANT), **signed)


def test_the_last_manager_stays_and_strangers_are_not_found(world: World):
    stamp, other = world.stamp("20:00", role=Role.MANAGER), a_club("riga").staff[Role.CASHIER]
    refused(NotFound, dismiss, stamp, user_id=other.pk, reason="Not ours")
    manager = world.staff[Role.MANAGER].pk
    refused(LastManager, dismiss, stamp, user_id=manager, reason="Tired")


def test_the_quarters_review_keeps_who_had_which_access(world: World):
    kept = review_access(world.stamp("20:00", role=Role.AUDITOR), remark="Two keys without use")
    assert kept.quarter == "2026Q1"
    assert {"username": "cashier@tallinn", "roles": ["cashier"], "keys": 0} in kept.members
    assert reviews(world.club.pk) == [kept]
