"""Cash and chips between the vault and a drawer within a shift: asked for, signed, then moved."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage import postings
from casino.cage.models import Shift, VaultMove, VaultMoveLine
from casino.cage.queries import held_shift, tally, vault_stock, working_shift
from casino.cage.rules import counted_cents
from casino.cage.services.counts import NOTHING, Pieces, as_text, from_text, value_cents
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.services import Posted
from casino.money import format_cents
from casino.refusals import BadInput, Refusal
from casino.words import say

FETCH, BRING = "cage.fetch_from_vault", "cage.bring_to_vault"
WAYS = {"fetch": FETCH, "bring": BRING}
POSTINGS = {FETCH: postings.vault_fetched, BRING: postings.vault_brought}
LONGEST = 200
# Chips are told from coins of the same value by their disc, in every language.
SIGNS = {"cash": "", "chips": "\u25cf "}


class ChipsNotThere(Refusal):
    """A rack gives no chips that it does not hold."""

    status = 409
    code = "CAGE-031"
    message = say("The drawer does not hold that many chips.")
    next_step = say("Count the rack again, and bring what is there.")


@command
def ask_vault(
    stamp: Stamp, *, shift_id: int, way: str, cash: Pieces = NOTHING, chips: Pieces = NOTHING
) -> Proposal:
    """
    Ask for cash or chips of the vault, or to bring some there; they move when its keeper signed.

    way: "fetch" or "bring"; cash, chips: value of a piece in cents -> how many.
    Source: RELIABILITY 4 (fills of a desk). Raises ShiftNotOpen, ChipsNotThere, BadInput.
    """
    pieces = {"cash": as_text(cash), "chips": as_text(chips)}
    act = ledger.act(stamp, "cage.ask_vault", shift_id=shift_id, way=way, **pieces)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    if way not in WAYS:
        raise BadInput(say("Write fetch or bring."), field="way")
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    cents = counted_cents(cash, allowed=at_desk.notes_cents, field="cash")
    chips_cents = counted_cents(chips, allowed=at_desk.chips_cents, field="chips")
    if not cents and not chips_cents:
        raise BadInput(say("Write how many pieces."), field="cash")
    if WAYS[way] == BRING:
        _check_rack(at_desk, chips)
    written = _written(cash=cash, chips=chips)
    content = {
        "shift_id": shift_id,
        "drawer": str(at_desk.drawer),
        "cents": cents + chips_cents,
        "cash_cents": cents,
        "chips_cents": chips_cents,
        "pieces": written,
        **pieces,
    }
    return propose(stamp, act, operation=WAYS[way], content=content, reason=written[:LONGEST])


def hold_vault(club_id: int) -> None:
    """Let whoever counts the vault and whoever moves what lies there wait for one another."""
    Club.objects.select_for_update(no_key=True).get(id=club_id)


def vault_lacks(club_id: int, chips: Pieces) -> dict[str, int]:
    """
    Return how many of those chips the vault has by its count where that is fewer; its keeper looks.

    Nobody is refused: what dealers dropped comes back to the vault by no piece until it is counted.
    """
    vault = vault_stock(club_id, "chips")
    held = {cents: vault.now.get(cents, 0) for cents in chips} if vault else chips
    return {
        say("Chips of {piece} by the vault's count", piece=format_cents(cents)): held[cents]
        for cents, quantity in chips.items()
        if quantity > held[cents]
    }


def fetching_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return which chips the vault lacks by its count."""
    return vault_lacks(stamp.club_id, from_text(content["chips"]))


@completes(
    FETCH,
    title=say("Cash and chips from the vault to a drawer"),
    lives=timedelta(hours=1),
    consequence=fetching_ahead,
)
@completes(BRING, title=say("Cash and chips from a drawer to the vault"), lives=timedelta(hours=1))
def move_vault(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Posted:
    """
    Move what the vault's keeper counted with the cashier, by a slip of the drawer.

    Raises ShiftNotOpen, NotEnough, ChipsNotThere.
    """
    content = proposal.content
    at_desk = held_shift(stamp.club_id, content["shift_id"], cashier_id=proposal.proposed_by_id)
    cash, chips = (from_text(content[medium]) for medium in SIGNS)
    fetched = proposal.operation == FETCH
    hold_vault(stamp.club_id)
    if not fetched:
        _check_rack(at_desk, chips)
    moved = VaultMove.objects.create(
        shift=at_desk,
        fetched=fetched,
        asked_by_id=proposal.proposed_by_id,
        given_by_id=stamp.person_id,
        moved_at=stamp.at,
        act_id=act.id,
    )
    VaultMoveLine.objects.bulk_create(
        VaultMoveLine(move=moved, medium=medium, cents=cents, quantity=quantity)
        for medium, pieces in (("cash", cash), ("chips", chips))
        for cents, quantity in pieces.items()
        if quantity
    )
    draft = POSTINGS[proposal.operation](
        at_desk.drawer_id,
        cash_cents=value_cents(cash),
        chips_cents=value_cents(chips),
        memo=content["pieces"][:LONGEST],
    )
    return ledger.post(stamp, act, draft, series=at_desk.drawer.series_id)


def _written(**media: Pieces) -> str:
    """Return pieces as a slip names them, the largest first."""
    return ", ".join(
        f"{quantity} \u00d7 {SIGNS[medium]}{format_cents(piece)}"
        for medium, pieces in media.items()
        for piece, quantity in sorted(pieces.items(), reverse=True)
        if quantity
    )


def _check_rack(at_desk: Shift, chips: Pieces) -> None:
    """Raise ChipsNotThere where the drawer holds fewer."""
    if value_cents(chips) > tally(at_desk).chips.expected_cents:
        raise ChipsNotThere
