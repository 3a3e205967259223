from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BankConfig(AppConfig):
    name = "casino.bank"
    verbose_name = _("Bank")
