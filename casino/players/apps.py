from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from casino.names import Guests


class PlayersConfig(AppConfig):
    """Guests, their exclusions, duplicates and seating restrictions."""

    name = "casino.players"
    verbose_name = _("Guests")

    def ready(self) -> None:
        """Say who the guests are that others keep by their ids."""
        from casino.players.queries import called, names  # noqa: PLC0415  (models are not loaded before)

        Guests.names, Guests.called = names, called
