"""Addresses of the jackpots."""

from django.urls import path

from jackpot import views

urlpatterns = [path("jackpot/", views.levels, name="jackpot")]
