"""Money between the clubs of a pool: what one owes the other stands in the books of both."""

from dataclasses import replace
from datetime import timedelta
from typing import Annotated
from uuid import uuid5

from casino.acts.kinds import Amount, Id, Line, OneOf, Reason
from casino.approvals.queries import is_member, signs
from casino.approvals.services import NotYours
from casino.approvals.signed import Preview, signed
from casino.cage.services.vault import check_vault_has, hold_vault
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, reversal
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import entry
from casino.ledger.refusals import AlreadyReversed
from casino.ledger.services import Posted
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import NotFound, Refusal
from jackpot import postings
from jackpot.models import Settlement
from jackpot.queries.clubs import entry_of, settlement

SETTLE, REVERSE = "jackpot.settle", "jackpot.reverse_settlement"
Through = Annotated[str, OneOf(words=tuple(Settlement.Through.values))]


class NotOwed(Refusal):
    """A club sends another what it owes it, not more."""

    code = "JACKPOT-021"


def open_intercompany(club_id: int, other_id: int) -> None:
    """Open the accounts of what one club owes another in the books of both, once."""
    for one, two in ((club_id, other_id), (other_id, club_id)):
        currency = Club.objects.get(id=one).currency
        for code in ("group:owes", "group:owed"):
            ledger.open_account(one, code, ref=two, currency=currency)


def post_elsewhere(stamp: Stamp, draft: Draft, *, club_id: int) -> int:
    """
    Post the other side of an act in another club's books, on that club's gaming day.

    Its act names the first one and is carried out with it or not at all. Returns the entry.
    """
    there = club_stamp(
        Club.objects.get(id=club_id),
        at=stamp.at,
        actor_id=stamp.signer_id,
        key=uuid5(stamp.key, f"club {club_id}"),
        request_id=stamp.request_id,
    )
    begun = ledger.act(there, draft.kind, act_id=stamp.act_id, club_id=stamp.club_id)
    return ledger.post_entry(replace(there, act_id=begun.id), draft).entry_id


def own_club(stamp: Stamp, club_id: int) -> Club:
    """Return another club where the actor works, too. Raises NotFound."""
    if not is_member(club_id, stamp.person_id):
        raise NotFound(msg("There is no such club."), field="club_id")
    return Club.objects.get(id=club_id)


def settlement_preview(
    stamp: Stamp, *, club_id: int, cents: int, through: str, note: str
) -> Preview:
    """Say which club gets the money. Raises NotFound, NotOwed."""
    club = own_club(stamp, club_id)
    owed = -balance_cents(stamp.club_id, "group:owes", club_id)
    if cents > owed:
        raise NotOwed(
            msg("This club owes the other club {owed}.", owed=format_cents(owed)), field="cents"
        )
    return Preview(content={"club": club.name}, reason=note)


@signed(
    SETTLE,
    asked_as="jackpot.propose_settlement",
    preview=settlement_preview,
    kinds={SETTLE: msg("Transfer to another club")},
    lives=timedelta(days=7),
    waits="The other club's people sign on their own days.",
)
def settle(stamp: Stamp, *, club_id: Id, cents: Amount, through: Through, note: Line) -> Settlement:
    """
    Book in both clubs the money that this one sent another for shares paid there.

    club_id: the receiver, where who asks works too; who signs has seen it arrive. Raises NotYours,
    NotFound, NotOwed, NotEnough, DayNotOpen.
    """
    if not signs(club_id, stamp.signer_id, SETTLE, at=stamp.at):
        raise NotYours(msg("The approver must be accountant or manager of both clubs."))
    if through == Settlement.Through.VAULT:
        for each in sorted((stamp.club_id, club_id)):
            hold_vault(each)
    sent = postings.money_sent(cents, to_club_id=club_id, through=through, memo=note)
    received = postings.money_received(
        cents, from_club_id=stamp.club_id, through=through, memo=note
    )
    return Settlement.objects.create(
        sender_id=stamp.club_id,
        receiver_id=club_id,
        cents=cents,
        through=through,
        at=stamp.at,
        proposal_id=stamp.proposal_id,
        sent_entry_id=ledger.post_entry(stamp, sent).entry_id,
        received_entry_id=post_elsewhere(stamp, received, club_id=club_id),
        act_id=stamp.act_id,
    )


def settlement_reversal_preview(stamp: Stamp, *, settlement_id: int, reason: str) -> Preview:
    """Say which transfer both books take back. Raises NotFound, AlreadyReversed, VaultLacks."""
    found = settlement(stamp.club_id, settlement_id)
    own_club(stamp, _other(found, stamp.club_id))
    if stamp.act_id:
        for each in sorted((found.sender_id, found.receiver_id)):
            hold_vault(each)
    _take_back(found, stamp.club_id, reason)
    if found.through == Settlement.Through.VAULT:
        check_vault_has(found.receiver_id, found.cents, field="settlement_id")
    content = {
        "sender": found.sender.name,
        "receiver": found.receiver.name,
        "cents": found.cents,
        "through": found.through,
        "at": found.at.isoformat(),
    }
    return Preview(content=content, reason=reason)


@signed(
    REVERSE,
    asked_as="jackpot.propose_settlement_reversal",
    preview=settlement_reversal_preview,
    kinds={REVERSE: msg("Reverse a transfer to another club")},
    lives=timedelta(days=7),
    waits="The other club's people sign on their own days.",
)
def reverse_settlement(stamp: Stamp, *, settlement_id: Id, reason: Reason) -> Posted:
    """
    Take back in both clubs a transfer that was booked and not sent, or that came back.

    It is owed again. Who asks and who signs work at both. Raises NotYours, NotFound,
    AlreadyReversed, VaultLacks, DayNotOpen.
    """
    found = settlement(stamp.club_id, settlement_id)
    other = _other(found, stamp.club_id)
    if not signs(other, stamp.signer_id, REVERSE, at=stamp.at):
        raise NotYours(msg("The approver must be accountant or manager of both clubs."))
    posted = ledger.post_entry(stamp, _take_back(found, stamp.club_id, reason))
    post_elsewhere(stamp, _take_back(found, other, reason), club_id=other)
    return posted


def _other(of: Settlement, club_id: int) -> int:
    return of.receiver_id if of.sender_id == club_id else of.sender_id


def _take_back(of: Settlement, club_id: int, reason: str) -> Draft:
    """Return what takes a transfer back in the books of one club. Raises AlreadyReversed."""
    first = entry(club_id, entry_of(of, club_id))
    assert first is not None  # the transfer refers to it
    if first.reversed_by_id:
        raise AlreadyReversed
    return reversal(first.draft, entry_id=first.id, memo=reason)
