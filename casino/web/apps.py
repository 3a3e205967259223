from functools import lru_cache

from django.apps import AppConfig
from django.utils import translation

from casino.messages import Message

TEXTS = 20_000


class Catalogue:
    """Django's catalogues, in which each text is looked up once a language."""

    ngettext = staticmethod(translation.ngettext)

    def gettext(self, message: str) -> str:
        """Return the text in the reader's language."""
        return _text(translation.get_language(), message)


@lru_cache(TEXTS)
def _text(_language: str | None, message: str) -> str:
    return translation.gettext(message)


class WebConfig(AppConfig):
    name = "casino.web"

    def ready(self) -> None:
        """Say sentences in the language of whoever reads them."""
        Message.catalogue = Catalogue()
