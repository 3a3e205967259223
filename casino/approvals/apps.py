"""Registration of casino.approvals with Django."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ApprovalsConfig(AppConfig):
    """Proposals that a second person approves, refuses or confirms."""

    name = "casino.approvals"
    label = "approvals"
    verbose_name = "Approvals"

    def ready(self) -> None:
        """Let every app say what it has approved, whichever process runs."""
        autodiscover_modules("services")
