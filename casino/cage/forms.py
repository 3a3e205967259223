"""What cashiers type."""

from typing import Any

from django import forms

from casino.web.fields import ActForm, CentsField, NameField, PiecesForm


class ChipsForm(ActForm):
    """Chips sold or redeemed: who, and how much."""

    player = forms.CharField(required=False, max_length=100, label="Player")
    player_id = forms.IntegerField(required=False, widget=forms.HiddenInput)
    cents = CentsField(label="Amount")

    def arguments(self) -> dict[str, Any]:
        """Return the amount and the player, by id."""
        values = super().arguments()
        values.pop("player")
        return values


class OpenShiftForm(PiecesForm):
    """The drawer and the counted float."""

    drawer_id = forms.TypedChoiceField(coerce=int, label="Drawer")

    def __init__(self, *args: Any, drawers: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["drawer_id"].choices = drawers  # type: ignore[attr-defined]


class CloseShiftForm(ActForm):
    """Why the count differs, where it does."""

    reason = forms.CharField(required=False, max_length=200, label="Reason for the difference")


class ReverseForm(ActForm):
    """Why a slip is taken back."""

    reason = NameField(label="Reason", max_length=200)


class FundForm(ActForm):
    """Banknotes of the owners for the vault."""

    cents = CentsField(label="Amount")
    memo = forms.CharField(required=False, max_length=200, label="Note")
