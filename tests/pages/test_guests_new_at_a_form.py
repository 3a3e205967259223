"""A guest who has no card yet, at a form that asks for one: added, and back to what was typed."""

import pytest

from casino.players.models import Player
from casino.staff.models import Role
from tests.pages.evening import signed_in
from tests.world import World, a_key

pytestmark = pytest.mark.django_db


def seats(world: World) -> str:
    return f"/tallinn/tables/{world.session().pk}/seat/"


def asked(player: str) -> dict[str, str]:
    typed = {"player": player, "seat_no": "4", "chips_cents": "300", "paid_with": "chips"}
    return typed | {"key": str(a_key())}


def test_who_is_seated_for_the_first_time_is_added_and_seated_with_what_was_typed(world: World):
    where, client = seats(world), signed_in(world, Role.SUPERVISOR)
    page = client.post(where, asked("Jüri Uus"))
    assert "Add Jüri Uus as a guest" in page.content.decode()
    add = "/tallinn/players/new/?name=J%C3%BCri%20Uus"
    assert add in page.content.decode()
    gone = client.post(add, {"name": "Jüri Uus", "key": str(a_key())}, follow=True)
    assert gone.redirect_chain[-1][0] == f"{where}?typed=1"
    shown = {name: gone.context["form"][name].value() for name in ("player", "seat_no")}
    assert shown == {"player": str(Player.objects.get().code), "seat_no": "4"}


@pytest.mark.parametrize("typed", ["9999", "https://office.example/tallinn/slips/3/"])
def test_neither_a_code_nor_a_scanned_paper_is_a_new_guest(world: World, typed: str):
    page = signed_in(world, Role.SUPERVISOR).post(seats(world), asked(typed))
    assert "There is no guest of that name or code." in page.content.decode()
    assert "as a guest" not in page.content.decode()


def test_who_is_added_for_another_reason_leads_to_their_own_page(world: World):
    client = signed_in(world, Role.SUPERVISOR)
    assert "as a guest" in client.post(seats(world), asked("Jüri Uus")).content.decode()
    typed = {"name": "Mari Tamm", "key": str(a_key())}
    gone = client.post("/tallinn/players/new/?name=Mari", typed)
    assert gone["Location"] == f"/tallinn/players/{Player.objects.get().pk}/"
