from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CountroomConfig(AppConfig):
    """Drop boxes counted by two people; fills and credits of the tables."""

    name = "casino.countroom"
    verbose_name = _("Count room")
