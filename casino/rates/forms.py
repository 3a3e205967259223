"""What an accountant types about rates."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import box, form_of
from casino.rates.rules import TAXES
from casino.rates.services import (
    WITHHOLDING,
    bring_exchange_rates,
    set_exchange_rate,
    set_tax_rate,
    set_withholding,
)
from casino.web.fields import MeantField

NAMES_OF = {"none": _("no country: nothing is withheld"), "ee": _("Estonia"), "lv": _("Latvia")}
FAR = _("Why it is right, where a rate is more than a fifth off the one before.")
TaxRateForm = form_of(
    set_tax_rate,
    tax=box(
        _("Tax"),
        choices=lambda: [
            (slug, f"{each.country.upper()}: {each.said.localized()}")
            for slug, each in TAXES.items()
        ],
    ),
    since=_("From"),
    hundredths=box(_("Percent, or amount each"), help_text=_("For example 5,5")),
    source=_("Source"),
    figures_meant=box(_("Rate and day are correct as entered"), MeantField),
)
ExchangeRateForm = form_of(
    set_exchange_rate,
    currency=_("Currency"),
    day=_("Day"),
    rate=box(_("Rate"), help_text=_("One of your own currency is …")),
    source=_("Source"),
    note=box(_("Note"), help_text=FAR),
)
ExchangeFileForm = form_of(
    bring_exchange_rates,
    table=box(
        _("Table"),
        widget=forms.Textarea({"rows": 6}),
        help_text=_(
            "Date,USD,SEK in the first line, then a day per line, as the ECB publishes it."
        ),
    ),
    source=_("Source"),
    note=box(_("Note"), help_text=FAR),
)
WithholdingForm = form_of(
    set_withholding,
    country=box(
        _("By the rates of"),
        choices=[(each, NAMES_OF.get(each, each.upper())) for each in WITHHOLDING],
    ),
    reason=_("Reason"),
)
