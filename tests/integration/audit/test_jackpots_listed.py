"""What one person decides about guests' jackpots stands among the exceptions."""

import pytest

from casino.audit.queries.exceptions import exceptions
from casino.closing.services.days import close_floor
from casino.staff.models import Role
from jackpot.services.awards import check_base
from jackpot.services.claims import withdraw_claim
from tests.claiming import claimed, fed, proved, six_seated
from tests.world import EVENING, World


def listed(world: World) -> list[tuple[str, str]]:
    rows = exceptions(world.club, first=EVENING, last=EVENING)
    return [(str(kind), row.operation) for kind, row, _ in rows]


def test_a_proved_claim_that_one_person_refuses_stands_out(world: World):
    fed(world)
    claim = proved(world, claimed(world, six_seated(world)))
    withdraw_claim(world.stamp("23:20", role=Role.DIRECTOR), claim_id=claim.pk, reason="No")
    assert listed(world) == [("jackpot claim refused", "jackpot.withdraw_claim")]


@pytest.mark.parametrize("games_go_on", [True, False])
def test_an_early_close_stands_out_where_games_go_on(world: World, *, games_go_on: bool):
    """It takes the drops of the night into the level that the next hit is paid from."""
    fed(world)
    if games_go_on:
        six_seated(world)
    close_floor(world.stamp("23:01", role=Role.SUPERVISOR), games_go_on=games_go_on)
    assert listed(world) == [("override", "office.close_floor")] * games_go_on


def test_a_base_that_was_looked_up_again_stands_out_with_both_figures(world: World):
    fed(world)
    claim = proved(world, claimed(world, six_seated(world)))
    for clock, cents in (("23:11", 1), ("23:12", 1_000_000)):
        stamp = world.stamp(clock, role=Role.ACCOUNTANT)
        check_base(stamp, claim_id=claim.pk, base_cents=cents)
    assert listed(world) == [("counted again", "jackpot.check_base")]
    [(_, row, _)] = exceptions(world.club, first=EVENING, last=EVENING)
    said = {"claim_id": claim.pk, "first_count_cents": 1, "last_count_cents": 1_000_000}
    assert row.arguments == said


def test_a_base_that_was_found_at_once_is_no_exception(world: World):
    fed(world)
    claim = proved(world, claimed(world, six_seated(world)))
    stamp = world.stamp("23:11", role=Role.ACCOUNTANT)
    check_base(stamp, claim_id=claim.pk, base_cents=1_000_000)
    assert listed(world) == []
