from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TableFloatsConfig(AppConfig):
    """The app under its short label; its tables are stored under the count room's."""

    name = "casino.tablefloats"
    verbose_name = _("Table floats")
