"""Late registration from a tablet: a card is scanned, one touch sells, asks or lists."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.money import format_cents
from casino.players.forms import PlayerField
from casino.players.models import Player
from casino.players.queries import card_ids
from casino.refusals import Refusal
from casino.web.next_steps import whose
from casino.web.pages import show
from casino.web.roles import ClubRequest, may_open, page, request_stamp
from tournaments.models import Tournament
from tournaments.queries import tournaments
from tournaments.queries.clock import registration_open
from tournaments.queries.requests import request_of
from tournaments.queries.waitlist import lists
from tournaments.services.during_play import More, check_sold, is_in_time
from tournaments.views.shared import just_sold

MORE: dict[More, Promise] = {"reentry": _("Re-entry"), "rebuy": _("Rebuy"), "addon": _("Add-on")}


class WhoForm(forms.Form):
    """Whose card was scanned."""

    player = PlayerField()

    def __init__(self, *args: Any, club_id: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What a scanner types goes there, whoever is shown.
        self.fields["player"].widget.attrs["autofocus"] = True
        self.fields["player"].club_id = club_id  # type: ignore[attr-defined]


@dataclass(frozen=True, kw_only=True, slots=True)
class Touch:
    """
    A button: the address and what it sends there; cents: what it costs.

    asks_stack: beside what the player has in front of them now.
    """

    says: str | Promise
    route: str
    about: int
    sends: dict[str, Any]
    cents: int | None = None
    asks_stack: bool = False
    key: UUID = field(default_factory=uuid4)


@page
def tablet(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Say who a scanned card is and what this guest may do now, each thing by one touch."""
    found = tournaments.tournament(request.club.id, tournament_id)
    typed = WhoForm(request.GET if request.GET.get("player") else None, club_id=request.club.id)
    guest = typed.cleaned_data["player"] if typed.is_bound and typed.is_valid() else None
    if guest:
        typed = WhoForm(club_id=request.club.id)
    mine = card_ids(guest.pk) if guest else []
    entry = found.entries.filter(player__in=mine, refunded_at=None).first()
    return show(
        request,
        "tournaments/tablet.html",
        tournament=found,
        typed=typed,
        guest=guest,
        entry=entry,
        touches=_touches(request, found, guest, entry) if guest else [],
        lists=lists(found, request.at),
        done=just_sold(request, found),
        registration=registration_open(found, request.at),
        whose="" if may_open(request, "entry-sell") else whose(request, "entry-sell"),
    )


def _touches(request: ClubRequest, found: Tournament, guest: Player, entry: Any) -> list[Touch]:
    """Return what may be done for a guest by who looks, as the tournament stands."""
    if entry:
        return _more(request, found, entry)
    held, who = lists(found, request.at), {"player": str(guest.code), "fits": "on"}
    here = held.place_of(guest.pk)
    touches = []
    sells = may_open(request, "entry-sell") and registration_open(found, request.at)
    if sells and held.has_room(guest.pk):
        for pays, says in _payments(found, guest):
            sends = who | {"paid_with": pays, "cents": format_cents(found.ticket_cents)}
            touches.append(
                Touch(
                    says=says,
                    route="entry-sell",
                    about=found.pk,
                    sends=sends,
                    cents=None if pays == "ticket" else found.ticket_cents,
                )
            )
    if may_open(request, "list-join") and not here:
        if not held.free or held.waiting:
            touches.append(
                Touch(says=_("Add to waiting list"), route="list-join", about=found.pk, sends=who)
            )
        elif found.festival:
            touches.append(
                Touch(says=_("Book a place"), route="place-book", about=found.pk, sends=who)
            )
    return touches


def _payments(found: Tournament, guest: Player) -> list[tuple[str, Promise]]:
    """Return how a guest's entry is paid: who holds a ticket to the tournament uses it."""
    ticket = tournaments.ticket_of(found, guest.pk)
    if ticket and ticket.cents == found.ticket_cents:
        return [("ticket", _("Use ticket"))]
    return [("cash", _("Sell entry, cash")), ("card", _("Sell entry, card"))]


def _more(request: ClubRequest, found: Tournament, entry: Any) -> list[Touch]:
    """Return what an entrant may buy again now: sold here with a drawer, else asked of the desk."""
    touches, stamp = [], request_stamp(request)
    sells = may_open(request, "entry-more")
    for what, says in MORE.items():
        cents = found.during_play_cents(what)
        asked = request_of(entry, what)
        if not cents or (asked and not sells):
            continue
        unsaid = what == "rebuy" and not entry.out_at and not asked
        try:
            in_time = is_in_time(found, asked, stamp.at)
            check_sold(stamp, found, entry, what=what, chips=0, in_hand=False, in_time=in_time)
        except Refusal:
            continue
        sends: dict[str, Any] = {"what": what} if unsaid else {"what": what, "chips": 0}
        route = "entry-more" if sells else "purchase-ask"
        if sells:
            sends |= {"paid_with": "cash"} | ({"request_id": asked.pk} if asked else {})
        touches.append(
            Touch(
                says=says,
                route=route,
                about=entry.pk,
                sends=sends,
                cents=cents,
                asks_stack=unsaid,
            )
        )
    return touches
