"""An exception is ticked off by somebody who had no hand in it: who asked for it had one."""

import pytest
from django.test import Client

from casino.approvals.services import approve, refuse
from casino.audit.models import ExceptionSeen
from casino.audit.queries.exceptions import exceptions
from casino.audit.services.exceptions import look_at_exceptions
from casino.journal.services.documents import DocumentLine, book_document
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import EVENING, World, a_member

ACCOUNTANT, MANAGER = Role.ACCOUNTANT, Role.MANAGER


@pytest.mark.parametrize("signs", [True, False], ids=["approved", "refused"])
def test_who_asked_for_what_another_person_decided_does_not_tick_it_off(
    world: World, *, signs: bool
):
    lines = [
        DocumentLine(account="expense:over-short", debit_cents=900_000),
        DocumentLine(account="cash:vault", credit_cents=900_000),
    ]
    world.fund()
    accountant = world.stamp("22:00", role=ACCOUNTANT)
    asked = book_document.ask(accountant, dated=EVENING, lines=lines, reason="Missing")
    manager = world.stamp("22:05", role=MANAGER)
    if signs:
        approve(manager, proposal_id=asked.pk, digest=asked.digest)
    else:
        refuse(manager, proposal_id=asked.pk, remark="Look again")
    ((_, row, _),) = exceptions(world.club, first=EVENING, last=EVENING)

    client, other = Client(), a_member(world.club, ACCOUNTANT, name="anna")
    page = f"/tallinn/acts/exceptions/?first={EVENING}&last={EVENING}"
    ticked = f'name="act_ids" value="{row.id}"'
    for number, role in enumerate((MANAGER, ACCOUNTANT)):
        own = world.stamp(f"22:1{number}", role=role)
        refused(BadInput, look_at_exceptions, own, act_ids=[row.id])
        client.force_login(world.staff[role])
        assert ticked not in client.get(page).content.decode()
    client.force_login(other)
    assert ticked in client.get(page).content.decode()
    world.staff[ACCOUNTANT] = other
    look_at_exceptions(world.stamp("22:20", role=ACCOUNTANT), act_ids=[row.id])
    assert ExceptionSeen.objects.get().seen_by == other
