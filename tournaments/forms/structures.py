"""What is typed where a structure is planned, and the chips that there are."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.acts.forms import box, form_of
from casino.messages import msg
from casino.web.fields import WholeField
from tournaments.forms.desk import LevelsField
from tournaments.queries.structures import DEFAULT_STACKS, PlanParams
from tournaments.services.chip_stock import set_chip_stock

MAX_STACKS = 100_000
ANTES = [
    ("none", pgettext_lazy("ante", "none")),
    ("each", _("from each player")),
    ("big_blind", _("from the big blind")),
]


class StockField(forms.CharField):
    """Tournament chips, one value a line: denomination and quantity, `25 400`."""

    def __init__(self, **kwargs: Any) -> None:
        box = forms.Textarea(attrs={"rows": 8, "spellcheck": "false"})
        super().__init__(max_length=500, widget=box, **kwargs)

    def clean(self, value: Any) -> list[list[int]]:
        """Return denomination and quantity for each line."""
        lines = [line.split() for line in super().clean(value).splitlines() if line.strip()]
        for number, line in enumerate(lines, start=1):
            if len(line) != len(("denomination", "quantity")) or not all(
                each.isascii() and each.isdigit() and 0 < int(each[:10]) < 10**9 for each in line
            ):
                said = msg(
                    "Line {number}: enter denomination and quantity, for example 25 400.",
                    number=number,
                )
                raise forms.ValidationError(said.localized())
        return [[int(value), int(quantity)] for value, quantity in lines]


ChipStockForm = form_of(
    set_chip_stock,
    chips=box(_("Denomination and quantity, one denomination per line"), StockField),
)


class PlanForm(forms.Form):
    """Who is expected; stack and levels come from the form that they are typed in."""

    players = WholeField(
        label=_("Players expected"), min_value=2, max_value=MAX_STACKS, initial=DEFAULT_STACKS
    )
    rebuys = WholeField(
        label=_("Rebuys and re-entries"), max_value=MAX_STACKS, initial=0, required=False
    )
    addons = WholeField(label=_("Add-ons"), max_value=MAX_STACKS, initial=0, required=False)
    antes = forms.ChoiceField(label=_("Ante of the suggestions"), choices=ANTES, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"auto_id": "plan_%s"})
        self.use_required_attribute = False


class PlannedForm(PlanForm):
    """The same with what the other form holds."""

    stack = WholeField(min_value=1)
    addon_stack = WholeField(required=False)
    levels = LevelsField(required=False)

    @property
    def asked(self) -> PlanParams | None:
        """Return what is planned as far as it is typed: a wrong level counts as none; or None."""
        held = self.cleaned_data
        if self.errors.keys() - {"levels"}:
            return None
        return PlanParams(
            stack=held["stack"],
            levels=[one for one in held.get("levels", ()) if one[3]],
            stacks=held["players"] + (held["rebuys"] or 0),
            addons=held["addons"] or 0,
            addon_stack=held["addon_stack"] or held["stack"],
            ante=held["antes"] or "none",
        )
