"""Standing, points and payout list of a quarter as files."""

from collections.abc import Iterator, Sequence

from casino.cage.queries import payment_of
from casino.web.files import amount, csv_file, text
from ranking.models import Prize, Score
from ranking.queries import Table

STANDING_COLUMNS = (
    "ranking",
    "quarter",
    "place",
    "code",
    "player",
    "points",
    "tournaments",
    "prize",
    "pool",
    "points_paid",
    "closed_at",
)
POINTS_COLUMNS = (
    "ranking",
    "quarter",
    "gaming_day",
    "tournament",
    "count",
    "participants",
    "gross_prize_pool",
    "average_buy_in",
    "buy_in_factor",
    "participants_factor",
    "place",
    "shared_by",
    "place_factors",
    "code",
    "player",
    "points_before",
    "points_after",
    "change",
)
PAYOUT_COLUMNS = (
    "ranking",
    "quarter",
    "place",
    "code",
    "player",
    "points",
    "prize",
    "club",
    "payment",
    "paid_at",
)


def standing_csv(table: Table) -> bytes:
    """Return everybody in a quarter, the first place first."""
    closed = table.closed.closed_at.isoformat() if table.closed else ""
    return csv_file(
        STANDING_COLUMNS,
        (
            (
                text(table.ranking.name),
                table.quarter,
                row.rank,
                row.player.code,
                text(row.player.name),
                amount(row.points_x100),
                row.tournaments,
                amount(row.cents),
                amount(table.pool_cents),
                amount(table.points_total_x100),
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
        text(score.ranking.name),
        score.quarter,
        score.tournament.gaming_day.isoformat(),
        text(score.tournament.name),
        score.number,
        score.participants,
        amount(score.gross_cents),
        amount(score.average_buy_in_cents),
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
            text(each.player.name),
            amount(each.before_x100),
            amount(each.after_x100),
            amount(each.change_x100),
        )


def payouts_csv(prizes: Sequence[Prize]) -> bytes:
    """Return what a quarter owes to whom, and when the desk paid it."""
    return csv_file(PAYOUT_COLUMNS, map(_payout, prizes))


def _payout(prize: Prize) -> tuple[object, ...]:
    place, payment = prize.place, payment_of(prize.payable)
    return (
        text(place.closed.ranking.name),
        place.closed.quarter,
        place.rank,
        place.player.code,
        text(place.player.name),
        amount(place.points_x100),
        amount(prize.cents),
        prize.payable.club.slug,
        prize.payable_id,
        payment.paid_at.isoformat() if payment else "",
    )


def tenths(value: int) -> str:
    """Return a factor in tenths with a point, 3.5."""
    return f"{value // 10}.{value % 10}"
