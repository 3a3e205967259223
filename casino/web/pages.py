"""One way for every form: check it, carry it out, say what was refused."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.roles import request_stamp

R = TypeVar("R")
WRONG_INPUT = 422


def carry_out(
    request: HttpRequest, form: ActForm, service: Callable[..., R], **more: Any
) -> R | None:
    """
    Call a service with a form's values; None when the form is wrong or the house refuses.

    The form then holds the errors, and its `refusal` the status, paragraph and next step.
    """
    if not form.is_valid():
        return None
    try:
        return service(request_stamp(request, form.act_key), **form.arguments(), **more)
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def show(
    request: HttpRequest, template: str, form: ActForm | None = None, **context: Any
) -> HttpResponse:
    """Render a page; one with a form in error has the status of what went wrong."""
    status = 200
    if form is not None and form.is_bound:
        status = form.refusal.status if form.refusal else WRONG_INPUT
    return render(request, template, context | {"form": form}, status=status)
