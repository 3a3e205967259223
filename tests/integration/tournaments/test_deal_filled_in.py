"""The shares of a deal are calculated on its page, by the chips that were counted."""

import pytest

from casino.staff.models import Role
from tests.tournament_floor import begun, td
from tests.tournaments import a_tournament, enter, signed
from tests.world import World, a_key
from tournaments.models import Deal
from tournaments.services.pool import fix_pool
from tournaments.services.starting import close_registration


@pytest.fixture
def played(world: World) -> tuple[str, list[int]]:
    """Three play for 300,00: 200,00 and 100,00."""
    friday = a_tournament(world, shares_bp=[6_667, 3_333])
    entries = enter(world, friday, "Ann", "Bob", "Carl", shift_id=world.open_shift().pk)
    begun(world, friday)
    close_registration(td(world, "21:50"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "21:51"), tournament_id=friday.pk), clock="21:52")
    return f"/tallinn/tournaments/{friday.pk}/deal/", [each.pk for each in entries]


def typed(players: list[int], *chips: str) -> dict[str, str]:
    stacks = zip(players, chips, strict=True)
    return {f"stack_{one}": said for one, said in stacks} | {"key": a_key()}


@pytest.mark.parametrize(
    ("by", "words", "shares"),
    [
        ("icm", "ICM", ["135,00", "106,67", "58,33"]),
        ("chip_chop", "Chip chop", ["150,00", "100,00", "50,00"]),
        ("equal", "Equal shares", ["100,00", "100,00", "100,00"]),
    ],
)
def test_a_button_fills_the_shares_in_and_records_nothing(
    world: World, played, by: str, words: str, shares: list[str]
):
    where, players = played
    client = world.browser(Role.DIRECTOR)

    page = client.post(where, typed(players, "15000", "10000", "5000") | {"by": by})

    form = page.context["form"]
    assert (page.status_code, form.is_bound) == (200, False)
    assert f"Calculated: {words}. Nothing is recorded yet." in page.content.decode()
    shown = [(gets.value(), chips.value()) for _, gets, chips in form.rows]
    assert shown == list(zip(shares, [15_000, 10_000, 5_000], strict=True))
    assert not Deal.objects.exists()


def test_chips_that_are_no_number_are_said_and_what_was_typed_stays(world: World, played):
    where, players = played
    client = world.browser(Role.DIRECTOR)
    sent = typed(players, "15000", "many", "") | {"by": "icm", f"share_{players[0]}": "12,5"}

    page = client.post(where, sent)

    form = page.context["form"]
    assert set(form.errors) == {f"stack_{one}" for one in players[1:]}
    assert form[f"share_{players[0]}"].value() == "12,5"
    assert "Nothing is recorded yet" not in page.content.decode()


def test_a_way_that_nobody_offers_is_a_deal_that_is_incomplete(world: World, played):
    where, players = played
    page = world.browser(Role.DIRECTOR).post(where, typed(players, "1", "1", "1") | {"by": "luck"})
    assert f"share_{players[0]}" in page.context["form"].errors


def test_what_was_filled_in_is_recorded_as_it_stands(world: World, played):
    where, players = played
    client = world.browser(Role.DIRECTOR)
    page = client.post(where, typed(players, "15000", "10000", "5000") | {"by": "icm"})
    filled = page.context["form"]
    drawn = {name: filled[name].value() for name in filled.fields if name != "figures_meant"}

    assert client.post(where, drawn).status_code == 302
    assert list(Deal.objects.get().shares_cents.values()) == [13_500, 10_667, 5_833]
