from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EditionsConfig(AppConfig):
    """Versions of the rule book that two people adopt."""

    name = "casino.editions"
    verbose_name = _("Rules")
