"""The page of the installation."""

from django.urls import path

from casino.operations import views

urlpatterns = [path("installation/", views.installation, name="installation")]
