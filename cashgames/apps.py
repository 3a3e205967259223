from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CashgamesConfig(AppConfig):
    """Tables, sessions, seats, waiting lists, time rake and hands."""

    name = "cashgames"
    verbose_name = _("Cash tables")
