"""Shifts from the second side: taken over, looked at half way, closed by force, over and short."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.approvals.models import Proposal
from casino.cage.exports import over_short_csv
from casino.cage.forms import (
    CountCorrectForm,
    DaysForm,
    DrawerForm,
    ExplainForm,
    ForceForm,
    LevelsForm,
    RenameDrawerForm,
    SlipTextForm,
    TakeForm,
)
from casino.cage.models import Count, HandOver, Shift
from casino.cage.queries import shifts as shifts_queries
from casino.cage.queries.stock import counted_denominations, low_places
from casino.cage.queries.tallies import (
    beside_drawer_cents,
    every_over_short,
    movements,
    over_short,
    sealed_counts,
    slip,
    tally,
)
from casino.cage.reports import slip_texts as written_texts
from casino.cage.services import closing, count_corrections, desk, explained_counts, handover
from casino.cage.services.slip_texts import WORDED, set_slip_text
from casino.cage.views.counting import after_count, counted_by, initial_counts, reason_missing
from casino.ledger.entries import title_of
from casino.messages import msg
from casino.staff.models import User
from casino.web.downloads import as_download
from casino.web.fields import ActForm
from casino.web.pages import ask, carry_out, show
from casino.web.requested import to_request
from casino.web.roles import ClubRequest, may_open, may_send, page, request_stamp
from casino.web.templatetags.office import at_club

# Closed shifts below the drawers in use; the file and the report have every one.
RECENT = 8


@page
def take_over(request: ClubRequest, drawer_id: int) -> HttpResponse:
    """Count what another cashier left, without seeing what they counted."""
    drawer = shifts_queries.drawer(request.club.id, drawer_id)
    waiting = shifts_queries.waiting_hand_over(request.club.id, drawer_id)
    if waiting is None or shifts_queries.open_shift_of(request.user.id, request.club.id):
        return redirect("till", club=request.club.slug)
    denominations = counted_denominations(request.club, given=waiting.given)
    before = counted_by(request, handover.SECOND, handover.MANAGER, drawer_id=drawer_id)
    counted = shifts_queries.count_lines(waiting.given, "closing")
    held = {(line.tender, line.cents) for line in counted}
    form = TakeForm(
        request.POST or None, initial=initial_counts(before), held=held, **denominations
    )
    desk = {"drawer_id": drawer_id}
    done = carry_out(request, form, handover.take_over.submit, **desk)
    if isinstance(done, Proposal):
        return after_count(request, done)
    if done:
        return redirect("till", club=request.club.slug)
    shown = {"drawer": drawer, "waiting": waiting, "differs": reason_missing(before)}
    return show(request, "cage/shift_take.html", form, **shown)


@page
def accept(request: ClubRequest, drawer_id: int) -> HttpResponse:
    """Take a drawer over as it was counted; the figures come after, or one could count to match."""
    drawer = shifts_queries.drawer(request.club.id, drawer_id)
    waiting = shifts_queries.waiting_hand_over(request.club.id, drawer_id)
    if waiting is None or shifts_queries.open_shift_of(request.user.id, request.club.id):
        return redirect("till", club=request.club.slug)
    form = ActForm(request.POST or None)
    if taken := carry_out(request, form, handover.accept_drawer, drawer_id=drawer_id):
        return redirect("shift", club=request.club.slug, shift_id=taken.pk)
    return show(request, "cage/shift_accept.html", form, drawer=drawer, waiting=waiting)


@page
def shifts(request: ClubRequest) -> HttpResponse:
    """Who has which drawer, what waits to be taken over, and over and short by cashier."""
    club_id = request.club.id
    asked = _days_asked(request)
    days = tuple(asked.cleaned_data.values()) if asked.is_valid() else ()
    by_cashier: dict[User, list[int]] = {}
    for row in every_over_short(club_id, *days) if days else ():
        by_cashier.setdefault(row.shift.cashier, []).append(row.cents)
    return show(
        request,
        "cage/shifts.html",
        low=low_places(club_id),
        drawers=shifts_queries.drawers(club_id),
        running=shifts_queries.open_shifts(club_id),
        waiting=shifts_queries.waiting_hand_overs(club_id),
        rows=over_short(club_id, limit=RECENT),
        days=asked,
        sums=[
            (cashier, len(each), sum(c for c in each if c > 0), sum(c for c in each if c < 0))
            for cashier, each in sorted(by_cashier.items(), key=lambda each: str(each[0]))
        ],
    )


def _days_asked(request: ClubRequest) -> DaysForm:
    """Return the gaming days that are asked; those of this month without any."""
    today = request_stamp(request).gaming_day
    return DaysForm({"first": today.replace(day=1), "last": today} | request.GET.dict())


@page
def levels(request: ClubRequest, drawer_id: int) -> HttpResponse:
    """Say what a drawer begins with and when its cash runs low."""
    return _drawer(request, drawer_id, LevelsForm(request.POST or None), desk.set_levels)


@page
def retire_drawer(request: ClubRequest, drawer_id: int) -> HttpResponse:
    """Let no shift open at a drawer any more."""
    return _drawer(request, drawer_id, ActForm(request.POST or None), desk.retire_drawer)


@page
def reinstate_drawer(request: ClubRequest, drawer_id: int) -> HttpResponse:
    """Use a drawer again."""
    return _drawer(request, drawer_id, ActForm(request.POST or None), desk.reinstate_drawer)


def _drawer(
    request: ClubRequest, drawer_id: int, form: ActForm, service: Callable[..., Any]
) -> HttpResponse:
    """Show a drawer, with what keeps a form that was sent from being carried out."""
    if carry_out(request, form, service, drawer_id=drawer_id):
        return redirect("shifts", club=request.club.slug)
    drawer = shifts_queries.drawer(request.club.id, drawer_id)
    return show(request, "cage/levels.html", form, drawer=drawer, giving_up=ActForm())


@page
def rename_drawer(request: ClubRequest, drawer_id: int) -> HttpResponse:
    """Call a drawer otherwise, where its name was mistyped."""
    drawer = shifts_queries.drawer(request.club.id, drawer_id)
    form = RenameDrawerForm(request.POST or None)
    if carry_out(request, form, desk.rename_drawer, drawer_id=drawer_id):
        return redirect("shifts", club=request.club.slug)
    return show(request, "cage/drawer_rename.html", form, drawer=drawer)


@page
def add_drawer(request: ClubRequest) -> HttpResponse:
    """Add a drawer, as the first ones came with the club's plan."""
    form = DrawerForm(request.POST or None)
    if carry_out(request, form, desk.add_drawer):
        return redirect("shifts", club=request.club.slug)
    return show(request, "cage/drawer_add.html", form)


