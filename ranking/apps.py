"""Registration of ranking with Django."""

from django.apps import AppConfig


class RankingConfig(AppConfig):
    """The app."""

    name = "ranking"
