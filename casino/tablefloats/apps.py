from django.apps import AppConfig


class TableFloatsConfig(AppConfig):
    """The app under its short label; its tables are stored under the count room's."""

    name = "casino.tablefloats"
    label = "tablefloats"
