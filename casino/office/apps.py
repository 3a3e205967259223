"""Registration of casino.office with Django."""

from django.apps import AppConfig


class OfficeConfig(AppConfig):
    """The app under its short label."""

    name = "casino.office"
    label = "office"
