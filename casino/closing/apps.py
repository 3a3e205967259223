from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClosingConfig(AppConfig):
    """Gaming days from the close to the seal, numbered documents, late entries."""

    name = "casino.closing"
    label = "office"  # the tables and migrations are stored under it
    verbose_name = _("Day close")
