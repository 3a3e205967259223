"""What is sold to a player during play: whether it may be bought now."""

from datetime import datetime, timedelta
from typing import Any, Literal, Self

from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import Message, msg
from casino.players.queries import admitted_player, main_card
from casino.refusals import Conflict, NotFound
from tournaments.models import Entry, PurchaseRequest, Tournament
from tournaments.queries import tournaments
from tournaments.queries.clock import addons_open, rebuys_open, was_sold
from tournaments.queries.days import has_bag
from tournaments.queries.presence import attendance
from tournaments.queries.requests import purchase_request, request_of
from tournaments.queries.waitlist import lists, lost_place
from tournaments.rules.ending import stays_verdict
from tournaments.rules.purchases import Buying, purchase_allowed
from tournaments.rules.verdict import SaleVerdict
from tournaments.services.shared import (
    WORDS,
    PoolIsFixed,
    check_not_fixed,
    running_tournament,
)

More = Literal["reentry", "rebuy", "addon"]
NEXT = {
    "waits": msg("Add the guest to the waiting list."),
    "not_this_way": msg("The guest pays at the desk."),
}
# The desk sells so long after the period what the floor asked for within it.
ASKED_FOR = timedelta(minutes=30)
FORGOTTEN = msg(
    "If it was paid in time and forgotten: two people may let the desk sell it, until the prize"
    " pool is fixed."
)
LONGER = msg("Two people may reopen or extend registration; then it is sold.")


class NotSold(Conflict):
    """The book or the announcement does not allow this purchase."""

    code = "TOURNAMENT-008"


class AskedNoMore(Conflict):
    """What was sold or withdrawn is settled."""

    code = "TOURNAMENT-095"
    message = msg("This request was sold or withdrawn.")

    @classmethod
    def at_desk(cls, request: PurchaseRequest) -> Self:
        """Return the refusal that leads to what waits at the desk now."""
        return cls(
            field="request_id",
            next_step=msg("See in the tournament what is still asked for."),
            next_page="tournament",
            about={"tournament_id": request.entry.tournament_id},
        )


def allowed_more(
    stamp: Stamp, entry_id: int, *, what: More, chips: int, in_hand: bool, request_id: int | None
) -> tuple[Entry, PurchaseRequest | None, tuple[Because, ...]]:
    """Return an entry, what was asked for it, and why it may buy this. Raises as sell_more."""
    tournament = running_tournament(stamp, tournaments.entry(stamp.club_id, entry_id).tournament_id)
    check_still_sold(tournament)
    entry = tournaments.entry(stamp.club_id, entry_id)
    admitted_player(stamp.club_id, main_card(entry.player_id), gaming_day=stamp.gaming_day)
    asked = _asked(stamp, entry, what, request_id)
    chips = asked.chips if asked else chips
    in_time = is_in_time(tournament, asked, stamp.at)
    because = check_sold(
        stamp,
        tournament,
        entry,
        what=what,
        chips=chips,
        in_hand=in_hand,
        in_time=in_time,
        lapsed=bool(asked) and not in_time,
        paid_at=asked.paid_at if asked else None,
    )
    stays = asked and stays_out(entry, asked)
    lost = what == "rebuy" and not stays and lost_place(entry, stamp.at)
    if what == "reentry" or lost:
        _check_place(stamp, tournament, entry.player_id)
    return entry, asked, because


def _asked(
    stamp: Stamp, entry: Entry, what: More, request_id: int | None
) -> PurchaseRequest | None:
    """
    Return what waits at the desk. Raises NotFound, AskedNoMore.

    request_id: of what was shown as asked for; something else is sold beside it.
    """
    if request_id is not None:
        shown = purchase_request(stamp.club_id, request_id)
        if shown.entry_id != entry.pk:
            raise NotFound(msg("There is no such request in this club."), field="request_id")
        if shown.what == what and not shown.is_open:
            raise AskedNoMore.at_desk(shown)
    return request_of(entry, what)


def is_in_time(tournament: Tournament, asked: PurchaseRequest | None, at: datetime) -> bool:
    """
    Return whether the desk still sells what the floor asked for, alone.

    Whoever lets it wait chooses for how long a player may come back: it was paid in its period, as
    two have signed, or that was on half an hour ago.
    """
    if asked is None:
        return False
    since = at - ASKED_FOR
    return bool(asked.paid_at) or asked.at >= since or was_sold(tournament, asked.what, since)


