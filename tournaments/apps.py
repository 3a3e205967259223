"""Registration of tournaments with Django."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app."""

    name = "tournaments"

    def ready(self) -> None:
        """Let the approvals know what a second person completes here."""
        import_module("tournaments.services")
