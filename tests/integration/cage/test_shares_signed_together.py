"""Shares of one hit that are signed together: each by whose it is, and which are still missing."""

import pytest

from casino.approvals.models import Proposal
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.players.services.guests import change_player
from casino.staff.models import Role
from tests.claiming import awarded, claimed, fed, pages_at, six_seated
from tests.world import World


@pytest.fixture
def shift(world: World, monkeypatch: pytest.MonkeyPatch) -> Shift:
    """Award a jackpot to six at a table, and open a drawer."""
    fed(world)
    awarded(world, claimed(world, six_seated(world)))
    pages_at(monkeypatch, world, "23:32")
    return world.open_shift()


def asked(world: World, shift: Shift, clock: str, share: Payable) -> Proposal:
    return pay_out.ask(
        world.stamp(clock), payable_id=share.pk, shift_id=shift.pk, paid_with="chips"
    )


def test_who_signs_shares_together_reads_whose_each_is(world: World, shift: Shift):
    first, second = Payable.objects.order_by("cents", "id")[:2]
    asked(world, shift, "23:30", first)
    proposal = asked(world, shift, "23:31", second)
    for page in (f"approvals/{proposal.pk}/", f"approvals/{proposal.pk}/sign/"):
        role = Role.CASHIER if "sign" in page else Role.MANAGER
        shown = world.browser(role).get(f"/tallinn/{page}").content.decode()
        together = shown[shown.index("Approved together") :]
        assert f"<strong>{first.player}</strong>" in together, page
        assert f"<strong>{second.player}</strong>" in together, page
        assert "Only what was requested before is approved together." in together


def test_who_signs_shares_together_reads_whose_name_was_changed(world: World, shift: Shift):
    first, second = Payable.objects.order_by("cents", "id")[:2]
    assert first.player_id
    change_player(world.stamp("23:29"), player_id=first.player_id, name="Bob Kask")
    asked(world, shift, "23:30", first)
    proposal = asked(world, shift, "23:31", second)
    page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{proposal.pk}/")
    assert page.content.decode().count("name changed recently") == 1


def test_payments_due_marks_what_waits_for_approval(world: World, shift: Shift):
    share = Payable.objects.order_by("cents", "id")[0]
    page = "/tallinn/payments/"
    assert "waits for approval" not in world.browser(Role.CASHIER).get(page).content.decode()
    asked(world, shift, "23:30", share)
    assert world.browser(Role.CASHIER).get(page).content.decode().count("waits for approval") == 1


def test_a_payment_names_the_shares_of_its_hit_that_are_not_requested_yet(
    world: World, shift: Shift
):
    first, second, third, *_ = Payable.objects.order_by("cents", "id")
    asked(world, shift, "23:30", first)
    page = f"/tallinn/payments/{second.pk}/"
    shown = world.browser(Role.CASHIER).get(page).content.decode()
    missing = shown[shown.index("Not requested yet:") :]
    assert f'href="/tallinn/payments/{third.pk}/"' in missing
    assert f'href="/tallinn/payments/{first.pk}/"' not in missing
