"""What was put right of a shift's counts is read later, too, not in the answer alone."""

import pytest

from casino.cage.models import CountCorrection
from casino.staff.models import Role
from tests.api.program import program
from tests.integration.cage.test_count_corrections import SHORT, corrected, forced, right
from tests.world import a_club

pytestmark = pytest.mark.django_db


def test_a_program_lists_what_was_put_right_of_a_shift_s_counts():
    world = a_club()
    shift = forced(world)
    reads, path = program(world, Role.SUPERVISOR), f"shifts/{shift.pk}/count-corrections/"
    assert reads.get(path).json() == []
    corrected(world, **right(shift))
    kept = CountCorrection.objects.get()
    (said,) = reads.get(path).json()
    assert (said["id"], said["moment"], said["cash_cents"]) == (kept.pk, "closing", SHORT)
    assert said["reason"] == kept.reason
