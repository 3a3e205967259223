from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    """Who has access in which role, its reviews, and what each role may do."""

    name = "casino.audit"
    verbose_name = _("People and access")
