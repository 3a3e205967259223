"""A slip that explains a count, and the slip of the explanation, each name the other."""

from casino.approvals.models import Proposal
from casino.cage.models import CountCorrection
from casino.cage.services.desk import sell_chips
from casino.staff.models import Role
from tests.integration.cage.test_explained_counts import WHY, explained, forgotten
from tests.world import World, a_key


def test_a_slip_that_explains_a_count_says_whose_and_offers_no_second_one(world: World):
    first, second, paid = forgotten(world)
    explained(world, second, paid, first, "22:46")
    page = world.browser(Role.CASHIER).get(f"/tallinn/slips/{paid}/").text
    assert f"/slips/{paid}/explain/" not in page
    told = page[page.index("This slip explains the count of an earlier shift") :]
    assert f'href="/tallinn/shifts/{first.pk}/"' in told
    assert f"Z {first.z_number}, {first.drawer}" in told


def test_the_slip_of_an_explanation_names_slip_shift_cash_and_chips(world: World):
    first, second, paid = forgotten(world)
    explained(world, second, paid, first, "22:46")
    made = CountCorrection.objects.get(slip_id=paid)
    page = " ".join(
        world.browser(Role.CASHIER).get(f"/tallinn/slips/{made.entry_id}/").text.split()
    )
    assert f'<a href="/tallinn/slips/{paid}/">' in page
    assert f"Z {first.z_number}, {first.drawer}, {first.cashier}" in page
    assert "<dt>Cash</dt> <dd>+ 300,00</dd>" in page


def test_who_explains_a_count_goes_straight_to_the_signature(world: World):
    first, _, paid = forgotten(world)
    typed = {"counted_shift_id": str(first.pk), "reason": WHY, "key": str(a_key())}
    answer = world.browser(Role.CASHIER).post(f"/tallinn/slips/{paid}/explain/", typed)
    asked = Proposal.objects.get(operation__startswith="cage.explain_count")
    assert answer["Location"] == f"/tallinn/approvals/{asked.pk}/sign/"


def test_where_no_earlier_shift_is_off_by_a_slip_it_explains_none(world: World):
    shift = world.open_shift()
    slip = sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=20_000)
    page = world.browser(Role.CASHIER).get(f"/tallinn/slips/{slip.entry_id}/").text
    assert f"Slip {slip.number}" in page
    assert "/explain/" not in page
