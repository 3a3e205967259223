"""A pool of several clubs: the tables of another club of the group feed it, by two people."""

from datetime import timedelta

from cashgames.queries.tables import open_sessions
from casino.acts.kinds import Id, Reason
from casino.approvals.queries import signs
from casino.approvals.services import NotYours
from casino.approvals.signed import Preview, signed
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.balances import refs
from casino.messages import msg
from casino.refusals import Refusal
from jackpot.models import Feeder, Jackpot
from jackpot.queries import levels
from jackpot.services.intercompany import own_club

SHARE = "jackpot.share_pool"


class CannotShare(Refusal):
    """A club feeds one pool, in the pool's currency."""

    status = 409
    code = "JACKPOT-025"


def sharing_preview(stamp: Stamp, *, jackpot_id: int, club_id: int, reason: str) -> Preview:
    """Say which club would feed which pool, and what it holds. Raises NotFound, CannotShare."""
    jackpot = levels.jackpot(stamp.club_id, jackpot_id)
    if stamp.act_id:
        both = Club.objects.filter(id__in=(stamp.club_id, club_id)).order_by("id")
        list(both.select_for_update(no_key=True))
    club = own_club(stamp, club_id)
    _check(jackpot, stamp.club_id, club)
    return Preview(
        content={"jackpot": jackpot.name, "club": club.name},
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

    The accountant of both clubs signs. Raises NotYours, CannotShare.
    """
    if not signs(club_id, stamp.signer_id, SHARE, at=stamp.at):
        raise NotYours(msg("The approver must be accountant of both clubs."))
    jackpot, club = levels.jackpot(stamp.club_id, jackpot_id), Club.objects.get(id=club_id)
    for own in refs(club.pk, "jackpot:pool"):
        ledger.set_account_open(club.pk, "jackpot:pool", ref=own, is_open=False)
    ledger.open_account(club.pk, "jackpot:pool", ref=jackpot.pk, currency=club.currency)
    return Feeder.objects.create(
        jackpot=jackpot,
        club=club,
        since=stamp.at,
        proposal_id=stamp.proposal_id,
        act_id=stamp.act_id,
    )


def _check(jackpot: Jackpot, home_id: int, club: Club) -> None:
    """Refuse a pool that is not this club's, and a club that feeds or pays another one."""
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
    if any(levels.held_cents(each)[club.pk] for each in levels.jackpots(club.pk)):
        raise CannotShare(
            msg("That club's own jackpot still holds players' money."),
            field="club_id",
            next_step=msg("Pay it out first, or transfer it with two signatures."),
        )
    if any(each.pool_ref for each in open_sessions(club.pk)):
        said = msg("An open table of that club contributes to its own jackpot.")
        raise CannotShare(said, field="club_id", next_step=msg("Close it first."))
