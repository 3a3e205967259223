"""What is announced far from the figures beside it is asked about once, and normal terms never."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import FREEZEOUT, LEVELS, a_template, a_tournament, now, signed
from tests.world import World
from tournaments.queries import tournaments
from tournaments.services import changing
from tournaments.services.announcing import add_template, announce
from tournaments.services.changing import change_structure, change_tournament
from tournaments.services.shared import LooksMistyped

MILLION = 100_000_000
GUARANTEE = "A full house with three re-entries each brings less than the guarantee, 1 000 000,00."


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"guarantee_cents": MILLION}, GUARANTEE),
        ({"fee_cents": 100_000}, "The fee is above the buy-in."),
        ({"rebuy_cents": 1_000_000}, "A rebuy costs more than ten times the buy-in."),
        ({"addon_cents": 1_000_000}, "An add-on costs more than ten times the buy-in."),
        (
            {"addon_cents": 1_000, "addon_fee_cents": 10_000},
            "The fee of an add-on is above its price.",
        ),
        (
            {"rebuy_cents": 1_000, "rebuy_fee_cents": 10_000},
            "The fee of a rebuy is above its price.",
        ),
        ({"surcharge_cents": 20_000}, "The tournament jackpot is above the buy-in."),
        (
            {"rebuy_cents": 10_000, "rebuy_stack": 100},
            "The chips of a rebuy are far from the starting stack.",
        ),
        ({"stack": 100}, "The starting stack is 100 and the first big blind 50."),
        ({"stack": 1_000_000}, "The starting stack is 1000000 and the first big blind 50."),
        (
            {"addon_cents": 10_000, "addon_stack": 1_000_000},
            "The chips of an add-on are far from the starting stack.",
        ),
        ({"fee_cents": 100_000, "guarantee_cents": MILLION},
         f"{GUARANTEE} The fee is above the buy-in."),
        ({"levels": [[25, 5_050, 0, 20]], "stack": 100_000},
         "Level 1: blinds, ante or minutes look mistyped."),
    ],
)  # fmt: skip
def test_a_template_far_from_itself_is_asked_about_once(
    world: World, terms: dict[str, Any], said: str
):
    asked = FREEZEOUT | {"name": "Friday", "variants": [], "late_levels": 2} | terms
    refusal = refused(LooksMistyped, partial(add_template, **asked), td(world))
    assert (refusal.message.replace("\u00a0", " "), refusal.field) == (said, "figures_meant")
    add_template(td(world), **asked, figures_meant=True)


@pytest.mark.parametrize(
    "terms",
    [
        {"guarantee_cents": 3_000_000},
        {"price_cents": 500, "fee_cents": 500},
        {"rebuy_cents": 20_000, "addon_cents": 50_000, "addon_stack": 50_000},
        {"guarantee_cents": 8_000_000, "rebuy_cents": 20_000},
        {"guarantee_cents": 5_000_000, "addon_cents": 10_000},
        {"stack": 500},
        {"stack": 100_000},
    ],
)
def test_terms_as_clubs_have_them_are_asked_nothing_about(world: World, terms: dict[str, Any]):
    assert a_template(world, **({"variants": []} | terms))


def test_a_template_that_was_meant_so_is_not_asked_about_again(world: World):
    kept = FREEZEOUT | {"name": "Gift", "guarantee_cents": MILLION}
    made = add_template(td(world), **kept, figures_meant=True)
    again = partial(add_template, template_id=made.pk)
    again(td(world), **kept | {"name": "Gift for all"})
    more = kept | {"guarantee_cents": 10 * MILLION}
    refused(LooksMistyped, partial(again, **more), td(world))


def test_a_start_years_ahead_and_a_registration_of_weeks_are_asked_about(world: World):
    asked: dict[str, Any] = {"template_id": a_template(world).pk, "name": "Friday"}
    ahead, evening = world.at("21:00") + timedelta(days=3_650), world.at("21:00")
    said = refused(LooksMistyped, announce, td(world), **asked, starts_at=ahead)
    assert said.message == "The start is more than a year ahead."
    late = {"starts_at": evening, "late_until": evening + timedelta(days=30)}
    said = refused(LooksMistyped, announce, td(world), **asked, **late)
    assert said.message == "Late registration closes more than a week after the start."
    assert announce(td(world), **asked, **late, figures_meant=True)


def test_a_guarantee_that_becomes_a_million_is_asked_about_and_then_signed(world: World):
    friday = a_tournament(world)
    asks = partial(change_tournament.ask, tournament_id=friday.pk, notice="More")
    refused(LooksMistyped, asks, td(world, "20:00"), guarantee_cents=MILLION)
    asked = asks(td(world, "20:01"), guarantee_cents=MILLION, figures_meant=True)
    signed(world, asked, clock="20:02")
    assert now(friday).guarantee_cents == MILLION
    asks(td(world, "20:03"), places=120)


def test_what_was_asked_for_before_it_was_asked_about_is_signed(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    friday = a_tournament(world)
    asks = partial(change_tournament.ask, tournament_id=friday.pk, notice="More")
    with monkeypatch.context() as before:
        before.setattr(changing, "check_meant", lambda *_, **__: None)
        asked = asks(td(world, "20:01"), guarantee_cents=MILLION)
    signed(world, asked, clock="20:02")
    assert now(friday).guarantee_cents == MILLION


def test_levels_of_a_change_that_look_mistyped_are_asked_about(world: World):
    friday = a_tournament(world)
    asks = partial(change_structure.ask, tournament_id=friday.pk, stack=10_000, notice="Slower")
    wrong = [*LEVELS, [400, 8_000, 0, 20]]
    refused(LooksMistyped, asks, td(world, "20:00"), levels=wrong)
    asks(td(world, "20:01"), levels=[*LEVELS, [400, 800, 0, 20]])


def test_a_start_that_becomes_years_ahead_is_asked_about(world: World):
    friday = a_tournament(world)
    later = {"starts_at": world.at("21:00") + timedelta(days=3_650), "notice": "Later"}
    asks = partial(change_tournament.ask, tournament_id=friday.pk, **later)
    refused(LooksMistyped, asks, td(world, "20:00"))


def test_a_stack_that_was_meant_so_is_not_asked_about_where_the_levels_change(world: World):
    friday = a_tournament(world, stack=1_000_000, figures_meant=True)
    what = {"tournament_id": friday.pk, "stack": 1_000_000, "notice": "Slower"}
    change_structure.ask(td(world, "20:01"), **what, levels=[*LEVELS, [400, 800, 0, 20]])


def test_the_page_of_a_change_asks_beside_a_tick_and_goes_on_with_it(world: World):
    friday = a_tournament(world)
    client, where = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/terms/"
    form = client.get(where).context["form"]
    typed = {f"initial-{name}": form[name].initial for name in form.fields}
    typed |= {name: form[name].value() for name in form.fields}
    typed |= {"guarantee_cents": "1 000 000", "notice": "More"}
    typed = {name: value for name, value in typed.items() if value not in (None, False)}

    asked = client.post(where, typed)

    assert asked.status_code == 409
    assert "A full house with three re-entries" in asked.content.decode()
    key = asked.context["form"]["key"].value()
    assert client.post(where, typed | {"key": key, "figures_meant": "on"}).status_code == 302
    assert Proposal.objects.get().content["becomes"] == {"guarantee_cents": MILLION}
    assert not tournaments.templates(world.club.pk)[0].guarantee_cents
