"""Money between the clubs of a pool: what one owes the other stands in the books of both."""

from datetime import timedelta
from uuid import uuid5

from casino.approvals.models import Proposal
from casino.approvals.queries import signs
from casino.approvals.services import NotYours, completes, propose
from casino.db import command
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.ledger.entries import Draft
from casino.money import format_cents
from casino.names import clean_name
from casino.refusals import BadInput, NotFound, Refusal
from casino.staff.models import Membership
from casino.words import say
from jackpot import postings
from jackpot.models import Settlement

SETTLE = "jackpot.settle"


class NotOwed(Refusal):
    """A club sends another what it owes it, not more."""

    status = 422
    code = "JACKPOT-021"


def open_between(club_id: int, other_id: int) -> None:
    """Open the accounts of what one club owes another in the books of both, once."""
    for one, two in ((club_id, other_id), (other_id, club_id)):
        currency = Club.objects.get(id=one).currency
        for code in ("group:owes", "group:owed"):
            ledger.open_account(one, code, ref=two, currency=currency)


def post_elsewhere(stamp: Stamp, act: ledger.Act, draft: Draft, *, club_id: int) -> int:
    """
    Post the other side of an act in another club's books, on that club's gaming day.

    Its act names the first one and is carried out with it or not at all. Returns the entry.
    """
    there = club_stamp(
        Club.objects.get(id=club_id),
        at=stamp.at,
        actor_id=stamp.actor_id,
        key=uuid5(stamp.key, f"club {club_id}"),
        request_id=stamp.request_id,
    )
    linked = ledger.act(there, f"{draft.kind}", act_id=act.id, club_id=stamp.club_id)
    return ledger.post(there, linked, draft).entry_id


def works_at(club_id: int, user_id: int) -> bool:
    """Return whether somebody works at a club."""
    return Membership.objects.filter(
        club_id=club_id, user_id=user_id, user__is_active=True
    ).exists()


@command
def propose_settlement(
    stamp: Stamp, *, club_id: int, cents: int, through: str, note: str
) -> Proposal:
    """
    Propose to book money that this club sent another one for shares paid there.

    club_id: the receiver, where the proposer works too; through: of Settlement.Through. Who
    approves has seen it arrive. Raises NotFound, BadInput, NotOwed.
    """
    note = clean_name(note, field="note", longest=200)
    asked = {"club_id": club_id, "cents": cents, "through": through, "note": note}
    act = ledger.act(stamp, "jackpot.propose_settlement", **asked)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    if not works_at(club_id, stamp.person_id):
        raise NotFound(say("There is no such club."), field="club_id")
    if cents <= 0:
        raise BadInput(say("Write an amount above zero."), field="cents")
    if through not in Settlement.Through.values:
        raise BadInput(say("Choose the bank or the vault."), field="through")
    _check_owed(stamp.club_id, club_id, cents)
    content = {
        "club_id": club_id,
        "club": Club.objects.get(id=club_id).name,
        "cents": cents,
        "through": through,
    }
    return propose(stamp, act, operation=SETTLE, content=content, reason=note)


@completes(
    SETTLE,
    title=say("Money sent to another club"),
    lives=timedelta(days=7),
)
def settle(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Settlement:
    """Book it in both clubs. Raises NotYours, NotOwed, NotEnough, DayNotOpen."""
    other, cents = proposal.content["club_id"], proposal.content["cents"]
    through = proposal.content["through"]
    if not signs(other, stamp.person_id, SETTLE, at=stamp.at):
        raise NotYours(say("Who approves it is accountant or manager of the other club, too."))
    _check_owed(stamp.club_id, other, cents)
    sent = postings.money_sent(cents, to_club_id=other, through=through, memo=proposal.reason)
    received = postings.money_received(
        cents, from_club_id=stamp.club_id, through=through, memo=proposal.reason
    )
    return Settlement.objects.create(
        sender_id=stamp.club_id,
        receiver_id=other,
        cents=cents,
        through=through,
        at=stamp.at,
        proposal=proposal,
        sent_entry_id=ledger.post(stamp, act, sent).entry_id,
        received_entry_id=post_elsewhere(stamp, act, received, club_id=other),
        act_id=act.id,
    )


def _check_owed(club_id: int, other_id: int, cents: int) -> None:
    owed = -ledger_queries.balance_cents(club_id, "group:owes", other_id)
    if cents > owed:
        raise NotOwed(
            say("This club owes the other one {owed}.", owed=format_cents(owed)), field="cents"
        )
