"""What an accountant types to close a period, or to book what came late."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of
from casino.closing.models import Closing
from casino.closing.services.breakage import change_policy, lapse, restore_lapsed
from casino.closing.services.days import close_floor, seal_day
from casino.closing.services.late import book_late_entry
from casino.closing.services.periods import close_period
from casino.closing.services.reopening import reopen_day
from casino.journal.postings import OPEN_CODES
from casino.ledger.chart import CHART
from casino.messages import msg
from casino.web.fields import ActForm

PERIODS = [each for each in Closing.Period.choices if each[0] != Closing.Period.DAY]
ACCOUNTS = [("", _("choose"))] + [
    (code, msg("{name} ({code})", name=CHART[code].name, code=code)) for code in OPEN_CODES
]
# What the page itself says: without an id, as a page may have several forms.
SHOWN = forms.HiddenInput(attrs={"id": False})

CloseFloorForm = form_of(close_floor, games_go_on=_("Fix the levels although the games go on"))
ReopenForm = form_of(reopen_day, reason=_("Reason"))


# The ticks stand in the table.
LapseForm = form_of(
    lapse,
    items=box(_("What lapses"), error_messages={"required": _("Tick what lapses.")}),
    reason=_("Reason"),
)
PolicyForm = form_of(
    change_policy,
    payables_months=_("Payments due: months, empty for never"),
    stacks_months=_("Stacks in safekeeping: months, empty for never"),
    tickets_months=_("Tickets of tournaments that are over: months, empty for never"),
    chips_months=_("Chips outstanding: months, empty for never"),
    basis=_("Law or terms of the club that say so"),
    reason=_("Reason"),
)
RestoreForm = form_of(
    restore_lapsed,
    item=box(widget=SHOWN),
    cents=_("Amount, empty for all of it"),
    reason=_("Reason"),
)


@asks(
    seal_day,
    pin=forms.CharField(
        label=_("PIN"),
        required=False,
        max_length=8,
        widget=forms.PasswordInput({"inputmode": "numeric", "autocomplete": "off"}),
    ),
)
class PinForm(ActForm):
    """What cannot be taken back is confirmed with one's own PIN, where one has a PIN."""

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes: the PIN stays at the door."""
        return {name: value for name, value in super().arguments().items() if name != "pin"}


@asks(
    close_period,
    period=box(choices=PERIODS, widget=SHOWN),
    first_day=box(input_formats=["%Y-%m-%d"], widget=SHOWN),
)
class ClosePeriodForm(PinForm):
    """Which month or quarter; both stand on the button's own form."""


LateEntryForm = form_of(
    book_late_entry,
    concerns=_("Gaming day that it concerns"),
    debit_code=box(_("Debit"), choices=ACCOUNTS),
    credit_code=box(_("Credit"), choices=ACCOUNTS),
    cents=_("Amount"),
    document=_("Number of the document"),
    reason=_("Reason"),
)
