"""Payouts as they are typed, and beyond the last column of the payout table."""

from collections.abc import Iterable
from typing import Any

import pytest
from django import forms

from casino.approvals.services import NotYours
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import EVENING, World
from tournaments.forms.desk import SharesField, typed_shares
from tournaments.models import Tournament
from tournaments.queries.pools import waterfall
from tournaments.services.pool import ConfirmFallback, fix_pool
from tournaments.services.starting import close_registration, start

MANY = 161


@pytest.mark.parametrize(
    ("typed", "shares"),
    [
        ("50 30 20", [5_000, 3_000, 2_000]),
        ("50,5 30.25 19,25", [5_050, 3_025, 1_925]),
        ("33.34  33.33\n33.33", [3_334, 3_333, 3_333]),
        ("100", [10_000]),
        ("0.29 0.07", [29, 7]),
        ("", []),
    ],
)
def test_percentages_are_typed_with_two_decimals_and_stay_exact(typed: str, shares: list[int]):
    field = SharesField(required=False)
    assert field.clean(typed) == shares
    assert field.clean(typed_shares(shares)) == shares


@pytest.mark.parametrize(
    "typed", ["50.125", "50, 50", "1e1", "-5 105", "50%", "½", "5O 50", "1000"]
)
def test_what_is_no_percentage_is_refused_where_it_was_typed(typed: str):
    with pytest.raises(forms.ValidationError, match="two decimals at most"):
        SharesField(required=False).clean(typed)


def registered(
    world: World, tournament: Tournament, names: Iterable[str], shift: Shift
) -> Tournament:
    """Sell entries, start, and close the registration."""
    enter(world, tournament, *names, shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=tournament.pk)
    close_registration(td(world, "22:00"), tournament_id=tournament.pk)
    return now(tournament)


@pytest.fixture
def crowd(world: World, shift: Shift) -> Tournament:
    """Close the registration of one more player than the last column of Olympic's table is for."""
    names = [f"P{number}" for number in range(MANY)]
    return registered(world, a_tournament(world, places=500), names, shift)


def test_above_the_table_its_last_column_is_marked_and_confirmed_before_the_pool_is_fixed(
    world: World, crowd: Tournament
):
    director: dict[str, Any] = {"role": Role.DIRECTOR}
    where = {"tournament_id": crowd.pk}
    at = world.at("22:01")
    assert waterfall(crowd, at=at).fallback
    assert not waterfall(crowd, at=at, shares_bp=[6_000, 4_000]).fallback
    said = refused(ConfirmFallback, fix_pool.ask, world.stamp("22:01", **director), **where)
    assert (said.source, said.field) == ("AMB-51", "confirms_fallback")
    client = world.browser(Role.DIRECTOR)
    page = client.get(f"/tallinn/tournaments/{crowd.pk}/fix/")
    assert "confirms_fallback" in page.context["form"].fields
    assert (
        "Payout table exceeded" in client.get(f"/tallinn/tournaments/{crowd.pk}/").content.decode()
    )

    other = fix_pool.preview(
        world.stamp("22:02", **director), **where, shares_bp=(6_000, 4_000),
        confirms_fallback=False, reason="",
    )  # fmt: skip
    asked = fix_pool.ask(world.stamp("22:03", **director), **where, confirms_fallback=True)
    signed(world, asked, clock="22:04")

    assert (other.content["fallback"], asked.content["fallback"]) == (False, True)
    fixed = now(crowd).fixed
    assert "AMB-51" in {one["rule"] for one in fixed.because}
    assert not waterfall(now(crowd), at=at).fallback


def test_within_the_table_nothing_is_to_be_confirmed(world: World, shift: Shift):
    tournament = a_tournament(world)
    enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    client = world.browser(Role.DIRECTOR)
    page = client.get(f"/tallinn/tournaments/{tournament.pk}/fix/")
    assert "confirms_fallback" not in page.context["form"].fields


@pytest.fixture
def closed(world: World, shift: Shift) -> Tournament:
    """Close the registration of six for payouts of 50, 30 and 20 percent."""
    tournament = a_tournament(world, shares_bp=[5_000, 3_000, 2_000])
    return registered(world, tournament, "ABCDEF", shift)


def test_other_payouts_than_announced_are_the_managers_and_stand_out(
    world: World, closed: Tournament
):
    """As where they are changed (OLY-3.4.2); who signs reads what was announced."""
    where = {"tournament_id": closed.pk, "shares_bp": [10_000]}
    asked = fix_pool.ask(world.stamp("22:02", role=Role.DIRECTOR), **where)
    assert asked.content["announced_cents"] == [30_000, 18_000, 12_000]
    refused(NotYours, signed, world, asked, clock="22:03", role=Role.SUPERVISOR)
    page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "Other payouts than announced" in page
    assert "300,00" in page
    signed(world, asked, clock="22:04", role=Role.MANAGER)
    assert "tournaments.fix_pool_by_manager" in listed(world)


@pytest.mark.parametrize("shares", [(), [5_000, 3_000, 2_000]])
def test_the_announced_payouts_are_fixed_by_any_two_and_do_not_stand_out(
    world: World, closed: Tournament, shares: list[int]
):
    where = {"tournament_id": closed.pk, "shares_bp": shares}
    asked = fix_pool.ask(world.stamp("22:02", role=Role.DIRECTOR), **where)
    signed(world, asked, clock="22:04", role=Role.SUPERVISOR)
    assert not listed(world)


def test_where_the_manager_asks_any_second_person_signs_other_payouts(
    world: World, closed: Tournament
):
    where = {"tournament_id": closed.pk, "shares_bp": [10_000]}
    asked = fix_pool.ask(world.stamp("22:02", role=Role.MANAGER), **where)
    signed(world, asked, clock="22:04", role=Role.SUPERVISOR)
    assert "tournaments.fix_pool" in listed(world)


def listed(world: World) -> list[str]:
    return [row.operation for _, row, _ in exceptions(world.club, first=EVENING, last=EVENING)]
