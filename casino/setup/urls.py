"""The pages of the set-up; none of them is there once the installation has a club."""

from django.urls import path

from casino.setup import views

urlpatterns = [
    path("", views.enter, name="setup"),
    path("club.toml", views.download, name="setup-file"),
    path("review/", views.review, name="setup-review"),
    path("<slug:step>/", views.edit, name="setup-step"),
]
