"""The door: signing in, and the first page after it."""

import math
from http import HTTPStatus
from typing import Any

from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from casino.staff.models import Role
from casino.staff.queries import clubs_of, is_empty
from casino.staff.rules import MAX_WAIT
from casino.web.demo import percent_made
from casino.web.lockout import Lockout, address_is_spent, minutes
from casino.web.roles import ClubRequest, OwnRequest, may_open, page

FIRST_PAGES = (
    (Role.CASHIER, "till"),
    (Role.SUPERVISOR, "tables"),
    (Role.DIRECTOR, "tables"),
    (Role.ACCOUNTANT, "days"),
    (Role.MANAGER, "days"),
    (Role.AUDITOR, "days"),
)


TOO_MANY_REQUESTS, WRONG_INPUT = 429, 422


class SignIn(LoginView):
    """Signing in: name and password, then the second factor of whoever has one."""

    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the form; where nobody could sign in yet, how far the demo is, or the set-up."""
        empty = is_empty()
        percent = percent_made() if empty else None
        if percent is not None:
            return render(request, "registration/demo.html", {"percent": percent})
        if "demo" in request.GET:  # the panel asks, and there is nothing to wait for any more
            return HttpResponse(headers={"HX-Refresh": "true"})
        return redirect("setup") if empty else super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check the password, unless strangers try one name after the other from here."""
        if address_is_spent(request):
            return closed_door(request)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Go on to the second factor, or in."""
        user = form.get_user()
        login = Login(user=user, redirect_url=self.get_success_url())
        name = {"username": user.get_username()}
        answer: HttpResponse = perform_password_login(self.request, name, login)
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form again."""
        return self.render_to_response(self.get_context_data(form=form), status=WRONG_INPUT)


def closed_door(
    request: HttpRequest, original: object = None, credentials: dict[str, Any] | None = None
) -> HttpResponse:
    """Say that too many passwords were wrong, and how long to wait."""
    wait = Lockout().wait(request, credentials) or MAX_WAIT
    shown = {"form": AuthenticationForm(request), "closed_minutes": minutes(wait)}
    answer = render(request, "registration/login.html", shown, status=TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(math.ceil(wait.total_seconds()))
    return answer


def not_there(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say what is not there, as whoever looked for it put it."""
    why = next((each for each in exception.args if isinstance(each, str | Promise)), None)
    shown = {"why": why or _("There is no page at this address.")}
    return render(request, "404.html", shown, status=HTTPStatus.NOT_FOUND)


def home(request: OwnRequest) -> HttpResponse:
    """Lead to the clubs; where nobody has one yet, to the set-up."""
    if not is_empty():
        return clubs(request)
    return redirect("setup" if percent_made() is None else "sign-in")


@login_required
def clubs(request: OwnRequest) -> HttpResponse:
    """Show the user's clubs, or go straight to the only one."""
    found = clubs_of(request.user.pk)
    if len(found) == 1:
        return redirect("club", club=found[0].slug)
    return render(request, "web/clubs.html", {"clubs": found})


@page
def club_home(request: ClubRequest) -> HttpResponse:
    """Go to the page that the user's role begins with; to the tables where it no longer opens."""
    firsts = (name for role, name in FIRST_PAGES if role in request.roles)
    first = next((name for name in firsts if may_open(request, name)), "tables")
    return redirect(first, club=request.club.slug)
