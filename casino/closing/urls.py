"""Addresses of the gaming days, their closes and documents."""

from django.urls import path

import casino.web.converters  # noqa: F401  (registers `day`)
from casino.closing import views

urlpatterns = [
    path("days/", views.days, name="days"),
    path("days/<day:day>/", views.day, name="day"),
    path("days/<day:day>/report.csv", views.day_file, name="day-file"),
    path("days/<day:day>/journal.csv", views.journal_file, name="journal-file"),
    path("days/<day:day>/seal/", views.seal_day, name="day-seal"),
    path("closings/", views.closings, name="closings"),
    path("closings/close/", views.close_period, name="period-close"),
    path("closings/<id:number>/", views.closing, name="closing"),
    path("late-entries/", views.late_entries, name="late-entries"),
    path("late-entries/ask/", views.ask_late_entry, name="late-entry"),
    path("close-floor/", views.close_floor, name="close-floor"),
]
