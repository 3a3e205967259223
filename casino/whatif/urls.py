"""Addresses of what-if."""

from django.urls import path

from casino.whatif import views

urlpatterns = [
    path("what-if/", views.studies, name="what-if"),
    path("what-if/<int:study_id>/", views.study, name="what-if-study"),
    path("what-if/<int:study_id>/cancel/", views.cancel, name="what-if-cancel"),
    path("what-if/<int:study_id>/tables.csv", views.study_file, name="what-if-file"),
]
