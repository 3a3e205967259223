"""The pages of the rules: the editions, two of them side by side, the way to new ones."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from casino.editions import queries, services
from casino.editions.forms import AdoptionForm
from casino.house.comparison import Section, side_by_side
from casino.house.queries import adoption_on, book_on
from casino.house.rulebook import load_book
from casino.house.stamp import Stamp
from casino.refusals import Refusal
from casino.web.pages import ask, show
from casino.web.roles import ClubRequest, page, request_stamp
from casino.web.templatetags.editions import unfit


@page
def rules(request: ClubRequest) -> HttpResponse:
    """What waits for a second person, and every edition of the club: who, when, why."""
    stamp = request_stamp(request)
    return show(
        request,
        "editions/rules.html",
        proposals=queries.proposed_editions(stamp.club_id, at=stamp.at),
        editions=queries.editions(stamp.club_id, today=stamp.gaming_day),
        unfit=unfit(book_on(stamp.club_id, stamp.gaming_day), request.club),
    )


@page
def compare(request: ClubRequest) -> HttpResponse:
    """Any two editions side by side; without a choice, those in force and the ones before."""
    stamp = request_stamp(request)
    choices = queries.choices(stamp.club_id, at=stamp.at, today=stamp.gaming_day)
    left, right = (queries.chosen(stamp.club_id, name, choices) for name in _asked(request, stamp))
    only_changed = request.GET.get("show") == "changed"
    return show(
        request,
        "editions/compare.html",
        choices=choices,
        sides=[("left", _("Left"), left), ("right", _("Right"), right)],
        only_changed=only_changed,
        sections=side_by_side(left.book, right.book, only_changed=only_changed),
    )


@page
def propose(request: ClubRequest) -> HttpResponse:
    """Propose new rules; the preview shows them beside those in force, and proposes nothing."""
    stamp = request_stamp(request)
    in_force = adoption_on(stamp.club_id, stamp.gaming_day)
    tomorrow = {"first_day": stamp.gaming_day + timedelta(days=1)}
    form = AdoptionForm(request.POST or None, in_force=in_force, initial=tomorrow)
    if "preview" in request.POST:
        return _preview(request, stamp, form)
    return ask(request, form, services.adopt_book.ask) or show(
        request, "editions/propose.html", form
    )


def _preview(request: ClubRequest, stamp: Stamp, form: AdoptionForm) -> HttpResponse:
    sections, ahead = _changes(stamp, form)
    asked = {} if sections is None else form.arguments()
    book = load_book(asked["book"]).with_overrides(asked["overrides"]) if asked else None
    said = unfit(book, request.club) if book else None
    answer = show(request, "editions/propose.html", form, sections=sections, unfit=said, **ahead)
    if sections is not None:
        answer.status_code = 200
    return answer


def _changes(
    stamp: Stamp, form: AdoptionForm
) -> tuple[tuple[Section, ...] | None, Mapping[str, Any]]:
    """Return what would change, None where the form or the house says no, and what is beside it."""
    if not form.is_valid():
        return None, {}
    asked = form.arguments()
    try:
        found = services.adopt_book.preview(stamp, **asked)
    except Refusal as refusal:
        form.refuse(refusal)
        return None, {}
    before = book_on(stamp.club_id, asked["first_day"])
    proposed = queries.proposed_book({**asked, **found.content})
    return side_by_side(before, proposed, only_changed=True), found.ahead


def _asked(request: ClubRequest, stamp: Stamp) -> tuple[str, str]:
    """Return the names of both sides: where one is missing, the rules in force stand there."""
    found = queries.editions(stamp.club_id, today=stamp.gaming_day)
    current = next((n for n, each in enumerate(found) if each.in_force), 0)
    left, right = request.GET.get("left"), request.GET.get("right")
    in_force = found[current].first_day.isoformat()
    before = found[min(current + 1, len(found) - 1)].first_day.isoformat()
    return left or (in_force if right else before), right or in_force
