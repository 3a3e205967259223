from django.apps import AppConfig


class WhatifConfig(AppConfig):
    """Recorded hands of a period under other rules."""

    name = "casino.whatif"
    label = "whatif"
    verbose_name = "What if"
