"""What cashiers type."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of
from casino.cage.models import Payment
from casino.cage.rules import THRESHOLDS
from casino.cage.services.closing import close_shift, force_close
from casino.cage.services.club import change_denominations, colour_chips, rename_club
from casino.cage.services.count_corrections import correct_count
from casino.cage.services.counts import submit_count
from casino.cage.services.deposits import (
    confirm_credit,
    dispatch_deposit,
    prepare_deposit,
    take_back_dispatch,
)
from casino.cage.services.desk import add_drawer, note_shift, rename_drawer, sell_chips, set_levels
from casino.cage.services.explained_counts import explain_count
from casino.cage.services.funds import correct_vault, fund_vault
from casino.cage.services.handover import take_over
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import identify, pay_out
from casino.cage.services.reporting import note_reported
from casino.cage.services.reversals import reverse_slip
from casino.cage.services.slip_texts import set_slip_text
from casino.cage.services.thresholds import change_thresholds
from casino.cage.services.vault import move_vault
from casino.cage.services.vault_count import count_vault
from casino.house.models import CHIP_COLOURS, Club
from casino.house.vocabulary import value_in_words
from casino.money import MoneyError, format_cents, parse_cents
from casino.players.forms import GUEST, DayField, GuestForm
from casino.web.fields import ActForm, CashForm, DenominationsForm


class ValuesField(forms.CharField):
    """Denominations as they are written, `500 200 0,50`, in cents."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=500, **kwargs)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        """Return what stands in the field: each value without cents that are none."""
        if isinstance(value, str):
            return value
        amounts = [format_cents(cents).replace("\u00a0", "") for cents in value or ()]
        return " ".join(amount.removesuffix(",00") for amount in amounts)

    def clean(self, value: Any) -> list[int]:
        """Return cents in the order in which they were written."""
        try:
            return [parse_cents(text) for text in super().clean(value).replace(";", " ").split()]
        except MoneyError as error:
            raise forms.ValidationError(error.message.localized()) from error


class DaysForm(forms.Form):
    """From which gaming day to which."""

    first = DayField(label=_("From gaming day"))
    last = DayField(label=_("To gaming day"))

    def clean(self) -> dict[str, Any]:
        """Refuse days in the wrong order."""
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and last and first > last:
            self.add_error("last", _("The last day is before the first."))
        return self.cleaned_data


@asks(count_vault, reason=_("Note"))
class VaultCountForm(DenominationsForm):
    """The vault counted by denomination; where no chips are written they were not counted."""

    # A zero that was written says that none is there.
    BLANK = (None,)


@asks(colour_chips)
class ChipColoursForm(ActForm):
    """A colour for each chip of the club."""

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = [(each, value_in_words(each).localized()) for each in CHIP_COLOURS]
        for cents in club.chips_cents:
            self.fields[f"colour_{cents}"] = forms.ChoiceField(
                choices=[("", _("none")), *words],
                required=False,
                label=format_cents(cents),
                initial=club.chip_colours.get(str(cents), ""),
            )

    def arguments(self) -> dict[str, Any]:
        """Return the colours by the values of the chips that have one."""
        chosen = super().arguments().items()
        return {"colours": {name.removeprefix("colour_"): each for name, each in chosen if each}}


# Chips sold or redeemed: to whom, and how much.
ChipsForm = form_of(sell_chips, GuestForm, player=GUEST, cents=_("Amount"))
OpenShiftForm = form_of(open_shift, drawer_id=_("Drawer"))
CountForm = form_of(submit_count)
CloseShiftForm = form_of(
    close_shift,
    reason=_("Reason for the variance"),
    hand_over=_("Hand over to the next cashier"),
)
VaultForm = form_of(
    move_vault,
    way=box(_("Direction"), choices=[("fetch", _("From the vault")), ("bring", _("To the vault"))]),
)
FundsForm = form_of(fund_vault, CashForm, memo=_("Note"))
DrawerForm = form_of(add_drawer, name=_("Drawer"))
RenameDrawerForm = form_of(rename_drawer, name=_("Right name"))
LevelsForm = form_of(
    set_levels,
    imprest_cents=_("Standard float"),
    minimum_cents=_("Low-cash warning below"),
)
TakeForm = form_of(take_over, reason=_("Reason for the variance"))
ForceForm = form_of(force_close, reason=_("Reason for the force close"))
ReverseForm = form_of(reverse_slip, reason=_("Reason"))
ExplainForm = form_of(
    explain_count,
    counted_shift_id=box(
        _("The shift in which it moved"),
        choices=(),
        help_text=_("Shifts of the last 100 days that were off by it."),
    ),
    reason=_("Reason"),
)
CountCorrectForm = form_of(correct_count, reason=_("Reason"))
VaultCorrectForm = form_of(correct_vault, reason=_("Reason"))
NoteForm = form_of(note_shift, text=_("Note"))
ClubForm = form_of(
    rename_club,
    name=_("Name on pages and slips"),
    language=box(_("Language"), choices=settings.LANGUAGES),
    reason=_("Why"),
)
SlipTextForm = form_of(
    set_slip_text,
    kind=_("Slips"),
    language=box(_("Language"), choices=settings.LANGUAGES),
    head=_("Above"),
    foot=_("Below"),
)
ClubDenominationsForm = form_of(
    change_denominations,
    notes=box(_("Notes and coins"), ValuesField),
    chips=box(_("Chips"), ValuesField),
    reason=_("Why"),
)
BagForm = form_of(prepare_deposit, cents=_("Amount"), seal=_("Deposit bag number"))
HandOverForm = form_of(dispatch_deposit, carrier=_("Carrier"))
DispatchBackForm = form_of(take_back_dispatch, reason=_("Reason"))
CreditForm = form_of(
    confirm_credit,
    cents=box(_("Credited"), help_text=_("0 if the deposit was lost or robbed on its way.")),
    statement=box(
        _("Statement and line"),
        help_text=_("Of a deposit that was lost or robbed: the number of the police report."),
    ),
    reason=_("Reason for the variance"),
)


@asks(pay_out, paid_with=box(_("Paid in"), choices=Payment.PaidWith.choices))
class PayForm(ActForm):
    """How a payment is paid; chips: whether chips make it."""

    def __init__(self, *args: Any, chips: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        means: Any = self.fields["paid_with"]
        means.choices = [each for each in means.choices if chips or each[0] != "chips"]


IdentifyForm = form_of(identify, GuestForm, player=GUEST)
ThresholdsForm = form_of(
    change_thresholds,
    **{each.name: _(each.title) for each in THRESHOLDS},
    reason=_("Why"),
)
# Up to when an authority was told of payments.
ReportedForm = form_of(
    note_reported,
    until=box(_("Up to gaming day"), DayField),
    sent_on=box(_("Sent on"), DayField),
    reference=_("Reference"),
)
