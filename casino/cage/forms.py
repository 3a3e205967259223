"""What cashiers type."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from casino.cage.models import Payment
from casino.money import MoneyError, format_cents, parse_cents
from casino.players.forms import GuestForm, PlayerField
from casino.web.fields import ActForm, CentsField, NameField, PiecesForm


class ValuesField(forms.CharField):
    """Values of pieces as they are written, `500 200 0,50`, in cents."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=500, **kwargs)
        self.widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        """Return what stands in the field: each value without cents that are none."""
        if isinstance(value, str):
            return value
        amounts = [format_cents(cents).replace("\u00a0", "") for cents in value or ()]
        return " ".join(amount.removesuffix(",00") for amount in amounts)

    def clean(self, value: Any) -> list[int]:
        """Return cents in the order in which they were written."""
        try:
            return [parse_cents(text) for text in super().clean(value).replace(";", " ").split()]
        except MoneyError as error:
            raise forms.ValidationError(error.message.in_words()) from error


class ChipsForm(GuestForm):
    """Chips sold or redeemed: to whom, and how much."""

    player = PlayerField(required=False)
    cents = CentsField(label=_("Amount"))


class OpenShiftForm(PiecesForm):
    """The drawer and the counted float."""

    drawer_id = forms.TypedChoiceField(coerce=int, label=_("Drawer"))

    def __init__(self, *args: Any, drawers: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["drawer_id"].choices = drawers  # type: ignore[attr-defined]


class CloseShiftForm(ActForm):
    """Why the count differs, where it does."""

    reason = NameField(required=False, max_length=200, label=_("Reason for a difference"))
    hand_over = forms.BooleanField(
        required=False, label=_("The next cashier takes the drawer over")
    )


class VaultForm(PiecesForm):
    """Cash and chips that a drawer gets from the vault, or brings there."""

    way = forms.ChoiceField(
        choices=[("fetch", _("From the vault")), ("bring", _("To the vault"))], label=_("Which way")
    )


class LevelsForm(ActForm):
    """What a drawer's shift begins with, and below what it is warned."""

    imprest_cents = CentsField(required=False, label=_("A shift begins with"))
    minimum_cents = CentsField(required=False, label=_("Warn below"))


class TakeForm(PiecesForm):
    """What the next cashier counts."""

    reason = NameField(required=False, max_length=200, label=_("Reason for a difference"))


class ForceForm(PiecesForm):
    """What somebody else counts in a forgotten drawer, and why they do."""

    reason = NameField(max_length=200, label=_("Why somebody else closes it"))


class ReverseForm(ActForm):
    """Why a slip is taken back."""

    reason = NameField(label=_("Reason"), max_length=200)


class FundForm(ActForm):
    """Banknotes of the owners for the vault."""

    cents = CentsField(label=_("Amount"))
    memo = NameField(required=False, max_length=200, label=_("Note"))


class SlipTextForm(ActForm):
    """What stands above and below slips of a kind in a language."""

    kind = forms.ChoiceField(required=False, label=_("Slips"))
    language = forms.ChoiceField(choices=settings.LANGUAGES, label=_("Language"))
    head = NameField(required=False, max_length=200, label=_("Above"))
    foot = NameField(required=False, max_length=200, label=_("Below"))

    def __init__(self, *args: Any, kinds: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]


class ClubForm(ActForm):
    """The club's name and language."""

    name = NameField(max_length=100, label=_("Name on pages and slips"))
    language = forms.ChoiceField(choices=settings.LANGUAGES, label=_("Language"))
    reason = NameField(label=_("Why"), max_length=200)


class ClubPiecesForm(ActForm):
    """The notes and chips that are counted."""

    notes = ValuesField(label=_("Notes and coins"))
    chips = ValuesField(label=_("Chips"))
    reason = NameField(label=_("Why"), max_length=200)


class BagForm(ActForm):
    """A bag of banknotes for the bank."""

    cents = CentsField(label=_("Amount"))
    seal = NameField(max_length=50, label=_("Number of the sealed bag"))


class HandOverForm(ActForm):
    """Who carries a bag to the bank."""

    carrier = NameField(max_length=100, label=_("Who carries it"))


class CreditForm(ActForm):
    """What the bank's statement says of a bag."""

    cents = CentsField(label=_("Credited"))
    statement = NameField(max_length=100, label=_("Statement and line"))
    reason = NameField(required=False, max_length=200, label=_("Reason for a difference"))


class VaultCountForm(PiecesForm):
    """The vault counted piece by piece; where no chips are written they were not counted."""

    # A zero that was written says that none is there.
    BLANK = (None,)
    reason = NameField(required=False, max_length=200, label=_("Note"))


class PayForm(ActForm):
    """What is handed over; in cash and chips out of the cashier's own drawer."""

    paid_with = forms.ChoiceField(label=_("Paid in"), choices=Payment.PaidWith.choices)


class IdentifyForm(GuestForm):
    """Whose payment it is."""

    player = PlayerField()


class ThresholdsForm(ActForm):
    """From which amounts on a payment needs more than one cashier."""

    second_from_cents = CentsField(label=_("A second person signs from"))
    manager_from_cents = CentsField(label=_("The manager signs from"))
    identify_from_cents = CentsField(label=_("The guest is identified from"))
    count_second_over_cents = CentsField(label=_("A second person signs a count off by more than"))
    count_manager_over_cents = CentsField(label=_("The manager signs a count off by more than"))
    reverse_alone_under_cents = CentsField(label=_("A cashier reverses alone below"))
    reverse_manager_from_cents = CentsField(label=_("The manager signs a reversal from"))
    vault_minimum_cents = CentsField(label=_("The vault is warned of below"))
    float_alone_under_cents = CentsField(label=_("A cashier opens alone with a float below"))
    reason = NameField(label=_("Why"), max_length=200)
