"""What is typed where an announced tournament changes."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box
from casino.approvals.signed import LookAgain
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.ledger.queries.documents import first_act
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Refusal
from casino.web.fields import ActForm
from tournaments.forms.desk import (
    MEANT,
    LevelsField,
    SharesField,
    WallField,
    shares_label,
    typed_levels,
    typed_shares,
)
from tournaments.models import StructureVersion, Tournament
from tournaments.queries.changes import is_sold, satellites_sold
from tournaments.rules.structure import Change, change_verdict
from tournaments.services.changing import change_structure, change_tournament

# What is said of a change, and does not change.
SAID = {"key", "notice", "figures_meant"}


@asks(
    change_structure,
    stack=_("Starting stack"),
    levels=box(_("Levels: small blind, big blind, ante, minutes"), LevelsField),
    notice=_("Notice to players"),
    figures_meant=MEANT,
    shown=forms.IntegerField(widget=forms.HiddenInput()),
)
class StructureForm(ActForm):
    """Another structure in place of the one that was shown."""

    def __init__(self, *args: Any, holds: StructureVersion, **kwargs: Any) -> None:
        typed = {"stack": holds.stack, "levels": typed_levels(holds.levels)}
        super().__init__(*args, initial=typed | {"shown": holds.number}, **kwargs)

    def arguments(self) -> dict[str, Any]:
        """Return what holds from now on. Raises LookAgain where another structure holds already."""
        values = super().arguments()
        shown = values.pop("shown")
        if shown != self.initial["shown"] and not first_act(self.act_key):
            raise LookAgain(msg("The structure has changed since this page was opened."))
        return values

    def refuse(self, refusal: Refusal, **more: Any) -> None:
        """Begin again with the structure that holds, where that is another one now."""
        super().refuse(refusal, **more)
        if isinstance(refusal, LookAgain):
            self.data = dict(self.data.items()) | dict(self.initial) | {"key": self.data["key"]}


@asks(
    change_tournament,
    name=box(_("Tournament name"), required=True),
    starts_at=box(_("Starts"), WallField, required=True),
    late_until=box(_("Late registration closes at (leave empty to close by level)"), WallField),
    late_levels=box(_("Late registration until the end of level"), required=True),
    places=box(_("Places"), required=True),
    price_cents=box(_("Buy-in"), required=True),
    fee_cents=box(_("Fee, on top of the buy-in"), required=True),
    guarantee_cents=box(_("Guaranteed prize pool"), required=True),
    shares_bp=box(_("Payouts in percent"), SharesField),
    big_blind_ante=_("Big blind ante: the big blind pays the ante for the table"),
    flights=box(_("Flights"), required=True),
    notice=_("Notice to players"),
    figures_meant=MEANT,
)
class TermsForm(ActForm):
    """
    What may change of a tournament, as it stands; what is left as it is says nothing.

    As it was when the page was drawn: what a colleague changed meanwhile is not changed back.
    """

    def __init__(self, *args: Any, club: Club, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, initial=_as_typed(club, tournament), **kwargs)
        fields: Any = self.fields
        fields["starts_at"].club = fields["late_until"].club = club
        book = book_on(tournament.club_id, tournament.gaming_day)
        fields["shares_bp"].label = shares_label(book)
        for name in self.fields.keys() & _too_late(tournament, book):
            del self.fields[name]
        for name in self.fields.keys() - SAID:
            self.fields[name].show_hidden_initial = True

    def arguments(self) -> dict[str, Any]:
        """Return the notice, and what differs from what the page showed."""
        return {
            name: value
            for name, value in super().arguments().items()
            if name in SAID or (name in self.changed_data and value is not None)
        }


def _too_late(tournament: Tournament, book: RuleBook) -> set[str]:
    """Return the fields for which there is no time any more."""
    begun = tournament.started_at is not None
    fields = {
        ("starts_at",): begun,
        ("late_until", "late_levels"): tournament.registration_closed_at is not None,
        ("price_cents", "fee_cents"): is_sold(tournament) or bool(satellites_sold(tournament)),
        ("guarantee_cents", "shares_bp"): hasattr(tournament, "fixed"),
        ("big_blind_ante",): not change_verdict(book, Change(started=begun, told=True)).allowed,
    }
    return {name for names, over in fields.items() if over for name in names}


def _as_typed(club: Club, tournament: Tournament) -> dict[str, Any]:
    """Return what holds as the form's fields are typed."""
    zone = ZoneInfo(club.timezone)
    late = tournament.late_until
    return {
        "name": tournament.name,
        "starts_at": f"{tournament.starts_at.astimezone(zone):%d.%m.%Y %H:%M}",
        "late_until": f"{late.astimezone(zone):%d.%m.%Y %H:%M}" if late else "",
        "late_levels": tournament.late_levels,
        "places": tournament.places,
        "price_cents": format_cents(tournament.price_cents),
        "fee_cents": format_cents(tournament.fee_cents),
        "guarantee_cents": format_cents(tournament.guarantee_cents),
        "shares_bp": typed_shares(tournament.shares_bp),
        "big_blind_ante": tournament.big_blind_ante,
        "flights": tournament.flights,
    }
