"""What is typed in the count room."""

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.countroom.services import boxes as services
from casino.countroom.services import dealers
from casino.web.fields import ChipsForm

TakeBoxForm = form_of(
    services.take_box,
    fee=_("Contents"),
    number=_("Number on the box"),
    replaces_none=_("It replaces no void box and comes off now"),
)
CountBoxForm = form_of(services.count_box, ChipsForm, reason=_("Reason for the correction"))
SettleForm = form_of(services.settle_table, reason=_("Reason for the variance"))
DealerForm = form_of(dealers.change_dealer, dealer=_("Dealer"))
CorrectDealerForm = form_of(
    dealers.correct_dealer.ask, dealer_turn_id=_("Recorded"), dealer=_("Right dealer")
)
