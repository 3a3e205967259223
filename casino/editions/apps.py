"""Registration of casino.editions with Django."""

from django.apps import AppConfig


class EditionsConfig(AppConfig):
    """The app under its short label."""

    name = "casino.editions"
    label = "editions"
