"""Two signatures at the same instant on corrections of one count."""

import pytest

from casino.approvals.services import approve
from casino.cage.models import CountCorrection
from casino.cage.services.count_corrections import correct_count
from casino.staff.models import Role
from tests.integration.cage.test_count_corrections import forced, right
from tests.racing import race
from tests.world import a_club

pytestmark = pytest.mark.usefixtures("committed_db")


def test_of_two_corrections_of_a_count_one_is_booked(committed_db: None):
    world = a_club()
    shift = forced(world)
    asked = [
        correct_count.ask(world.stamp("05:10", role=role), **right(shift))
        for role in (Role.SUPERVISOR, Role.MANAGER)
    ]
    signers = (Role.MANAGER, Role.ACCOUNTANT)

    results = race(
        *(
            lambda r=role, p=proposal: approve(
                world.stamp("05:15", role=r), proposal_id=p.pk, digest=p.digest
            )
            for role, proposal in zip(signers, asked, strict=True)
        )
    )

    assert world.balance("expense:over-short") == 0
    assert world.balance("cash:vault") == 5_000_000
    assert CountCorrection.objects.count() == 1
    assert len([each for each in results if type(each).__name__ == "Proposal"]) == 1
