"""What is typed where the last act on the floor is taken back."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.web.fields import ActForm, NameField


class UndoForm(ActForm):
    """The act that was shown; asks: with a reason."""

    undone_act_id = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    reason = NameField(label=_("Reason"), max_length=200, empty_value="")

    def __init__(self, *args: Any, asks: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = asks
