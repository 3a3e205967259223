"""Registration of casino.closing with Django."""

from django.apps import AppConfig


class ClosingConfig(AppConfig):
    """The app under the label that its tables and migrations are stored with."""

    name = "casino.closing"
    label = "office"
