"""The first page after the sign-in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

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
