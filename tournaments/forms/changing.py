"""What is typed where an announced tournament changes."""

from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.house.models import Club
from casino.money import format_cents
from casino.web.fields import ActForm, CentsField, NameField, WholeField
from tournaments.forms.desk import LevelsField, SharesField, WallField, typed_shares
from tournaments.models import Tournament
from tournaments.queries.changes import is_sold
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
    notice = NameField(label=_("Notice to players"), max_length=200)

    def __init__(self, *args: Any, club: Club, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, initial=_as_typed(club, tournament), **kwargs)
        self.tournament = tournament
        fields: Any = self.fields
        fields["starts_at"].club = fields["late_until"].club = club
        for name in self.fields.keys() - {"key", "notice"}:
            if not self._may_change(name):
                del self.fields[name]

    def _may_change(self, name: str) -> bool:
        """Return whether there is still time for it."""
        late = ("late_until", "late_levels")
        if name == "starts_at":
            return self.tournament.started_at is None
        if name in late:
            return self.tournament.registration_closed_at is None
        if name in ("price_cents", "fee_cents"):
            return not is_sold(self.tournament)
        return name not in ("guarantee_cents", "shares_bp") or not hasattr(self.tournament, "fixed")

    def arguments(self) -> dict[str, Any]:
        """Return the notice, and what differs from what holds."""
        return {
            name: value
            for name, value in super().arguments().items()
            if name == "notice" or (name in self.changed_data and value is not None)
        }


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
    }
