"""What the slip of a fill and of a credit says that it is about."""

import pytest

from casino.ledger.queries import documents
from casino.staff.models import Role
from casino.tablefloats import queries
from casino.tablefloats.models import Transfer
from tests.integration.tablefloats.filling import filled, send, take
from tests.pages.evening import signed_in
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


def slip_of(world: World, transfer: Transfer) -> str:
    (entry,) = filter(
        None, (documents.entry(world.club.pk, s.entry_id) for s in queries.steps(transfer))
    )
    page = signed_in(world, Role.CASHIER).get(f"/tallinn/slips/{entry.id}/")
    return " ".join(page.content.decode().split())


def test_the_slips_of_a_fill_and_of_a_credit_name_it_and_its_table():
    world = a_club()
    shift, session = world.open_shift(), world.session("Table 7")
    fill = filled(world, session, shift)
    credit = take(world, send(world, session), shift)
    assert "<p>Fill 1, Table 7</p>" in slip_of(world, fill)
    assert "<p>Credit 2, Table 7</p>" in slip_of(world, credit)
