"""Registration of cashgames with Django."""

from django.apps import AppConfig


class CashgamesConfig(AppConfig):
    """The app."""

    name = "cashgames"
