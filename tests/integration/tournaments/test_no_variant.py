"""A tournament of no variant: regular, with re-entries or without."""

from casino.staff.models import Role
from tests.integration.tournaments.test_words_of_the_floor import page
from tests.tournaments import a_tournament
from tests.world import World
from tournaments.models import Template


def test_a_regular_tournament_with_reentries_needs_no_variant(world: World):
    plain = a_tournament(world, variants=[], reentry=True)
    assert "<span>Re-entry" in page(world, plain, "")
    regular = a_tournament(world, "Sunday", variants=[])
    assert "<span>Regular" in page(world, regular, "")
    manager = world.browser(Role.MANAGER)
    address = "/tallinn/tournaments/templates/add/"
    shown = manager.get(address)
    assert "Tick none for a regular tournament" in shown.content.decode()
    typed = {"key": shown.context["form"]["key"].value(), "name": "Plain", "kind": "regular"}
    typed |= dict.fromkeys(
        (name for name in shown.context["form"].fields if name.endswith(("_cents", "_levels"))), "0"
    )
    typed |= {"price_cents": "50", "places": "60", "stack": "10000", "reentry": "on"}
    typed |= {"addons_after": "0", "rebuy_stack": "0", "addon_stack": "0"}
    typed |= {"levels": "25 50 0 20", "shares_bp": "100"}
    assert manager.post(address, typed).status_code == 302
    assert Template.objects.get(name="Plain").variants == []
