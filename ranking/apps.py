from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RankingConfig(AppConfig):
    """Points of tournaments, standings, quarters and their payouts."""

    name = "ranking"
    verbose_name = _("Ranking")
