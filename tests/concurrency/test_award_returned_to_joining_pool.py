"""A pool gets money, an award back or by hand, while it goes into a shared one."""

import os
from datetime import timedelta
from functools import partial

import psycopg

from casino.closing.services.days import close_due_days, seal_day
from casino.ledger.models import Account
from casino.staff.models import Role
from jackpot.models import AwardReversal, Claim, Feeder
from jackpot.services.adjustments import adjust_pool
from tests.claiming import BEFORE, awarded, claimed, fed, six_seated
from tests.correcting import leave_all
from tests.integration.jackpot.test_awards_taken_back import asked, signs
from tests.integration.jackpot.test_sharing import both, sharing, signed
from tests.racing import begin_beside, outcomes
from tests.world import EVENING, a_club

NEXT = EVENING + timedelta(days=1)
BALANCE = """
SELECT 1 FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id
WHERE a.club_id = %s AND a.code = 'jackpot:pool' AND a.ref = %s FOR UPDATE OF b
"""


def test_a_pool_that_gets_an_award_back_is_not_closed_with_the_money_in_it(committed_db: None):
    tallinn, tartu = a_club(), a_club("tartu")
    own = fed(tartu)
    pool = tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    table = six_seated(tartu)
    claim = awarded(tartu, claimed(tartu, table))
    leave_all(tartu, table, 6 * 20_000)
    close_due_days(tartu.at("07:01", day=NEXT))
    for day in (BEFORE, EVENING):
        seal_day(tartu.stamp("11:00", role=Role.ACCOUNTANT, day=NEXT), day=day)
    back = asked(tartu, claim, "12:00", NEXT)
    share = sharing(tallinn, pool, tartu, day=NEXT)
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as holder:
        # As a drop does that is booked just then.
        holder.execute(BALANCE, [tartu.club.pk, own.pk])
        returns = partial(signs, tartu, back, "12:06", NEXT)
        joins = partial(signed, tallinn, share, "12:05", day=NEXT, role=Role.ACCOUNTANT)
        one, _ = begin_beside(returns, holder=holder)
        two, _ = begin_beside(joins, holder=holder)
        holder.rollback()
    one.join()
    two.join()
    held = -tartu.balance("jackpot:pool", own.pk)
    account = Account.objects.get(club_id=tartu.club.pk, code="jackpot:pool", ref=own.pk)
    assert (AwardReversal.objects.count(), Feeder.objects.count()) == (1, 0)
    assert Claim.objects.get().state == Claim.State.PREPARED
    assert (held, account.is_open) == (1_000_000, True)


def test_a_pool_that_is_changed_by_hand_is_not_closed_with_the_money_in_it(committed_db: None):
    tallinn, tartu = a_club(), a_club("tartu")
    own = fed(tartu)
    pool = tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    terms = {"jackpot_id": own.pk, "why": "seed", "cents": 50_000, "note": "For the holidays"}
    change = adjust_pool.ask(tartu.stamp("22:00", role=Role.MANAGER), **terms)
    share = sharing(tallinn, pool, tartu, day=EVENING)
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as holder:
        holder.execute(BALANCE, [tartu.club.pk, own.pk])
        sign = {"day": EVENING, "role": Role.ACCOUNTANT}
        one, changed = begin_beside(partial(signed, tartu, change, "22:06", **sign), holder=holder)
        two, joined = begin_beside(partial(signed, tallinn, share, "22:05", **sign), holder=holder)
        holder.rollback()
    one.join()
    two.join()
    account = Account.objects.get(club_id=tartu.club.pk, code="jackpot:pool", ref=own.pk)
    assert (outcomes(changed), Feeder.objects.count()) == ({"Proposal": 1}, 0), joined
    assert (-tartu.balance("jackpot:pool", own.pk), account.is_open) == (1_050_000, True)
