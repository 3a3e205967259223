"""Who named the payee of a ranking prize pays it not alone, whatever is corrected meanwhile."""

import pytest

from casino.approvals.signed import NeedsSignature
from casino.cage.models import Payable
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import identify, pay_out
from casino.staff.models import Role
from ranking.services.paying import pay_quarter
from ranking.services.winners import correct_winner
from tests.integration.ranking.test_quarters import APRIL, due
from tests.integration.ranking.test_several import FROM, LADIES, TODAY
from tests.ranking import League, one_manager
from tests.refusing import refused
from tests.world import FLOAT, RACK, a_club


@pytest.mark.parametrize("corrected", [False, True])
def test_who_named_the_payee_pays_it_not_alone_also_where_another_prize_was_corrected(
    db: None, *, corrected: bool
):
    north, south = League(a_club("north")), League(a_club("south"))
    one_manager(north, south)
    both = [north.world.club.pk, south.world.club.pk]
    cup = north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=both)
    north.play("Ann", "Bob", "Cat", "Dan")
    south.play("Eve", "Fay", "Gus", "Hal", "Ida")
    north.count()
    due(north.world)
    asked = pay_quarter.ask(
        north.stamp(APRIL, "12:00", Role.ACCOUNTANT), ranking_id=cup.pk, quarter="2026Q1"
    )
    north.sign(asked, APRIL, "12:30")
    mine = Payable.objects.due().filter(kind="ranking.prize", club=south.world.club)
    nameless, eves = mine.get(player=None), mine.get(player=south.guest("Eve"))
    south.world.fund(day=APRIL)
    desk = south.world.stamp("12:40", day=APRIL)
    shift = open_shift(desk, drawer_id=south.world.drawer().pk, cash=FLOAT, chips=RACK)
    friend = south.guest("A friend of the cashier's")
    identify(south.world.stamp("12:45", day=APRIL), payable_id=nameless.pk, player_id=friend.pk)
    if corrected:
        other = {"player_id": south.guest("Eva").pk, "reason": "Two guests of one name"}
        stamp = south.stamp(APRIL, "13:00", Role.ACCOUNTANT)
        south.sign(correct_winner.ask(stamp, payable_id=eves.pk, **other), APRIL, "13:10")
    named = Payable.objects.due().get(kind="ranking.prize", player=friend)
    refused(
        NeedsSignature,
        pay_out,
        south.world.stamp("13:20", day=APRIL),
        payable_id=named.pk,
        shift_id=shift.pk,
        paid_with="bank",
    )
