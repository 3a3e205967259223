from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BookkeepingConfig(AppConfig):
    """Batches of sealed days for accountants, account numbers, imports and background jobs."""

    name = "casino.bookkeeping"
    verbose_name = _("Files")
