"""Movements and hits of a jackpot as files."""

from collections.abc import Iterator, Sequence

from casino.web.files import amount, csv_file, text
from jackpot.models import Award, Jackpot
from jackpot.queries import PoolDay

MOVEMENT_COLUMNS = (
    "jackpot",
    "gaming_day",
    "kind",
    "table",
    "entries",
    "amount",
    "opening",
    "closing",
)
HIT_COLUMNS = (
    "jackpot",
    "gaming_day",
    "approved_at",
    "played_at",
    "table",
    "hand",
    "game",
    "level",
    "paid_since",
    "base",
    "total",
    "seat",
    "player",
    "for",
    "share",
    "payment",
    "claimed_by",
    "base_checked_by",
    "approved_by",
    "deck_checked_by",
    "camera_at",
    "witnesses",
    "seal",
    "entry",
)


def movements_csv(jackpot: Jackpot, days: Sequence[PoolDay]) -> bytes:
    """Return a pool's movements by day, kind and table; the days' figures stand in each row."""
    return csv_file(
        MOVEMENT_COLUMNS,
        (
            (
                text(jackpot.name),
                day.day.isoformat(),
                each.kind,
                text(each.table),
                each.entries,
                amount(each.cents),
                amount(day.opening_cents),
                amount(day.closing_cents),
            )
            for day in days
            for each in day.movements
        ),
    )


def hits_csv(jackpot: Jackpot, awards: Sequence[Award]) -> bytes:
    """Return the awards with their evidence, one row a share; one row where nothing was there."""
    return csv_file(HIT_COLUMNS, (row for each in awards for row in _hit(jackpot, each)))


def _hit(jackpot: Jackpot, award: Award) -> Iterator[tuple[object, ...]]:
    claim = award.claim
    head = (
        text(jackpot.name),
        award.gaming_day.isoformat(),
        award.approved_at.isoformat(),
        claim.played_at.isoformat(),
        text(str(claim.session.table)),
        text(claim.hand_name),
        claim.game,
        amount(award.level_cents),
        amount(award.paid_since_cents),
        amount(award.base_cents),
        amount(award.total_cents),
    )
    tail = (
        text(str(claim.claimed_by)),
        text(str(claim.base_checked_by or "")),
        text(str(award.approved_by)),
        text(claim.deck_checked_by),
        claim.camera_at.isoformat() if claim.camera_at else "",
        text(claim.witnesses),
        text(claim.seal_number),
        award.entry_id or "",
    )
    nobody: tuple[object, ...] = ("", "", "", "", "")
    shares: list[tuple[object, ...]] = [
        (each.seat, text(each.player.name), each.parts, amount(each.cents), each.payable_id)
        for each in award.shares.all()
    ]
    for share in shares or [nobody]:
        yield (*head, *share, *tail)
