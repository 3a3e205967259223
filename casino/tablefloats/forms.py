"""What is typed about a table's float."""

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.tablefloats import services
from casino.web.fields import ChipsForm

FillForm = form_of(services.ask_fill, ChipsForm)
CreditForm = form_of(services.send_credit)
VoidForm = form_of(services.void_fill, reason=_("Reason"))
MissingForm = form_of(services.name_missing, reason=_("Reason for the shortage"))
