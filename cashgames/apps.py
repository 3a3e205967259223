from django.apps import AppConfig


class CashgamesConfig(AppConfig):
    """Tables, sessions, seats, waiting lists, time rake and hands."""

    name = "cashgames"
    verbose_name = "Cash tables"
