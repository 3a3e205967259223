"""What an accountant types about rates."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.rates.rules import TAXES
from casino.rates.services import (
    WITHHOLDING,
    bring_exchange_rates,
    set_exchange_rate,
    set_tax_rate,
    set_withholding,
)
from casino.web.fields import CentsField, NameField


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput({"type": "date"}))


NAMES_OF = {"none": _("no country: nothing is withheld"), "ee": _("Estonia"), "lv": _("Latvia")}
TaxRateForm = form_of(
    set_tax_rate,
    tax=forms.ChoiceField(
        label=_("Tax"),
        choices=lambda: [
            (slug, f"{each.country.upper()}: {each.said.localized()}")
            for slug, each in TAXES.items()
        ],
    ),
    since=_day(_("From")),
    hundredths=CentsField(label=_("Percent, or amount each"), help_text=_("For example 5,5")),
    source=_("Source"),
)
ExchangeRateForm = form_of(
    set_exchange_rate,
    currency=NameField(label=_("Currency"), max_length=3),
    day=_day(_("Day")),
    rate=NameField(label=_("Rate"), max_length=20, help_text=_("One of your own currency is …")),
    source=_("Source"),
)
ExchangeFileForm = form_of(
    bring_exchange_rates,
    table=forms.CharField(
        label=_("Table"),
        widget=forms.Textarea({"rows": 6}),
        max_length=200_000,
        help_text=_(
            "Date,USD,SEK in the first line, then a day per line, as the ECB publishes it."
        ),
    ),
    source=_("Source"),
)
WithholdingForm = form_of(
    set_withholding,
    country=forms.ChoiceField(
        label=_("By the rates of"),
        choices=[(each, NAMES_OF.get(each, each.upper())) for each in WITHHOLDING],
    ),
    reason=_("Reason"),
)
