"""Addresses of the rules."""

from django.urls import path

from casino.editions import views

urlpatterns = [
    path("rules/", views.rules, name="rules"),
    path("rules/compare/", views.compare, name="rules-compare"),
    path("rules/propose/", views.propose, name="rules-propose"),
]
