"""Registration of casino.web with Django."""

from django.apps import AppConfig
from django.utils import translation

from casino.messages import Message


class WebConfig(AppConfig):
    """The app under its short label."""

    name = "casino.web"
    label = "web"

    def ready(self) -> None:
        """Say sentences in the language of whoever reads them."""
        Message.catalogue = translation
