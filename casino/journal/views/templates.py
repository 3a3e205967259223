"""Documents to begin from: the list with what is due, one of them."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.journal.forms import ChangeTemplateForm, SkipTemplateForm
from casino.journal.queries.templates import template
from casino.journal.queries.templates import templates as all_templates
from casino.journal.services import templates as services
from casino.web.fields import ActForm
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp


@page
def templates(request: ClubRequest) -> HttpResponse:
    """The templates, and which of them are due."""
    shown = {"rows": all_templates(request.club.id), "today": request_stamp(request).gaming_day}
    return show(request, "journal/templates.html", **shown)


@page
def one(request: ClubRequest, document_template_id: int) -> HttpResponse:
    """One template; how often it recurs is changed here."""
    form = ChangeTemplateForm(request.POST or None)
    return _sent(request, document_template_id, form, services.change_template)


@page
def skip(request: ClubRequest, document_template_id: int) -> HttpResponse:
    """Leave it out once."""
    form = SkipTemplateForm(request.POST or None)
    return _sent(request, document_template_id, form, services.skip_template)


@page
def remove(request: ClubRequest, document_template_id: int) -> HttpResponse:
    """Offer it no more."""
    form = ActForm(request.POST or None)
    return _sent(request, document_template_id, form, services.remove_template)


def _sent(request: ClubRequest, document_template_id: int, form: Any, service: Any) -> HttpResponse:
    if carry_out(request, form, service, document_template_id=document_template_id):
        return redirect("journal-templates", club=request.club.slug)
    found = template(request.club.id, document_template_id)
    known = {"rhythm": found.rhythm, "due_on": found.due_on}
    changes, skips = isinstance(form, ChangeTemplateForm), isinstance(form, SkipTemplateForm)
    shown = {
        "template": found,
        "is_due": found.due_on and found.due_on <= request_stamp(request).gaming_day,
        "changing": form if changes and form.is_bound else ChangeTemplateForm(initial=known),
        "skipping": form if skips and form.is_bound else SkipTemplateForm(),
        "removing": ActForm(),
        "may_change": may_send(request, "journal-template"),
    }
    return show(request, "journal/template.html", form if form.is_bound else None, **shown)
