"""Registration of casino.house with Django."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    """The app under its short label."""

    name = "casino.house"
    label = "house"
