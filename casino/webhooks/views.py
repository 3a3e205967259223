"""The manager's page of programs that are told what happened."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.paging import Page
from casino.web.fields import ActForm
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, page
from casino.webhooks import queries
from casino.webhooks.forms import WebhookForm
from casino.webhooks.services.keeping import add_webhook, end_webhook, secret_of, try_again


@page
def webhooks(request: ClubRequest) -> HttpResponse:
    """The addresses; a new one is answered with its secret, which no other page shows."""
    form = WebhookForm(request.POST or None)
    if added := carry_out(request, form, add_webhook):
        secret = secret_of(added)
        return show(request, "webhooks/secret.html", webhook=added, secret=secret)
    found = queries.webhooks(request.club.id)
    return show(request, "webhooks/webhooks.html", form, webhooks=found)


@page
def webhook(request: ClubRequest, webhook_id: int) -> HttpResponse:
    """One address with its latest messages."""
    return _webhook(request, webhook_id)


@page
def end(request: ClubRequest, webhook_id: int) -> HttpResponse:
    """Switch an address off."""
    form = ActForm(request.POST or None)
    if carry_out(request, form, end_webhook, webhook_id=webhook_id):
        return redirect("webhooks", club=request.club.slug)
    return _webhook(request, webhook_id, form)


@page
def again(request: ClubRequest, webhook_id: int, message_id: int) -> HttpResponse:
    """Send a message once more."""
    form = ActForm(request.POST or None)
    if carry_out(request, form, try_again, message_id=message_id):
        return redirect("webhook", club=request.club.slug, webhook_id=webhook_id)
    return _webhook(request, webhook_id, form)


def _webhook(request: ClubRequest, webhook_id: int, form: ActForm | None = None) -> HttpResponse:
    found = queries.webhook(request.club.id, webhook_id)
    part = Page(queries.MAX_MESSAGES, request.GET.get("before", ""))
    rows = [(each, ActForm()) for each in queries.messages(found, page=part)]
    shown = {"webhook": found, "rows": rows, "next": part.next}
    return show(request, "webhooks/webhook.html", form or ActForm(), **shown)
