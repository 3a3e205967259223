from django.apps import AppConfig


class JackpotConfig(AppConfig):
    """Pools and their levels, claims from the hand to the shares."""

    name = "jackpot"
    verbose_name = "Jackpot"
