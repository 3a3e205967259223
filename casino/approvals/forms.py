"""The forms of a decision."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.approvals.services import confirm, refuse
from casino.web.fields import ActForm, NameField


class ApproveForm(ActForm):
    """Approves the very content that was shown."""

    digest = forms.CharField(widget=forms.HiddenInput, max_length=64)


class SignHereForm(ApproveForm):
    """A colleague's signature at this screen: name or badge, and their PIN or one-time code."""

    username = NameField(label=_("Approver: name or badge"), max_length=50)
    secret = forms.CharField(
        label=_("PIN or code"),
        max_length=20,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class AloneForm(ApproveForm):
    """Done by the manager alone, with the reason that the accountant reads next day."""

    remark = NameField(label=_("Why no second person could approve"), max_length=200)


RefuseForm = form_of(refuse, remark=_("Reason"))
ConfirmForm = form_of(confirm, remark=_("Findings"))
