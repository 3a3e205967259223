from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JackpotConfig(AppConfig):
    """Pools and their levels, claims from the hand to the shares."""

    name = "jackpot"
    verbose_name = _("Jackpot")
