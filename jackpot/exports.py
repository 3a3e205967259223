"""Movements and hits of a jackpot as files."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from casino.sheets.columns import of_file
from casino.sheets.files import csv_file
from jackpot.models import Award, Jackpot
from jackpot.queries.movements import Funds, PoolDay

FUNDS_COLUMNS = of_file("at item amount:cents")
MOVEMENT_COLUMNS = of_file(
    "jackpot gaming_day kind table entries amount:cents opening:cents closing:cents"
)
HIT_COLUMNS = of_file(
    "jackpot gaming_day approved_at played_at table hand game level:cents paid_since:cents "
    "base:cents total:cents seat player for share:cents payment claimed_by base_checked_by "
    "approved_by deck_checked_by camera_at witnesses seal entry taken_back_at taken_back_by reason"
)


def funds_csv(funds: Funds, *, at: datetime) -> bytes:
    """Return what would be owed if the jackpots were closed at an instant, and the cash for it."""
    rows = [
        *((f"pool {each.jackpot}", each.held_cents[funds.club_id]) for each in funds.pools),
        ("shares awarded, not yet paid", funds.shares_cents),
        ("owed to the players", funds.owed_cents),
        ("owed to other clubs", funds.between_owes_cents),
        ("cash in vault, drawers, bank", funds.cash_cents),
        ("cash beyond the jackpots", funds.over_jackpots_cents),
        ("to come from other clubs", funds.between_owed_cents),
        ("chips that guests hold", funds.chips_cents),
        ("other payments due", funds.due_cents),
        ("other liabilities", funds.other_cents),
        ("beyond all that could be asked for", funds.over_everything_cents),
    ]
    return csv_file(FUNDS_COLUMNS, ((at, item, cents) for item, cents in rows))


def movements_csv(jackpot: Jackpot, days: Sequence[PoolDay]) -> bytes:
    """Return a pool's movements by day, kind and table; the days' figures stand in each row."""
    return csv_file(
        MOVEMENT_COLUMNS,
        (
            (
                jackpot.name,
                day.day,
                each.kind,
                each.table,
                each.entries,
                each.cents,
                day.opening_cents,
                day.closing_cents,
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
        jackpot.name,
        award.gaming_day,
        award.approved_at,
        claim.played_at,
        str(claim.session.table),
        claim.hand_name,
        claim.game,
        award.level_cents,
        award.paid_since_cents,
        award.base_cents,
        award.total_cents,
    )
    tail = (
        str(claim.claimed_by),
        str(claim.base_checked_by or ""),
        str(award.approved_by),
        claim.deck_checked_by,
        claim.camera_at,
        claim.witnesses,
        claim.seal_number,
        award.entry_id or "",
        *_back(award),
    )
    nobody: tuple[object, ...] = ("", "", "", "", "")
    shares: list[tuple[object, ...]] = [
        (each.seat, each.player.name, each.parts, each.cents, each.payable_id)
        for each in award.shares.all()
    ]
    for share in shares or [nobody]:
        yield (*head, *share, *tail)


def _back(award: Award) -> tuple[object, ...]:
    """Return when an award was taken back, who signed that and why; nothing where it stands."""
    if award.stands:
        return ("", "", "")
    asked = award.reversal.proposal
    return (award.reversal.at, str(asked.decided_by), asked.reason)
