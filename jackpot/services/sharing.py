"""A pool of several clubs: the tables of another club of the group feed it, by two people."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from cashgames import queries as cashgames
from casino.approvals.models import Proposal
from casino.approvals.queries import signs
from casino.approvals.services import NotYours, completes, propose
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import NotFound, Refusal
from casino.words import say
from jackpot import queries
from jackpot.models import Feeder, Jackpot
from jackpot.services.between import works_at

SHARE = "jackpot.share_pool"


class CannotShare(Refusal):
    """A club feeds one pool, in the pool's currency."""

    status = 409
    code = "JACKPOT-025"


@command
def propose_sharing(stamp: Stamp, *, jackpot_id: int, club_id: int, reason: str) -> Proposal:
    """
    Propose that another club's tables feed a pool of this club, from then on.

    club_id: of a club where the proposer works too. Raises NotFound, CannotShare, BadInput.
    """
    reason = clean_name(reason, field="reason", longest=200)
    asked = {"jackpot_id": jackpot_id, "club_id": club_id, "reason": reason}
    act = ledger.act(stamp, "jackpot.propose_sharing", **asked)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    jackpot = queries.jackpot(stamp.club_id, jackpot_id)
    if not works_at(club_id, stamp.person_id):
        raise NotFound(say("There is no such club."), field="club_id")
    _check(jackpot, stamp.club_id, Club.objects.get(id=club_id))
    content = {
        "jackpot_id": jackpot_id,
        "jackpot": jackpot.name,
        "club_id": club_id,
        "club": Club.objects.get(id=club_id).name,
    }
    return propose(stamp, act, operation=SHARE, content=content, reason=reason)


def consequence(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Say what the pool holds. Raises CannotShare."""
    jackpot = queries.jackpot(stamp.club_id, content["jackpot_id"])
    _check(jackpot, stamp.club_id, Club.objects.get(id=content["club_id"]))
    return {"pool_now_cents": queries.level(jackpot).pool_cents}


@completes(
    SHARE,
    title=say("Share a jackpot with another club"),
    lives=timedelta(days=3),
    consequence=consequence,
)
def share_pool(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Feeder:
    """Let the other club's next sessions feed the pool. Raises NotYours, CannotShare."""
    club = Club.objects.get(id=proposal.content["club_id"])
    if not signs(club.pk, stamp.person_id, SHARE, at=stamp.at):
        raise NotYours(say("Who approves it is the accountant of the other club, too."))
    jackpot = queries.jackpot(stamp.club_id, proposal.content["jackpot_id"])
    _check(jackpot, stamp.club_id, club)
    for own in ledger_queries.refs(club.pk, "jackpot:pool"):
        ledger.set_account_open(club.pk, "jackpot:pool", ref=own, is_open=False)
    ledger.open_account(club.pk, "jackpot:pool", ref=jackpot.pk, currency=club.currency)
    return Feeder.objects.create(
        jackpot=jackpot, club=club, since=stamp.at, proposal=proposal, act_id=act.id
    )


def _check(jackpot: Jackpot, home_id: int, club: Club) -> None:
    """Refuse a pool that is not this club's, and a club that feeds or pays another one."""
    if jackpot.club_id != home_id:
        raise CannotShare(say("The club that keeps the pool shares it."), field="jackpot_id")
    if club.pk == home_id or Feeder.objects.filter(club=club).exists():
        raise CannotShare(say("That club feeds a shared pool already."), field="club_id")
    if club.currency != jackpot.club.currency:
        raise CannotShare(
            say("That club keeps its books in {currency}.", currency=club.currency), field="club_id"
        )
    if any(queries.held_cents(each)[club.pk] for each in queries.jackpots(club.pk)):
        raise CannotShare(
            say("That club's own jackpot still holds money of its players."),
            field="club_id",
            next_step=say("It is paid out, or moved by two people, first."),
        )
    if any(each.pool_ref for each in cashgames.open_sessions(club.pk)):
        said = say("A table of that club feeds its own jackpot now.")
        raise CannotShare(said, field="club_id", next_step=say("Close it first."))
