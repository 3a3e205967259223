from django.apps import AppConfig
from django.utils import translation

from casino.messages import Message


class WebConfig(AppConfig):
    name = "casino.web"
    label = "web"

    def ready(self) -> None:
        """Say sentences in the language of whoever reads them."""
        Message.catalogue = translation
