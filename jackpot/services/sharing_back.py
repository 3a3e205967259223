"""A club linked to a pool by mistake: as before, by two, until a close or its first table."""

from datetime import datetime

from django.db.models import Q

from cashgames.queries.tables import sessions_since
from casino.acts.kinds import Id, Reason
from casino.approvals.queries import signs
from casino.approvals.services import NotYours
from casino.approvals.signed import Preview, signed
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import entries
from casino.ledger.queries.gaming_days import closes_after, days_due
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.refusals import Conflict, NotFound
from jackpot.models import Award, Claim, Feeder, Jackpot
from jackpot.queries import levels
from jackpot.services.intercompany import own_club, post_elsewhere
from jackpot.services.pools import take_turns

BACK, JOINED = "jackpot.take_back_sharing", "jackpot.joined"


class SharedSince(Conflict):
    """What a shared pool has taken in, fixed or paid is not parted again."""

    code = "JACKPOT-037"
    next_step = msg("The link stays. Open another jackpot where that club is to have its own.")


def sharing_back_preview(stamp: Stamp, *, jackpot_id: int, club_id: int, reason: str) -> Preview:
    """Say which club has its own pool again, and with how much. Raises NotFound, SharedSince."""
    if stamp.act_id:
        both = Club.objects.filter(id__in=(stamp.club_id, club_id)).order_by("id")
        list(both.select_for_update(no_key=True))
        # An award of the pool waits, a table that opens feeds one of them, a close fixes after it.
        pools = Jackpot.objects.filter(Q(club_id=club_id) | Q(id=jackpot_id)).order_by("id")
        list(pools.select_for_update(no_key=True))
        ledger.hold_open_accounts(club_id, "jackpot:pool")
    club = own_club(stamp, club_id)
    feeder = linked(stamp.club_id, jackpot_id, club)
    if stamp.act_id:
        take_turns(feeder.jackpot)
    _check(feeder, at=stamp.at)
    return Preview(
        content={
            "jackpot": feeder.jackpot.name,
            "club": club.name,
            "returned_cents": levels.held_cents(feeder.jackpot)[club.pk],
            "linked_at": feeder.since.isoformat(),
        }
    )


@signed(
    BACK,
    asked_as="jackpot.ask_to_take_back_sharing",
    preview=sharing_back_preview,
    kinds={BACK: msg("Take back the link of another club")},
    latest_of=("jackpot_id", "club_id"),
    one_open=True,
)
def take_back_sharing(stamp: Stamp, *, jackpot_id: Id, club_id: Id, reason: Reason) -> Jackpot:
    """
    Take back that another club feeds a pool: what it brought is in its own pool again.

    Until a close of either club, and while no table of that club has fed it and nothing was
    awarded. Who signs is accountant of both. Source: OLY-4.4, AMB-38. Raises NotYours, NotFound,
    SharedSince, DayNotOpen.
    """
    if not signs(club_id, stamp.signer_id, BACK, at=stamp.at):
        raise NotYours(msg("The approver must be accountant of both clubs."))
    feeder = linked(stamp.club_id, jackpot_id, Club.objects.get(id=club_id))
    for own in Jackpot.objects.filter(club_id=club_id, retired_at=None):
        ledger.set_account_open(club_id, "jackpot:pool", ref=own.pk, is_open=True)
    if brought := _brought(feeder):
        draft = reversal(brought.draft, entry_id=brought.id, memo=reason)
        post_elsewhere(stamp, draft, club_id=club_id)
    ledger.set_account_open(club_id, "jackpot:pool", ref=jackpot_id, is_open=False)
    Feeder.objects.filter(id=feeder.pk).update(taken_back_id=stamp.proposal_id)
    return feeder.jackpot


def can_be_parted(feeder: Feeder, *, at: datetime) -> bool:
    """Return whether a link can still be taken back at an instant."""
    try:
        _check(feeder, at=at)
    except SharedSince:
        return False
    return True


def linked(home_id: int, jackpot_id: int, club: Club) -> Feeder:
    """Return the link of a club to a pool that another one keeps. Raises NotFound."""
    kept = Feeder.objects.filter(jackpot=jackpot_id, jackpot__club=home_id, club=club)
    found = kept.select_related("jackpot", "club").first()
    if found is None:
        raise NotFound(msg("That club does not contribute to this jackpot."), field="club_id")
    return found


def _brought(feeder: Feeder) -> EntryRow | None:
    """Return the entry by which a club's own pools went along, None where they were empty."""
    found = entries(feeder.club_id, Q(kind=JOINED, happened_at=feeder.since, reversed_by=None))
    return next((each for each in found if _into(each, feeder.jackpot_id)), None)


def _into(joined: EntryRow, jackpot_id: int) -> int:
    """Return what an entry brought into a pool, in cents."""
    pool = ("jackpot:pool", jackpot_id)
    return -sum(line.cents for line in joined.lines if (line.code, line.ref) == pool)


def _check(feeder: Feeder, *, at: datetime) -> None:
    """Raise SharedSince for what a link has led to already, or a close that is due will."""
    pool, club_id = feeder.jackpot, feeder.club_id
    both = (pool.club_id, club_id)
    if days_due(at, *both) or any(closes_after(each, feeder.since) for each in both):
        raise SharedSince(msg("A close has fixed the level since."))
    if any(each.pool_ref == pool.pk for each in sessions_since(club_id, feeder.since)):
        raise SharedSince(msg("A table of that club has contributed to this jackpot since."))
    waiting = (Claim.State.PREPARED, Claim.State.PROPOSED)
    if Claim.objects.filter(jackpot=pool, club=club_id, state__in=waiting).exists():
        raise SharedSince(msg("A claim of that club on this jackpot is not decided."))
    paid = Award.objects.filter(jackpot=pool, act_id__gt=feeder.act_id, reversal=None).exists()
    brought = _brought(feeder)
    if paid or levels.held_cents(pool)[club_id] != (_into(brought, pool.pk) if brought else 0):
        raise SharedSince(msg("The pool has paid or taken in money of that club since."))
