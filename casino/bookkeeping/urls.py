"""Addresses of the files, in and out."""

from django.urls import path

from casino.bookkeeping.views.accounts import account, accounts, accounts_file
from casino.bookkeeping.views.batches import batch, batches, file, manifest
from casino.bookkeeping.views.imports import file_import, file_imports, take, undo
from casino.bookkeeping.views.jobs import cancel, job, jobs
from casino.bookkeeping.views.profiles import profile, profiles
from casino.bookkeeping.views.registers import registers

urlpatterns = [
    path("files/", batches, name="files"),
    path("files/batches/<id:batch_id>/", batch, name="files-batch"),
    path("files/kept/<id:file_id>/", file, name="files-file"),
    path("files/kept/<id:file_id>/manifest.json", manifest, name="files-manifest"),
    path("files/accounts/", accounts, name="files-accounts"),
    path("files/accounts.csv", accounts_file, name="files-accounts-file"),
    path("files/accounts/<str:code>/", account, name="files-account"),
    path("files/profiles/", profiles, name="files-profiles"),
    path("files/profiles/<slug:slug>/", profile, name="files-profile"),
    path("files/registers/", registers, name="files-registers"),
    path("files/imports/", file_imports, name="files-imports"),
    path("files/imports/<id:intake_id>/", file_import, name="files-import"),
    path("files/imports/<id:intake_id>/take/", take, name="files-take"),
    path("files/imports/<id:intake_id>/undo/", undo, name="files-undo"),
    path("files/jobs/", jobs, name="files-jobs"),
    path("files/jobs/<id:job_id>/", job, name="files-job"),
    path("files/jobs/<id:job_id>/cancel/", cancel, name="files-cancel"),
]
