"""What the till asks for in place: a missing ID, a new guest; the amount stays."""

from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils.html import escape

from casino.approvals.models import Proposal
from casino.cage.models import Shift
from casino.players.models import Player
from casino.staff.models import Role
from tests.world import World, a_key

pytestmark = pytest.mark.django_db
TILL = "/tallinn/till/"


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


@pytest.fixture
def desk(world: World, shift: Shift) -> Client:
    return world.browser(Role.CASHIER)


def sell(desk: Client, player: str, cents: str = "2500"):
    return desk.post(f"{TILL}sell/", {"key": a_key(), "player": player, "cents": cents})


def test_a_missing_id_is_asked_at_the_till_and_guest_and_amount_stay(world: World, desk: Client):
    guest = world.player()
    stopped = sell(desk, str(guest.code)).content.decode()
    assert "ID of Mari Tamm, then 2\u00a0500,00" in stopped
    where = f"{TILL}sell/identify/{guest.pk}/"
    known = {"key": a_key(), "waiting": "250000", "document": "AB 1234567"}
    assert desk.post(where, known).status_code == 422

    saved = desk.post(where, known | {"birth_date": "24.6.1988"})

    page = desk.get(saved["Location"]).content.decode()
    assert f'value="{guest.code}"' in page
    assert 'value="2\u00a0500,00"' in page
    assert sell(desk, str(guest.code)).status_code == 302
    assert world.balance("chips:floor") == -250_000


def test_only_what_is_missing_of_an_id_is_asked(world: World, desk: Client):
    guest = world.player()
    Player.objects.filter(pk=guest.pk).update(birth_date="1988-06-24")
    stopped = sell(desk, str(guest.code))
    assert list(stopped.context["missing_form"].fields) == ["key", "document", "waiting"]


def test_a_guest_nobody_knows_is_added_from_the_till_and_sold_to(world: World, desk: Client):
    unknown = sell(desk, "Kaja Uus", "50")
    page = unknown.content.decode()
    assert "?name=Kaja%20Uus&amp;till=sell&amp;cents=5000" in page
    add = "/tallinn/players/new/?name=Kaja%20Uus&till=sell&cents=5000"
    assert 'value="Kaja Uus"' in desk.get(add).content.decode()
    added = desk.post(add, {"key": a_key(), "name": "Kaja Uus"})
    guest = Player.objects.get(name="Kaja Uus")
    assert added["Location"] == f"{TILL}?operation=sell&player={guest.code}&cents=5000"
    assert 'value="50,00"' in desk.get(added["Location"]).content.decode()


def test_a_personal_code_that_nobody_has_is_typed_once(world: World, desk: Client):
    page = desk.get("/tallinn/players/new/?name=37605030299&till=sell&cents=5000")
    form = page.context["form"]
    assert (form["personal_code"].value(), form["name"].value()) == ("37605030299", None)


def test_what_was_counted_and_taken_stays_while_a_guest_is_written_down(
    world: World, shift: Shift, desk: Client
):
    """On the way over a missing ID, and over a guest nobody knows."""
    chip = shift.chips_cents[0]
    typed = {"cents": "2500", "taken": "3000", f"chips_{chip}": "7", "chips_x": "1"}
    counted = {"taken": "3000", f"chips_{chip}": "7"}
    for operation, field, value in (("sell", "taken", "3000"), ("redeem", f"chips_{chip}", "7")):
        guest = world.player(f"Mari {operation}")
        sent = {"key": a_key(), "player": str(guest.code), **typed}
        stopped = desk.post(f"{TILL}{operation}/", sent).content.decode()
        where = f"{TILL}{operation}/identify/{guest.pk}/?{urlencode(counted)}"
        assert escape(where) in stopped
        known = {"key": a_key(), "waiting": "250000", "document": "AB 1", "birth_date": "24.6.1988"}
        back = desk.get(desk.post(where, known)["Location"]).content.decode()
        assert f'name="{field}" value="{value}"' in back

        sent |= {"player": "Kaja Uus", "key": a_key()}
        unknown = desk.post(f"{TILL}{operation}/", sent).content.decode()
        assert escape(f"&{urlencode(counted)}") in unknown
        add = f"/tallinn/players/new/?name=Kaja&till={operation}&cents=1&{urlencode(counted)}"
        added = desk.post(add, {"key": a_key(), "name": f"Kaja {operation}"})
        back = desk.get(added["Location"]).content.decode()
        assert f'name="{field}" value="{value}"' in back


def test_several_guests_are_no_new_guest(world: World, desk: Client):
    for name in ("Mari Tamm", "Mari Kask"):
        world.player(name)
    assert "players/new/?" not in sell(desk, "Mari", "50").content.decode()


def test_the_slip_of_a_signed_redemption_names_who_paid_and_who_signed(world: World, desk: Client):
    guest = world.player()
    Player.objects.filter(pk=guest.pk).update(birth_date="1988-06-24", document="AB 1")
    sell(desk, str(guest.code), "3000")
    typed = {"key": a_key(), "player": str(guest.code), "cents": "2500"}
    desk.post(f"{TILL}redeem/", typed)
    signer = world.browser(Role.MANAGER)
    asked = Proposal.objects.get()
    signed = {"key": a_key(), "digest": asked.digest}
    assert signer.post(f"/tallinn/approvals/{asked.pk}/", signed).status_code == 302
    assert world.balance("chips:floor") == -50_000
    slip = desk.get(f"{TILL}").context["slips"][0]
    page = desk.get(f"/tallinn/slips/{slip.id}/").content.decode()
    assert "Cashier@Tallinn" in page
    assert "Manager@Tallinn" in page
