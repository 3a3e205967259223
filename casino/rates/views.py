"""The rates of taxes and currencies, each with its source."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.approvals.models import Proposal
from casino.paging import Page
from casino.rates import services
from casino.rates.forms import ExchangeFileForm, ExchangeRateForm, TaxRateForm, WithholdingForm
from casino.rates.queries import MAX_RATES, latest_exchange_rates, taxes, withholdings
from casino.web.pages import carry_out, show
from casino.web.requested import to_request
from casino.web.roles import ClubRequest, may_send, page

FORMS: dict[str, tuple[Any, Any]] = {
    "tax": (TaxRateForm, services.set_tax_rate.submit),
    "rate": (ExchangeRateForm, services.set_exchange_rate),
    "withholding": (WithholdingForm, services.set_withholding.ask),
    "file": (ExchangeFileForm, services.bring_exchange_rates),
}


@page
def rates(request: ClubRequest) -> HttpResponse:
    """Every tax with its rates, those of currencies, and a form for each."""
    sent = request.POST.get("what", "")
    forms = {
        name: form(request.POST if name == sent else None, auto_id=f"{name}_%s")
        for name, (form, _) in FORMS.items()
    }
    done = carry_out(request, forms[sent], FORMS[sent][1]) if sent in FORMS else None
    if isinstance(done, Proposal):
        return to_request(request, done)
    if done:
        return redirect("rates", club=request.club.slug)
    part = Page(MAX_RATES, request.GET.get("before", ""))
    shown = {
        "taxes": taxes(request.club.id),
        "withholdings": withholdings(request.club.id),
        "rates": latest_exchange_rates(request.club.id, page=part),
        "next": part.next,
        "forms": forms,
        "may_set": may_send(request, "rates"),
    }
    return show(request, "rates/rates.html", forms.get(sent, forms["tax"]), **shown)
