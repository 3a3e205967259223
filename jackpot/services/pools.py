"""Opening jackpots and fixing their levels."""

from django.db import transaction

from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.names import clean_name
from jackpot.models import Jackpot, Snapshot
from jackpot.queries import jackpots


@command
def open_jackpot(stamp: Stamp, *, name: str) -> Jackpot:
    """Open a jackpot and the account of its pool."""
    name = clean_name(name, longest=50)
    club = Club.objects.get(id=stamp.club_id)
    if ledger.act(stamp, "jackpot.open_jackpot", name=name).replayed:
        return Jackpot.objects.get(club=club, name=name)
    opened = Jackpot.objects.create(club=club, name=name)
    ledger.open_account(club.id, "jackpot:pool", ref=opened.id, currency=club.currency)
    return opened


def take_snapshots(stamp: Stamp, *, close_id: int) -> list[Snapshot]:
    """
    Fix the level of every jackpot of the club at a close: a step of the closing command.

    The level is the pool from the entries before the stamp's instant, so a late run gives the
    same figure. Source: OLY-4.4, AMB-28, AMB-38.
    """
    assert transaction.get_connection().in_atomic_block
    return Snapshot.objects.bulk_create(
        Snapshot(
            jackpot=each,
            close_id=close_id,
            at=stamp.at,
            gaming_day=stamp.gaming_day,
            level_cents=-ledger_queries.balance_before(
                stamp.club_id, "jackpot:pool", each.id, at=stamp.at
            ),
        )
        for each in jackpots(stamp.club_id)
    )
