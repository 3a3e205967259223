from django.apps import AppConfig


class CageConfig(AppConfig):
    """Drawers, shifts and counts, chips, payments due, slips, bank deposits and the vault."""

    name = "casino.cage"
    label = "cage"
    verbose_name = "Cage"
