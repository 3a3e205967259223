"""Much booked as a tip or for the bar is signed, in one sum with the table's over/short."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from cashgames.models import ChipMove, Session
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.over_short import book_over_short
from cashgames.services.spending import spend_chips
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.staff.models import Role
from tests.correcting import floor
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(world: World) -> Session:
    world.jackpot()
    return world.session()


def told(world: World) -> list[str]:
    days = {"first": EVENING, "last": EVENING + timedelta(1)}
    return [row.operation for _, row, _ in exceptions(world.club, **days)]


def tip(world: World, session: Session, cents: int, **more: Any) -> dict[str, Any]:
    seat = session.seats.earliest("id")
    return {"session_id": session.pk, "player_id": seat.player_id, "cents": cents, **more}


def test_a_tables_shortage_is_not_called_a_tip_by_one_person(
    world: World, session: Session
) -> None:
    world.seat(session, "Ann", "Bob")
    what = tip(world, session, 15_000, purpose="tip")
    refused(NeedsSignature, spend_chips, floor(world, "22:05"), **what)
    asked = spend_chips.ask(floor(world, "22:06"), **what)
    assert asked.operation == "cashgames.spend_chips"
    approve(world.stamp("22:07", role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)
    assert ChipMove.objects.get(kind="tip").cents == 15_000
    assert told(world) == ["cashgames.spend_chips"]


def test_many_tips_and_a_shortage_of_a_table_are_one_sum_of_the_day(
    world: World, session: Session
) -> None:
    world.seat(session, "Ann", "Bob")
    held = -world.balance("chips:table", session.pk)
    short = {"session_id": session.pk, "counted_cents": held - 500, "reason": "Counted"}
    book_over_short(floor(world, "21:59"), **short)
    spend_chips(floor(world, "22:00"), **tip(world, session, 5_000, purpose="tip"))
    spend_chips(floor(world, "22:01"), **tip(world, session, 4_500, purpose="bar"))
    more = tip(world, session, 100, purpose="bar")
    refused(NeedsSignature, spend_chips, floor(world, "22:02"), **more)
    assert sum(ChipMove.objects.exclude(kind="buy_in").values_list("cents", flat=True)) == 9_500


def test_tips_of_a_night_need_no_signature_and_take_none_of_a_counts_limit(
    world: World, session: Session
) -> None:
    world.seat(session, "Ann", "Bob")
    held = -world.balance("chips:table", session.pk)
    for minute in range(9):
        spend_chips(floor(world, f"22:0{minute}"), **tip(world, session, 1_000, purpose="tip"))
    short = {"session_id": session.pk, "counted_cents": held - 9_000 - 500, "reason": "Counted"}
    assert book_over_short(floor(world, "22:10"), **short).over_cents == -500


def test_a_small_tip_is_not_made_a_large_one_by_a_correction_alone(
    world: World, session: Session
) -> None:
    world.seat(session, "Ann", "Bob")
    small = spend_chips(floor(world, "22:00"), **tip(world, session, 300, purpose="tip"))
    right = {"move_id": small.pk, "cents": 11_000, "paid_with": "chips", "reason": "Typed wrongly"}
    refused(NeedsSignature, correct_chips, floor(world, "22:01"), **right)


def test_a_tip_that_two_signed_is_not_taken_back_by_one(world: World, session: Session) -> None:
    world.seat(session, "Ann", "Bob")
    small = spend_chips(floor(world, "22:00"), **tip(world, session, 9_000, purpose="tip"))
    asked = spend_chips.ask(floor(world, "22:01"), **tip(world, session, 15_000, purpose="tip"))
    approve(world.stamp("22:02", role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)
    large = {"move_id": ChipMove.objects.get(cents=15_000).pk, "reason": "Was a bet"}
    refused(NeedsSignature, take_back_chips, floor(world, "22:03"), **large)
    less = large | {"cents": 1_000, "paid_with": "chips"}
    refused(NeedsSignature, correct_chips, floor(world, "22:04"), **less)
    take_back_chips(floor(world, "22:05"), move_id=small.pk, reason="Was a bet")
    asked = take_back_chips.ask(floor(world, "22:06"), **large)
    approve(world.stamp("22:07", role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)
    assert world.balance("tips") == 0


def test_who_records_a_large_tip_is_led_to_who_signs_it(
    world: World, session: Session, clock: Clock
) -> None:
    clock.stop(world.at("22:05"))
    world.seat(session, "Ann", "Bob")
    what = {"purpose": "bar", "cents": "150,00", "key": str(a_key())}
    page = reverse("spend", args=["tallinn", session.pk, session.seats.earliest("id").player_id])
    answer = world.browser(Role.SUPERVISOR).post(page, what)
    waiting = Proposal.objects.get()
    assert answer["Location"] == reverse("approval-sign", args=["tallinn", waiting.pk])
