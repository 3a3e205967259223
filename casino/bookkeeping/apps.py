from django.apps import AppConfig


class BookkeepingConfig(AppConfig):
    """Batches of sealed days for accountants, account numbers, imports and background jobs."""

    name = "casino.bookkeeping"
    label = "bookkeeping"
    verbose_name = "Files"
