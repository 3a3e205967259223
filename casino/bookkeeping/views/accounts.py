"""Which account of the accountant stands for which of ours."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.bookkeeping.exports import numbers_csv
from casino.bookkeeping.forms import MappingForm
from casino.bookkeeping.queries import mapping
from casino.bookkeeping.queries.batches import days_not_sent
from casino.bookkeeping.services.mapping import map_account
from casino.ledger.chart import CHART
from casino.web.downloads import as_download
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp


@page
def accounts(request: ClubRequest) -> HttpResponse:
    """The whole chart with the numbers of today; what has none and moved stands out."""
    day = request_stamp(request).gaming_day
    free = days_not_sent(request.club.id)
    missing = mapping.unmapped(request.club.id, free[0][0], free[-1][0]) if free else []
    shown = {
        "rows": mapping.chart(request.club.id, day),
        "missing": {row.code: row for row in missing},
    }
    return show(request, "bookkeeping/accounts.html", **shown)


@page
def accounts_file(request: ClubRequest) -> HttpResponse:
    """The same as a file that can be filled in and brought back as an import."""
    day = request_stamp(request).gaming_day
    free = days_not_sent(request.club.id)
    content = numbers_csv(request.club.id, day, since=free[0][0] if free else day)
    return as_download(content, f"{request.club.slug}_accounts.csv")


@page
def account(request: ClubRequest, code: str) -> HttpResponse:
    """One account: its number from a day on, and all that was said before."""
    if code not in CHART:
        raise Http404(_("There is no such account."))
    day = request_stamp(request).gaming_day
    history = mapping.history(request.club.id, code)
    kept_for = mapping.kept_for(request.club.id, code)
    of = request.GET.get("of", "")
    ref = next((ref for ref, _ in kept_for if str(ref) == of), 0)
    now = mapping.mapped(request.club.id).own(code, ref, day)
    form = MappingForm(
        request.POST or None, code=code, day=day, now=now, ref=ref, kept_for=kept_for
    )
    may_map = may_send(request, "files-account")
    if carry_out(request, form, map_account):
        return redirect("files-accounts", club=request.club.slug)
    shown = {
        "account": CHART[code],
        "history": history,
        "may_map": may_map,
        "names": dict(kept_for),
    }
    return show(request, "bookkeeping/account.html", form, **shown)
