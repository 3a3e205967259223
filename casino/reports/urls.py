"""Addresses of the reports, entries and accounts."""

from django.urls import path

from casino.reports.views import books, overview, reports

urlpatterns = [
    path("overview/", overview.overview, name="overview"),
    path("overview/<slug:name>/", overview.picture, name="overview-picture"),
    path("reports/", reports.reports, name="reports"),
    path("reports/guest/mail/", reports.mail_statement, name="statement-mail"),
    path("reports/<slug:name>/", reports.report, name="report"),
    path("reports/<slug:name>/jobs/", reports.report_job, name="report-job"),
    path("reports/<slug:name>.csv", reports.report_csv, name="report-csv"),
    path("reports/<slug:name>.excel.csv", reports.report_csv_excel, name="report-csv-excel"),
    path("reports/<slug:name>.xlsx", reports.report_xlsx, name="report-xlsx"),
    path("reports/<slug:name>.pdf", reports.report_pdf, name="report-pdf"),
    path("entries/<int:entry_id>/", books.entry, name="entry"),
    path("accounts/", books.accounts, name="accounts"),
    path("accounts/<int:account_id>/", books.account, name="account"),
]
