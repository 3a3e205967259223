"""Addresses of the accountant's office."""

from datetime import date

from django.urls import path, register_converter

from casino.office import views


class DayConverter:
    """A gaming day in an address, 2026-11-21."""

    regex = "20[0-9]{2}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the date; a day that no calendar has is no address (ValueError: 404)."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the ISO date."""
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("days/", views.days, name="days"),
    path("days/<day:day>/", views.day, name="day"),
    path("days/<day:day>/report.csv", views.day_file, name="day-file"),
    path("days/<day:day>/journal.csv", views.journal_file, name="journal-file"),
    path("days/<day:day>/seal/", views.seal_day, name="day-seal"),
    path("close-floor/", views.close_floor, name="close-floor"),
    path("entries/<int:entry_id>/", views.entry, name="entry"),
    path("accounts/", views.accounts, name="accounts"),
    path("accounts/<int:account_id>/", views.account, name="account"),
    path("acts/", views.acts, name="acts"),
]
