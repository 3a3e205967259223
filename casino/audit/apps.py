"""Registration of casino.audit with Django."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """The app under its short label."""

    name = "casino.audit"
    label = "audit"
