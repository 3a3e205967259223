"""A rebuy or an add-on that was paid in its period and forgotten: two let the desk sell it."""

from datetime import datetime
from typing import Literal

from casino.acts.kinds import Id, Number, Reason
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.names import guest
from casino.players.queries import admitted_player, main_card
from casino.refusals import BadInput
from tournaments.models import Entry, PurchaseRequest
from tournaments.queries import tournaments
from tournaments.queries.requests import request_of
from tournaments.services.during_play import (
    check_sold,
    check_still_sold,
    is_in_time,
    stays_out,
)
from tournaments.services.requests import AskedBefore, keep_request, withdrawn
from tournaments.services.shared import running_tournament

PERMIT = "tournaments.permit_purchase"
Forgotten = Literal["rebuy", "addon"]


def late_preview(
    stamp: Stamp, *, entry_id: int, what: Forgotten, paid_at: datetime, chips: int, reason: str
) -> Preview:
    """Say what the desk may sell to whom. Raises as permit_purchase."""
    entry = _forgotten(stamp, entry_id, what=what, paid_at=paid_at, chips=chips)
    waits = request_of(entry, what)
    if is_in_time(entry.tournament, waits, stamp.at):
        raise AskedBefore(field="what")
    asked = PurchaseRequest(entry=entry, what=what, chips=chips, paid_at=paid_at)
    out = "stays_out" if what == "addon" or stays_out(entry, asked) else "comes_back"
    return Preview(
        content={
            "tournament": entry.tournament.name,
            "player": guest(entry.player_id),
            "ticket": entry.number,
            "cents": asked.cents,
            "afterwards": out if entry.out_at else "plays",
        },
    )


@signed(
    PERMIT,
    asked_as="tournaments.ask_to_permit_purchase",
    preview=late_preview,
    kinds={PERMIT: msg("Late rebuy or add-on")},
    latest_of=("entry_id", "what"),
    one_open=True,
)
def permit_purchase(
    stamp: Stamp,
    *,
    entry_id: Id,
    what: Forgotten,
    paid_at: datetime,
    chips: Number = 0,
    reason: Reason,
) -> PurchaseRequest:
    """
    Let the desk sell a rebuy or add-on whose period is over: it was paid at `paid_at`, forgotten.

    paid_at: within the period; chips: the player's stack then. It waits at the desk as what the
    floor asks for does, and in place of what waited there for too long. Who was eliminated after
    it was paid stays so; who bought the bounty chip with it comes back (AMB-66). Until the pool is
    fixed. Source: OLY-3.2.a to OLY-3.2.c, AMB-52.
    Raises NotFound, TournamentOver, PoolIsFixed, PlayerExcluded, NotSold, AskedBefore.
    """
    entry = _forgotten(stamp, entry_id, what=what, paid_at=paid_at, chips=chips)
    if lapsed := request_of(entry, what):
        withdrawn(stamp, lapsed)
    said = {"chips": chips, "paid_at": paid_at, "reason": reason}
    return keep_request(stamp, entry, what=what, **said)


def _forgotten(
    stamp: Stamp, entry_id: int, *, what: Forgotten, paid_at: datetime, chips: int
) -> Entry:
    """Return an entry that could buy this when it was paid. Raises as permit_purchase."""
    tournament = running_tournament(stamp, tournaments.entry(stamp.club_id, entry_id).tournament_id)
    check_still_sold(tournament)
    entry = tournaments.entry(stamp.club_id, entry_id)
    admitted_player(stamp.club_id, main_card(entry.player_id), gaming_day=stamp.gaming_day)
    if paid_at > stamp.at:
        raise BadInput(msg("This time has not come yet."), field="paid_at")
    check_sold(stamp, tournament, entry, what=what, chips=chips, in_hand=False, paid_at=paid_at)
    return entry
