"""The forms of a decision."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import box, form_of
from casino.approvals.services import approve, approve_alone, confirm, refuse
from casino.web.fields import NameField

# The very content that was shown.
SHOWN = box(widget=forms.HiddenInput())

ApproveForm = form_of(approve, digest=SHOWN)
# A colleague's signature at this screen: name or badge, and their PIN or one-time code.
SignHereForm = form_of(
    approve,
    digest=SHOWN,
    username=NameField(label=_("Approver: name or badge"), max_length=50),
    secret=forms.CharField(
        label=_("PIN or code"),
        max_length=20,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    ),
)
# Done by the manager alone, with the reason that the accountant reads next day.
AloneForm = form_of(approve_alone, digest=SHOWN, remark=_("Why no second person could approve"))
RefuseForm = form_of(refuse, remark=_("Reason"))
ConfirmForm = form_of(confirm, remark=_("Findings"))
