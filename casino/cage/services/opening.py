"""A shift begins with a counted float: signed by a second person, alone only below an amount."""

from casino.acts.kinds import Denominations, Id
from casino.approvals.signed import Preview, signed
from casino.cage import postings
from casino.cage.models import Drawer, HandOver, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import drawer
from casino.cage.rules import counted_cents, float_signatures
from casino.cage.services.counts import keep_count, value_cents
from casino.cage.services.desk import check_not_taken, insert_shift
from casino.cage.services.vault import check_vault_has, hold_vault, vault_lacks
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Conflict

FLOAT = "cage.open_shift"


class DrawerWaits(Conflict):
    """What one cashier leaves for the next is taken over, not opened anew."""

    code = "CAGE-022"
    message = msg("This drawer was handed over and waits for the next cashier.")
    next_step = msg("Take it over: count it, or accept the count.")
    next_page = "shift-open"


class DrawerRetired(Conflict):
    """No shift opens at a drawer that is not used any more."""

    code = "CAGE-074"
    message = msg("This drawer has been retired.")
    next_step = msg("Choose another drawer.")


def opening_preview(
    stamp: Stamp, *, drawer_id: int, cash: Denominations, chips: Denominations
) -> Preview:
    """Say what a float takes out of the vault, and which chips the vault lacks by its count."""
    where = _free(stamp, drawer_id)
    club = Club.objects.get(id=stamp.club_id)
    counted_cents(chips, allowed=club.chips_cents, field="chips")
    cents = counted_cents(cash, allowed=club.notes_cents, field="cash")
    check_vault_has(stamp.club_id, cents, field="cash")
    return Preview(
        needs=FLOAT if float_needs(stamp.club_id, cash, chips) == "second" else None,
        content={"drawer": str(where), "cents": cents, "chips_cents": value_cents(chips)},
        reason=f"{where}: {format_cents(cents)}",
        ahead=vault_lacks(stamp.club_id, chips),
    )


@signed(
    FLOAT,
    asked_as="cage.ask_open",
    preview=opening_preview,
    kinds={FLOAT: msg("Open a shift with a float")},
    latest_of="drawer_id",
)
def open_shift(stamp: Stamp, *, drawer_id: Id, cash: Denominations, chips: Denominations) -> Shift:
    """
    Open the cashier's shift on a drawer with a float counted by denomination.

    cash, chips: denomination in cents -> how many. Both come out of the vault.
    Source: RELIABILITY 4. Raises DrawerTaken, DrawerRetired, DrawerWaits, BadInput,
    NotEnough (vault).
    """
    where = _free(stamp, drawer_id)
    opened = insert_shift(stamp, where, opened_with_id=stamp.signed_by_id)
    hold_vault(stamp.club_id)
    float_cents = keep_count(stamp, opened, "opening", cash=cash, chips=chips)
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=where.pk, is_open=True)
    if float_cents:
        ledger.post_entry(
            stamp, postings.float_issued(where.pk, float_cents).numbered(where.series_id)
        )
    return opened


def float_needs(club_id: int, cash: Denominations, chips: Denominations) -> str:
    """Return who signs a float of that cash and chips at a club: "one" or "second"."""
    cents = value_cents(cash) + value_cents(chips)
    return float_signatures(cents, thresholds=thresholds(club_id))


def _free(stamp: Stamp, drawer_id: int) -> Drawer:
    """
    Return a drawer that nobody left for the next cashier, held by an act, so that a closing waits.

    Raises NotFound, DrawerRetired, DrawerWaits, DrawerTaken.
    """
    where = drawer(stamp.club_id, drawer_id)
    if stamp.act_id:
        where = hold(Drawer, drawer_id)
    if where.retired_at:
        raise DrawerRetired(field="drawer_id")
    if HandOver.objects.filter(drawer=where, taken=None).exists():
        raise DrawerWaits(field="drawer_id")
    check_not_taken(stamp, where)
    return where