def check_sold(
    stamp: Stamp,
    tournament: Tournament,
    entry: Entry,
    *,
    what: More,
    chips: int,
    in_hand: bool,
    in_time: bool = False,
    lapsed: bool = False,
    paid_at: datetime | None = None,
) -> tuple[Because, ...]:
    """
    Return why a purchase is allowed. Raises NotSold.

    in_time: it was asked for in time, and not long ago, lapsed: long ago; paid_at: it was paid
    then, when it was sold, and forgotten.
    """
    if entry.refunded_at:
        raise NotSold(msg("This entry was refunded."))
    if tournaments.is_disqualified(tournament, entry.player_id):
        raise NotSold(WORDS["disqualified"], source="AMB-81")
    if has_bag(entry) and not paid_at:
        raise NotSold(msg("This player bagged chips in an earlier flight and continues with them."))
    is_out = entry.out_at is not None
    if what == "addon" and entry.out_at and not (paid_at and entry.out_at > paid_at):
        raise NotSold(msg("An eliminated player cannot buy an add-on."))
    knocked_out_first = what == "reentry" or buys_bounty(entry, chips)
    if what != "addon" and knocked_out_first and not is_out:
        said = msg("Record the elimination first, and who won the bounty.")
        raise NotSold(said if not chips else WORDS["has_chips"], source="AMB-66")
    is_open = addons_open if what == "addon" else rebuys_open
    taken = entry.purchases.filter(what=what, refund=None).count()
    book = book_on(stamp.club_id, tournament.gaming_day)
    verdict = purchase_allowed(
        book,
        tournament.terms,
        Buying(
            purchase=what,
            chips=chips,
            taken=taken,
            in_hand=in_hand,
            in_period=(in_time or was_sold(tournament, what, paid_at))
            if paid_at
            else in_time
            or is_open(tournament, stamp.at)
            or (what == "reentry" and _is_admitted(stamp, tournament, entry)),
        ),
    )
    if verdict.allowed and what == "rebuy" and not paid_at:
        here = attendance(tournament).here.get(entry.pk, True)
        verdict = stays_verdict(book, chips=chips, in_seat=here, may_rebuy=True)
    if not verdict.allowed:
        raise _not_sold(stamp, entry, what, verdict, lapsed=lapsed, was_paid=bool(paid_at))
    return verdict.because


def _not_sold(
    stamp: Stamp, entry: Entry, what: More, verdict: SaleVerdict, *, lapsed: bool, was_paid: bool
) -> NotSold:
    """Return why something is not sold."""
    said, more = WORDS[verdict.code], dict[str, Any]()
    if verdict.code == "period_over" and not was_paid:
        said, more = _over(stamp, entry, what, lapsed=lapsed)
    return NotSold(said, source=verdict.because[0].rule, **more)


def _over(
    stamp: Stamp, entry: Entry, what: More, *, lapsed: bool
) -> tuple[Message, dict[str, Any]]:
    """Return that a period is over, and where two may let the desk sell it all the same."""
    tournament = entry.tournament
    if what == "addon" and _comes_yet(tournament, stamp.at):
        level = tournament.addons_after
        return msg("Add-ons are sold once level {level} is over.", level=level), {}
    minutes = ASKED_FOR // timedelta(minutes=1)
    long_ago = msg(
        "This was asked for in time, but more than {minutes} minutes ago.", minutes=minutes
    )
    said = long_ago if lapsed else WORDS["period_over"]
    if what != "reentry" and tournament.started_at:
        about = {"entrant_id": entry.pk}
        return said, {"next_step": FORGOTTEN, "next_page": "purchase-late", "about": about}
    if not lapsed:
        return said, {}
    closed, about = tournament.registration_closed_at, {"tournament_id": tournament.pk}
    page = "registration-reopen" if closed else "tournament-change"
    return said, {"next_step": LONGER, "next_page": page, "about": about}


def _comes_yet(tournament: Tournament, at: datetime) -> bool:
    """Return whether add-ons, which are not sold now, wait for a level to be over."""
    begun = tournament.started_at is not None
    return tournament.addons_after > 0 and (not begun or rebuys_open(tournament, at))


def check_still_sold(tournament: Tournament) -> None:
    """Raise PoolIsFixed with what is done with money that was paid and not entered."""
    try:
        check_not_fixed(tournament)
    except PoolIsFixed as fixed:
        raise PoolIsFixed(
            next_step=msg("Return what was paid, or let the office book it."),
            next_page="journal-new",
        ) from fixed


def buys_bounty(entry: Entry, chips: int) -> bool:
    """Return whether a rebuy with these chips is one of who lost the bounty chip (AMB-66)."""
    return bool(entry.tournament.bounty_cents) and not chips


def stays_out(entry: Entry, asked: PurchaseRequest) -> bool:
    """Return whether who is out stays so: what was paid before was forgotten and is sold now."""
    if entry.out_at is None or asked.paid_at is None or buys_bounty(entry, asked.chips):
        return False
    return entry.out_at > asked.paid_at


def _is_admitted(stamp: Stamp, tournament: Tournament, entry: Entry) -> bool:
    """Return whether who waits for a re-entry was let in, late registration or not (OLY-3.3.10)."""
    here = lists(tournament, stamp.at).place_of(entry.player_id)
    return bool(here and here.admitted_at)


def _check_place(stamp: Stamp, tournament: Tournament, player_id: int) -> None:
    """
    Raise NotSold while others wait: re-entries stand at the back of the list (OLY-3.3.11).

    So does a rebuy of who is out once the place went to somebody else (VOO-T5).
    """
    if not lists(tournament, stamp.at).has_room(player_id):
        raise NotSold(
            WORDS["waits"], source="OLY-3.3.11", next_step=NEXT["waits"], next_page="place-book"
        )
