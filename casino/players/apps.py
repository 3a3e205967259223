from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    """Guests, their exclusions, duplicates and seating restrictions."""

    name = "casino.players"
    label = "players"
    verbose_name = _("Guests")
