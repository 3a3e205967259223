from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WhatifConfig(AppConfig):
    """Recorded hands of a period under other rules."""

    name = "casino.whatif"
    verbose_name = _("What if")
