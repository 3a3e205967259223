"""
A quarter whose every command dies of SIGKILL amid the statements that it sends, then goes on.

Each life is a forked child; what was not committed is gone with it, and the next life begins the
same command again: the jobs as the beat would, people under the key of their first try.
"""

from datetime import UTC, date, datetime
from uuid import NAMESPACE_OID, uuid5

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.closing.services.days import close_due_days
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.ledger.outbox import deliver_outbox
from casino.staff.models import Membership, Role
from ranking.models import ClosedQuarter, Payout, Points, Prize, Ranking, Score
from ranking.services.closing import close_due_quarters
from ranking.services.counting import count_due
from ranking.services.paying import pay_quarter
from tests.chaos.statements import deaths, staffed
from tests.ranking import League

QUARTER, TOURNAMENTS, PLAYERS, SCORING = "2026Q1", 2, 12, 9
END = datetime(2026, 4, 1, 5, tzinfo=UTC)


def play() -> None:
    """Play the quarter's tournaments; nobody has counted them yet."""
    league = League(staffed())
    names = [f"P{number:02}" for number in range(PLAYERS)]
    league.play(*names, day=date(2026, 3, 30))
    league.play(*names[3:], *names[:3], day=date(2026, 3, 31))
    close_due_days(END)


def die_through() -> None:
    """Count, close, propose and approve, dying amid each."""
    kills = [deaths(act, check) for act in (count_all, close_all, ask, sign)]
    assert min(kills) > 2, kills


def check() -> None:
    """Whatever died, there is nothing by halves."""
    assert Points.objects.count() == SCORING * Score.objects.count()
    won = sum(Prize.objects.values_list("cents", flat=True))
    pools = {each.pool_cents for each in ClosedQuarter.objects.all()}
    assert len(pools) <= 1
    assert won in ({0} | pools)
    assert bool(won) == Payout.objects.exists()


def count_all() -> None:
    count_due(END)


def close_all() -> None:
    close_due_quarters(END)


def ask() -> None:
    person, key = _person(Role.ACCOUNTANT), uuid5(NAMESPACE_OID, "ask")
    stamp = club_stamp(Club.objects.get(), at=END, actor_id=person, key=key)
    pay_quarter.ask(stamp, ranking_id=Ranking.objects.get().pk, quarter=QUARTER)


def sign() -> None:
    person, key = _person(Role.MANAGER), uuid5(NAMESPACE_OID, "sign")
    stamp = club_stamp(Club.objects.get(), at=END, actor_id=person, key=key)
    asked = Proposal.objects.get(operation="ranking.pay_quarter")
    approvals.approve(stamp, proposal_id=asked.pk, digest=asked.digest)


def _person(role: str) -> int:
    return Membership.objects.get(role=role).user_id


def again() -> None:
    """Do everything once more, as a doubled beat and impatient people do; nothing changes."""
    for act in (count_all, close_all, ask, sign):
        act()
    check()
    closed = ClosedQuarter.objects.get()
    assert Score.objects.count() == TOURNAMENTS
    assert sum(Prize.objects.values_list("cents", flat=True)) == closed.pool_cents
    close_due_days(datetime.now(UTC))
    deliver_outbox()
