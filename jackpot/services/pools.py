"""Opening jackpots and fixing their levels."""

from django.db import IntegrityError, transaction

from casino.db import command, constraint_name
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import Refusal
from jackpot.models import Jackpot, Snapshot
from jackpot.queries import jackpots


class JackpotNamed(Refusal):
    """Two jackpots of one name would be mistaken for each other."""

    status = 409
    code = "JACKPOT-014"
    message = "There is a jackpot of that name already."
    next_step = "Choose another name."


@command
def open_jackpot(stamp: Stamp, *, name: str) -> Jackpot:
    """Open a jackpot and the account of its pool. Raises BadInput, JackpotNamed."""
    name = clean_name(name, longest=50)
    club = Club.objects.get(id=stamp.club_id)
    if ledger.act(stamp, "jackpot.open_jackpot", name=name).replayed:
        return Jackpot.objects.get(club=club, name=name)
    try:
        opened = Jackpot.objects.create(club=club, name=name)
    except IntegrityError as error:
        if constraint_name(error) == "jackpot_name_once":
            raise JackpotNamed(field="name") from error
        raise
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
