"""Registration of casino.staff with Django."""

from django.apps import AppConfig


class StaffConfig(AppConfig):
    """The app under its short label."""

    name = "casino.staff"
    label = "staff"
