from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EpochsConfig(AppConfig):
    """What follows a restore: a new epoch, and what was lost settled by two people."""

    name = "casino.epochs"
    verbose_name = _("Epochs")
