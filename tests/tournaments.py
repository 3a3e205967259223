"""Tournaments of the world's evening, built through the services as the house builds them."""

from datetime import date
from functools import partial
from typing import Any

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.staff.models import Role
from tests.world import EVENING, World
from tournaments.models import Entry, Purchase, Template, Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.services.announcing import add_template, announce
from tournaments.services.campaigns import give_ticket
from tournaments.services.deals import Share, agree_to_deal, offer_deal
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.selling import sell_entry
from tournaments.services.series import add_series
from tournaments.services.shared import ChipsOf
from tournaments.services.starting import close_registration, start

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
    flights: int | None = None, **terms: Any,
) -> Tournament:  # fmt: skip
    """Announce tournament at nine in the evening."""
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
        flights=flights,
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
    return tournaments.tournament(tournament.club_id, tournament.pk)


def chips_of(stacks: dict[int, int]) -> list[ChipsOf]:
    """Return the chips of entries by their ids."""
    return [ChipsOf(entry_id=entry_id, chips=chips) for entry_id, chips in stacks.items()]


def shares_of(cents: dict[int, int], stacks: dict[int, int] | None = None) -> list[Share]:
    """Return a deal's shares by the ids of entries."""
    return [
        Share(entry_id=entry_id, cents=share, chips=(stacks or {}).get(entry_id, 1))
        for entry_id, share in cents.items()
    ]


def agreed(
    world: World, tournament: Tournament, shares_cents: dict[int, int], *, clock: str,
    stacks: dict[int, int] | None = None, day: date = EVENING,
) -> int:  # fmt: skip
    """Record a deal and the word of everybody in it; return its id."""
    director = partial(world.stamp, clock, role=Role.DIRECTOR, day=day)
    shares = shares_of(shares_cents, stacks)
    asked = {"tournament_id": tournament.pk, "shares": shares, "figures_meant": True}
    deal = offer_deal(director(), **asked)
    for entry_id in shares_cents:
        agree_to_deal(director(), tournament_id=tournament.pk, deal_id=deal.pk, entry_id=entry_id)
    return deal.pk


def decided(world: World, tournament: Tournament, entries: list[Entry]) -> Tournament:
    """Play until only the first of the entries is left; the pool is fixed."""
    director = {"role": Role.DIRECTOR}
    start(world.stamp("21:00", **director), tournament_id=tournament.pk)
    close_registration(world.stamp("22:00", **director), tournament_id=tournament.pk)
    asked = fix_pool.ask(world.stamp("22:01", **director), tournament_id=tournament.pk)
    signed(world, asked, clock="22:02")
    for minute, entry in enumerate(reversed(entries[1:]), start=10):
        outs = [Out(entry_id=entry.pk, stack=100)]
        at = world.stamp(f"22:{minute}", **director)
        knock_out(at, tournament_id=tournament.pk, outs=outs)
    prizes = award_prizes.ask(world.stamp("23:00", **director), tournament_id=tournament.pk)
    signed(world, prizes, clock="23:01")
    return now(tournament)


def satellite_won(
    world: World, target: Tournament, *names: str, shift_id: int
) -> tuple[Ticket, Tournament]:  # fmt: skip
    """Play a satellite that pays one ticket; return the ticket and the satellite."""
    terms = {"variants": ["satellite"], "kind": "satellite", "target": target.pk}
    satellite = a_tournament(world, f"Satellite to {target}", **terms)
    entries = enter(world, satellite, *names, shift_id=shift_id)
    ended = decided(world, satellite, entries)
    return Ticket.objects.get(won_in=ended), ended


def ticket_given(world: World, target: Tournament, name: str) -> Ticket:
    """Give a guest a ticket, by two."""
    director, guest = world.stamp("12:00", role=Role.DIRECTOR), world.player(name).pk
    where = {"tournament_id": target.pk, "player_id": guest}
    signed(world, give_ticket.ask(director, **where, campaign="Advent"), clock="12:05")
    return Ticket.objects.get(target=target, player_id=guest)
