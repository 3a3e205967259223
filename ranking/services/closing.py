"""
The end of a quarter: its pool and its standing are fixed, at the first close after it or later.

Every step can run late, twice or on two workers at once: the database knows one close a quarter.
"""

from dataclasses import replace
from datetime import datetime
from typing import Annotated
from uuid import uuid5

import structlog
from django.db import DatabaseError

from casino.acts.kinds import Id, Written
from casino.acts.runner import act
from casino.house.keys import namespace
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.refusals import Conflict, Refusal
from ranking import postings
from ranking.models import ClosedQuarter, Ranking, RankingPlace
from ranking.queries import rankings
from ranking.queries.counting import ends_at, quarters_due, unclosed_day, unfinished
from ranking.queries.standing import RankingTable, closed_quarter, counted
from ranking.rules.periods import following, last_day

log = structlog.get_logger()
# Keys of the jobs: the same quarter of the same ranking always makes the same key.
CLOSES = namespace("5d0b7a55-6a0e-4c56-8f5a-3a2f6f7f1c11")
QUARTER = Written(pattern=r"20[0-9]{2}Q[1-4]", says=msg("Enter a quarter, for example 2026Q1."))
Quarter = Annotated[str, QUARTER]


class QuarterNotOver(Conflict):
    """A quarter ends at the close of its last gaming day (AMB-93)."""

    code = "RANKING-004"
    source = "AMB-93"


class QuarterIsClosed(Conflict):
    """A quarter is closed once."""

    code = "RANKING-005"


class QuarterWaits(Conflict):
    """Every ranking tournament of a quarter counts, so the last one is waited for (AMB-93)."""

    code = "RANKING-006"
    source = "AMB-93"


def close_due_quarters(at: datetime) -> list[tuple[str, str]]:
    """
    Close every quarter that is over and waits for nothing; return (ranking, quarter) of each.

    A ranking that cannot be closed stops no other.
    """
    done = []
    for ranking in Ranking.objects.select_related("club").order_by("id"):
        for quarter in quarters_due(ranking, at=at):
            if not is_ready(ranking, quarter, at=at):
                break
            key = uuid5(CLOSES, f"{ranking.pk} {quarter}")
            stamp = club_stamp(ranking.club, at=at, actor_id=None, key=key)
            try:
                close_quarter(stamp, ranking_id=ranking.pk, quarter=quarter)
                done.append((ranking.name, quarter))
            except (Refusal, DatabaseError):
                log.exception("a quarter could not be closed", ranking=ranking.pk, quarter=quarter)
                break
    return done


def is_ready(ranking: Ranking, quarter: str, *, at: datetime) -> bool:
    """Return whether a quarter that is over waits for nothing any more."""
    waits = unclosed_day(ranking, quarter, at=at) or unfinished(ranking, quarter)
    return not waits


@act("ranking.close_quarter")
def close_quarter(stamp: Stamp, *, ranking_id: Id, quarter: Quarter) -> ClosedQuarter:
    """
    Fix the pool, the standing and the prizes of a quarter; what nobody won goes on.

    Source: OLY-5.5, OLY-5.6, AMB-93 to AMB-97. Raises NotFound, BadInput, QuarterNotOver,
    QuarterIsClosed, QuarterWaits.
    """
    ranking = rankings.ranking(stamp.club_id, ranking_id)
    last_day(quarter)
    Ranking.objects.select_for_update(of=("self",)).get(id=ranking.pk)
    check_close(ranking, quarter, at=stamp.at)
    pools = rankings.pools_cents(ranking, quarter)
    cards = rankings.persons(ranking)
    table = counted(ranking, quarter, pool_cents=sum(pools.values()), cards=cards)
    closed = ClosedQuarter.objects.create(
        ranking=ranking,
        quarter=quarter,
        carried_in_cents=table.carried_in_cents,
        contributed_cents=table.contributed_cents,
        pool_cents=table.pool_cents,
        carried_over_cents=table.carried_over_cents,
        points_total_x100=table.points_total_x100,
        cards={str(card): person for card, person in cards.items()},
        because=[each.as_json() for each in table.because],
        closed_at=stamp.at,
        gaming_day=stamp.gaming_day,
        act_id=stamp.act_id,
    )
    _keep_places(closed, table)
    if table.carried_over_cents:
        _carry_over(stamp, closed, table, pools)
    return closed


