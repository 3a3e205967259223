"""Addresses of the files, in and out."""

from django.urls import path

from casino.bookkeeping import views

urlpatterns = [
    path("files/", views.batches, name="files"),
    path("files/batches/<id:batch_id>/", views.batch, name="files-batch"),
    path("files/kept/<id:file_id>/", views.file, name="files-file"),
    path("files/kept/<id:file_id>/manifest.json", views.manifest, name="files-manifest"),
    path("files/accounts/", views.accounts, name="files-accounts"),
    path("files/accounts.csv", views.accounts_file, name="files-accounts-file"),
    path("files/accounts/<str:code>/", views.account, name="files-account"),
    path("files/profiles/", views.profiles, name="files-profiles"),
    path("files/profiles/<slug:slug>/", views.profile, name="files-profile"),
    path("files/registers/", views.registers, name="files-registers"),
    path("files/imports/", views.file_imports, name="files-imports"),
    path("files/imports/<id:intake_id>/", views.file_import, name="files-import"),
    path("files/imports/<id:intake_id>/take/", views.take, name="files-take"),
    path("files/imports/<id:intake_id>/undo/", views.undo, name="files-undo"),
    path("files/jobs/", views.jobs, name="files-jobs"),
    path("files/jobs/<id:job_id>/", views.job, name="files-job"),
    path("files/jobs/<id:job_id>/cancel/", views.cancel, name="files-cancel"),
]
