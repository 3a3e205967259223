"""The calculators as pages."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from casino.calculators.forms.desk import Desk
from casino.calculators.headings import Topic, topics
from casino.web.pages import WRONG_INPUT, show
from casino.web.roles import ClubRequest, page, request_stamp


@page
def calculators(request: ClubRequest) -> HttpResponse:
    """Every question that the rule books answer, by subject."""
    groups: dict[str, list[Topic]] = {}
    for topic in topics().values():
        groups.setdefault(topic.group, []).append(topic)
    return show(request, "calculators/calculators.html", groups=groups)


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
    return render(request, f"calculators/{part}.html", shown | {"sign": desk.sign}, status=status)
