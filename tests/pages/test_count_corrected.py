"""A wrong count is put right on the page of its shift, by the fields that the page itself has."""

import re
from html import unescape

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.cage.models import CountCorrection
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.staff.models import Role
from tests.books import sealed
from tests.counting import sign
from tests.integration.cage.test_count_corrections import TYPED, WHY, by, closed, forced, took
from tests.world import EVENING, FLOAT, RACK, World, a_member

pytestmark = pytest.mark.django_db
FIELD = re.compile(r'<input[^>]*name="([^"]+)"[^>]*>')
VALUE = re.compile(r'value="([^"]*)"')


def fields(page: str) -> dict[str, str]:
    """Return the inputs of a page by name, each with what stands in it."""
    return {
        each[1]: unescape(value[1]) if (value := VALUE.search(each[0])) else ""
        for each in FIELD.finditer(page)
    }


def test_a_wrong_count_is_put_right_on_the_page_of_its_shift(world: World, client: Client):
    shift = forced(world)
    client.force_login(world.staff[Role.SUPERVISOR])
    page = f"/tallinn/shifts/{shift.pk}/"
    form = f"{page}counts/closing/correct/"
    assert form in client.get(page).content.decode()
    typed = fields(client.get(form).content.decode())
    assert (typed["cash_10000"], typed["cash_5000"]) == ("1", "20")

    answer = client.post(form, typed | {"cash_10000": "10", "reason": WHY})

    asked = Proposal.objects.get(operation="cage.correct_count_large")
    assert answer.url == f"/tallinn/approvals/{asked.pk}/"
    assert {int(each): many for each, many in asked.content["cash"].items()} == FLOAT
    said = client.get(answer.url).content.decode()
    assert all(each in said for each in ("<del>", "4\xa0000,00", WHY)), said
    sign(world, world.stamp("05:30", role=Role.SUPERVISOR), asked)
    shown = client.get(page).content.decode()
    assert all(each in shown for each in ("<del>3\xa0100,00</del>", "4\xa0000,00", WHY))
    assert CountCorrection.objects.get().reason == WHY


def test_of_a_sealed_day_the_page_leads_to_a_late_entry_and_to_no_correction(
    world: World, client: Client
):
    shift = forced(world)
    client.force_login(world.staff[Role.SUPERVISOR])
    page = f"/tallinn/shifts/{shift.pk}/"
    late = "Book the difference as a late entry"
    before = client.get(page).content.decode()
    assert (f"{page}counts/closing/correct/" in before, late in before) == (True, False)
    sealed(world, EVENING)
    after = client.get(page).content.decode()
    assert (f"{page}counts/closing/correct/" in after, late in after) == (False, True)


def test_of_a_sealed_day_the_take_over_leads_to_no_correction(world: World, client: Client):
    berta = a_member(world.club, Role.CASHIER, name="berta")
    taken = took(world, berta, closed(world, cash=FLOAT, hand_over=True), cash=TYPED)
    submit_count(by(world, berta, "22:00"), shift_id=taken.pk, cash=TYPED, chips=RACK)
    close_shift(by(world, berta, "22:01"), shift_id=taken.pk)
    client.force_login(world.staff[Role.SUPERVISOR])
    pages = [f"/tallinn/shifts/{taken.pk}/", f"/tallinn/shifts/{taken.pk}/x/"]
    form = f"/tallinn/shifts/{taken.pk}/counts/opening/correct/"
    assert all(form in client.get(page).content.decode() for page in pages)
    sealed(world, EVENING)
    assert not any(form in client.get(page).content.decode() for page in pages)
