"""The page of a template: a long form in the parts in which a director thinks."""

import re

import pytest

from casino.staff.models import Role
from tests.world import World, a_club
from tournaments.forms.templates import TemplateForm
from tournaments.queries import tournaments
from tournaments.queries.structures import mistyped

ADD = "/tallinn/tournaments/templates/add/"

PARTS = {
    "Name and kind": ["name", "daily"],
    "Price": ["price_cents", "guarantee_cents"],
    "Rebuys and add-ons": ["rebuy_cents", "addons_after"],
    "Registration": ["places", "late_levels"],
    "Chips": ["stack", "big_blind_ante"],
    "Levels and payouts": ["levels", "shares_bp"],
}


def test_a_template_is_typed_in_parts_each_of_what_belongs_together(world: World):
    client = world.browser(Role.MANAGER)
    page = client.get("/tallinn/tournaments/templates/add/").content.decode()
    sets = re.findall(
        r"<fieldset class=\"part\"><legend>(.*?)</legend>(.*?)</fieldset>", page, re.S
    )
    typed = {name: list(dict.fromkeys(re.findall(r' name="(\w+)"', part))) for name, part in sets}
    assert {name: [fields[0], fields[-1]] for name, fields in typed.items()} == PARTS
    shown = [field for fields in typed.values() for field in fields]
    unasked = {"key", "figures_meant"}
    assert shown == [name for name in TemplateForm.base_fields if name not in unasked]


def test_a_part_whose_first_field_is_not_asked_keeps_its_other_fields(world: World):
    without = TemplateForm(without=("places",)).fieldsets
    assert "late_levels" in {field.name for _, fields in without for field in fields}


def test_levels_that_look_mistyped_are_asked_about_once_and_then_taken(world: World):
    client = world.browser(Role.DIRECTOR)
    form = client.get(ADD).context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    typed |= {"name": "Friday", "kind": "regular", "variants": ["freezeout"], "price_cents": "100"}
    typed |= {"places": "20", "stack": "10000", "levels": "25 5050 0 20\n75 5050 0 20"}

    asked = client.post(ADD, typed)

    assert asked.status_code == 409
    page = asked.content.decode()
    # Above the long form, and at its tick.
    assert page.count("blinds, ante or minutes look mistyped.") == 2 * 2
    assert 'name="figures_meant"' in page
    assert not tournaments.templates(world.club.pk)
    again = typed | {"key": asked.context["form"]["key"].value(), "figures_meant": "on"}
    assert client.post(ADD, again).status_code == 302
    (kept,) = tournaments.templates(world.club.pk)
    assert kept.levels[0] == [25, 5_050, 0, 20]


@pytest.mark.parametrize(
    "levels",
    ["25 50 0 20\n300 600 0 20", "25 50 100 20", "25 50 0 2020", "25 250 0 20"],
)
def test_a_leap_an_ante_above_the_blind_and_a_level_of_a_day_look_mistyped(levels: str):
    steps = [[int(each) for each in line.split()] for line in levels.splitlines()]
    (said,) = mistyped(steps)
    assert said.localized() == f"Level {len(steps)}: blinds, ante or minutes look mistyped."
    assert mistyped([[25, 50, 0, 20], [50, 100, 100, 20], [0, 0, 0, 60], [100, 200, 0, 20]]) == []


def test_a_break_of_more_than_two_hours_looks_mistyped():
    level, later = [25, 50, 0, 20], [50, 100, 0, 20]
    (said,) = mistyped([level, [0, 0, 0, 900], later])
    assert said.localized() == "Break after level 1: minutes look mistyped."
    assert mistyped([level, [0, 0, 0, 120], later]) == []


def test_kinds_that_a_book_does_not_tell_apart_are_offered_once(db: None):
    client = a_club(book="voodoo").browser(Role.MANAGER)
    kinds = client.get(ADD).context["form"].fields["variants"].choices
    assert [name for name, _ in kinds] == ["rebuy_when_broke", "freezeout", "terminator"]
