from django.apps import AppConfig


class RankingConfig(AppConfig):
    """Points of tournaments, standings, quarters and their payouts."""

    name = "ranking"
    verbose_name = "Ranking"
