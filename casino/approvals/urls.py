"""Addresses of the approvals."""

from django.urls import path

from casino.approvals import views

urlpatterns = [
    path("approvals/", views.approvals, name="approvals"),
    path("approvals/<int:proposal_id>/", views.approval, name="approval"),
    path("approvals/<int:proposal_id>/refuse/", views.refuse, name="approval-refuse"),
]
