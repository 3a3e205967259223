from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments from the first ticket to the last prize: lists, floor, clock, pool, deals."""

    name = "tournaments"
    verbose_name = _("Tournaments")
