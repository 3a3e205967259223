"""Standing, points and payout list of a quarter as files."""

from collections.abc import Iterator, Sequence

from casino.cage.queries.due import payment_of
from casino.sheets.columns import of_file
from casino.sheets.files import csv_file
from ranking.models import Prize, Score
from ranking.queries.standing import RankingTable

STANDING_COLUMNS = of_file(
    "ranking quarter place code player points:points tournaments prize:cents pool:cents "
    "points_paid:points closed_at"
)
POINTS_COLUMNS = of_file(
    "ranking quarter gaming_day tournament count participants gross_prize_pool:cents "
    "average_buy_in:cents buy_in_factor participants_factor place shared_by place_factors "
    "code player points_before:points points_after:points change:points"
)
PAYOUT_COLUMNS = of_file(
    "ranking quarter place code player points:points prize:cents club payment paid_at player_club"
)


def standing_csv(table: RankingTable) -> bytes:
    """Return everybody in a quarter, the first place first."""
    closed = table.closed.closed_at if table.closed else None
    return csv_file(
        STANDING_COLUMNS,
        (
            (
                table.ranking.name,
                table.quarter,
                row.rank,
                row.player.code,
                row.player.name,
                row.points_x100,
                row.tournaments,
                row.cents,
                table.pool_cents,
                table.points_total_x100,
                closed,
            )
            for row in table.rows
        ),
    )


def points_csv(scores: Sequence[Score]) -> bytes:
    """Return every tournament's points with their factors; corrections after what they change."""
    return csv_file(POINTS_COLUMNS, (row for score in scores for row in _points(score)))


def _points(score: Score) -> Iterator[tuple[object, ...]]:
    head = (
        score.ranking.name,
        score.quarter,
        score.tournament.gaming_day,
        score.tournament.name,
        score.number,
        score.participants,
        score.gross_cents,
        score.average_buy_in_cents,
        tenths(score.buy_in_factor_x10),
        tenths(score.participants_factor_x10),
    )
    for each in score.points.all():
        yield (
            *head,
            each.place or "",
            each.shared,
            each.place_factor,
            each.player.code,
            each.player.name,
            each.before_x100,
            each.after_x100,
            each.change_x100,
        )


def payouts_csv(prizes: Sequence[Prize]) -> bytes:
    """Return what a quarter owes to whom, and when the desk paid it."""
    return csv_file(PAYOUT_COLUMNS, map(_payout, prizes))


def _payout(prize: Prize) -> tuple[object, ...]:
    place, payment = prize.place, payment_of(prize.payable)
    return (
        place.closed.ranking.name,
        place.closed.quarter,
        place.rank,
        prize.player.code,
        prize.player.name,
        place.points_x100,
        prize.cents,
        prize.payable.club.slug,
        prize.payable_id,
        payment.paid_at if payment else None,
        prize.player.club.slug,
    )


def tenths(value: int) -> str:
    """Return a factor in tenths with a point, 3.5."""
    return f"{value // 10}.{value % 10}"
