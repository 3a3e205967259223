"""Each act of a club comes under one seal, whenever it was written."""

from datetime import timedelta

import psycopg

from casino.audit.models import SealedAct
from casino.ledger.models import Act, Seal
from tests.books import sealed
from tests.world import EVENING, a_club

NIGHTS = [EVENING + timedelta(days) for days in range(4)]


def test_an_act_that_was_still_being_written_at_a_seal_comes_under_the_next(
    committed_db: None, forger: psycopg.Connection
):
    world = a_club()
    for night in NIGHTS[:3]:
        world.fund(day=night)
        sealed(world, night)
    late = Act.objects.filter(operation="cage.fund_vault").latest("id").pk
    forger.execute("DELETE FROM audit_sealedact WHERE act_id = %s", [late])

    world.fund(day=NIGHTS[3])
    sealed(world, NIGHTS[3])

    acts = Act.objects.filter(club_id=world.club.pk, id__lte=Seal.objects.latest("day").act_id)
    under = SealedAct.objects.filter(act_id__in=acts.values("id"))
    assert acts.count() == under.count() > len(NIGHTS) * 2
    assert SealedAct.objects.get(act_id=late).seal.day == NIGHTS[3]
