from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments from the first ticket to the last prize: lists, floor, clock, pool, deals."""

    name = "tournaments"
    verbose_name = "Tournaments"
