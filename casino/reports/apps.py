"""Registration of casino.reports with Django."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """The app under its short label."""

    name = "casino.reports"
    label = "reports"
