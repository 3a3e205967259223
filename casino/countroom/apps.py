from django.apps import AppConfig


class CountroomConfig(AppConfig):
    """Drop boxes counted by two people; fills and credits of the tables."""

    name = "casino.countroom"
    label = "countroom"
    verbose_name = "Count room"
