"""Registration of casino.setup with Django."""

from django.apps import AppConfig


class SetupConfig(AppConfig):
    """The app under its short label."""

    name = "casino.setup"
    label = "setup"
