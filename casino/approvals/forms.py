"""The forms of a decision."""

from django import forms

from casino.web.fields import ActForm, NameField


class ApproveForm(ActForm):
    """Approves the very content that was shown."""

    digest = forms.CharField(widget=forms.HiddenInput, max_length=64)


class RefuseForm(ActForm):
    """Refuses, with a reason that stays."""

    remark = NameField(label="Reason", max_length=200)
