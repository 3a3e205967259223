"""What is typed at the end of a day: the bags."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.web.fields import ActForm, WholeField
from tournaments.models import Entry


class EndDayForm(ActForm):
    """Everybody's counted stack, and what follows."""

    def __init__(self, *args: Any, today: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        for one in today:
            label = f"{one.player}, ticket {one.number}"
            self.fields[f"stack_{one.pk}"] = WholeField(label=label, min_value=1)
        self.fields["another_flight"] = forms.BooleanField(
            required=False, label=_("Another flight follows, with players of its own")
        )

    def arguments(self) -> dict[str, Any]:
        """Return the stacks by entry."""
        values = self.cleaned_data
        return {
            "stacks": {str(one.pk): values[f"stack_{one.pk}"] for one in self.today},
            "another_flight": values["another_flight"],
        }
