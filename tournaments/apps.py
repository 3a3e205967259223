from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments from the first ticket to the last prize: lists, floor, clock, pool, deals."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Say whose the slips are of entries that were sold by another guest's card."""
        from casino.ledger.queries.guests import CorrectedGuests  # noqa: PLC0415  (neither)
        from tournaments.queries.guests import corrected_slips  # noqa: PLC0415  (models are not loaded before)

        CorrectedGuests.of = corrected_slips
