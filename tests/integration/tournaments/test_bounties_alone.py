"""Bounty chips that one cashier pays below the club's amount."""

from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Payable, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.rules import at_least_casino
from casino.cage.services.payables import pay_out
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_tournament, enter
from tests.world import World, of_the_desk
from tournaments.models import Bounty, Entry, Tournament
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.starting import start

TERMINATOR: dict[str, Any] = {
    "variants": ["terminator"], "price_cents": 15_000, "bounty_cents": 5_000,
}  # fmt: skip


@pytest.fixture
def hunt(world: World, shift: Shift) -> tuple[Tournament, list[Entry]]:
    """Let Ann win the bounty of Dan, and nobody else's yet."""
    tournament = a_tournament(world, **TERMINATOR)
    entries = enter(world, tournament, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=tournament.pk)
    out(world, entries[3], by=entries[0], clock="21:05")
    return tournament, entries


def out(world: World, entry: Entry, *, by: Entry, clock: str) -> None:
    knock_out(
        world.stamp(clock, role=Role.DIRECTOR),
        tournament_id=entry.tournament_id,
        outs=[Out(entry_id=entry.pk, stack=500, by=(by.pk,))],
    )


def collected(world: World, entry: Entry, clock: str) -> Any:
    """Let the cashier take a player's bounty chips in."""
    where = {"tournament_id": entry.tournament_id, "entry_id": entry.pk}
    return collect_bounties.submit(world.stamp(clock), **where)


def test_a_cashier_pays_a_bounty_alone_below_the_club_s_amount(
    world: World, shift: Shift, hunt: tuple[Tournament, list[Entry]]
):
    tournament, (ann, _, cat, _) = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10_000)
    drawer = world.balance("cash:drawer", shift.drawer_id)

    (owed,) = collected(world, ann, "21:10")
    pay_out(world.stamp("21:11"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")

    assert world.balance("cash:drawer", shift.drawer_id) == drawer - 5_000
    assert world.balance("tournament:bounties", tournament.pk) == -15_000
    out(world, cat, by=ann, clock="21:20")
    again = collected(world, ann, "21:21")
    assert isinstance(again, Proposal), "what she had before counts with it"


def test_from_the_club_s_amount_on_and_where_it_set_none_two_people_pay(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    _, (ann, *_) = hunt
    for cents in (0, 5_000):
        of_the_desk(world.club, bounty_alone_under_cents=cents)
        where = {"tournament_id": ann.tournament_id, "entry_id": ann.pk}
        refused(NeedsSignature, collect_bounties, world.stamp("21:10"), **where)
        assert isinstance(collected(world, ann, "21:11"), Proposal)
    assert not Payable.objects.exists()


def test_the_chips_of_everybody_are_never_paid_by_one(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    tournament, _ = hunt
    of_the_desk(world.club, bounty_alone_under_cents=10**9)
    assert at_least_casino(thresholds(world.club.pk)).bounty_alone_under_cents == 0
    (owed,) = collected(world, hunt[1][0], "21:10")
    assert [(one.cents, one.payable_id) for one in Bounty.objects.all()] == [(5_000, owed.pk)]
    with pytest.raises(Exception, match="not fixed"):
        collect_bounties(world.stamp("21:12"), tournament_id=tournament.pk)
