"""The forms of chips that come to a seat and leave it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.seats import seat_player, top_up
from cashgames.services.shared import SeatNo
from cashgames.services.spending import spend_chips
from cashgames.services.time_rake import collect_time_rake, pay_share, plan_time_rake
from casino.acts.arguments import kind_of
from casino.acts.forms import asks, box, form_field, form_of
from casino.messages import msg
from casino.players.forms import GUEST, GuestForm
from casino.web.fields import ActForm


class AtDesk(ActForm):
    """Chips that come or go: in cash only at an open drawer of one's own."""

    CASH, CHIPS, NOTES = msg("cash, to my drawer"), msg("chips the guest already has"), ""

    def __init__(self, *args: Any, at_desk: bool, chips_lie: bool = True, **kwargs: Any) -> None:
        """chips_lie: whether chips of the house lie on its tables, and cash is laid beside them."""
        super().__init__(*args, **kwargs)
        cash = [("cash", self.CASH)] if at_desk else []
        notes = [("table", self.NOTES)] if self.NOTES and chips_lie else []
        self.fields["paid_with"].choices = [*cash, ("chips", self.CHIPS), *notes]  # type: ignore[attr-defined]


@asks(
    seat_player,
    player=GUEST,
    cents=_("Buy-in"),
    seat_no=_("Seat"),
    paid_with=_("Paid by"),
    supervisor_approved=_("Short buy-in, I approve it"),
    deviation=_("Reason for accepting a different amount"),
)
class SeatForm(AtDesk, GuestForm):
    """Who sits down where, with how much."""

    NOTES = msg("cash on the table")


@asks(
    top_up,
    cents=_("Top-up"),
    stack_cents=_("Stack before the top-up"),
    paid_with=_("Paid by"),
    in_hand=_("A hand is in progress"),
)
class TopUpForm(AtDesk):
    """Chips added to a stack."""

    NOTES = SeatForm.NOTES


@asks(
    cash_out,
    cents=box(_("Stack"), help_text=_("0 if the player lost it all")),
    paid_with=_("Paid in"),
    reason=_("Reason, if the stack is more than the table holds by the books"),
)
class CashOutForm(AtDesk):
    """The stack that a player leaves with."""

    CASH, CHIPS = msg("cash from my drawer"), msg("chips, taken away")


@asks(correct_chips, cents=_("Amount"), paid_with=_("Paid"), reason=_("Reason"))
class CorrectChipsForm(AtDesk):
    """The amount and the tender as they were."""

    NOTES = SeatForm.NOTES
    CHIPS = msg("chips")


@asks(
    collect_time_rake,
    unpaid=box(
        _("Seats that have not paid"),
        forms.CharField,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "3 7"}),
    ),
    paid_with=_("Paid"),
)
class CollectForm(AtDesk):
    """Everybody has paid, but for some seats."""

    CASH, CHIPS = msg("cash, into my drawer"), msg("chips from the stacks")

    def clean_unpaid(self) -> list[int]:
        """Return the numbers of the seats."""
        field = form_field(kind_of(SeatNo))
        return [field.clean(text) or 0 for text in self.cleaned_data["unpaid"].split()]


@asks(pay_share, paid_with=_("Paid"))
class PayShareForm(AtDesk):
    """One guest pays a share."""

    CASH, CHIPS = CollectForm.CASH, msg("chips from the stack")


PlanTimeRakeForm = form_of(
    plan_time_rake,
    table_cents=box(_("Time rake for each period"), help_text=_("Leave empty for pot rake.")),
)
SpendForm = form_of(
    spend_chips,
    purpose=box(_("For"), choices=[("tip", _("Tip")), ("bar", _("Food and drink"))]),
    cents=_("Chips"),
)
SitsAgainForm = form_of(
    take_back_chips,
    reason=_("Reason"),
    seat_no=box(_("Seat"), help_text=_("Only if the old seat is taken by now.")),
)
