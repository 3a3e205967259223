"""What is typed in the count room."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.countroom.models import Box
from casino.countroom.services import boxes as services
from casino.web.fields import ActForm, ChipsForm, NameField


class TakeBoxForm(ActForm):
    """A box that comes off a table."""

    fee = forms.ChoiceField(label=_("Contents"))
    number = NameField(label=_("Number on the box"), max_length=30)

    def __init__(self, *args: Any, fees: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["fee"].choices = [(fee, Box.Fee(fee).label) for fee in fees]  # type: ignore[attr-defined]


class CountBoxForm(ChipsForm):
    """The chips of a box, and why an earlier count of one's own is struck out."""

    def __init__(self, *args: Any, correcting: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if correcting:
            self.fields["reason"] = NameField(
                label=_("Reason for the correction"), max_length=200, required=False
            )


SettleForm = form_of(services.settle_table, reason=_("Reason for the variance"))
DealerForm = form_of(services.change_dealer, dealer=_("Dealer"))
