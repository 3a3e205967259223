"""After a sale of an entry the cursor is in the guest's box again while a place is left to sell."""

from casino.cage.models import Shift
from casino.staff.models import Role
from tests.pages.filling import Forms
from tests.shifted import Clock
from tests.tournaments import a_tournament
from tests.world import World, a_key
from tournaments.models import Purchase, Tournament


def sold_to(world: World, event: Tournament, name: str) -> tuple[str, str]:
    """Sell an entry at the desk; return where that leads, and what is shown there."""
    desk, form = world.browser(Role.CASHIER), f"/tallinn/tournaments/{event.pk}/entry/"
    typed = {"player": str(world.player(name).code), "paid_with": "cash", "key": a_key()}
    (empty,) = [each for each in Forms(desk.get(form).content.decode()) if "player" in each.values]
    answer = desk.post(form, empty.values | typed)
    assert answer.status_code == 302, answer.content.decode()
    page = desk.get(answer["Location"], follow=True)
    return answer["Location"], " ".join(page.content.decode().split())


def test_the_next_guest_is_typed_below_what_was_sold(world: World, shift: Shift, clock: Clock):
    event = a_tournament(world)
    clock.stop(world.at("20:30"))
    where, page = sold_to(world, event, "Bob")
    assert where == f"/tallinn/tournaments/{event.pk}/entry/?sold={Purchase.objects.get().pk}"
    assert "Print ticket" in page
    assert "· Bob" in page
    box = page[: page.index('id="id_player"') + 100].rpartition("<input")[2]
    assert "autofocus" in box
    assert "value=" not in box


def test_the_last_place_that_is_sold_leads_back_to_the_tournament(
    world: World, shift: Shift, clock: Clock
):
    event = a_tournament(world, places=2)
    clock.stop(world.at("20:30"))
    sold_to(world, event, "Ann")
    _, page = sold_to(world, event, "Bob")
    assert "Print ticket" in page
    assert "· Bob" in page


def test_without_a_shift_it_leads_to_the_till_where_one_is_opened(world: World, clock: Clock):
    event = a_tournament(world)
    clock.stop(world.at("20:30"))
    desk, form = world.browser(Role.CASHIER), f"/tallinn/tournaments/{event.pk}/entry/"
    (empty,) = [each for each in Forms(desk.get(form).content.decode()) if "player" in each.values]
    typed = {"player": str(world.player("Bob").code), "paid_with": "cash", "key": a_key()}
    page = desk.post(form, empty.values | typed).content.decode()
    refusal = page[page.index("You need an open shift to sell tickets.") :]
    assert 'href="/tallinn/till/' in refusal[:900]
