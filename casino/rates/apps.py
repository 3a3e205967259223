from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatesConfig(AppConfig):
    """Rates of taxes by country and of currencies by day, each with its source."""

    name = "casino.rates"
    verbose_name = _("Rates")
