from django.apps import AppConfig


class EditionsConfig(AppConfig):
    """Versions of the rule book that two people adopt."""

    name = "casino.editions"
    label = "editions"
    verbose_name = "Rules"
