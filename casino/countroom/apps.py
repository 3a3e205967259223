"""Registration of casino.countroom with Django."""

from django.apps import AppConfig


class CountroomConfig(AppConfig):
    """The app under its short label."""

    name = "casino.countroom"
    label = "countroom"
