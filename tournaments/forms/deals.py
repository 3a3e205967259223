"""What is typed of a deal."""

from typing import Any

from django import forms

from casino.messages import msg
from casino.web.fields import ActForm, CentsField, WholeField
from tournaments.models import Entry
from tournaments.services.deals import Share


class DealForm(ActForm):
    """What everybody left gets, and the chips that decide the places."""

    def __init__(self, *args: Any, left: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.left = left
        for one in left:
            self.fields[f"share_{one.pk}"] = CentsField(
                label=msg("{player} gets", player=one.player)
            )
            self.fields[f"stack_{one.pk}"] = WholeField(
                label=msg("Chips of {player}", player=one.player)
            )

    @property
    def rows(self) -> list[tuple[Entry, forms.BoundField, forms.BoundField]]:
        """Return player, share and chips."""
        return [(one, self[f"share_{one.pk}"], self[f"stack_{one.pk}"]) for one in self.left]

    def arguments(self) -> dict[str, Any]:
        """Return the deal and the chips by entry."""
        values = self.cleaned_data
        return {
            "shares": [
                Share(
                    entry_id=one.pk,
                    cents=values[f"share_{one.pk}"],
                    chips=values[f"stack_{one.pk}"],
                )
                for one in self.left
            ]
        }


class AgreeForm(ActForm):
    """Whose word for which deal is noted."""

    deal_id = forms.IntegerField(widget=forms.HiddenInput(attrs={"id": False}))
    entry_id = forms.IntegerField(widget=forms.HiddenInput(attrs={"id": False}))
