"""The page of a template: a long form in the parts in which a director thinks."""

import re

from casino.staff.models import Role
from tests.world import World
from tournaments.forms.templates import TemplateForm

PARTS = {
    "Name and kind": ["name", "daily"],
    "Price": ["price_cents", "guarantee_cents"],
    "Rebuys and add-ons": ["rebuy_cents", "addons_after"],
    "Registration": ["places", "late_levels"],
    "Chips": ["stack", "big_blind_ante"],
    "Levels and payouts": ["levels", "shares_bp"],
}


def test_a_template_is_typed_in_parts_each_of_what_belongs_together(world: World):
    client = world.browser(Role.DIRECTOR)
    page = client.get("/tallinn/tournaments/templates/add/").content.decode()
    sets = re.findall(
        r"<fieldset class=\"part\"><legend>(.*?)</legend>(.*?)</fieldset>", page, re.S
    )
    typed = {name: list(dict.fromkeys(re.findall(r' name="(\w+)"', part))) for name, part in sets}
    assert {name: [fields[0], fields[-1]] for name, fields in typed.items()} == PARTS
    shown = [field for fields in typed.values() for field in fields]
    assert shown == [name for name in TemplateForm.base_fields if name != "key"]


def test_a_part_whose_first_field_is_not_asked_keeps_its_other_fields(world: World):
    without = TemplateForm(without=("places",)).fieldsets
    assert "late_levels" in {field.name for _, fields in without for field in fields}
