"""A rebuy, an add-on or a re-entry asked for on the floor, for the desk to sell."""

from typing import Any

from casino.acts.kinds import Id, Number
from casino.acts.runner import act
from casino.db import refusing
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.queries import admitted_player, main_card
from casino.refusals import Conflict
from tournaments.models import Entry, PurchaseRequest
from tournaments.queries import tournaments
from tournaments.queries.requests import purchase_request
from tournaments.services.during_play import AskedNoMore, More, check_sold
from tournaments.services.shared import check_not_fixed, held_tournament, running_tournament


class AskedBefore(Conflict):
    """The desk sells it once."""

    code = "TOURNAMENT-094"
    message = msg("This already waits at the desk.")


@act("tournaments.request_purchase")
def request_purchase(
    stamp: Stamp, *, entry_id: Id, what: More, chips: Number = 0, in_hand: bool = False
) -> PurchaseRequest:
    """
    Ask the desk for a rebuy, an add-on or a re-entry of a player.

    chips: the player's stack now. What was asked for in time is sold when it is paid, until the
    pool is fixed. Source: OLY-3.2.a to OLY-3.2.d, IMG-V1, IMG-V2, IMG-T16, HOME-1.
    Raises NotFound, TournamentOver, PoolIsFixed, PlayerExcluded, NotSold, AskedBefore.
    """
    tournament = running_tournament(stamp, tournaments.entry(stamp.club_id, entry_id).tournament_id)
    check_not_fixed(tournament)
    entry = tournaments.entry(stamp.club_id, entry_id)
    admitted_player(stamp.club_id, main_card(entry.player_id), gaming_day=stamp.gaming_day)
    check_sold(stamp, tournament, entry, what=what, chips=chips, in_hand=in_hand)
    return keep_request(stamp, entry, what=what, chips=chips)


def keep_request(stamp: Stamp, entry: Entry, *, what: str, **said: Any) -> PurchaseRequest:
    """Let the desk sell it. Raises AskedBefore."""
    with refusing(tournaments_request_once=AskedBefore(field="what")):
        return PurchaseRequest.objects.create(
            entry=entry,
            what=what,
            at=stamp.at,
            asked_by_id=stamp.person_id,
            act_id=stamp.act_id,
            **said,
        )


@act("tournaments.withdraw_request")
def withdraw_request(stamp: Stamp, *, request_id: Id) -> PurchaseRequest:
    """Take back what the desk has not sold yet. Raises NotFound, AskedNoMore."""
    held_tournament(stamp, purchase_request(stamp.club_id, request_id).entry.tournament_id)
    found = purchase_request(stamp.club_id, request_id)
    if not found.is_open:
        raise AskedNoMore(field="request_id")
    return withdrawn(stamp, found)


def withdrawn(stamp: Stamp, found: PurchaseRequest) -> PurchaseRequest:
    """Let the desk sell a request no more, as a step of a command."""
    found.withdrawn_at = stamp.at
    found.withdrawn_by_id = stamp.person_id
    found.save(update_fields=["withdrawn_at", "withdrawn_by"])
    return found
