"""Registration of jackpot with Django."""

from django.apps import AppConfig


class JackpotConfig(AppConfig):
    """The app."""

    name = "jackpot"
