"""What an award that was taken back leaves to later hits, and what signers are told of it."""

import pytest

from cashgames.models import Session
from cashgames.services.corrections import take_back_hand
from cashgames.services.hands import rake_hand
from casino.closing.services.days import close_due_days
from casino.house.stamp import Stamp
from casino.staff.models import Role
from jackpot.models import Award, Claim
from jackpot.queries.claims import preview
from jackpot.queries.levels import level
from jackpot.services.awards import check_base
from jackpot.services.claims import HandShown, prepare_claim, withdraw_claim
from jackpot.services.evidence import record_evidence
from tests.claiming import LATER, awarded, claimed, evidence, fed, six_seated
from tests.integration.jackpot.test_awards_taken_back import (
    NEXT,
    awarded_anew,
    intact,
    taken_back,
)
from tests.world import World

# By the hour of the next night at which it is dealt.
DEALT = {
    20: LATER,
    21: {
        "boards": [["AS", "AC", "JH", "9S", "9D"]],
        "hands": [HandShown(seat=1, cards=["AD", "JS"]), HandShown(seat=2, cards=["9C", "9H"])],
    },
}


def at(world: World, clock: str, role: str = Role.SUPERVISOR) -> Stamp:
    return world.stamp(clock, role=role, day=NEXT)


def a_claim(world: World, session: Session, name: str, hour: int) -> Claim:
    """Claim a hand of the next night, ready to be awarded."""
    played = world.at(f"{hour}:00", day=NEXT)
    hand = {"hand_name": name, "played_at": played, "players_dealt": 6}
    claim = prepare_claim(at(world, f"{hour}:05"), session_id=session.pk, **hand, **DEALT[hour])
    seen = evidence(world) | {"camera_at": played}
    record_evidence(at(world, f"{hour}:06"), claim_id=claim.pk, **seen)
    base = preview(claim).award
    assert base
    checked = at(world, f"{hour}:07", Role.ACCOUNTANT)
    check_base(checked, claim_id=claim.pk, base_cents=base.base.cents)
    return claim


def a_hit(world: World, session: Session, name: str, hour: int) -> Award:
    return awarded_anew(world, a_claim(world, session, name, hour), f"{hour}:15", NEXT)


@pytest.mark.rule("AMB-29")
@pytest.mark.parametrize("back", ["not", "withdrawn", "awarded anew"])
def test_a_second_hit_of_a_night_is_paid_from_what_the_first_one_left(world: World, back: str):
    fed(world)
    hit = awarded(world, claimed(world, six_seated(world)))
    pool = hit.jackpot
    assert pool
    close_due_days(world.at("07:01", day=NEXT))
    assert level(pool).fixed_cents == 400_000
    if back != "not":
        taken_back(world, hit, "10:00", NEXT)
    if back == "withdrawn":
        withdraw_claim(at(world, "10:05"), claim_id=hit.pk, reason="The board was read wrongly")
    if back == "awarded anew":
        awarded_anew(world, hit, "10:10", NEXT)
    hits = [a_hit(world, hit.session, str(hour), hour) for hour in (20, 21)]
    assert [(each.base_cents, each.total_cents) for each in hits] == [
        (400_000, 240_000),
        (160_000, 96_000),
    ]
    assert level(pool).base_cents == 64_000
    assert intact(world)


def test_an_award_that_was_taken_back_is_no_payment_to_the_signers_of_a_correction(world: World):
    fed(world)
    table = six_seated(world)
    dealt = {"pots_cents": [10_000], "players_dealt": 6, "board_cards_dealt": 5}
    floor = world.stamp("22:00", role=Role.SUPERVISOR)
    hand = rake_hand(floor, session_id=table.pk, name="1", **dealt)
    close_due_days(world.at("07:01", day=NEXT))
    claim = a_claim(world, table, "17", 21)
    awarded_anew(world, claim, "21:15", NEXT)
    paid = take_back_hand.ask(at(world, "21:16"), hand_id=hand.pk, reason="Typed twice")
    assert len(paid.content["paid"]) == 1
    taken_back(world, claim, "21:20", NEXT)
    asked = take_back_hand.ask(at(world, "21:30"), hand_id=hand.pk, reason="Typed twice")
    assert asked.content["paid"] == []
