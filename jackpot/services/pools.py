"""Opening jackpots and fixing their levels."""

from datetime import datetime

from django.db import connection, transaction
from django.db.models import Max, Min, Q

from cashgames.queries.boxes import boxes_outstanding
from cashgames.queries.tables import open_sessions
from casino.acts.kinds import Id, ShortName
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges
from casino.db import refusing
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries import gaming_days
from casino.ledger.queries.documents import row_written
from casino.ledger.queries.rows import CloseRow
from casino.ledger.refusals import LevelFixed
from casino.messages import msg
from casino.refusals import Conflict, NotFound
from jackpot.models import Claim, Feeder, Jackpot, Snapshot
from jackpot.queries.levels import held_cents, is_closed, jackpots, level_cents


class JackpotNamed(Conflict):
    """Two jackpots of one name would be mistaken for each other."""

    code = "JACKPOT-014"
    message = msg("A jackpot with that name already exists.")
    next_step = msg("Choose another name.")


def _opened(stamp: Stamp, *, name: str) -> Jackpot:
    """Return the jackpot that an act opened under a name, whatever it is called since."""
    wrote = Q(pk=row_written(stamp.act_id, Jackpot._meta.db_table))  # noqa: SLF001  (its table)
    found = Jackpot.objects.filter(club=stamp.club_id)
    return found.filter(wrote).first() or found.get(name=name)


@act("jackpot.open_jackpot", replay=_opened)
def open_jackpot(stamp: Stamp, *, name: ShortName) -> Jackpot:
    """Open a jackpot and the account of its pool. Raises BadInput, JackpotNamed."""
    club = Club.objects.get(id=stamp.club_id)
    with refusing(jackpot_name_once=JackpotNamed(field="name")):
        opened = Jackpot.objects.create(club=club, name=name)
    ledger.open_account(club.id, "jackpot:pool", ref=opened.id, currency=club.currency)
    return opened


@act("jackpot.rename_jackpot")
def rename_jackpot(stamp: Stamp, *, jackpot_id: Id, name: ShortName) -> Jackpot:
    """
    Call a jackpot that the club keeps otherwise, where its name was mistyped.

    What was printed, signed or sealed keeps what it was called. Raises NotFound, JackpotNamed,
    NothingChanges.
    """
    found = _kept(stamp, jackpot_id)
    if found.name == name:
        raise NothingChanges
    found.name = name
    with refusing(jackpot_name_once=JackpotNamed(field="name")):
        found.save(update_fields=["name"])
    return found


class PoolInUse(Conflict):
    """What is retired holds nothing, nobody claims it, and no table feeds it."""

    code = "JACKPOT-034"
    message = msg("This jackpot is still in use.")


@act("jackpot.retire_jackpot")
def retire_jackpot(stamp: Stamp, *, jackpot_id: Id) -> Jackpot:
    """
    Let an empty pool that the club keeps be offered nowhere any more; its movements stay.

    Raises NotFound, NothingChanges, PoolInUse.
    """
    found = _kept(stamp, jackpot_id)
    if found.retired_at:
        raise NothingChanges
    ledger.hold_open_accounts(stamp.club_id, "jackpot:pool")  # a table that opens feeds one of them
    _check_not_in_use(found, stamp)
    ledger.set_account_open(stamp.club_id, "jackpot:pool", ref=found.pk, is_open=False)
    return _retired(found, stamp.at)


@act("jackpot.reinstate_jackpot")
def reinstate_jackpot(stamp: Stamp, *, jackpot_id: Id) -> Jackpot:
    """Use a pool again that was retired. Raises NotFound, NothingChanges."""
    found = _kept(stamp, jackpot_id)
    if found.retired_at is None:
        raise NothingChanges
    # One that went into a shared pool takes nothing, as before.
    joined = Feeder.objects.filter(club_id=stamp.club_id).exists()
    ledger.set_account_open(stamp.club_id, "jackpot:pool", ref=found.pk, is_open=not joined)
    return _retired(found, None)


