"""What is typed where the last act on the floor is taken back."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box
from casino.web.fields import ActForm
from tournaments.services.undo import undo_last


@asks(undo_last, undone_act_id=box(widget=forms.HiddenInput()), reason=_("Reason"))
class UndoForm(ActForm):
    """The act that was shown; asks: with a reason."""

    def __init__(self, *args: Any, asks: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = asks
