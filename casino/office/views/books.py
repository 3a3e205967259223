"""Days, entries, accounts; calculators; the screen in the room."""

import re
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from cashgames.queries import open_sessions
from casino.house.models import Club
from casino.ledger import queries as ledger
from casino.office import closing, queries
from casino.office.calculators.topics import Topic, topics
from casino.office.exports import day_csv
from casino.office.forms.desk import Desk
from casino.office.reports.board import room_board
from casino.office.reports.day import day_report
from casino.players.queries import names
from casino.refusals import BadInput
from casino.staff.models import User
from casino.web.converters import DayConverter
from casino.web.fields import ActForm
from casino.web.pages import WRONG_INPUT, carry_out, show
from casino.web.roles import ClubRequest, page, public_club, request_stamp
from casino.words import say

MOST_ENTRIES = 500


@page
def days(request: ClubRequest) -> HttpResponse:
    """The gaming days; those not sealed stand out."""
    found = ledger.days(request.club.id)
    unsealed = [row for row in reversed(found) if row.state == "closed"]
    return show(request, "office/days.html", days=found, unsealed=unsealed)


@page
def day(request: ClubRequest, day: date) -> HttpResponse:
    """The report of a gaming day."""
    return _show_day(request, ActForm(), day)


@page
def day_file(request: ClubRequest, day: date) -> HttpResponseBase:
    """The same report as a file."""
    return _attachment(
        HttpResponse(day_csv(_report(request, day)), content_type="text/csv; charset=utf-8"),
        f"{request.club.slug}_day_{day}.csv",
    )


@page
def journal_file(request: ClubRequest, day: date) -> HttpResponseBase:
    """The journal of a gaming day as a file, streamed."""
    rows = ledger.journal_csv(request.club.id, day, day)
    return _attachment(
        StreamingHttpResponse(rows, content_type="text/csv; charset=utf-8"),
        f"{request.club.slug}_journal_{day}.csv",
    )


@page
def seal_day(request: ClubRequest, day: date) -> HttpResponse:
    """Seal a closed day."""
    form = ActForm(request.POST or None)
    if carry_out(request, form, closing.seal_day, day=day):
        return redirect("day", club=request.club.slug, day=day)
    return _show_day(request, form, day)


@page
def close_floor(request: ClubRequest) -> HttpResponse:
    """Fix the jackpot levels now: the last game has closed."""
    form = ActForm(request.POST or None)
    if carry_out(request, form, closing.close_floor):
        return redirect("jackpot", club=request.club.slug)
    running = open_sessions(request.club.id)
    return show(request, "office/close_floor.html", form, running=running)


@page
def entry(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Why: the paragraphs, inputs and ledger lines of one entry."""
    found = ledger.entry(request.club.id, entry_id)
    if found is None:
        raise Http404(_("There is no such entry in this club."))
    return show(
        request,
        "office/entry.html",
        entry=found,
        names=names({found.player_id} if found.player_id else set()),
        actor=User.objects.filter(id=found.actor_id or 0).first(),
    )


@page
def accounts(request: ClubRequest) -> HttpResponse:
    """The trial balance as of now."""
    rows = ledger.trial_balance(request.club.id)
    return show(
        request,
        "office/accounts.html",
        accounts=rows,
        debit_cents=sum(row.cents for row in rows if row.cents > 0),
        credit_cents=-sum(row.cents for row in rows if row.cents < 0),
    )


@page
def account(request: ClubRequest, account_id: int) -> HttpResponse:
    """An account's entries, of one gaming day if asked for."""
    found = ledger.account(request.club.id, account_id)
    if found is None:
        raise Http404(_("There is no such account in this club."))
    day = _day_asked(request.GET.get("day", ""))
    entries = ledger.account_entries(request.club.id, account_id, day=day, limit=MOST_ENTRIES)
    rows = [
        (each, sum(line.cents for line in each.lines if line.account_id == account_id))
        for each in entries
    ]
    moved = ledger.turnovers(request.club.id, day) if day else []
    turnover = next((each for each in moved if each.account.id == account_id), None)
    shown = {"rows": rows, "day": day, "turnover": turnover, "most": MOST_ENTRIES}
    return show(request, "office/account.html", account=found, **shown)


@page
def calculators(request: ClubRequest) -> HttpResponse:
    """Every question that the rule books answer, by subject."""
    groups: dict[str, list[Topic]] = {}
    for topic in topics().values():
        groups.setdefault(topic.group, []).append(topic)
    return show(request, "office/calculators.html", groups=groups)


@page
def calculator(request: ClubRequest, topic: str) -> HttpResponse:
    """A question to the rule books, answered step by step. Nothing is booked."""
    if topic not in topics():
        raise Http404(_("There is no such calculator."))
    desk = Desk(topics()[topic], request.club, request_stamp(request))
    if request.POST:
        desk.load(request.POST.dict())
    elif request.GET.get("example"):
        desk.question.fill(desk.topic.example)
    asked = request.POST and not request.POST.keys() & {"add_row", "remove_row", "update"}
    sheet = desk.answer() if asked else None
    shown = {"desk": desk, "topic": desk.topic, "question": desk.question, "sheet": sheet}
    status = WRONG_INPUT if asked and sheet is None else 200
    part = "calculator_form" if request.htmx else "calculator"
    return render(request, f"office/{part}.html", shown | {"sign": desk.sign}, status=status)


def _show_day(request: ClubRequest, form: ActForm, day: date) -> HttpResponse:
    report = _report(request, day)
    waits = []
    if not report.seal:
        waits = closing.checklist(request.club.id, day, at=timezone.now())
    shown = {
        "report": report,
        "checklist": waits,
        "closing": queries.closing_of(request.club.id, day),
        "late": queries.late_entries(request.club.id, day, day),
    }
    return show(request, "office/day.html", form, **shown)


def _report(request: ClubRequest, day: date) -> Any:
    row = ledger.day(request.club.id, day)
    if row is None:
        raise Http404(_("Nothing happened on that gaming day."))
    return day_report(request.club, row)


def _day_asked(text: str) -> date | None:
    """Return the gaming day that an address asks for. Raises BadInput for what is no day."""
    if not text:
        return None
    try:
        if re.fullmatch(DayConverter.regex, text):
            return date.fromisoformat(text)
    except ValueError:  # no calendar has it
        pass
    raise BadInput(say("Write a day like 2026-11-21."), field="day")


def _attachment(response: HttpResponseBase, name: str) -> HttpResponseBase:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def board(request: HttpRequest, club: str) -> HttpResponse:
    """
    The screen in the room, for everybody: no sign-in, nothing to press.

    ?part=room: what of it changes, for the screen that asks again.
    """
    found = public_club(club)
    panel = _board_panel(found.pk, timezone.now().replace(microsecond=0))
    if request.GET.get("part") == "room":
        answer = HttpResponse(panel)
    else:
        answer = render(request, "office/board.html", {"place": found.name, "panel": panel})
    add_never_cache_headers(answer)
    return answer


@lru_cache(maxsize=64)
def _board_panel(club_id: int, at: datetime) -> SafeString:
    """Draw a room once a second, however many strangers look at it."""
    club = Club.objects.get(id=club_id)
    shows: Any = settings.PUBLIC_BOARD
    shown = room_board(club, at=at, shows=shows)
    return render_to_string("office/board_panel.html", {"club": club, "board": shown})
