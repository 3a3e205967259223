"""The forms of chips that come to a seat and leave it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cashgames.services.chip_corrections import take_back_chips
from cashgames.services.spending import spend_chips
from cashgames.services.time_rake import plan_time_rake
from casino.acts.forms import form_of
from casino.messages import msg
from casino.players.forms import GuestForm, PlayerField
from casino.web.fields import ActForm, CentsField, NameField, WholeField


class AtDesk(ActForm):
    """Chips that come or go: in cash only at an open drawer of one's own."""

    CASH, CHIPS, NOTES = msg("cash, to my drawer"), msg("chips the guest already has"), ""

    def __init__(self, *args: Any, at_desk: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cash = [("cash", self.CASH)] if at_desk else []
        notes = [("table", self.NOTES)] if self.NOTES else []
        self.fields["paid_with"].choices = [*cash, ("chips", self.CHIPS), *notes]  # type: ignore[attr-defined]


class SeatForm(AtDesk, GuestForm):
    """Who sits down where, with how much."""

    NOTES = msg("cash on the table")

    player = PlayerField()
    cents = CentsField(label=_("Buy-in"))
    seat_no = WholeField(min_value=1, max_value=23, label=_("Seat"))
    paid_with = forms.ChoiceField(label=_("Paid by"))
    supervisor_approved = forms.BooleanField(required=False, label=_("Short buy-in, I approve it"))
    deviation = forms.CharField(
        required=False, max_length=200, label=_("Reason for accepting a different amount")
    )

    def __init__(self, *args: Any, floor: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not floor:
            del self.fields["supervisor_approved"], self.fields["deviation"]


class TopUpForm(AtDesk):
    """Chips added to a stack."""

    NOTES = SeatForm.NOTES

    cents = CentsField(label=_("Top-up"))
    stack_cents = CentsField(label=_("Stack before the top-up"))
    paid_with = forms.ChoiceField(label=_("Paid by"))
    in_hand = forms.BooleanField(required=False, label=_("A hand is in progress"))


class CashOutForm(AtDesk):
    """The stack that a player leaves with."""

    CASH, CHIPS = msg("cash from my drawer"), msg("chips, taken away")

    cents = CentsField(label=_("Stack"), help_text=_("0 if the player lost it all"))
    paid_with = forms.ChoiceField(label=_("Paid in"))
    reason = NameField(
        required=False,
        max_length=200,
        label=_("Reason, if the stack is more than the table holds by the books"),
    )


class CorrectChipsForm(AtDesk):
    """The amount and the tender as they were."""

    NOTES = SeatForm.NOTES
    CHIPS = msg("chips")

    cents = CentsField(label=_("Amount"))
    paid_with = forms.ChoiceField(label=_("Paid"))
    reason = NameField(label=_("Reason"), max_length=200)


class CollectForm(AtDesk):
    """Everybody has paid, but for some seats."""

    CASH, CHIPS = msg("cash, into my drawer"), msg("chips from the stacks")

    unpaid = forms.CharField(
        required=False,
        max_length=60,
        label=_("Seats that have not paid"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "3 7"}),
    )
    paid_with = forms.ChoiceField(label=_("Paid"))

    def clean_unpaid(self) -> list[int]:
        """Return the numbers of the seats."""
        field = WholeField(min_value=1, max_value=23)
        return [field.clean(text) or 0 for text in self.cleaned_data["unpaid"].split()]


class PayShareForm(AtDesk):
    """One guest pays a share."""

    CASH, CHIPS = CollectForm.CASH, msg("chips from the stack")

    paid_with = forms.ChoiceField(label=_("Paid"))


PlanTimeRakeForm = form_of(
    plan_time_rake,
    table_cents=CentsField(
        required=False,
        label=_("Time rake for each period"),
        help_text=_("Leave empty for pot rake."),
    ),
)
SpendForm = form_of(
    spend_chips,
    purpose=forms.ChoiceField(
        choices=[("tip", _("Tip")), ("bar", _("Food and drink"))], label=_("For")
    ),
    cents=_("Chips"),
)
SitsAgainForm = form_of(
    take_back_chips,
    reason=_("Reason"),
    seat_no=WholeField(
        required=False,
        min_value=1,
        max_value=23,
        label=_("Seat"),
        help_text=_("Only if the old seat is taken by now."),
    ),
)
