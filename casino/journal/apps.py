from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JournalConfig(AppConfig):
    """The club's own accounts and the general journal."""

    name = "casino.journal"
    verbose_name = _("General journal")
