"""Addresses of the rates."""

from django.urls import path

from casino.rates.views import rates

urlpatterns = [path("rates/", rates, name="rates")]
