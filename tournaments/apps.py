"""Registration of tournaments with Django."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments from the first ticket to the last prize: lists, floor, clock, pool, deals."""

    name = "tournaments"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        """Let the approvals know what a second person completes here."""
        import_module("tournaments.services")
