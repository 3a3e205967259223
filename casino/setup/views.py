"""From an empty installation to its first club: the word, the steps, the review."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from casino.db import now
from casino.refusals import Refusal
from casino.setup.forms import STEPS, first_draft
from casino.setup.queries import by_law, chosen, faults_of, fixed, opening, overridden, part_of
from casino.setup.rules.paper import as_file
from casino.setup.rules.plan import ONE_HOST, Plan, sides
from casino.setup.rules.plan_file import PlanRefused, read_plan
from casino.setup.services.opening import Opened, open_by_plan, passwords_again
from casino.setup.services.word import use_word
from casino.staff.queries import is_empty
from casino.web.downloads import as_download
from casino.web.roles import ClubRequest

WRONG_INPUT = 422
REVIEW = "review"
View = Callable[..., HttpResponse]


def _while_empty(view: View) -> View:
    """Let a page be there only until the installation has a club."""

    @wraps(view)
    @never_cache
    def guarded(request: ClubRequest, **arguments: Any) -> HttpResponse:
        if not is_empty():
            raise Http404(_("This installation already has a club."))
        return view(request, **arguments)

    return guarded


def _with_draft(view: View) -> View:
    """Ask for the word before anything else."""

    @wraps(view)
    def guarded(request: ClubRequest, **arguments: Any) -> HttpResponse:
        if "setup" not in request.session:
            return redirect("setup")
        return view(request, **arguments)

    return guarded


@_while_empty
def enter(request: ClubRequest) -> HttpResponse:
    """Ask for the word that the server printed; it counts once, for this browser."""
    if "setup" in request.session:
        return redirect("setup-step", step=next(iter(STEPS)))
    if request.method != "POST":
        return render(request, "setup/enter.html")
    if not use_word(request.POST.get("word", "")):
        return render(request, "setup/enter.html", {"wrong": True}, status=WRONG_INPUT)
    request.session.cycle_key()
    request.session["setup"] = first_draft(now())
    return redirect("setup-step", step=next(iter(STEPS)))


@_while_empty
@_with_draft
def edit(request: ClubRequest, step: str) -> HttpResponse:
    """Show a step or keep what it says; forward only when that is right, back always."""
    if step not in STEPS:
        raise Http404(_("There is no such step."))
    draft = request.session["setup"]
    data = request.POST if request.method == "POST" else None
    form = STEPS[step](data, initial=STEPS[step].typed(draft))
    if request.method == "POST" and form.is_valid():
        draft |= form.said()
        request.session.modified = True
        if "to" in request.POST:
            return _to(request.POST["to"])
        form.complain(faults_of(draft, form.parts, today=now().date()))
        if not form.errors:
            return _to(_after(step))
    form.focus()
    status = WRONG_INPUT if form.is_bound else 200
    return _page(request, f"setup/{step}.html", step, status=status, form=form)


@never_cache
@_with_draft
def review(request: ClubRequest) -> HttpResponse:
    """
    Show the whole plan with every fault; open the club.

    Sent twice, the club is open and nobody saw the passwords: then they are others.
    """
    if not is_empty():
        return _opened_before(request)
    draft = request.session["setup"]
    try:
        plan = read_plan(draft)
        found: list[Refusal] = faults_of(draft, STEPS, today=now().date())
        if request.method == "POST" and not found:
            opened = open_by_plan(at=now(), plan=plan)
            if not opened.before:
                return _done(request, plan, opened)
            return _opened_before(request)
        more = {"plan": plan, "total_cents": sides(plan.opening)[0], **_reviewed(plan)}
    except PlanRefused as refusal:
        found, more = list(refusal.errors), {}
    faults = [(fault, _step_of(fault)) for fault in found]
    status = WRONG_INPUT if request.method == "POST" else 200
    file = as_file(draft)
    return _page(
        request, "setup/review.html", REVIEW, status=status, faults=faults, file=file, **more
    )


def _reviewed(plan: Plan) -> dict[str, Any]:
    return {
        "fixed": fixed(plan),
        "chosen": chosen(plan),
        "by_law": by_law(plan),
        "overridden": overridden(plan),
        "opening": opening(plan),
        "unfit": plan.edition.unfit(plan.money.chips or (), plan.money.notes or ()),
    }


def _opened_before(request: ClubRequest) -> HttpResponse:
    there = Http404(_("This installation already has a club."))
    if request.method != "POST":
        raise there
    try:
        plan = read_plan(request.session["setup"])
        opened = passwords_again(at=now(), plan=plan)
    except Refusal as refusal:
        raise there from refusal
    if not opened.passwords:
        raise there
    return _done(request, plan, opened, again=True)


def _done(request: ClubRequest, plan: Plan, opened: Opened, *, again: bool = False) -> HttpResponse:
    said = [
        (p, opened.passwords[p.username]) for p in plan.people if p.username in opened.passwords
    ]
    shown = {"club_opened": opened.club, "passwords": said, "again": again}
    return render(request, "setup/done.html", shown)


@never_cache
@_with_draft
def download(request: ClubRequest) -> HttpResponse:
    """Give the plan as a file, also after the club was opened, to who wrote it."""
    return as_download(as_file(request.session["setup"]), "club.toml", "application/toml")


def _page(
    request: ClubRequest, template: str, step: str, *, status: int, **shown: Any
) -> HttpResponse:
    titles = [(name, form.title) for name, form in STEPS.items()] + [(REVIEW, _("Review"))]
    names = [*STEPS, REVIEW]
    before = names[names.index(step) - 1] if step != names[0] else None
    controls = request.session["setup"]["club"].get("controls")
    shown |= {
        "has_one_host": controls == ONE_HOST,
        "titles": titles,
        "step": step,
        "before": before,
        "title": dict(titles)[step],
    }
    return render(request, template, shown, status=status)


def _to(step: str) -> HttpResponse:
    return redirect("setup-step", step=step) if step in STEPS else redirect("setup-review")


def _after(step: str) -> str:
    names = [*STEPS, REVIEW]
    return names[names.index(step) + 1]


def _step_of(fault: Refusal) -> str:
    return next((name for name, form in STEPS.items() if part_of(fault) in form.parts), "club")
