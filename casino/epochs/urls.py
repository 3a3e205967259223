"""Addresses of a restored office."""

from django.urls import path

from casino.epochs import views

urlpatterns = [
    path("restored/", views.epoch, name="epoch"),
    path("restored/no-copy/", views.gone, name="epoch-gone"),
]
