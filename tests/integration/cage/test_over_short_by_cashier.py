"""What shifts were over and short: by cashier and gaming days on the page, each in the file."""

import csv
import io
from datetime import timedelta

import pytest
from django.test import Client

from casino.cage.models import Shift
from casino.cage.services.counts import submit_count
from casino.staff.models import Role, User
from tests.counting import close_by_two
from tests.world import EVENING, FLOAT, RACK, World, founding

pytestmark = pytest.mark.django_db


@pytest.fixture
def shift(world: World) -> Shift:
    """A shift that was closed 10.00 short."""
    found = world.open_shift()
    cash = dict(FLOAT) | {1000: FLOAT[1000] - 1}
    submit_count(world.stamp("23:00"), shift_id=found.pk, cash=cash, chips=dict(RACK))
    close_by_two(world, world.stamp("23:10"), shift_id=found.pk, reason="miscounted")
    return found


@pytest.fixture
def supervisor(world: World) -> Client:
    return world.browser(Role.SUPERVISOR)


def closed_before(world: World, shift: Shift, *, days: int, by: Role) -> None:
    """Let a shift have been closed on each of these days before, as the books said."""
    with founding(world.club):
        Shift.objects.bulk_create(
            Shift(
                club=world.club,
                drawer=shift.drawer,
                cashier=world.staff[by],
                state=Shift.State.CLOSED,
                gaming_day=EVENING - timedelta(n),
                opened_at=world.at("20:00") - timedelta(n),
                closed_at=world.at("23:00") - timedelta(n),
                z_number=1_000 - n,
                notes_cents=[10_000],
                chips_cents=[100],
                act_id=10_000_000 + n,
            )
            for n in range(1, days + 1)
        )


def test_the_file_of_over_and_short_holds_every_closed_shift_of_a_year(
    world: World, shift: Shift, supervisor: Client
):
    closed_before(world, shift, days=364, by=Role.CASHIER)
    content = supervisor.get("/tallinn/shifts/over-short/").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [row["over_short"] for row in rows] == ["-10.00"] + ["0.00"] * 364
    days = [row["gaming_day"] for row in rows]
    assert days == [f"{EVENING - timedelta(n)}" for n in range(365)]


def test_over_and_short_by_cashier_is_of_all_shifts_of_the_days_that_are_asked(
    world: World, shift: Shift, supervisor: Client
):
    closed_before(world, shift, days=364, by=Role.CASHIER)

    def numbers(asked: str) -> list[tuple[int, int]]:
        sums = supervisor.get(f"/tallinn/shifts/?{asked}").context["sums"]
        return [(number, short) for _, number, _, short in sums]

    year, yesterday = EVENING - timedelta(364), f"{EVENING - timedelta(1):%d.%m.%Y}"
    assert numbers(f"first={year}&last={EVENING}") == [(365, -1_000)]
    assert numbers(f"first={yesterday}&last={yesterday}") == [(1, 0)]
    assert numbers(f"first=31.02.2026&last={EVENING}") == []


def test_two_cashiers_of_one_name_are_over_and_short_each_for_themselves(
    world: World, shift: Shift, supervisor: Client
):
    closed_before(world, shift, days=2, by=Role.MANAGER)
    with founding(world.club):
        User.objects.filter(pk=world.staff[Role.MANAGER].pk).update(name=str(shift.cashier))
    days = {"first": EVENING - timedelta(2), "last": EVENING}
    sums = supervisor.get("/tallinn/shifts/", days).context["sums"]
    found = sorted((str(cashier), number, short) for cashier, number, _, short in sums)
    assert found == [(str(shift.cashier), 1, -1_000), (str(shift.cashier), 2, 0)]
