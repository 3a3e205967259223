"""Addresses of the reports."""

from django.urls import path

from casino.reports import views

urlpatterns = [
    path("reports/", views.reports, name="reports"),
    path("reports/<slug:name>/", views.report, name="report"),
    path("reports/<slug:name>/jobs/", views.report_job, name="report-job"),
    path("reports/<slug:name>.csv", views.report_csv, name="report-csv"),
    path("reports/<slug:name>.xlsx", views.report_xlsx, name="report-xlsx"),
]
