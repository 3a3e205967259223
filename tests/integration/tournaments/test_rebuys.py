"""Rebuys and add-ons: their fee, their limits and when they are sold."""

from typing import Any

import pytest

from casino.cage.models import Shift
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.merging import merged
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_template, a_tournament, enter
from tests.world import World, a_club
from tournaments.models import Entry, Tournament
from tournaments.queries.pools import money_check, waterfall
from tournaments.services.announcing import announce
from tournaments.services.changing import change_tournament
from tournaments.services.during_play import NotSold
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.selling import sell_more
from tournaments.services.starting import start

BREAK, WINNER = [0, 0, 0, 20], [10_000]
LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20], BREAK, [100, 200, 0, 20]]
REBUYS: dict[str, Any] = {
    "variants": ["rebuy_at_will"],
    "rebuy_cents": 10_000,
    "rebuy_fee_cents": 500,
    "addon_cents": 6_000,
    "addon_fee_cents": 300,
    "most_addons": 1,
    "addons_after": 2,
    "rebuy_levels": 2,
    "levels": LEVELS,
}


def started(world: World, shift: Shift, **terms: Any) -> tuple[Tournament, Entry]:
    """Start a rebuy tournament of two at nine; its break is from 21:40 to 22:00."""
    tournament = a_tournament(world, **(REBUYS | terms))
    ann, _ = enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=tournament.pk)
    return tournament, ann


def more(world: World, entry: Entry, what: str, clock: str, shift: Shift, **said: Any) -> Any:
    """Sell more for cash."""
    where = {"entry_id": entry.pk, "what": what, "shift_id": shift.pk, "paid_with": "cash"}
    return sell_more(world.stamp(clock), **where, **said)


def test_the_entry_of_a_merged_card_goes_on(world: World, shift: Shift):
    tournament, ann = started(world, shift, reentry=True)
    stays = world.player("Anna").pk
    outs = [Out(entry_id=ann.pk, stack=100)]
    knock_out(world.stamp("21:05", role=Role.DIRECTOR), tournament_id=tournament.pk, outs=outs)
    merged(world, stays, ann.player_id, clock="21:06")
    assert more(world, ann, "reentry", "21:10", shift).total_cents == 11_000


def test_a_fee_of_rebuy_and_add_on_is_the_house_s_income_and_no_prize_money(
    world: World, shift: Shift
):
    tournament, ann = started(world, shift)
    pool, fees = (
        world.balance(code, tournament.pk) for code in ("tournament:pool", "deferred:fees")
    )

    rebuy = more(world, ann, "rebuy", "21:10", shift)
    addon = more(world, ann, "addon", "21:45", shift)

    assert (rebuy.total_cents, addon.total_cents) == (10_500, 6_300)
    assert world.balance("tournament:pool", tournament.pk) == pool - 16_000
    assert world.balance("deferred:fees", tournament.pk) == fees - 800
    assert waterfall(tournament, at=world.at("21:50")).pool.fee_cents == 2_800
    assert money_check(tournament).agrees


def test_an_add_on_is_sold_after_its_level_and_once_a_player(world: World, shift: Shift):
    _, ann = started(world, shift)

    early = refused(NotSold, more, world, ann, "addon", "21:39", shift)
    more(world, ann, "addon", "21:41", shift)
    again = refused(NotSold, more, world, ann, "addon", "21:42", shift)
    late = refused(NotSold, more, world, ann, "addon", "22:00", shift)

    assert early.message == "Add-ons are sold once level 2 is over."
    assert early.next_step is None
    assert late.message == "The period for this is over or has not started."
    assert "forgotten" in str(late.next_step)
    assert again.message == "The player has used all announced add-ons."


def test_add_ons_that_would_never_be_sold_are_not_announced(world: World):
    for terms in ({"addons_after": 3}, {"levels": [LEVELS[0], LEVELS[1], LEVELS[3]]}):
        said = refused(BadInput, a_template, world, **(REBUYS | terms))
        assert said.field == "addons_after"


def test_rebuys_that_would_never_be_sold_are_not_announced(db: None):
    world = a_club(book="home")
    never = REBUYS | {"rebuy_levels": 0, "late_levels": 0, "addons_after": 0, "shares_bp": WINNER}
    said = refused(BadInput, a_tournament, world, **never)
    assert (said.field, said.source) == ("late_until", "OLY-3.2.a")
    template = a_template(world, "By the hour", **never)
    when = {"starts_at": world.at("21:00"), "late_until": world.at("22:00")}
    manager = world.stamp("10:05", role=Role.MANAGER)
    assert announce(manager, template_id=template.pk, name="By the hour", **when).pk


def test_late_registration_is_not_taken_from_rebuys_that_go_by_it(db: None):
    world = a_club(book="home")
    by_entries = REBUYS | {
        "rebuy_levels": 0,
        "late_levels": 2,
        "addons_after": 0,
        "shares_bp": WINNER,
    }
    of = {"tournament_id": a_tournament(world, **by_entries).pk, "notice": "Nobody comes late"}
    said = refused(BadInput, change_tournament.ask, td(world, "18:00"), **of, late_levels=0)
    assert said.message.startswith("Rebuys and add-ons would never be sold")
    assert change_tournament.ask(td(world, "18:00"), **of, late_levels=1)


@pytest.mark.parametrize("what", ["rebuy", "addon"])
def test_a_fee_without_its_price_is_refused(world: World, what: str):
    terms = REBUYS | {"variants": ["freezeout"], "addons_after": 0, "most_addons": None}
    free = {"rebuy_cents": 0, "rebuy_fee_cents": 0, "addon_cents": 0, "addon_fee_cents": 0}
    said = refused(BadInput, a_template, world, **(terms | free | {f"{what}_fee_cents": 1}))
    assert said.field == f"{what}_fee_cents"


def test_re_entries_are_sold_as_long_as_entries_where_late_registration_ends_by_time(
    world: World, shift: Shift
):
    terms = {"reentry": True, "late_levels": 0, "rebuy_levels": 0}
    tournament = announce(
        world.stamp("10:05", role=Role.MANAGER),
        template_id=a_template(world, "By time", **terms).pk,
        name="By time",
        starts_at=world.at("21:00"),
        late_until=world.at("21:30"),
    )
    ann, bob, _ = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    director = {"role": Role.DIRECTOR}
    start(world.stamp("21:00", **director), tournament_id=tournament.pk)
    for minute, entry in enumerate((ann, bob), start=5):
        outs = [Out(entry_id=entry.pk, stack=500)]
        knock_out(world.stamp(f"21:0{minute}", **director), tournament_id=tournament.pk, outs=outs)

    more(world, ann, "reentry", "21:29", shift)
    refused(NotSold, more, world, bob, "reentry", "21:30", shift)
