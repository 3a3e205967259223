"""Addresses of the calculators."""

from django.urls import path

from casino.calculators import views

urlpatterns = [
    path("calculators/", views.calculators, name="calculators"),
    path("calculators/<slug:topic>/", views.calculator, name="calculator"),
]
