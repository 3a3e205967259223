import sys
from importlib import import_module
from pkgutil import iter_modules

from django.apps import AppConfig, apps
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class ApprovalsConfig(AppConfig):
    """Proposals that a second person approves, refuses or confirms."""

    name = "casino.approvals"
    verbose_name = _("Approvals")

    def ready(self) -> None:
        """Let every app say what it does and has approved, whichever process runs."""
        autodiscover_modules("services")
        for app in apps.get_app_configs():
            services = sys.modules.get(f"{app.name}.services")
            for each in iter_modules(getattr(services, "__path__", ())):
                import_module(f"{app.name}.services.{each.name}")
