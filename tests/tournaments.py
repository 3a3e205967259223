"""Tournaments of the world's evening, built through the services as the house builds them."""

from datetime import date
from functools import partial
from typing import Any

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.staff.models import Role
from tests.world import EVENING, World
from tournaments import queries
from tournaments.models import Entry, Purchase, Template, Tournament
from tournaments.services import (
    add_series,
    add_template,
    agree_to_deal,
    announce,
    offer_deal,
    sell_entry,
)

LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20], [100, 200, 25, 20], [200, 400, 50, 20]]
FREEZEOUT: dict[str, Any] = {
    "kind": "regular",
    "variants": ["freezeout"],
    "price_cents": 10_000,
    "fee_cents": 1_000,
    "places": 100,
    "late_levels": 2,
    "stack": 10_000,
    "levels": LEVELS,
}


def a_template(world: World, name: str = "Friday", **terms: Any) -> Template:
    """Keep a template: a freezeout for 100 and a fee of 10, unless told otherwise."""
    manager = world.stamp("10:00", role=Role.MANAGER)
    return add_template(manager, name=name, **(FREEZEOUT | terms))


def a_tournament(
    world: World, name: str = "Friday", *, series: bool = False, target: int | None = None,
    **terms: Any,
) -> Tournament:  # fmt: skip
    """Announce a tournament at nine in the evening."""
    template = a_template(world, name, **terms)
    manager = world.stamp("10:05", role=Role.MANAGER)
    of = add_series(world.stamp("10:01", role=Role.MANAGER), name=f"{name} series")
    return announce(
        manager,
        template_id=template.pk,
        name=name,
        starts_at=world.at("21:00"),
        series_id=of.pk if series else None,
        target_id=target,
    )


def enter(
    world: World, tournament: Tournament, *names: str, shift_id: int, clock: str = "20:30"
) -> list[Entry]:
    """Sell entries for cash to new guests."""
    return [sold(world, tournament, name, shift_id=shift_id, clock=clock).entry for name in names]


def sold(
    world: World, tournament: Tournament, name: str, *, shift_id: int, clock: str = "20:30",
    **more: Any,
) -> Purchase:  # fmt: skip
    """Sell one entry, for cash unless told otherwise."""
    return sell_entry(
        world.stamp(clock),
        tournament_id=tournament.pk,
        player_id=world.player(name).pk,
        shift_id=shift_id,
        **({"paid_with": "cash"} | more),
    )


def signed(world: World, proposal: Proposal, *, role: str = Role.MANAGER, clock: str) -> Proposal:
    """Let a second person approve."""
    return approvals.approve(
        world.stamp(clock, role=role), proposal_id=proposal.pk, digest=proposal.digest
    )


def now(tournament: Tournament) -> Tournament:
    """Return a tournament as it is now."""
    return queries.tournament(tournament.club_id, tournament.pk)


def agreed(
    world: World, tournament: Tournament, shares_cents: dict[str, int], *, clock: str,
    stacks: dict[str, int] | None = None, day: date = EVENING,
) -> int:  # fmt: skip
    """Note a deal and the word of everybody in it; return its id."""
    director = partial(world.stamp, clock, role=Role.DIRECTOR, day=day)
    deal = offer_deal(
        director(), tournament_id=tournament.pk, shares_cents=shares_cents, stacks=stacks
    )
    for entry_id in map(int, shares_cents):
        agree_to_deal(director(), tournament_id=tournament.pk, deal_id=deal.pk, entry_id=entry_id)
    return deal.pk
