"""Registration of casino.bookkeeping with Django."""

from django.apps import AppConfig


class BookkeepingConfig(AppConfig):
    """The app under its short label."""

    name = "casino.bookkeeping"
    label = "bookkeeping"
