"""Addresses of the approvals."""

from django.urls import path

from casino.approvals import views

urlpatterns = [
    path("approvals/", views.approvals, name="approvals"),
    path("approvals/<int:proposal_id>/", views.approval, name="approval"),
    path("approvals/<int:proposal_id>/sign/", views.sign_here, name="approval-sign"),
    path("approvals/<int:proposal_id>/alone/", views.alone, name="approval-alone"),
    path("approvals/<int:proposal_id>/slip/", views.slip, name="approval-slip"),
    path("approvals/<int:proposal_id>/confirm/", views.confirm, name="approval-confirm"),
    path("approvals/<int:proposal_id>/refuse/", views.refuse, name="approval-refuse"),
]
