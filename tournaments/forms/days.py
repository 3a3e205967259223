"""What is typed at the end of a day: the bags."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.house.models import Club
from casino.messages import msg
from casino.web.fields import ActForm, NameField, WholeField
from tournaments.forms.desk import WallField
from tournaments.models import Entry
from tournaments.services.shared import ChipsOf


class EndDayForm(ActForm):
    """Everybody's counted stack, and what follows."""

    def __init__(self, *args: Any, today: list[Entry], club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        for one in today:
            label = msg("{player}, ticket {number}", player=one.player, number=one.number)
            self.fields[f"stack_{one.pk}"] = WholeField(label=label, min_value=1)
        self.fields["another_flight"] = forms.BooleanField(
            required=False, label=_("Another flight follows with new players")
        )

        self.fields["next_name"] = NameField(
            required=False, max_length=50, label=_("Name of the next flight or day (optional)")
        )
        starts = WallField(required=False, label=_("Start time (optional)"))
        starts.club = club
        self.fields["next_starts_at"] = starts

    def arguments(self) -> dict[str, Any]:
        """Return the stacks by entry."""
        values = self.cleaned_data
        return {
            "bags": [
                ChipsOf(entry_id=one.pk, chips=values[f"stack_{one.pk}"]) for one in self.today
            ],
            **{name: values[name] for name in ("another_flight", "next_name", "next_starts_at")},
        }
