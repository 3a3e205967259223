"""Registration of casino.webhooks with Django."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """The app under its short label."""

    name = "casino.webhooks"
    label = "webhooks"
