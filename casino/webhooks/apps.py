from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    """Addresses that are told of events, and what each was told."""

    name = "casino.webhooks"
    verbose_name = _("Webhooks")
