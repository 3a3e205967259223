"""Addresses of the gaming days, their closes and documents."""

from django.urls import path

import casino.web.converters  # noqa: F401  (registers `day`)
from casino.closing.views.breakage import breakage, change, lapse, restore
from casino.closing.views.closings import close_period, close_year, closing, closings, period
from casino.closing.views.days import close_floor, day, day_file, days, journal_file, seal_day
from casino.closing.views.late import ask_late_entry, late_entries
from casino.closing.views.reopening import reopen

urlpatterns = [
    path("days/", days, name="days"),
    path("days/<day:day>/", day, name="day"),
    path("days/<day:day>/report.csv", day_file, name="day-file"),
    path("days/<day:day>/journal.csv", journal_file, name="journal-file"),
    path("days/<day:day>/seal/", seal_day, name="day-seal"),
    path("days/<day:day>/reopen/", reopen, name="day-reopen"),
    path("closings/", closings, name="closings"),
    path("closings/close/", close_period, name="period-close"),
    path("closings/year/<id:year>/", close_year, name="year-close"),
    path("closings/<id:number>/", closing, name="closing"),
    path("closings/month/<day:day>/", period, {"period": "month"}, name="closing-month"),
    path("closings/quarter/<day:day>/", period, {"period": "quarter"}, name="closing-quarter"),
    path("late-entries/", late_entries, name="late-entries"),
    path("late-entries/ask/", ask_late_entry, name="late-entry"),
    path("breakage/", breakage, name="breakage"),
    path("breakage/lapse/", lapse, name="breakage-lapse"),
    path("breakage/policy/", change, name="breakage-policy"),
    path("breakage/restore/", restore, name="breakage-restore"),
    path("close-floor/", close_floor, name="close-floor"),
]
