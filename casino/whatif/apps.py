"""Registration of casino.whatif with Django."""

from django.apps import AppConfig


class WhatifConfig(AppConfig):
    """The app under its short label."""

    name = "casino.whatif"
    label = "whatif"
