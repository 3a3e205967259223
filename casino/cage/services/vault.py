"""Cash between the vault and a drawer in the middle of a shift: asked for, signed, then moved."""

from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage import postings
from casino.cage.queries import held_shift, working_shift
from casino.cage.rules import counted_cents
from casino.cage.services.counts import Pieces, as_text
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.services import Posted
from casino.money import format_cents
from casino.refusals import BadInput
from casino.words import say

FETCH, BRING = "cage.fetch_from_vault", "cage.bring_to_vault"
WAYS = {"fetch": FETCH, "bring": BRING}
POSTINGS = {FETCH: postings.vault_fetched, BRING: postings.vault_brought}
AN_HOUR = timedelta(hours=1)


@command
def ask_vault(stamp: Stamp, *, shift_id: int, way: str, cash: Pieces) -> Proposal:
    """
    Ask for cash of the vault, or to bring some there; it moves when the keeper has signed.

    way: "fetch" or "bring"; cash: value of a piece in cents -> how many.
    Source: RELIABILITY 4 (fills of a desk). Raises ShiftNotOpen, BadInput.
    """
    pieces = as_text(cash)
    act = ledger.act(stamp, "cage.ask_vault", shift_id=shift_id, way=way, cash=pieces)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    if way not in WAYS:
        raise BadInput(say("Write fetch or bring."), field="way")
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    allowed = Club.objects.get(id=stamp.club_id).notes_cents
    cents = counted_cents(cash, allowed=allowed, field="cash")
    if not cents:
        raise BadInput(say("Write how many pieces."), field="cash")
    counted = ", ".join(
        f"{quantity} \u00d7 {format_cents(piece)}"
        for piece, quantity in sorted(cash.items(), reverse=True)
        if quantity
    )
    content = {
        "shift_id": shift_id,
        "drawer": str(at_desk.drawer),
        "cents": cents,
        "cash": pieces,
        "pieces": counted,
    }
    return propose(stamp, act, operation=WAYS[way], content=content, reason=counted)


@completes(FETCH, title=say("Cash from the vault to a drawer"), lives=AN_HOUR)
@completes(BRING, title=say("Cash from a drawer to the vault"), lives=AN_HOUR)
def move_vault_cash(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Posted:
    """Move what was counted, by a slip of the drawer. Raises ShiftNotOpen, NotEnough."""
    content = proposal.content
    asker_id = proposal.proposed_by_id
    at_desk = held_shift(stamp.club_id, content["shift_id"], cashier_id=asker_id)
    posting = POSTINGS[proposal.operation]
    draft = posting(at_desk.drawer_id, content["cents"], memo=content["pieces"])
    return ledger.post(stamp, act, draft, series=at_desk.drawer.series_id)
