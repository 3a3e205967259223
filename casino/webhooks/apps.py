from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Addresses that are told of events, and what each was told."""

    name = "casino.webhooks"
    label = "webhooks"
    verbose_name = "Webhooks"
