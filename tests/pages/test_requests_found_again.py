"""A request that was left: found again where it was made, and called withdrawn by who took it."""

import pytest

from casino.approvals.models import Proposal
from casino.staff.models import Role
from tests.world import FLOAT, RACK, a_club, a_key, of_the_desk

pytestmark = pytest.mark.django_db
SHEET = "/tallinn/till/open/"


def test_a_float_that_waits_is_found_again_where_it_was_counted_until_it_is_withdrawn():
    world = a_club()
    of_the_desk(world.club, float_alone_under_cents=0)
    world.fund()
    drawer = world.drawer()
    cashier = world.browser(Role.CASHIER)

    def read(path: str) -> str:
        return cashier.get(path).content.decode().replace("\u00a0", " ")

    assert "waits for its approval" not in read(SHEET)
    counted = {f"cash_{cents}": many for cents, many in FLOAT.items()}
    counted |= {f"chips_{cents}": many for cents, many in RACK.items()}
    cashier.post(SHEET, counted | {"drawer_id": drawer.pk, "key": a_key()})
    asked = Proposal.objects.get()
    told = read(SHEET)
    assert "The float of Desk 1, 4 000,00, waits for its approval." in told
    assert f'href="/tallinn/approvals/{asked.pk}/sign/"' in told

    page = f"/tallinn/approvals/{asked.pk}/"
    cashier.post(f"{page}refuse/", {"remark": "Counted wrong", "key": a_key()})
    assert ">withdrawn<" in read(page)
    assert "waits for its approval" not in read(SHEET)
