"""What is typed where an elimination was noted wrongly."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box
from casino.web.fields import ActForm
from tournaments.models import Entry
from tournaments.services.chip_winners import correct_chip_winner


@asks(
    correct_chip_winner,
    by=box(_("Last pot won by"), widget=forms.CheckboxSelectMultiple),
    reason=_("Reason"),
)
class ChipWinnerForm(ActForm):
    """Who won the last pot, of those who were in play then."""

    def __init__(self, *args: Any, able: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["by"].choices = [(one.pk, str(one)) for one in able]  # type: ignore[attr-defined]
