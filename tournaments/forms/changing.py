"""What is typed where an announced tournament changes."""

from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of
from casino.house.models import Club
from casino.house.queries import book_on
from casino.money import format_cents
from casino.web.fields import ActForm
from tournaments.forms.desk import LevelsField, SharesField, WallField, typed_shares
from tournaments.models import Tournament
from tournaments.queries.changes import is_sold, satellites_sold
from tournaments.rules.structure import Change, change_verdict
from tournaments.services.changing import change_structure, change_tournament

StructureForm = form_of(
    change_structure,
    stack=_("Starting stack"),
    levels=box(_("Levels: small blind, big blind, ante, minutes"), LevelsField),
    notice=_("Notice to players"),
)


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
    shares_bp=box(_("Payouts in percent (leave empty for the club's payout table)"), SharesField),
    big_blind_ante=_("Big blind ante: the big blind pays the ante for the table"),
    notice=_("Notice to players"),
)
class TermsForm(ActForm):
    """What may change of a tournament, as it stands; what is left as it is says nothing."""

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
    }
