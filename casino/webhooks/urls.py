"""Addresses of the manager's webhooks."""

from django.urls import path

import casino.web.converters  # noqa: F401  (registers `id`)
from casino.webhooks import views

urlpatterns = [
    path("webhooks/", views.webhooks, name="webhooks"),
    path("webhooks/<id:webhook_id>/", views.webhook, name="webhook"),
    path("webhooks/<id:webhook_id>/end/", views.end, name="webhook-end"),
    path(
        "webhooks/<id:webhook_id>/messages/<id:message_id>/again/",
        views.again,
        name="webhook-again",
    ),
]
