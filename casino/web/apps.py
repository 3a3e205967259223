"""Registration of casino.web with Django."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The app under its short label."""

    name = "casino.web"
    label = "web"
