from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Who has access in which role, its reviews, and what each role may do."""

    name = "casino.audit"
    label = "audit"
    verbose_name = "People and access"
