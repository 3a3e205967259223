"""What is typed of a deal."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of, part_of
from casino.messages import msg
from casino.web.fields import ActForm, MeantField
from tournaments.models import Entry
from tournaments.queries.dealing import DealView
from tournaments.rules.deal_shares import By, deal_shares
from tournaments.services.deals import Share, agree_to_deal, offer_deal


@asks(offer_deal, figures_meant=box(_("The deal is correct as entered"), MeantField))
class DealForm(ActForm):
    """What everybody left gets, and the chips; begins with the figures of the last deal."""

    def __init__(self, *args: Any, left: list[Entry], made: DealView | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.left = left
        for line in made.lines if made else []:
            self.initial[f"share_{line.entry.pk}"] = line.cents
            self.initial[f"stack_{line.entry.pk}"] = line.chips
        for one in left:
            gets = msg("{player} gets", player=one.player)
            chips = msg("Chips of {player}", player=one.player)
            self.fields[f"share_{one.pk}"] = part_of(Share, "cents", gets)
            self.fields[f"stack_{one.pk}"] = part_of(Share, "chips", chips)

    @property
    def rows(self) -> list[tuple[Entry, forms.BoundField, forms.BoundField]]:
        """Return player, share and chips."""
        return [(one, self[f"share_{one.pk}"], self[f"stack_{one.pk}"]) for one in self.left]

    def filled_in(
        self, by: By, prizes_cents: Sequence[int], unit_cents: int
    ) -> dict[str, int] | None:
        """
        Return what a form begins with whose shares are by the chips typed here.

        None where some of those are wrong; nothing else is said to be. Raises TooManyForIcm.
        """
        stacks = [f"stack_{one.pk}" for one in self.left]
        for name in self.errors.keys() - set(stacks):
            del self.errors[name]
        if self.errors:
            return None
        chips = [self.cleaned_data[name] for name in stacks]
        shares = deal_shares(by, prizes_cents=prizes_cents, chips=chips, unit_cents=unit_cents)
        names = [f"share_{one.pk}" for one in self.left]
        return dict(zip([*stacks, *names], [*chips, *shares], strict=True))

    def arguments(self) -> dict[str, Any]:
        """Return the deal and the chips by entry."""
        values = self.cleaned_data
        return {
            "figures_meant": values.get("figures_meant", False),
            "shares": [
                Share(
                    entry_id=one.pk,
                    cents=values[f"share_{one.pk}"],
                    chips=values[f"stack_{one.pk}"],
                )
                for one in self.left
            ],
        }


# Whose word for which deal is noted; a page has several.
_SHOWN = box(widget=forms.HiddenInput(attrs={"id": False}))
AgreeForm = form_of(agree_to_deal, deal_id=_SHOWN, entry_id=_SHOWN)
