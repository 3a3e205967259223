"""Who signs the refund of an entry reads how it was paid: whatever it was, the desk pays cash."""

from html import unescape

import pytest

from casino.cage.models import Shift
from casino.staff.models import Role, User
from tests.shifted import Clock
from tests.tournaments import a_tournament, sold
from tests.world import World
from tournaments.services.refunds import refund_entry


@pytest.mark.parametrize(("lang", "said"), [("en", "Bank card"), ("et", "Pangakaart")])
def test_who_signs_a_refund_reads_that_it_was_booked_as_paid_by_card(
    world: World, shift: Shift, clock: Clock, lang: str, said: str
):
    friday = a_tournament(world)
    entry = sold(world, friday, "Ann", shift_id=shift.pk, paid_with="card").entry
    why = {"cause": "withdrawal", "reason": "Ill", "valid_reason": True}
    asked = refund_entry.ask(world.stamp("20:45"), entry_id=entry.pk, **why)
    clock.stop(world.at("20:46"))
    User.objects.filter(id=world.staff[Role.MANAGER].pk).update(language=lang)
    page = unescape(
        world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    )
    assert f"{said} 110,00" in page
