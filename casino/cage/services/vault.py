"""Cash and chips between the vault and a drawer within a shift: asked for, signed, then moved."""

from typing import Literal

from casino.acts.kinds import Denominations, Id
from casino.approvals.signed import Preview, signed
from casino.cage import postings
from casino.cage.models import Shift, VaultMove, VaultMoveLine
from casino.cage.queries.shifts import held_shift, working_shift
from casino.cage.queries.stock import vault_stock
from casino.cage.queries.tallies import tally
from casino.cage.rules import counted_cents
from casino.cage.services.counts import NOTHING, value_cents
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.ledger.services import Posted
from casino.messages import Message, msg
from casino.money import format_cents
from casino.refusals import BadInput, Conflict

Way = Literal["fetch", "bring"]
FETCH, BRING = "cage.fetch_from_vault", "cage.bring_to_vault"
WAYS = {"fetch": FETCH, "bring": BRING}
POSTINGS = {"fetch": postings.vault_fetched, "bring": postings.vault_brought}
MAX_LENGTH = 200
# Chips are told from coins of the same value by their disc, in every language.
SIGNS = {"cash": "", "chips": "\u25cf "}
FEWER = msg("fewer than that")


class ChipsNotThere(Conflict):
    """A rack gives no chips that it does not hold."""

    code = "CAGE-031"
    message = msg("The drawer does not hold that many chips.")
    next_step = msg("Count the rack again and transfer what is there.")


class VaultLacks(Conflict):
    """Nobody signs for banknotes that the vault does not hold."""

    code = "CAGE-062"
    message = msg("The vault does not hold that much.")
    next_step = msg("Take less, or ask the manager to fund the vault.")
    next_page = "vault"


def check_vault_has(club_id: int, cents: int, *, field: str) -> None:
    """Raise VaultLacks where the vault holds less cash by the books; how much, nobody is told."""
    if cents > balance_cents(club_id, "cash:vault"):
        raise VaultLacks(field=field)


def hold_vault(club_id: int) -> None:
    """Let whoever counts the vault and whoever moves what lies there wait for one another."""
    hold(Club, club_id)


def vault_lacks(club_id: int, chips: Denominations) -> dict[str, Message]:
    """
    Return of which of those chips the vault has fewer by its count; its keeper looks.

    Nobody is refused: what dealers dropped is in the vault by its sum alone until it is counted.
    How many there are is not said: the keeper counts the vault.
    """
    vault = vault_stock(club_id, "chips")
    held = {cents: vault.now.get(cents, 0) for cents in chips} if vault else chips
    return {
        msg("Chips of {piece} by the vault count", piece=format_cents(cents)): FEWER
        for cents, quantity in chips.items()
        if quantity > held[cents]
    }


def exchange_preview(
    stamp: Stamp, *, shift_id: int, way: Way, cash: Denominations, chips: Denominations
) -> Preview:
    """Say what moves, and which chips the vault lacks by its count."""
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    cents = counted_cents(cash, allowed=at_desk.notes_cents, field="cash")
    chips_cents = counted_cents(chips, allowed=at_desk.chips_cents, field="chips")
    if not cents and not chips_cents:
        raise BadInput(msg("Enter how many."), field="cash")
    if way == "bring":
        _check_rack(at_desk, chips)
    else:
        check_vault_has(stamp.club_id, cents, field="cash")
    moved = written(cash=cash, chips=chips)
    return Preview(
        needs=WAYS[way],
        content={
            "drawer": str(at_desk.drawer),
            "cents": cents + chips_cents,
            "cash_cents": cents,
            "chips_cents": chips_cents,
            "pieces": moved,
        },
        reason=moved[:MAX_LENGTH],
        ahead=vault_lacks(stamp.club_id, chips) if way == "fetch" else {},
    )


@signed(
    "cage.move_vault",
    asked_as="cage.ask_vault",
    preview=exchange_preview,
    kinds={
        FETCH: msg("Transfer from vault to drawer"),
        BRING: msg("Transfer from drawer to vault"),
    },
)
def move_vault(
    stamp: Stamp,
    *,
    shift_id: Id,
    way: Way,
    cash: Denominations = NOTHING,
    chips: Denominations = NOTHING,
) -> Posted:
    """
    Move cash or chips between the vault and a drawer, by a slip of the drawer.

    cash, chips: denomination in cents -> how many. Source: RELIABILITY 4 (fills of a desk).
    Raises ShiftNotOpen, NotEnough, ChipsNotThere, BadInput.
    """
    at_desk = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    hold_vault(stamp.club_id)
    if way == "bring":
        _check_rack(at_desk, chips)
    moved = VaultMove.objects.create(
        shift=at_desk,
        fetched=way == "fetch",
        asked_by_id=stamp.person_id,
        given_by_id=stamp.signer_id,
        moved_at=stamp.at,
        act_id=stamp.act_id,
    )
    VaultMoveLine.objects.bulk_create(
        VaultMoveLine(move=moved, tender=tender, cents=cents, quantity=quantity)
        for tender, denominations in (("cash", cash), ("chips", chips))
        for cents, quantity in denominations.items()
        if quantity
    )
    draft = POSTINGS[way](
        at_desk.drawer_id,
        cash_cents=value_cents(cash),
        chips_cents=value_cents(chips),
        memo=written(cash=cash, chips=chips)[:MAX_LENGTH],
    )
    return ledger.post_entry(stamp, draft.numbered(at_desk.drawer.series_id))


def written(**counted: Denominations) -> str:
    """Return denominations as a slip names them, the largest first."""
    return ", ".join(
        f"{quantity} \u00d7 {SIGNS[tender]}{format_cents(denomination)}"
        for tender, denominations in counted.items()
        for denomination, quantity in sorted(denominations.items(), reverse=True)
        if quantity
    )


def _check_rack(at_desk: Shift, chips: Denominations) -> None:
    """Raise ChipsNotThere where the drawer holds fewer."""
    if value_cents(chips) > tally(at_desk).chips.expected_cents:
        raise ChipsNotThere
