"""The door: signing in, and the first page after it."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from redis.exceptions import RedisError

from casino.house.models import Club
from casino.staff.models import Role
from casino.web.roles import EVERYBODY, page

FIRST_PAGES = (
    (Role.CASHIER, "till"),
    (Role.SUPERVISOR, "tables"),
    (Role.DIRECTOR, "tables"),
    (Role.ACCOUNTANT, "days"),
    (Role.MANAGER, "days"),
    (Role.AUDITOR, "days"),
)


MOST_TRIES, PAUSE_SECONDS = 10, 15 * 60
TOO_MANY_REQUESTS, WRONG_INPUT = 429, 422


class SignIn(LoginView):
    """
    Signing in. Ten wrong passwords close the door for a quarter of an hour.

    It closes for that name from that address only: no stranger locks a cashier out of the desk.
    """

    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check the password, unless too many were tried."""
        if _tries(self._pair()) < MOST_TRIES:
            return super().post(request, *args, **kwargs)
        closed = self.get_context_data(form=AuthenticationForm(request), closed=True)
        return self.render_to_response(closed, status=TOO_MANY_REQUESTS)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count the try and show the form again."""
        _tries(self._pair(), more=1)
        return self.render_to_response(self.get_context_data(form=form), status=WRONG_INPUT)

    def _pair(self) -> str:
        """Return the key under which tries are counted."""
        name = self.request.POST.get("username", "")[:150].casefold()
        return f"sign-in:{name.encode().hex()}:{self.request.META.get('REMOTE_ADDR')}"


def _tries(pair: str, *, more: int = 0) -> int:
    """Return how many passwords were wrong lately; without a cache nobody counts."""
    try:
        cache.add(pair, 0, PAUSE_SECONDS)
        tried: int = cache.incr(pair, more)
    except (RedisError, ValueError):
        return 0
    return tried


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Show the user's clubs, or go straight to the only one."""
    clubs = list(Club.objects.filter(memberships__user=request.user).distinct().order_by("name"))
    if len(clubs) == 1:
        return redirect("club", club=clubs[0].slug)
    return render(request, "web/clubs.html", {"clubs": clubs})


@page(*EVERYBODY)
def club_home(request: HttpRequest) -> HttpResponse:
    """Go to the page that the user's role begins with."""
    first = next(name for role, name in FIRST_PAGES if role in request.roles)
    return redirect(first, club=request.club.slug)