def _kept(stamp: Stamp, jackpot_id: int) -> Jackpot:
    """Hold a jackpot that the club keeps. Raises NotFound."""
    kept = Jackpot.objects.select_for_update(no_key=True).filter(club_id=stamp.club_id)
    found = kept.filter(id=jackpot_id).first()
    if found is None:
        raise NotFound(msg("This club has no such jackpot."))
    return found


def _retired(jackpot: Jackpot, at: datetime | None) -> Jackpot:
    jackpot.retired_at = at
    jackpot.save(update_fields=["retired_at"])
    return jackpot


def _check_not_in_use(jackpot: Jackpot, stamp: Stamp) -> None:
    """Raise PoolInUse for what holds money, is claimed, or is fed, also by what is not settled."""
    if jackpot.feeders.exists():
        raise PoolInUse(msg("Other clubs contribute to this jackpot."))
    if any(held_cents(jackpot).values()):
        raise PoolInUse(
            msg("There is money of the players in this jackpot."),
            next_step=msg("Move it into another jackpot first."),
            next_page="pool-move",
            about={"jackpot_id": jackpot.pk},
        )
    waiting = (Claim.State.PREPARED, Claim.State.PROPOSED)
    if jackpot.claims.filter(state__in=waiting).exists():
        raise PoolInUse(
            msg("A claim on this jackpot is not decided."), next_step=msg("Decide it first.")
        )
    if any(each.pool_ref == jackpot.pk for each in open_sessions(stamp.club_id)):
        raise PoolInUse(
            msg("An open table contributes to this jackpot."), next_step=msg("Close it first.")
        )
    if boxes_outstanding(stamp.club_id, jackpot.pk, before=stamp.at):
        raise PoolInUse(
            msg("A table's drop boxes for this jackpot are not settled."),
            next_step=msg("Count and settle them first."),
        )


def take_snapshots(stamp: Stamp, *, close_id: int) -> list[Snapshot]:
    """
    Fix the level of every jackpot of the club at a close: a step of the closing act.

    The level is the pool from the entries before the close's instant, so a late run gives the same
    figure. A pool of several clubs is fixed once at a close of its own club, by whichever club
    closes last what ended by then. Source: OLY-4.4, AMB-28, AMB-38. Raises LevelFixed for an early
    close whose instant another club's close has passed: that level stands.
    """
    assert transaction.get_connection().in_atomic_block
    return Snapshot.objects.bulk_create(
        Snapshot(
            jackpot=each,
            close_id=close.id,
            at=close.at,
            gaming_day=close.day,
            level_cents=level_cents(each, close.at),
        )
        for each in jackpots(stamp.club_id)
        for close in _to_fix(stamp, each, close_id)
        if each.retired_at is None or close.at < each.retired_at
    )


def _to_fix(stamp: Stamp, jackpot: Jackpot, close_id: int) -> list[CloseRow]:
    """Return the closes of a pool's club whose level can be fixed now."""
    joined = jackpot.feeders.aggregate(at=Min("since"))["at"]
    own = gaming_days.close(stamp.club_id, close_id)
    if joined is None:
        # Where its link was taken back meanwhile, the other club's close fixes nothing of it.
        return [own] if jackpot.club_id == stamp.club_id else []
    take_turns(jackpot)
    fixed = jackpot.snapshots.aggregate(at=Max("at"))["at"]
    if fixed and own.kind == "early" and own.at <= fixed:
        raise LevelFixed(
            msg("Another club of the jackpot {jackpot} closed at that moment.", jackpot=jackpot),
            next_step=msg("Close the floor again."),
        )
    since = max(joined, fixed) if fixed else joined
    waiting = gaming_days.closes_after(jackpot.club_id, since)
    return [close for close in waiting if is_closed(jackpot, close.at)]


def take_turns(jackpot: Jackpot) -> None:
    """Let two clubs of a pool that close at once see each other's close."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(7001, %s)", [jackpot.pk])
