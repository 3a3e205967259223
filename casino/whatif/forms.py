"""The question: which gaming days, which other rules."""

from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks
from casino.editions.forms import AdoptionForm
from casino.house.models import Adoption
from casino.whatif import services


@asks(services.ask, last_day=_("Last gaming day"))
class StudyForm(AdoptionForm):
    """A period, a book, and a row for each setting that is changed for the question."""

    def __init__(self, data: Any = None, *, in_force: Adoption, days: tuple[date, date]) -> None:
        initial = {"first_day": days[0], "last_day": days[1]}
        super().__init__(data, in_force=in_force, initial=initial, without=("reason",))

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes."""
        asked = {name: self.cleaned_data[name] for name in ("book", "first_day", "last_day")}
        return asked | {"overrides": self.overrides}
