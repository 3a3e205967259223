from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReportsConfig(AppConfig):
    """Each report as JSON, CSV and spreadsheet."""

    name = "casino.reports"
    verbose_name = _("Reports")
