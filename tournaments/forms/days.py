"""What is typed at the end of a day: the bags."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, part_of
from casino.house.models import Club
from casino.messages import msg
from casino.web.fields import ActForm
from tournaments.forms.desk import WallField, ask_ahead
from tournaments.models import DayEnd, Entry
from tournaments.services.days import begin_day, end_day
from tournaments.services.shared import ChipsOf


@asks(
    end_day,
    another_flight=_("Another flight follows with new players"),
    next_name=_("Name of the next flight or day (optional)"),
    next_starts_at=box(_("Start time (optional)"), WallField),
)
class EndDayForm(ActForm):
    """Everybody's counted stack, and what follows."""

    def __init__(self, *args: Any, today: list[Entry], club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        for one in today:
            label = msg("{player}, ticket {number}", player=one.player, number=one.number)
            self.fields[f"stack_{one.pk}"] = part_of(ChipsOf, "chips", box(label, min_value=1))
        self.order_fields([f"stack_{one.pk}" for one in today])
        self.fields["next_starts_at"].club = club  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the stacks by entry."""
        values = self.cleaned_data
        return {
            "bags": [
                ChipsOf(entry_id=one.pk, chips=values[f"stack_{one.pk}"]) for one in self.today
            ],
            **{name: values[name] for name in ("another_flight", "next_name", "next_starts_at")},
        }


@asks(begin_day, ahead_of_time=_("Start ahead of time"))
class BeginDayForm(ActForm):
    """Nothing, but before the time announced for the day or flight whether that is meant."""

    def __init__(
        self, *args: Any, night: DayEnd | None, club: Club, now: datetime, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        ask_ahead(self, night.next_starts_at if night else None, club, now)
