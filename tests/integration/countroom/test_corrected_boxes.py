"""Random evenings of boxes with slips that are put right, against the evening that was meant."""

import os
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cashgames.queries.tables import table_check
from casino.approvals.services import approve
from casino.closing.reports import day_report
from casino.countroom.models import Box
from casino.countroom.queries import table_take
from casino.countroom.services.boxes import count_box, take_box
from casino.countroom.services.corrections import void_box
from casino.ledger.queries.balances import trial_balance
from casino.ledger.queries.gaming_days import day
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.world import EVENING, a_club

pytestmark = pytest.mark.django_db
CLUBS = count(1)
LONG = bool(os.environ.get("LONG"))
EVENINGS = settings(
    max_examples=100 if LONG else 4,
    derandomize=not LONG,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@dataclass(frozen=True, kw_only=True)
class Taken:
    """
    A box as it was: chips of 1.00, None while it waits for its count.

    slip: chips counted too many, or the box was typed for another fee where it waits; ghost: one
    more was typed that never came off.
    """

    fee: str
    chips: int | None
    slip: int
    ghost: bool


BOXES = st.builds(
    Taken,
    fee=st.sampled_from(["rake", "jackpot"]),
    chips=st.one_of(st.none(), st.integers(0, 400)),
    slip=st.sampled_from([0, 0, 1, 700]),
    ghost=st.booleans(),
)


class Evening:
    """A table that is taken by box, typed as it was meant or with its slips."""

    def __init__(self, boxes: list[Taken], *, slips: bool) -> None:
        self.world = a_club(f"boxes{next(CLUBS)}")
        self.world.jackpot()
        self.session = self.world.session(by_box=True)
        self.world.seat(self.session, *"ABCDEF", cents=20_000)
        for number, box in enumerate(boxes, start=1):
            self.take(box, str(number), slips=slips)

    def take(self, box: Taken, number: str, *, slips: bool) -> None:
        if slips and box.ghost:
            self.void(self.off(f"{number} ghost", box.fee, box.chips))
        if slips and box.slip:
            other = {"rake": "jackpot", "jackpot": "rake"}[box.fee]
            fee = other if box.chips is None else box.fee
            self.void(self.off(number, fee, box.chips, too_many=box.slip))
        self.off(number, box.fee, box.chips)

    def off(self, number: str, fee: str, chips: int | None, *, too_many: int = 0) -> Box:
        stamp = self.world.stamp("22:00", role=Role.SUPERVISOR)
        box = take_box(stamp, session_id=self.session.pk, fee=fee, number=number)
        for role in (Role.SUPERVISOR, Role.CASHIER) if chips is not None else ():
            counted = {100: chips + too_many}
            count_box(self.world.stamp("22:10", role=role), box_id=box.pk, chips=counted)
        return Box.objects.get(id=box.pk)

    def void(self, box: Box) -> None:
        what = {"box_id": box.pk, "reason": "typed wrongly"}
        asked = void_box.submit(self.world.stamp("22:20", role=Role.SUPERVISOR), **what)
        if box.booked_at:
            manager = self.world.stamp("22:21", role=Role.MANAGER)
            approve(manager, proposal_id=asked.pk, digest=asked.digest)

    def seen(self) -> dict[str, Any]:
        """Return everything that the two evenings must have alike."""
        club = self.world.club
        report = day_report(club, day(club.pk, EVENING))
        assert all(check.agrees for check in report.checks)
        assert list(broken(club, Books(club_id=club.pk))) == []
        assert table_check(self.session).difference_cents == 0
        waiting = Box.objects.filter(session=self.session, booked_at=None, void_at=None)
        boxes = next(each for each in report.sections if each.name == "box")
        return {
            "accounts": sorted(
                (row.code, row.cents) for row in trial_balance(club.pk) if row.cents
            ),
            "take": table_take(self.session),
            "waiting": sorted(waiting.values_list("fee", "number")),
            "counted": sum(row.amount_cents for row in boxes.rows),
        }


@EVENINGS
@given(boxes=st.lists(BOXES, min_size=3, max_size=5))
def test_boxes_put_right_are_the_boxes_that_were_meant(db: None, boxes: list[Taken]):
    assert Evening(boxes, slips=True).seen() == Evening(boxes, slips=False).seen()