def check_close(ranking: Ranking, quarter: str, *, at: datetime) -> None:
    """Raise what keeps a quarter from being closed."""
    if closed_quarter(ranking, quarter):
        raise QuarterIsClosed(
            msg("The quarter {quarter} is already closed.", quarter=quarter), field="quarter"
        )
    if at < ends_at(ranking, quarter):
        said = msg(
            "The quarter {quarter} ends at the close of {last_day:%d.%m.%Y}.",
            quarter=quarter,
            last_day=last_day(quarter),
        )
        raise QuarterNotOver(said, field="quarter", next_step=msg("It closes automatically then."))
    due = quarters_due(ranking, at=at)
    if quarter not in due:
        raise QuarterIsClosed(
            msg("The ranking began after {quarter}.", quarter=quarter), field="quarter"
        )
    if due[0] != quarter:
        raise QuarterWaits(
            msg("The quarter {due} must be closed first.", due=due[0]), field="quarter"
        )
    if unclosed_day(ranking, quarter, at=at):
        said = msg("A gaming day of the quarter is not closed yet.")
        raise QuarterWaits(said, field="quarter", next_step=msg("Try again in a minute."))
    for each in unfinished(ranking, quarter):
        said = msg(
            "{name} of {gaming_day:%d.%m.%Y} has not awarded its prizes yet.",
            name=each.name,
            gaming_day=each.gaming_day,
        )
        raise QuarterWaits(
            said,
            field="quarter",
            next_step=msg("Award the prizes or cancel the tournament first."),
            next_page="tournament",
            about={"tournament_id": each.pk},
        )


def _keep_places(closed: ClosedQuarter, table: RankingTable) -> None:
    RankingPlace.objects.bulk_create(
        RankingPlace(
            closed=closed,
            rank=row.rank,
            player=row.player,
            points_x100=row.points_x100,
            tournaments=row.tournaments,
            cents=row.cents,
        )
        for row in table.rows
    )


def _carry_over(
    stamp: Stamp, closed: ClosedQuarter, table: RankingTable, pools: dict[int, int]
) -> None:
    """Bring the pool to the next quarter in the books of each club (AMB-96)."""
    ref = rankings.ref(closed.ranking, closed.quarter)
    onward = rankings.ref(closed.ranking, following(closed.quarter))
    for club_id, cents in pools.items():
        if not cents:
            continue
        at_club = elsewhere(stamp, club_id, "ranking.carry_pool", closed_id=closed.pk)
        currency = Club.objects.get(id=club_id).currency
        ledger.open_account(club_id, postings.POOL, ref=onward, currency=currency)
        draft = postings.pool_carried(ref, onward, cents, because=table.because, memo=str(closed))
        ledger.post_entry(at_club, draft)


def elsewhere(stamp: Stamp, club_id: int, operation: str, /, **arguments: object) -> Stamp:
    """Return the stamp for the books of a club: one's own, or of an act of the other club's."""
    if club_id == stamp.club_id:
        return stamp
    club = Club.objects.get(id=club_id)
    there = club_stamp(
        club,
        at=stamp.at,
        actor_id=stamp.signed_by_id or stamp.actor_id,
        key=uuid5(stamp.key, club.slug),
        request_id=stamp.request_id,
    )
    linked = ledger.act(there, operation, **arguments)
    return replace(there, act_id=linked.id, signed_by_id=stamp.signed_by_id)
