"""What is owed to the wrong guest is owed to who won it; what the same award owes besides stays."""

from casino.cage import postings
from casino.cage.models import Payable
from casino.cage.queries.due import payment_of
from casino.cage.queries.renamed import renamed_by
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.payables import Due, owe, take_back_due
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.messages import msg
from casino.refusals import Conflict


def check_unpaid(owed: Payable, refusal: type[Conflict]) -> None:
    """Raise the refusal for what is paid: that comes back first, at its drawer."""
    if found := payment_of(owed):
        raise refusal(
            found.sentence,
            next_step=msg("Reverse the payment at the drawer that paid it first."),
            next_page="slip-reverse",
            about={"entry_id": found.entry_id},
        )


def owe_to_another(stamp: Stamp, owed: Payable, *, player_id: int, reason: str) -> Payable:
    """Owe a payment to another guest, as a step of a command that holds it unpaid; return that."""
    due = Due(
        kind=owed.kind,
        about=owed.about,
        cents=owed.cents,
        player_id=player_id,
        two=owed.two,
        not_by=tuple(sorted({*owed.not_by, stamp.person_id, stamp.signer_id})),
    )
    (anew,) = owe(stamp, [due])
    draft = postings.owed_to_another(owed.pk, anew.pk, owed.cents, player_id=player_id, memo=reason)
    take_back_due(owed, entry_id=ledger.post_entry(stamp, draft).entry_id)
    restore_lapsed(stamp, "payable", owed.pk, seq=2)
    return anew


def take_back_renaming(stamp: Stamp, owed: Payable, *, reason: str, seq: int) -> int:
    """
    Reverse each entry by which a payment is owed to another guest than its award said.

    As a step of a command that holds it unpaid and takes back the award then. Returns the next seq.
    """
    entry_id = 0
    for each in renamed_by(owed):
        draft = reversal(each.draft, entry_id=each.id, memo=reason)
        posted = ledger.post_entry(stamp, draft, seq=seq).entry_id
        entry_id, seq = entry_id or posted, seq + 1
    if entry_id:
        take_back_due(owed, entry_id=entry_id)
    return seq
