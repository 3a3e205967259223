"""Registration of casino.players with Django."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """The app under its short label."""

    name = "casino.players"
    label = "players"
