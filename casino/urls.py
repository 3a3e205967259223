"""Every page and endpoint."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

from casino.web import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("sign-in/", auth.LoginView.as_view(), name="sign-in"),
    path("sign-out/", auth.LogoutView.as_view(), name="sign-out"),
    path("<slug:club>/", views.club_home, name="club"),
    path("<slug:club>/", include("casino.cage.urls")),
    path("<slug:club>/", include("casino.players.urls")),
    path("<slug:club>/", include("cashgames.urls")),
    path("<slug:club>/", include("jackpot.urls")),
    path("<slug:club>/", include("casino.office.urls")),
]
