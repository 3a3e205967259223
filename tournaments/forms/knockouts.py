"""What is typed where an elimination was noted wrongly."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, part_of
from casino.messages import msg
from casino.money import whole
from casino.web.fields import ActForm
from tournaments.models import Entry
from tournaments.services.chip_winners import correct_chip_winner
from tournaments.services.knockouts import undo_knockout
from tournaments.services.shared import ChipsOf
from tournaments.services.stopping import stop_playing


@asks(undo_knockout, reason=_("Reason"))
class UndoKnockoutForm(ActForm):
    """The reason, where two undo it."""

    def __init__(self, *args: Any, asks: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = asks
        if not asks:
            del self.fields["reason"]


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


@asks(stop_playing)
class StopForm(ActForm):
    """Who stops after a deal, with what; who plays on stays empty. stacks: of the deal."""

    def __init__(
        self, *args: Any, left: list[Entry], stacks: Mapping[str, int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.left = left
        for one in left:
            said = msg("{chips} by the deal", chips=whole(stacks.get(str(one.pk), 0)))
            more = box(msg("Chips of {player}", player=one.player), required=False, help_text=said)
            self.fields[f"stack_{one.pk}"] = part_of(ChipsOf, "chips", more)

    def arguments(self) -> dict[str, Any]:
        """Return the chips of who stops."""
        typed = [(one.pk, self.cleaned_data[f"stack_{one.pk}"]) for one in self.left]
        stops = [ChipsOf(entry_id=one, chips=chips) for one, chips in typed if chips is not None]
        return {"stacks": stops}
