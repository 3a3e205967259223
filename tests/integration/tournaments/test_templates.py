"""Templates: changed, copied, retired; the director announces from the manager's ranking one."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import FREEZEOUT, a_template, now
from tests.world import World, a_club
from tournaments.models import Template
from tournaments.queries import tournaments
from tournaments.services.announcing import (
    NameTaken,
    NotRanking,
    TemplateRetired,
    add_template,
    announce,
    retire_template,
)


@pytest.fixture
def director(world: World) -> Client:
    return world.browser(Role.DIRECTOR)


def announced(world: World, template: Template, name: str = "Friday") -> Any:
    more: dict[str, Any] = {"starts_at": world.at("21:00"), "name": name}
    return announce(td(world, "12:00"), template_id=template.pk, **more)


def test_a_changed_template_is_that_of_the_next_tournament(world: World):
    template = a_template(world)
    before = announced(world, template)
    terms = FREEZEOUT | {"name": "Late Friday", "price_cents": 20_000, "shares_bp": [7_000, 3_000]}

    add_template(td(world, "13:00"), template_id=template.pk, **terms)

    after = announced(world, template, "Friday after")
    assert (now(before).price_cents, after.price_cents) == (10_000, 20_000)
    assert [one.name for one in tournaments.templates(world.club.pk)] == ["Late Friday"]
    a_template(world)
    taken = partial(add_template, template_id=template.pk, **FREEZEOUT | {"name": "Friday"})
    refused(NameTaken, taken, td(world))


def test_the_same_change_sent_twice_is_one(world: World):
    template = a_template(world)
    key, terms = uuid4(), FREEZEOUT | {"name": "Late Friday"}
    for _ in range(2):
        at = world.stamp("13:00", role=Role.DIRECTOR, key=key)
        assert add_template(at, template_id=template.pk, **terms).name == "Late Friday"


def test_a_retired_template_makes_nothing_and_leaves_its_name(world: World):
    template = a_template(world)
    retire_template(td(world, "12:00"), template_id=template.pk)
    assert tournaments.templates(world.club.pk) == []
    refused(TemplateRetired, announced, world, template)
    refused(TemplateRetired, retire_template, td(world), template_id=template.pk)
    again = partial(add_template, template_id=template.pk, **FREEZEOUT | {"name": "New"})
    refused(TemplateRetired, again, td(world))
    assert a_template(world).name == template.name


def test_the_director_announces_from_the_manager_s_ranking_template(world: World):
    template = a_template(world, ranking=True)
    assert announced(world, template).ranking
    director, kept = td(world, "12:00"), FREEZEOUT | {"name": "Friday"}
    mine = partial(add_template, **kept | {"name": "Mine", "ranking": True})
    refused(NotRanking, mine, director)
    refused(NotRanking, partial(add_template, template_id=template.pk, **kept), director)
    refused(NotRanking, retire_template, director, template_id=template.pk)
    manager = world.stamp("12:00", role=Role.MANAGER)
    assert not add_template(manager, template_id=template.pk, **kept).ranking


def test_a_template_is_changed_copied_and_retired_on_its_pages(world: World, director: Client):
    steps = [[25, 50, 0, 20], [0, 0, 0, 15], [50, 100, 10, 20]]
    template = a_template(world, levels=steps, shares_bp=[6_000, 4_000])
    where = f"/tallinn/tournaments/templates/{template.pk}/"

    def typed(page: str, **more: str) -> dict[str, Any]:
        form = director.get(page).context["form"]
        held = {name: form[name].value() for name in form.fields}
        return {k: v for k, v in held.items() if v is not None and v is not False} | more

    kept = typed(where)
    assert kept["levels"] == "25 50 0 20\nbreak 15\n50 100 10 20"
    answer = director.post(where, kept | {"places": "60"})
    assert answer.status_code == 302, answer.context["form"].errors
    held = tournaments.template(world.club.pk, template.pk)
    assert (held.places, held.levels, held.shares_bp) == (60, steps, [6_000, 4_000])

    copy = "/tallinn/tournaments/templates/add/?copy=" + str(template.pk)
    assert director.post(copy, typed(copy, name="Saturday")).status_code == 302
    director.post(f"{where}retire/", {"key": uuid4()})

    (saturday,) = tournaments.templates(world.club.pk)
    assert (saturday.name, saturday.places, saturday.levels) == ("Saturday", 60, steps)


def test_the_director_copies_a_ranking_template_to_one_that_does_not_count(
    world: World, director: Client
):
    template = a_template(world, ranking=True, levels=[[25, 50, 0, 20]])
    copy = f"/tallinn/tournaments/templates/add/?copy={template.pk}"
    form = director.get(copy).context["form"]
    assert "ranking" not in form.fields
    held = {name: form[name].value() for name in form.fields}
    typed = {k: v for k, v in held.items() if v is not None and v is not False}
    answer = director.post(copy, typed | {"name": "Saturday"})
    assert answer.status_code == 302, answer.context["form"].errors
    made = {each.name: each.ranking for each in tournaments.templates(world.club.pk)}
    assert made == {template.name: True, "Saturday": False}
    assert "ranking" in world.browser(Role.MANAGER).get(copy).context["form"].fields


def test_the_form_says_what_its_levels_come_to_and_suggests_others(world: World, director: Client):
    a_template(world)
    stocked = director.post(
        "/tallinn/tournaments/chips/", {"key": uuid4(), "chips": "100 300\n25 480\n500 100"}
    )
    assert stocked.status_code == 302
    wrong = director.post("/tallinn/tournaments/chips/", {"key": uuid4(), "chips": "25"})
    assert "Line 1" in wrong.content.decode()
    typed = {"stack": "5000", "players": "30", "levels": "25 50 0 20\nbreak 15\n100 200 0 20"}

    page = director.get("/tallinn/tournaments/structure/", typed)

    plan = page.context["plan"]
    assert [(one.chip, one.quantity) for one in plan.chips] == [(25, 12), (100, 12), (500, 7)]
    assert (plan.serves, plan.short) == (14, True)
    assert [(one.chip, one.after_level) for one in plan.color_ups] == [(25, 1)]
    regular = {name: levels for name, _, levels in page.context["presets"]}["regular"]
    assert regular.splitlines()[0] == "25 50 0 20"
    nothing = director.get("/tallinn/tournaments/structure/", {"stack": "x", "levels": "1"})
    assert "Enter starting stack" in nothing.content.decode()


def test_a_structure_is_printed_with_its_times_and_color_ups(world: World, director: Client):
    steps = [[25, 50, 0, 20], [0, 0, 0, 15], [100, 200, 200, 20]]
    template = a_template(world, levels=steps, big_blind_ante=True)
    friday = announced(world, template)
    page = director.get(f"/tallinn/tournaments/{friday.pk}/levels/").content.decode()
    for said in ("color-up 25 → 100", "21:35", "the big blind pays the ante"):
        assert said in page
    assert "0:35" in director.get(template_page(template)).content.decode()


def template_page(template: Template) -> str:
    return f"/tallinn/tournaments/templates/{template.pk}/structure/"


def test_a_satellite_pays_tickets_and_nothing_else_does(world: World):
    for kind, variants in (("satellite", ["freezeout"]), ("regular", ["satellite"])):
        terms = {"kind": kind, "variants": variants}
        assert refused(BadInput, partial(a_template, world, **terms)).field == "kind"
    assert a_template(world, kind="satellite", variants=["satellite", "terminator"])


@pytest.mark.django_db
@pytest.mark.parametrize(("book", "there"), [("olympic", True), ("home", False)])
def test_a_satellite_is_a_kind_where_the_book_has_tickets(book: str, *, there: bool):
    page = a_club(book=book).browser(Role.DIRECTOR).get("/tallinn/tournaments/templates/add/")
    assert ('value="satellite"' in page.content.decode()) is there
