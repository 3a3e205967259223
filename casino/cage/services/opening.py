"""A shift begins with a counted float: signed by a second person, alone only below an amount."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage import postings
from casino.cage.models import Drawer, HandOver, Shift
from casino.cage.queries import drawer, thresholds
from casino.cage.rules import counted_cents, float_signatures
from casino.cage.services.counts import Pieces, as_text, from_text, keep_count, value_cents
from casino.cage.services.desk import insert_shift
from casino.cage.services.vault import hold_vault, vault_lacks
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.money import format_cents
from casino.refusals import Refusal
from casino.words import say

FLOAT = "cage.open_shift"


class DrawerWaits(Refusal):
    """What one cashier leaves for the next is taken over, not opened anew."""

    status = 409
    code = "CAGE-022"
    message = say("This drawer was handed over and waits for the next cashier.")
    next_step = say("Take it over: count it, or accept the count.")


class FloatNeedsSecond(Refusal):
    """Money that leaves the vault is signed by its keeper."""

    status = 409
    code = "CAGE-026"
    message = say("A second person signs this float.")
    next_step = say("Ask for the second signature; the shift opens when it is given.")


@command
def open_shift(stamp: Stamp, *, drawer_id: int, cash: Pieces, chips: Pieces) -> Shift:
    """
    Open the cashier's shift on a drawer with a float counted by denomination.

    cash, chips: value of a piece in cents -> how many. Both come out of the vault.
    Source: RELIABILITY 4. Raises FloatNeedsSecond, DrawerTaken, DrawerWaits, BadInput,
    NotEnough (vault).
    """
    pieces = {"cash": as_text(cash), "chips": as_text(chips)}
    act = ledger.act(stamp, "cage.open_shift", drawer_id=drawer_id, **pieces)
    if act.replayed:
        return Shift.objects.get(act_id=act.id)
    where = _free(stamp, drawer_id)
    if float_needs(stamp.club_id, cash, chips) != "one":
        raise FloatNeedsSecond
    return _open(stamp, act, where, cash=cash, chips=chips)


@command
def ask_open(stamp: Stamp, *, drawer_id: int, cash: Pieces, chips: Pieces) -> Proposal:
    """
    Ask the vault's keeper to sign a float; the shift opens when they do.

    Raises what open_shift raises, except FloatNeedsSecond.
    """
    pieces = {"cash": as_text(cash), "chips": as_text(chips)}
    act = ledger.act(stamp, "cage.ask_open", drawer_id=drawer_id, **pieces)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    where = _free(stamp, drawer_id)
    club = Club.objects.get(id=stamp.club_id)
    counted_cents(chips, allowed=club.chips_cents, field="chips")
    cents = counted_cents(cash, allowed=club.notes_cents, field="cash")
    content = {
        "drawer_id": drawer_id,
        "drawer": str(where),
        "cents": cents,
        "chips_cents": value_cents(chips),
        **pieces,
    }
    reason = f"{where}: {format_cents(cents)}"
    return propose(stamp, act, operation=FLOAT, content=content, reason=reason)


def opening_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return which chips the vault lacks by its count; raise what stands in the shift's way."""
    _free(stamp, content["drawer_id"])
    return vault_lacks(stamp.club_id, from_text(content["chips"]))


@completes(
    FLOAT,
    title=say("Open a shift with a float"),
    lives=timedelta(hours=1),
    consequence=opening_ahead,
)
def open_approved(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Shift:
    """Open the shift of the cashier who asked, with the approver's name beside theirs."""
    content = proposal.content
    cash, chips = (from_text(content[medium]) for medium in ("cash", "chips"))
    theirs = replace(stamp, actor_id=proposal.proposed_by_id)
    where = _free(stamp, content["drawer_id"])
    return _open(theirs, act, where, cash=cash, chips=chips, second_id=stamp.person_id)


def float_needs(club_id: int, cash: Pieces, chips: Pieces) -> str:
    """Return who signs a float of that cash and chips at a club: "one" or "second"."""
    cents = value_cents(cash) + value_cents(chips)
    return float_signatures(cents, thresholds=thresholds(club_id))


def _free(stamp: Stamp, drawer_id: int) -> Drawer:
    """Return a drawer that nobody left for the next cashier. Raises NotFound, DrawerWaits."""
    where = drawer(stamp.club_id, drawer_id)
    if HandOver.objects.filter(drawer=where, taken=None).exists():
        raise DrawerWaits(field="drawer_id")
    return where


def _open(
    stamp: Stamp,
    act: ledger.Act,
    where: Drawer,
    *,
    cash: Pieces,
    chips: Pieces,
    second_id: int | None = None,
) -> Shift:
    opened = insert_shift(stamp, where, act_id=act.id, opened_with_id=second_id)
    hold_vault(stamp.club_id)
    float_cents = keep_count(stamp, opened, "opening", cash=cash, chips=chips, act_id=act.id)
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=where.id, is_open=True)
    if float_cents:
        draft = postings.float_issued(where.id, float_cents)
        ledger.post(stamp, act, draft, series=where.series_id)
    return opened
