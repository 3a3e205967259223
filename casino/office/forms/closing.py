"""What an accountant types to close a period, or to book what came late."""

from django import forms

from casino.ledger.chart import CHART
from casino.office.models import Closing
from casino.office.postings import LATE_ACCOUNTS
from casino.web.fields import ActForm, CentsField, NameField

PERIODS = [each for each in Closing.Period.choices if each[0] != Closing.Period.DAY]
ACCOUNTS = [("", "choose")] + [(code, f"{CHART[code].name} ({code})") for code in LATE_ACCOUNTS]


class ClosePeriodForm(ActForm):
    """Which month or quarter; both stand on the button's own form."""

    period = forms.ChoiceField(choices=PERIODS, widget=forms.HiddenInput(attrs={"id": False}))
    first_day = forms.DateField(
        input_formats=["%Y-%m-%d"], widget=forms.HiddenInput(attrs={"id": False})
    )


class LateEntryForm(ActForm):
    """One amount from one account to another, and which day it concerns."""

    concerns = forms.DateField(
        label="Gaming day that it concerns",
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput({"type": "date"}),
    )
    debit_code = forms.ChoiceField(label="Debit", choices=ACCOUNTS)
    credit_code = forms.ChoiceField(label="Credit", choices=ACCOUNTS)
    cents = CentsField(label="Amount")
    document = NameField(label="Number of the document", max_length=50)
    reason = NameField(label="Reason", max_length=200)