@page
def slip_texts(request: ClubRequest) -> HttpResponse:
    """The club's own words above and below its slips, in each language."""
    kinds = [(kind, title_of(kind) if kind else msg("Every slip")) for kind in WORDED]
    form = SlipTextForm(request.POST or None, choices={"kind": kinds})
    if carry_out(request, form, set_slip_text):
        return redirect("slip-texts", club=request.club.slug)
    return show(request, "cage/slip_texts.html", form, texts=written_texts(request.club.id))


@page
def over_short_file(request: ClubRequest) -> HttpResponse:
    content = over_short_csv(request.club, every_over_short(request.club.id))
    return as_download(content, f"{request.club.slug}_over_short.csv")


@page
def x_report(request: ClubRequest, shift_id: int) -> HttpResponse:
    """A shift half way: what moved by kind; what should be there, never to who may count it."""
    found = shifts_queries.shift(request.club.id, shift_id)
    own = found.cashier_id == request.user.id
    if not own and not may_open(request, "shifts"):
        raise PermissionDenied(_("You see your own shifts only."))
    counts = own or may_send(request, "shift-force")
    hidden = counts and found.state != Shift.State.CLOSED
    result = None if hidden else tally(found)
    return show(
        request,
        "cage/x_report.html",
        shift=found,
        taken_over=HandOver.objects.filter(taken=found, accepted=False).exists(),
        sealed=sealed_counts(found),
        kinds=movements(found, blind=hidden),
        beside_drawer=beside_drawer_cents(found),
        tally=result and [(_("Cash"), result.cash), (_("Chips"), result.chips)],
    )


@page
def force_close(request: ClubRequest, shift_id: int) -> HttpResponse:
    """Count and close a shift that its cashier forgot."""
    found = shifts_queries.shift(request.club.id, shift_id)
    if found.state == Shift.State.CLOSED:
        return redirect("shift", club=request.club.slug, shift_id=shift_id)
    form = ForceForm(request.POST or None, **found.denominations)
    return ask(request, form, closing.force_close.ask, shift_id=shift_id) or show(
        request, "cage/shift_force.html", form, shift=found
    )


@page
def explain_count(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Say that a slip of the shift at work is what an earlier count was off by."""
    at_work = shifts_queries.open_shift_of(request.user.id, request.club.id)
    if at_work is None:
        return redirect("till", club=request.club.slug)
    found = slip(request.club.id, entry_id)
    offered = explained_counts.shifts_to_explain(request.club.id, found)
    shifts = [(each.pk, _named(each)) for each in offered]
    form = ExplainForm(request.POST or None, choices={"counted_shift_id": shifts})
    what = {"shift_id": at_work.pk, "entry_id": entry_id}
    shown = {"slip": found, "drawer": at_work.drawer}
    if asked := carry_out(request, form, explained_counts.explain_count.ask, **what):
        return to_request(request, asked, at="approval-sign")
    return show(request, "cage/explain.html", form, **shown)


def _named(shift: Shift) -> str:
    """Return a closed shift as people tell one from another."""
    assert shift.closed_at
    closed = at_club(shift.closed_at, shift.club)
    return f"{shift.drawer}, {shift.cashier}, {closed}"


@page
def correct_count(request: ClubRequest, shift_id: int, moment: str) -> HttpResponse:
    """Put a count right that was typed wrongly, beginning with what was typed."""
    found = shifts_queries.shift(request.club.id, shift_id)
    lines = shifts_queries.count_lines(found, moment)
    if moment not in Count.Moment:
        return redirect("shift", club=request.club.slug, shift_id=shift_id)
    typed = {f"{line.tender}_{line.cents}": line.quantity for line in lines}
    form = CountCorrectForm(request.POST or None, initial=typed, **found.denominations)
    what = {"shift_id": shift_id, "moment": moment}
    return ask(request, form, count_corrections.correct_count.ask, **what) or show(
        request, "cage/count_correct.html", form, shift=found, moment=moment
    )
