"""Every page and endpoint."""

from importlib import import_module

from allauth.account.views import ReauthenticateView
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

import cashgames.api
import casino.approvals.api
import casino.audit.api
import casino.bank.api
import casino.bookkeeping.api
import casino.cage.api
import casino.calculators.api
import casino.closing.api
import casino.countroom.api
import casino.editions.api
import casino.epochs.api
import casino.journal.api
import casino.ledger.api
import casino.me
import casino.players.api
import casino.rates.api
import casino.reports.api
import casino.tablefloats.api
import casino.webhooks.api
import casino.whatif.api
import jackpot.api
import ranking.api
import tournaments.api
from casino.audit.views.sign_in_codes import choose_password
from casino.board.views import board, news, picture, room_screen
from casino.web import account_settings, own_keys, views
from casino.web.document import Document, DocumentPage
from casino.web.endpoints import Elsewhere
from casino.web.first_words import by_first_word
from casino.web.problems import ProblemType, ProblemTypes
from ranking.views import public
from tournaments.views.public import calendar
from tournaments.views.results import public_pool

handler404 = "casino.web.views.not_there"
handler500 = "casino.web.disk.failed"

api: list[URLPattern] = [
    *casino.me.routes,
    *casino.closing.api.routes,
    *casino.calculators.api.routes,
    *casino.approvals.api.routes,
    *casino.editions.api.routes,
    *casino.players.api.routes,
    *casino.cage.api.routes,
    *cashgames.api.routes,
    *casino.tablefloats.api.routes,
    *casino.countroom.api.routes,
    *tournaments.api.routes,
    *jackpot.api.routes,
    *ranking.api.routes,
    *casino.bookkeeping.api.routes,
    *casino.journal.api.routes,
    *casino.rates.api.routes,
    *casino.bank.api.routes,
    *casino.reports.api.routes,
    *casino.webhooks.api.routes,
    *casino.audit.api.routes,
    *casino.epochs.api.routes,
    *casino.whatif.api.routes,
    *casino.ledger.api.routes,
]

PAGES = (
    "casino.approvals",
    "casino.editions",
    "casino.cage",
    "casino.players",
    "cashgames",
    "tournaments",
    "jackpot",
    "ranking",
    "casino.audit",
    "casino.webhooks",
    "casino.tablefloats",
    "casino.countroom",
    "casino.whatif",
    "casino.reports",
    "casino.bookkeeping",
    "casino.journal",
    "casino.rates",
    "casino.bank",
    "casino.calculators",
    "casino.closing",
    "casino.operations",
    "casino.epochs",
)
pages: list[URLPattern] = [
    path("news/", news, name="news"),
    *(each for app in PAGES for each in import_module(f"{app}.urls").urlpatterns),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/clubs/<slug:club>/", include(by_first_word(api))),  # first, as what is asked most
    path("", views.home, name="home"),
    path("setup/", include("casino.setup.urls")),
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-in/", views.SignIn.as_view(), name="account_login"),
    path("sign-in/code/", choose_password, name="sign-in-code"),
    path("sign-out/", auth.LogoutView.as_view(), name="sign-out"),
    path("sign-out/", auth.LogoutView.as_view(), name="account_logout"),
    path("lock/", account_settings.lock, name="lock"),
    path("unlock/", account_settings.unlock, name="unlock"),
    path("me/", account_settings.me, name="me"),
    path("me/pin/", account_settings.pin, name="my-pin"),
    path("me/language/", account_settings.language, name="my-language"),
    path("me/screen/", account_settings.screen, name="my-screen"),
    path("me/keys/", own_keys.own_keys, name="my-keys"),
    path("me/password/", account_settings.password, name="my-password"),
    path("me/wrong-pins/", account_settings.seen_wrong_pins, name="wrong-pins-seen"),
    path("me/api-keys/", account_settings.known_keys, name="api-keys-known"),
    path("me/sessions/<int:session_id>/end/", account_settings.end_session, name="end-session"),
    path("me/confirm/", ReauthenticateView.as_view(), name="account_reauthenticate"),
    path("me/again/", account_settings.again, name="again"),
    path("me/second/", RedirectView.as_view(pattern_name="me"), name="mfa_index"),
    path("me/second/", include("allauth.mfa.urls")),
    path("api/v1/clubs/", casino.me.Clubs.as_view(), name="api-clubs"),
    path("api/v1/schema/", Document.as_view(), name="schema"),
    path("api/v1/problems/", ProblemTypes.as_view(), name="api-problems"),
    path("api/v1/problems/<slug:code>/", ProblemType.as_view(), name="api-problem"),
    path("api/v1/docs/", DocumentPage.as_view(), name="api-docs"),
    re_path(r"^api/", Elsewhere.as_view()),
    path("board/<slug:club>/", board, name="board"),
    path("standing/<slug:club>/", public.standing, name="public-standing"),
    path("standing/<slug:club>/<int:code>-<slug:mark>/", public.player, name="public-player"),
    path("board/<slug:club>/room/", room_screen, name="room-screen"),
    path("board/<slug:club>/room/<slug:view>/", room_screen),
    path("board/<slug:club>/pictures/<int:picture_id>/", picture, name="screen-picture"),
    path(
        "board/<slug:club>/tournaments/<int:tournament_id>/", room_screen, name="tournament-screen"
    ),
    path("board/<slug:club>/tournaments/<int:tournament_id>/<slug:view>/", room_screen),
    path("events/<slug:club>/", calendar, name="public-calendar"),
    path("pool/<slug:club>/<int:tournament_id>/", public_pool, name="public-pool"),
    path("<slug:club>/", views.club_home, name="club"),
    path("<slug:club>/", include(by_first_word(pages))),
]
