"""Registration of casino.approvals with Django."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class ApprovalsConfig(AppConfig):
    """The app under its short label."""

    name = "casino.approvals"
    label = "approvals"

    def ready(self) -> None:
        """Let every app say what it has approved, whichever process runs."""
        autodiscover_modules("services")
