from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Guests, their exclusions, duplicates and seating restrictions."""

    name = "casino.players"
    label = "players"
    verbose_name = "Guests"
