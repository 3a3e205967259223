"""Registration of casino.cage with Django."""

from django.apps import AppConfig


class CageConfig(AppConfig):
    """The app under its short label."""

    name = "casino.cage"
    label = "cage"
