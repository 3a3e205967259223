"""What is typed about a table's float."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, form_of
from casino.tablefloats.services import desk_corrections, shortages, transfers
from casino.web.fields import ChipsForm

FillForm = form_of(transfers.ask_fill, ChipsForm)
CreditForm = form_of(transfers.send_credit)
VoidForm = form_of(transfers.void_fill, reason=_("Reason"))
RecountCreditForm = form_of(desk_corrections.recount_credit, reason=_("Reason"))
TakeBackFillForm = form_of(desk_corrections.take_back_fill, reason=_("Reason"))
MissingForm = form_of(shortages.name_missing, reason=_("Reason for the shortage"))


@asks(transfers.confirm_fill, reason=_("Reason"))
class RecountForm(ChipsForm):
    """The count of a fill that is counted again: it says why."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = True
