from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CageConfig(AppConfig):
    """Drawers, shifts and counts, chips, payments due, slips, bank deposits and the vault."""

    name = "casino.cage"
    verbose_name = _("Cage")
