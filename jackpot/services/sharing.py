"""A pool of several clubs: the tables of another club of the group feed it, by two people."""

from datetime import datetime, timedelta

from cashgames.queries.boxes import boxes_outstanding
from cashgames.queries.tables import open_sessions, sessions_since
from casino.acts.kinds import Id, Reason
from casino.approvals.queries import signs
from casino.approvals.services import NotYours
from casino.approvals.signed import Preview, signed
from casino.clock import day_bounds
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.balances import refs
from casino.ledger.queries.gaming_days import days_to_seal
from casino.messages import msg
from casino.refusals import Conflict
from jackpot import postings
from jackpot.models import Claim, Feeder, Jackpot
from jackpot.queries import levels
from jackpot.queries.clubs import own_pools_cents
from jackpot.services.intercompany import own_club, post_elsewhere

SHARE = "jackpot.share_pool"
WAITING = (Claim.State.PREPARED, Claim.State.PROPOSED)


class CannotShare(Conflict):
    """A club feeds one pool, in the pool's currency."""

    code = "JACKPOT-025"


def sharing_preview(stamp: Stamp, *, jackpot_id: int, club_id: int, reason: str) -> Preview:
    """
    Say which club would feed which pool, what it holds and what the club brings of its own.

    Raises NotFound, CannotShare.
    """
    jackpot = levels.jackpot(stamp.club_id, jackpot_id)
    if stamp.act_id:
        both = Club.objects.filter(id__in=(stamp.club_id, club_id)).order_by("id")
        list(both.select_for_update(no_key=True))
        # An award that is taken back meanwhile returns its money before this pool is closed.
        own = Jackpot.objects.filter(club_id=club_id).order_by("id")
        list(own.select_for_update(no_key=True))
        ledger.hold_open_accounts(club_id, "jackpot:pool")  # and a table that opens feeds one
    club = own_club(stamp, club_id)
    _check(jackpot, stamp.club_id, club, at=stamp.at)
    brings = own_pools_cents(club.pk)
    return Preview(
        content={
            "jackpot": jackpot.name,
            "club": club.name,
            "brings_cents": sum(brings.values()),
        },
        ahead={"pool_now_cents": levels.level(jackpot).pool_cents},
    )


@signed(
    SHARE,
    asked_as="jackpot.propose_sharing",
    preview=sharing_preview,
    kinds={SHARE: msg("Link another club to the jackpot")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
)
def share_pool(stamp: Stamp, *, jackpot_id: Id, club_id: Id, reason: Reason) -> Feeder:
    """
    Let the next sessions of another club, where who asks works too, feed a pool of this club.

    What that club's own pools hold goes into it: it is the players', and fed no more. The
    accountant of both clubs signs. Raises NotYours, CannotShare, DayNotOpen.
    """
    if not signs(club_id, stamp.signer_id, SHARE, at=stamp.at):
        raise NotYours(msg("The approver must be accountant of both clubs."))
    jackpot, club = levels.jackpot(stamp.club_id, jackpot_id), Club.objects.get(id=club_id)
    earlier, brings = refs(club.pk, "jackpot:pool"), own_pools_cents(club.pk)
    ledger.open_account(club.pk, "jackpot:pool", ref=jackpot.pk, currency=club.currency)
    # Closed where an earlier link was taken back.
    ledger.set_account_open(club.pk, "jackpot:pool", ref=jackpot.pk, is_open=True)
    if brings:
        draft = postings.pool_joined(brings, into=jackpot.pk, memo=reason)
        post_elsewhere(stamp, draft, club_id=club.pk)
    for own in earlier:
        ledger.set_account_open(club.pk, "jackpot:pool", ref=own, is_open=False)
    return Feeder.objects.create(
        jackpot=jackpot,
        club=club,
        since=stamp.at,
        proposal_id=stamp.proposal_id,
        act_id=stamp.act_id,
    )


def _check(jackpot: Jackpot, home_id: int, club: Club, *, at: datetime) -> None:
    """Refuse a pool that is not this club's, and a club that feeds or pays another one."""
    levels.check_in_use(jackpot)
    if jackpot.club_id != home_id:
        raise CannotShare(
            msg("Only the club that owns the pool can link another club."), field="jackpot_id"
        )
    if club.pk == home_id or Feeder.objects.filter(club=club).exists():
        raise CannotShare(msg("That club already contributes to a shared pool."), field="club_id")
    if club.currency != jackpot.club.currency:
        raise CannotShare(
            msg("That club keeps its books in {currency}.", currency=club.currency), field="club_id"
        )
    _check_own_pools(club, at)


def _check_own_pools(club: Club, at: datetime) -> None:
    """Refuse a club whose own pools somebody else feeds, or may still have to pay."""
    own = levels.jackpots(club.pk)
    if Feeder.objects.filter(jackpot__in=own).exists():
        raise CannotShare(msg("Other clubs contribute to a pool of that club."), field="club_id")
    if Claim.objects.filter(jackpot__in=own, state__in=WAITING).exists():
        said = msg("A claim on that club's own jackpot is not decided.")
        raise CannotShare(said, field="club_id", next_step=msg("Decide it first."))
    if any(boxes_outstanding(club.pk, each.pk, before=at) for each in own):
        said = msg("A table's drop boxes for that club's own jackpot are not settled.")
        raise CannotShare(said, field="club_id", next_step=msg("Count and settle them first."))
    if any(each.pool_ref for each in open_sessions(club.pk)):
        said = msg("An open table of that club contributes to its own jackpot.")
        raise CannotShare(said, field="club_id", next_step=msg("Close it first."))
    if any(each.pool_ref for each in sessions_since(club.pk, _unsealed_from(club, at))):
        raise CannotShare(
            msg("Tables contributed to that club's own jackpot on a day that is not sealed."),
            field="club_id",
            next_step=msg("Seal it first. Until then its hands are claimed and corrected."),
        )


def _unsealed_from(club: Club, at: datetime) -> datetime:
    """Return when the oldest gaming day of a club that is not sealed began."""
    waiting = days_to_seal(club.pk)
    day = waiting[0].day if waiting else club_stamp(club, at=at, actor_id=None).gaming_day
    return day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)[0]
