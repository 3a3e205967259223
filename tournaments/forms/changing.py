"""What is typed where an announced tournament changes."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.house.models import Club
from casino.house.queries import book_on
from casino.money import format_cents
from casino.web.fields import ActForm, CentsField, NameField, WholeField
from tournaments.forms.desk import LevelsField, SharesField, WallField, typed_shares
from tournaments.models import Tournament
from tournaments.queries.changes import is_sold
from tournaments.rules.structure import Change, change_verdict
from tournaments.services.changing import change_structure

StructureForm = form_of(
    change_structure,
    stack=_("Starting stack"),
    levels=LevelsField(label=_("Levels: small blind, big blind, ante, minutes")),
    notice=_("Notice to players"),
)


class TermsForm(ActForm):
    """What may change of a tournament, as it stands; what is left as it is says nothing."""

    name = NameField(label=_("Tournament name"))
    starts_at = WallField(label=_("Starts"))
    late_until = WallField(
        label=_("Late registration closes at (leave empty to close by level)"), required=False
    )
    late_levels = WholeField(label=_("Late registration until the end of level"))
    places = WholeField(label=_("Places"), min_value=2, max_value=10_000)
    price_cents = CentsField(label=_("Buy-in"))
    fee_cents = CentsField(label=_("Fee, on top of the buy-in"))
    guarantee_cents = CentsField(label=_("Guaranteed prize pool"))
    shares_bp = SharesField(
        required=False, label=_("Payouts in percent (leave empty for the club's payout table)")
    )
    big_blind_ante = forms.BooleanField(
        required=False, label=_("Big blind ante: the big blind pays the ante for the table")
    )
    notice = NameField(label=_("Notice to players"), max_length=200)

    def __init__(self, *args: Any, club: Club, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, initial=_as_typed(club, tournament), **kwargs)
        fields: Any = self.fields
        fields["starts_at"].club = fields["late_until"].club = club
        for name in self.fields.keys() & _too_late(tournament):
            del self.fields[name]

    def arguments(self) -> dict[str, Any]:
        """Return the notice, and what differs from what holds."""
        return {
            name: value
            for name, value in super().arguments().items()
            if name == "notice" or (name in self.changed_data and value is not None)
        }


def _too_late(tournament: Tournament) -> set[str]:
    """Return the fields for which there is no time any more."""
    begun = tournament.started_at is not None
    book = book_on(tournament.club_id, tournament.gaming_day)
    fields = {
        ("starts_at",): begun,
        ("late_until", "late_levels"): tournament.registration_closed_at is not None,
        ("price_cents", "fee_cents"): is_sold(tournament),
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
    }
