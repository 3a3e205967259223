from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Each report as JSON, CSV and spreadsheet."""

    name = "casino.reports"
    label = "reports"
    verbose_name = "Reports"
