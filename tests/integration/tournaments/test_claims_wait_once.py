"""A claim of a flush and a player's bounties: one request of a matter waits at a time."""

import pytest

from casino.approvals.queries import open_proposals
from casino.approvals.signed import WaitsAlready
from casino.cage.models import Shift
from casino.staff.models import Role
from tests.claiming import evidence
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter
from tests.world import World
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.royal_flush import Holder, pay_royal_flush
from tournaments.services.starting import start

BOARD = ["TH", "JH", "QH", "2C", "3D"]

pytestmark = pytest.mark.django_db


def test_a_hand_of_a_series_jackpot_waits_once_and_another_beside_it(world: World, shift: Shift):
    friday = a_tournament(world, series=True, variants=["royal_flush_jackpot"], rfj_cents=1_000)
    ann, *_ = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    claim = {
        "tournament_id": friday.pk,
        "board": BOARD,
        "holders": [Holder(entry_id=ann.pk, cards=["AH", "KH"])],
        **evidence(world, "21:55"),
    }
    first, later = (world.stamp("22:00", role=one) for one in (Role.SUPERVISOR, Role.DIRECTOR))
    asked = pay_royal_flush.ask(first, **claim, hand_name="1")
    refusal = refused(WaitsAlready, pay_royal_flush.ask, later, **claim, hand_name="1")
    assert refusal.about == {"proposal_id": asked.pk}
    pay_royal_flush.ask(later, **claim, hand_name="2")
    assert len(open_proposals(world.club.pk, at=world.at("22:01"))) == 2


def test_the_bounties_of_a_player_wait_once(world: World, shift: Shift):
    friday = a_tournament(world, variants=["terminator"], bounty_cents=2_000)
    ann, bob, *_ = enter(world, friday, *(f"G{i}" for i in range(1, 11)), shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=friday.pk)
    gone = Out(entry_id=ann.pk, stack=100, by=[bob.pk])
    knock_out(td(world, "21:05"), tournament_id=friday.pk, outs=[gone])
    whose = {"tournament_id": friday.pk, "entry_id": bob.pk}
    first, later = (world.stamp("22:00", role=one) for one in (Role.SUPERVISOR, Role.DIRECTOR))
    collect_bounties.ask(first, **whose)
    refused(WaitsAlready, collect_bounties.ask, later, **whose)
    assert len(open_proposals(world.club.pk, at=world.at("22:01"))) == 1
