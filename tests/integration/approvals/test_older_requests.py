"""A request of before an upgrade goes on where its act has taken an argument since."""

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import COMPLETIONS
from casino.approvals.signed import StaleProposal
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, signed
from tests.world import World
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration, start


@pytest.fixture
def asked(world: World) -> Proposal:
    """The prizes of a tournament of two, asked for."""
    friday, shift = a_tournament(world), world.open_shift(clock="18:00")
    _, second = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    one = {"tournament_id": friday.pk}
    start(td(world, "21:00"), **one)
    close_registration(td(world, "21:30"), **one)
    signed(world, fix_pool.ask(td(world, "21:31"), **one), clock="21:32")
    knock_out(td(world, "21:40"), **one, outs=[Out(entry_id=second.pk, stack=10_000)])
    return award_prizes.ask(td(world, "21:50"), **one)


def test_an_argument_that_it_did_not_know_says_nothing(world: World, asked: Proposal):
    content, ahead = dict(asked.content), COMPLETIONS[asked.operation].ahead
    assert ahead
    asked.content = {name: content[name] for name in content if name != "plays_on"}
    ahead(td(world, "21:51"), asked)

    asked.content = {**content, "plays_on": True}
    refused(StaleProposal, ahead, td(world, "21:51"), asked)
    asked.content = {name: content[name] for name in content if name != "tournament_id"}
    refused(StaleProposal, ahead, td(world, "21:51"), asked)
