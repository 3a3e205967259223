"""Banknotes for the bank in sealed bags: packed, handed over, credited by another person."""

from typing import Annotated

from django.db import IntegrityError

from casino.acts.kinds import Amount, Id, Name, Note, Text
from casino.acts.runner import act
from casino.cage import postings
from casino.cage.models import Bag
from casino.cage.queries.stock import bag
from casino.cage.services.closing import ReasonMissing
from casino.db import constraint_name
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.refusals import Refusal


class SealUsed(Refusal):
    """A seal's number is one bag's."""

    status = 409
    code = "CAGE-027"
    message = msg("A deposit with this bag number already exists.")
    next_step = msg("Check the number on the bag.")


class BagElsewhere(Refusal):
    """A bag is packed, handed over and credited, in this order and each once."""

    status = 409
    code = "CAGE-028"


class OwnBag(Refusal):
    """Whoever packed a bag is not the one to find it on the statement."""

    status = 409
    code = "CAGE-029"
    message = msg("You prepared this deposit. Another person must confirm the credit.")


@act("cage.pack_bag")
def prepare_deposit(
    stamp: Stamp, *, cents: Amount, seal: Annotated[str, Text(max_length=50)]
) -> Bag:
    """
    Take banknotes out of the vault into a sealed bag; seal: the number on it.

    Source: 25 CFR 543.18. Raises BadInput, AboveLimit, SealUsed, NotEnough (vault).
    """
    try:
        packed = Bag.objects.create(
            club_id=stamp.club_id,
            seal=seal,
            cents=cents,
            gaming_day=stamp.gaming_day,
            packed_at=stamp.at,
            packed_by_id=stamp.person_id,
            act_id=stamp.act_id,
        )
    except IntegrityError as error:
        if constraint_name(error) == "cage_bag_seal_once":
            raise SealUsed(field="seal") from error
        raise
    ledger.post_entry(stamp, postings.deposit_prepared(cents, seal=seal))
    return packed


@act("cage.hand_over_bag")
def dispatch_deposit(stamp: Stamp, *, bag_id: Id, carrier: Name) -> Bag:
    """Say who carries a bag to the bank. Raises NotFound, BagElsewhere, BadInput."""
    handed = _held(stamp, bag_id)
    if handed.handed_at:
        raise BagElsewhere(
            msg("This deposit was dispatched with {carrier}.", carrier=handed.carrier)
        )
    handed.carrier, handed.handed_at, handed.handed_by_id = carrier, stamp.at, stamp.person_id
    handed.save(update_fields=["carrier", "handed_at", "handed_by"])
    return bag(stamp.club_id, bag_id)


@act("cage.credit_bag")
def confirm_credit(
    stamp: Stamp, *, bag_id: Id, cents: Amount, statement: Name, reason: Note = ""
) -> Bag:
    """
    Book what the bank's statement says of a bag; what differs has a reason.

    Source: 25 CFR 543.18. Raises NotFound, BagElsewhere, OwnBag, ReasonMissing, BadInput.
    """
    credited = _held(stamp, bag_id)
    if credited.handed_at is None:
        raise BagElsewhere(msg("This deposit has not been dispatched yet. Dispatch it first."))
    if credited.credited_at:
        raise BagElsewhere(msg("This deposit has already been credited."))
    if credited.packed_by_id == stamp.person_id:
        raise OwnBag
    if cents != credited.cents and not reason.strip():
        raise ReasonMissing(
            msg("The bank credited a different amount. Give a reason."), field="reason"
        )
    memo = f"{credited.seal} {statement} {reason}".strip()
    ledger.post_entry(stamp, postings.deposit_credited(credited.cents, cents, memo=memo[:200]))
    credited.statement, credited.credited_cents, credited.reason = statement, cents, reason
    credited.credited_at, credited.credited_by_id = stamp.at, stamp.person_id
    credited.save(
        update_fields=["statement", "credited_cents", "reason", "credited_at", "credited_by"]
    )
    return bag(stamp.club_id, bag_id)


def _held(stamp: Stamp, bag_id: int) -> Bag:
    """Hold a bag of the club for this transaction. Raises NotFound."""
    list(Bag.objects.select_for_update(no_key=True).filter(club_id=stamp.club_id, id=bag_id))
    return bag(stamp.club_id, bag_id)
